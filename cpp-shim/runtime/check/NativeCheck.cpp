// Checks of the native functions that patterns name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/NativeCheck.h"
#include "contract/Names.h"
#include "support/Suggestion.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pdll;

namespace {

/// A place that names a native function.
struct Use {
  Operation *op;
  PdllNativeKind kind;
  StringRef name;
  SmallVector<PdllKind> arguments;
  SmallVector<PdllKind> results;
  bool isInBranch = false;

  Use(Operation *op, PdllNativeKind kind, StringRef name)
      : op(op), kind(kind), name(name),
        arguments(llvm::map_to_vector(op->getOperandTypes(), getKind)),
        results(llvm::map_to_vector(op->getResultTypes(), getKind)) {}

  /// The use of a constraint in a branch of `or`, which states no kinds of
  /// results.
  static Use inBranch(Operation *op, StringRef name,
                      ArrayRef<PdllKind> arguments) {
    return Use(op, name, arguments);
  }

  /// The function as it is used here, in the words of PDLL.
  std::string describe() const;

private:
  Use(Operation *op, StringRef name, ArrayRef<PdllKind> arguments)
      : op(op), kind(PdllNativeConstraint), name(name), arguments(arguments),
        isInBranch(true) {}
};

} // namespace

static StringRef getWord(PdllNativeKind kind) {
  return kind == PdllNativeConstraint ? "constraint" : "rewrite";
}

std::string Use::describe() const {
  return (name + "(" + getKindNames(arguments) + ")" +
          (isInBranch ? "" : getResultsText(results)))
      .str();
}

