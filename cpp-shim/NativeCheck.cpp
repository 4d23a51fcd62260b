// Checks of the uses of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Natives.h"

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
  bool isConstraint;
  StringRef name;
  SmallVector<Type> arguments;
  SmallVector<Type> results;

  StringRef getKind() const { return isConstraint ? "constraint" : "rewrite"; }
  /// The function as it is used here, in the words of PDLL.
  std::string describe() const;
};

} // namespace

/// What PDLL calls a type of the dialect pdl.
static StringRef getPdllName(Type type) {
  if (auto range = dyn_cast<pdl::RangeType>(type))
    return isa<pdl::TypeType>(range.getElementType()) ? "TypeRange"
                                                      : "ValueRange";
  return llvm::TypeSwitch<Type, StringRef>(type)
      .Case([](pdl::AttributeType) { return "Attr"; })
      .Case([](pdl::OperationType) { return "Op"; })
      .Case([](pdl::TypeType) { return "Type"; })
      .Default([](Type) { return "Value"; });
}

static std::string getPdllNames(ArrayRef<Type> types) {
  return llvm::join(llvm::map_range(types, getPdllName), ", ");
}

std::string Use::describe() const {
  std::string text = (name + "(" + getPdllNames(arguments) + ")").str();
  if (results.size() == 1)
    text += " -> " + getPdllNames(results);
  else if (!results.empty())
    text += " -> (" + getPdllNames(results) + ")";
  return text;
}

static std::optional<Use> getUse(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Use>>(op)
      .Case([](pdl::ApplyNativeConstraintOp op) {
        return Use{op, true, op.getName(),
                   llvm::to_vector(op.getArgs().getTypes()),
                   llvm::to_vector(op.getResultTypes())};
      })
      .Case([](pdl::ApplyNativeRewriteOp op) {
        return Use{op, false, op.getName(),
                   llvm::to_vector(op.getArgs().getTypes()),
                   llvm::to_vector(op.getResultTypes())};
      })
      .Case([](pdl::RewriteOp op) -> std::optional<Use> {
        std::optional<StringRef> name = op.getName();
        if (!name)
          return std::nullopt;
        return Use{
            op, false, *name, llvm::to_vector(op->getOperandTypes()), {}};
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The registered name that `name` may be a slip of.
template <typename Function>
static StringRef getClosest(StringRef name,
                            const llvm::StringMap<Function> &functions) {
  // As for the names in a pattern file: a third of the letters at most, and
  // less than half of them.
  size_t bestDistance = std::min((name.size() + 2) / 3, name.size() / 2) + 1;
  StringRef best;
  for (StringRef candidate : functions.keys()) {
    size_t distance = name.edit_distance(candidate, /*AllowReplacements=*/true,
                                         /*MaxEditDistance=*/bestDistance);
    // Of names at the same distance, the same one in every run.
    if (distance < bestDistance ||
        (distance == bestDistance && !best.empty() && candidate < best)) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

/// Reports that the function that `uses` name is not registered.
static void reportUnregistered(ArrayRef<Use> uses,
                               const PDLPatternModule &patterns) {
  const Use &first = uses.front();
  const auto &constraints = patterns.getConstraintFunctions();
  const auto &rewrites = patterns.getRewriteFunctions();
  InFlightDiagnostic error = emitError(first.op->getLoc(), "native ")
                             << first.getKind() << " `" << first.describe()
                             << "` is not registered";
  StringRef closest = first.isConstraint ? getClosest(first.name, constraints)
                                         : getClosest(first.name, rewrites);
  bool isOtherKind = first.isConstraint ? rewrites.contains(first.name)
                                        : constraints.contains(first.name);
  if (isOtherKind)
    error << "; `" << first.name << "` is a native "
          << (first.isConstraint ? "rewrite" : "constraint");
  else if (!closest.empty())
    error << "; did you mean `" << closest << "`?";
  for (const Use &use : uses.drop_front())
    error.attachNote(use.op->getLoc())
        << "`" << use.describe() << "` is needed here too";
}

/// Checks the use of a native function of pdll. Those of others check their
/// arguments when they are called.
static LogicalResult checkBuiltin(const Use &use) {
  auto type = pdl::TypeType::get(use.op->getContext());
  auto value = pdl::ValueType::get(use.op->getContext());
  auto attribute = pdl::AttributeType::get(use.op->getContext());
  auto requireTypes = [&](bool fits, StringRef expected) -> LogicalResult {
    if (fits)
      return success();
    return emitError(use.op->getLoc(), "native ")
           << use.getKind() << " `" << use.name << "` is used as `"
           << use.describe() << "`, but it is `" << expected << "`";
  };
  auto isSignature = [&](Type argument, Type result) {
    return use.arguments == ArrayRef<Type>{argument} &&
           use.results == ArrayRef<Type>{result};
  };
  if (use.isConstraint && use.name == "pdll.type_of")
    return requireTypes(isSignature(value, type),
                        "pdll.type_of(Value) -> Type");
  if (use.isConstraint && use.name == "pdll.types_of")
    return requireTypes(
        isSignature(pdl::RangeType::get(value), pdl::RangeType::get(type)),
        "pdll.types_of(ValueRange) -> TypeRange");
  if (use.isConstraint || use.name != "pdll.segment_sizes")
    return success();
  bool areCountable = llvm::none_of(use.arguments, [](Type argument) {
    return isa<pdl::AttributeType, pdl::OperationType>(argument);
  });
  return requireTypes(areCountable && !use.arguments.empty() &&
                          use.results == ArrayRef<Type>{attribute},
                      "pdll.segment_sizes(Value, ValueRange, Type or "
                      "TypeRange, ...) -> Attr");
}

LogicalResult pdll::checkNatives(PDLPatternModule &patterns) {
  llvm::MapVector<std::pair<StringRef, StringRef>, SmallVector<Use>>
      unregistered;
  LogicalResult result = success();
  patterns.getModule().walk([&](Operation *op) {
    std::optional<Use> use = getUse(op);
    if (!use)
      return;
    bool isRegistered =
        use->isConstraint
            ? patterns.getConstraintFunctions().contains(use->name)
            : patterns.getRewriteFunctions().contains(use->name);
    if (!isRegistered)
      unregistered[{use->name, use->getKind()}].push_back(*use);
    else if (failed(checkBuiltin(*use)))
      result = failure();
    auto constraint = dyn_cast<pdl::ApplyNativeConstraintOp>(op);
    if (constraint && constraint.getIsNegated() && constraint.getNumResults())
      result = emitError(op->getLoc(), "a negated constraint has no results");
  });
  for (auto &[name, uses] : unregistered)
    reportUnregistered(uses, patterns);
  return success(succeeded(result) && unregistered.empty());
}