static std::optional<Use> getUse(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Use>>(op)
      .Case([](pdl::ApplyNativeConstraintOp op) {
        return Use(op, PdllNativeConstraint, op.getName());
      })
      .Case([](pdl::ApplyNativeRewriteOp op) {
        return Use(op, PdllNativeRewrite, op.getName());
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The registered name that `name` may be a misspelling of.
static StringRef getClosest(StringRef name,
                            const llvm::StringMap<Native> &functions) {
  Suggestion suggestion(name);
  for (StringRef known : functions.keys())
    suggestion.consider(known);
  return suggestion.get();
}

/// The function of the standard library with that name, or one that `name` may
/// be a misspelling of; empty if there is none.
static StringRef getFromLibrary(StringRef name, PdllNativeKind kind,
                                const Natives &natives) {
  Suggestion suggestion(name);
  for (StringRef known : natives.get(kind).keys())
    // Names in lower case are those of functions that only pdll itself calls.
    if (known.consume_front(PDLL_LIBRARY_PREFIX) &&
        llvm::isUpper(known.front()))
      suggestion.consider(known);
  return suggestion.get();
}

/// Says how a function that `use` names can be defined.
static void attachRemedy(InFlightDiagnostic &error, const Use &use,
                         const Natives &natives) {
  StringRef known = getFromLibrary(use.name, use.kind, natives);
  Diagnostic &note = error.attachNote(use.op->getLoc());
  if (known == use.name)
    note << "`pdll/std.pdll` has a function of this name: include that file, "
            "and remove the declaration here";
  else if (!known.empty())
    note << "name a file that registers it with the option `natives`, or "
            "use `"
         << known << "` of `pdll/std.pdll`";
  else
    note << "name a file that registers it with the option `natives`, or "
            "write its body in the pattern file";
}

/// Reports that the function that `uses` name is not registered.
static void reportUnregistered(ArrayRef<Use> uses, const Natives &natives) {
  const Use &first = uses.front();
  InFlightDiagnostic error = emitError(first.op->getLoc(), "native ")
                             << getWord(first.kind) << " `" << first.describe()
                             << "` is not registered";
  StringRef closest = getClosest(first.name, natives.get(first.kind));
  PdllNativeKind other = first.kind == PdllNativeConstraint
                             ? PdllNativeRewrite
                             : PdllNativeConstraint;
  if (natives.lookup(other, first.name))
    error << "; `" << first.name << "` is a native " << getWord(other);
  else if (!closest.empty())
    error << "; did you mean `" << closest << "`?";
  else
    attachRemedy(error, first, natives);
  for (const Use &use : uses.drop_front())
    error.attachNote(use.op->getLoc())
        << "`" << use.describe() << "` is needed here too";
}

/// Checks that `native` takes and returns what it is used for.
static LogicalResult checkSignature(const Use &use, const Native &native) {
  auto refuse = [&](StringRef expected) {
    InFlightDiagnostic error = emitError(use.op->getLoc(), "native ")
                               << getWord(use.kind) << " `" << use.name
                               << "` is used as `" << use.describe()
                               << "`, but it is `" << expected << "`";
    if (!native.origin.empty())
      error << " in " << native.origin;
    return error;
  };
  if (native.signature) {
    if (native.signature->accepts(use.arguments, use.results))
      return success();
    return refuse(use.name.str() + native.signature->getText());
  }
  if (use.name == PDLL_FN_BOUND_TYPES) {
    bool areTypes =
        use.arguments.size() == 1 &&
        (use.arguments[0] == PdllType || use.arguments[0] == PdllTypeRange);
    if (areTypes && ArrayRef(use.arguments) == ArrayRef(use.results))
      return success();
    return refuse(PDLL_FN_BOUND_TYPES "(Type) -> Type, or of ranges");
  }
  bool areParts =
      use.results.empty() && llvm::all_of(use.arguments, [](PdllKind kind) {
        return kind == PdllAttribute || kind == PdllType;
      });
  if (use.name == PDLL_FN_SAME) {
    if (areParts && use.arguments.size() == 2 &&
        use.arguments[0] == use.arguments[1])
      return success();
    return refuse(PDLL_FN_SAME "(Type, Type), or of attributes");
  }
  if (use.name == PDLL_FN_ANY_OF) {
    if (areParts && !use.arguments.empty() && use.arguments[0] == PdllAttribute)
      return success();
    return refuse(PDLL_FN_ANY_OF "(Attr, Type or Attr, ...)");
  }
  // The only other function without a signature, `pdll.segment_sizes`.
  bool areCountable = llvm::none_of(use.arguments, [](PdllKind kind) {
    return kind == PdllAttribute || kind == PdllOperation;
  });
  if (areCountable && !use.arguments.empty() &&
      use.results == ArrayRef<PdllKind>{PdllAttribute})
    return success();
  return refuse(PDLL_FN_SEGMENT_SIZES
                "(Value, ValueRange, Type or TypeRange, ...) -> Attr");
}

/// The uses of each function that nobody registers, by its name and what it is.
using Unregistered =
    llvm::MapVector<std::pair<StringRef, StringRef>, SmallVector<Use>>;

namespace {

/// Checks the calls in a program of `or`, whose form std/AnyOf.h describes.
/// What is not of this form holds of nothing.
class BranchCheck {
public:
  BranchCheck(const Use &use, const Natives &natives,
              Unregistered &unregistered)
      : op(use.op), natives(natives), unregistered(unregistered) {}

  LogicalResult check(Attribute program, ArrayRef<PdllKind> inputs) {
    Kinds kinds(inputs.begin(), inputs.end());
    visit(program, kinds);
    return result;
  }

private:
  /// The kinds of the values, as far as they are known.
  using Kinds = SmallVector<std::optional<PdllKind>>;

  void visit(Attribute program, Kinds &kinds);
  void visitCall(ArrayRef<Attribute> step, Kinds &kinds);

  Operation *op;
  const Natives &natives;
  Unregistered &unregistered;
  LogicalResult result = success();
  /// The kinds that the branches around have replaced, with their numbers.
  SmallVector<std::pair<size_t, std::optional<PdllKind>>> replaced;
};

} // namespace

static ArrayRef<Attribute> getElements(Attribute attribute) {
  auto array = dyn_cast_if_present<ArrayAttr>(attribute);
  return array ? array.getValue() : ArrayRef<Attribute>();
}

void BranchCheck::visit(Attribute program, Kinds &kinds) {
  // There may be as many branches as values, so nothing is copied for a branch.
  size_t numKinds = kinds.size();
  size_t numReplaced = replaced.size();
  for (Attribute branch : getElements(program)) {
    for (Attribute attribute : getElements(branch)) {
      ArrayRef<Attribute> step = getElements(attribute);
      if (step.size() == 3)
        visitCall(step, kinds);
      else if (!step.empty())
        visit(step[0], kinds);
    }
    while (replaced.size() > numReplaced) {
      auto [number, kind] = replaced.pop_back_val();
      kinds[number] = kind;
    }
    kinds.truncate(numKinds);
  }
}

void BranchCheck::visitCall(ArrayRef<Attribute> step, Kinds &kinds) {
  auto name = dyn_cast<StringAttr>(step[0]);
  auto inputs = dyn_cast<DenseI64ArrayAttr>(step[1]);
  auto outputs = dyn_cast<DenseI64ArrayAttr>(step[2]);
  if (!name || !inputs || !outputs)
    return;
  if (name == PDLL_FN_ANY_OF) {
    result = emitError(op->getLoc(), "a branch of `" PDLL_FN_ANY_OF
                                     "` calls it; write the inner branches "
                                     "in its place");
    return;
  }
  SmallVector<PdllKind> arguments;
  for (int64_t input : inputs.asArrayRef())
    if (input >= 0 && static_cast<size_t>(input) < kinds.size() && kinds[input])
      arguments.push_back(*kinds[input]);
  bool areKnown = arguments.size() == static_cast<size_t>(inputs.size());
  Use use = Use::inBranch(op, name.getValue(), arguments);
  const Native *native = natives.lookup(PdllNativeConstraint, use.name);
  ArrayRef<PdllKind> results;
  if (!native)
    unregistered[{use.name, getWord(use.kind)}].push_back(use);
  else if (native->signature)
    results = native->signature->getResults();
  if (native && native->signature && areKnown) {
    // What a branch states of results is how many there are.
    if (results.size() == static_cast<size_t>(outputs.size()))
      use.results.assign(results.begin(), results.end());
    else
      use.results.assign(outputs.size(), PdllAttribute);
    if (failed(checkSignature(use, *native)))
      result = failure();
  }
  for (auto [index, output] : llvm::enumerate(outputs.asArrayRef())) {
    size_t number = output;
    if (output < 0 || number > kinds.size() + results.size())
      continue;
    if (number < kinds.size())
      replaced.emplace_back(number, kinds[number]);
    kinds.resize(std::max(kinds.size(), number + 1));
    kinds[number] = index < results.size() ? std::optional(results[index])
                                           : std::nullopt;
  }
}

LogicalResult pdll::checkNatives(ModuleOp patterns, const Natives &natives) {
  Unregistered unregistered;
  LogicalResult result = success();
  patterns.walk([&](Operation *op) {
    std::optional<Use> use = getUse(op);
    if (!use)
      return;
    const Native *native = natives.lookup(use->kind, use->name);
    if (!native)
      unregistered[{use->name, getWord(use->kind)}].push_back(*use);
    else if (failed(checkSignature(*use, *native)))
      result = failure();
    if (use->name == PDLL_FN_ANY_OF && op->getNumOperands() != 0)
      if (auto program = op->getOperand(0).getDefiningOp<pdl::AttributeOp>())
        if (failed(BranchCheck(*use, natives, unregistered)
                       .check(program.getValueAttr(),
                              ArrayRef(use->arguments).drop_front())))
          result = failure();
    auto constraint = dyn_cast<pdl::ApplyNativeConstraintOp>(op);
    if (constraint && constraint.getIsNegated() && constraint.getNumResults())
      result = emitError(op->getLoc(), "a negated constraint has no results");
  });
  for (auto &[name, uses] : unregistered)
    reportUnregistered(uses, natives);
  return success(succeeded(result) && unregistered.empty());
}
