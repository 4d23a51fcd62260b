// Disjunctions of conditions, which `pdl` cannot express.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/AnyOf.h"
#include "contract/Names.h"
#include "std/Library.h"
#include "std/Numbers.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace pdll;

/// The values of a disjunction: its inputs, and what the steps of a branch
/// captured.
using Values = SmallVector<PDLValue>;

const Natives &pdll::getLibraryFunctions() {
  static const Natives *functions = [] {
    auto *natives = new Natives(getStandardLibrary);
    addSame(*natives);
    addAnyOf(*natives);
    return natives;
  }();
  return *functions;
}

static bool areSame(Attribute lhs, Attribute rhs) {
  return lhs == rhs || (isa<IntegerAttr>(lhs) && isSameNumber(lhs, rhs));
}

DirectConstraint pdll::getDirectSame(PdllKind kind) {
  if (kind == PdllType)
    return [](const void *const *arguments, const void **) {
      return arguments[0] == arguments[1];
    };
  return [](const void *const *arguments, const void **) {
    return areSame(Attribute::getFromOpaquePointer(arguments[0]),
                   Attribute::getFromOpaquePointer(arguments[1]));
  };
}

static LogicalResult checkSame(PatternRewriter &, PDLResultList &,
                               ArrayRef<PDLValue> arguments) {
  if (arguments.size() != 2 || !arguments[0] || !arguments[1])
    return failure();
  if (auto type = arguments[0].dyn_cast<Type>())
    return success(type == arguments[1].dyn_cast<Type>());
  auto lhs = arguments[0].dyn_cast<Attribute>();
  auto rhs = arguments[1].dyn_cast<Attribute>();
  if (!lhs || !rhs)
    return failure();
  return success(areSame(lhs, rhs));
}

namespace {

/// Runs programs.
class Disjunction {
public:
  Disjunction(const FindConstraint &find, PatternRewriter &rewriter)
      : find(find), rewriter(rewriter) {}

  /// Leaves the values as they were.
  bool anyOf(ArrayAttr program, Values &values);

private:
  bool holds(Attribute branch, Values &values);
  bool call(ArrayAttr step, Values &values);

  const FindConstraint &find;
  PatternRewriter &rewriter;
  /// The values that the branches around have replaced, with their numbers.
  SmallVector<std::pair<size_t, PDLValue>> replaced;
};

} // namespace

/// Whether a function can be called with these values. Those of pdll look at
/// the kinds themselves.
static bool accepts(const Native &native, ArrayRef<PDLValue> arguments,
                    size_t numResults) {
  if (native.findMissing(arguments))
    return false;
  if (native.origin.empty() || !native.signature)
    return true;
  auto kinds = llvm::map_to_vector(arguments, [](PDLValue argument) {
    return static_cast<PdllKind>(argument.getKind());
  });
  return numResults == native.signature->getResults().size() &&
         native.signature->accepts(kinds, native.signature->getResults());
}

/// Calls a function, and adds its results to the values.
bool Disjunction::call(ArrayAttr step, Values &values) {
  auto name = dyn_cast<StringAttr>(step[0]);
  auto inputs = dyn_cast<DenseI64ArrayAttr>(step[1]);
  auto outputs = dyn_cast<DenseI64ArrayAttr>(step[2]);
  if (!name || !inputs || !outputs)
    return false;
  // A program that gets itself as a value would not end.
  if (name.getValue() == PDLL_FN_ANY_OF)
    return false;
  const Native *native = find(name.getValue());
  Values arguments;
  for (int64_t input : inputs.asArrayRef()) {
    if (input < 0 || static_cast<size_t>(input) >= values.size())
      return false;
    arguments.push_back(values[input]);
  }
  CallResults results(outputs.size());
  if (!native || !accepts(*native, arguments, outputs.size()) ||
      failed(native->function(rewriter, results, arguments)) ||
      results.results.size() != static_cast<size_t>(outputs.size()))
    return false;
  for (auto [output, result] :
       llvm::zip_equal(outputs.asArrayRef(), results.results)) {
    if (output < 0 || static_cast<size_t>(output) > values.size())
      return false;
    if (static_cast<size_t>(output) < values.size())
      replaced.emplace_back(output, values[output]);
    values.resize(std::max<size_t>(values.size(), output + 1));
    values[output] = result;
  }
  return true;
}

bool Disjunction::holds(Attribute branch, Values &values) {
  auto steps = dyn_cast<ArrayAttr>(branch);
  return steps && llvm::all_of(steps, [&](Attribute attribute) {
           auto step = dyn_cast<ArrayAttr>(attribute);
           if (!step || step.empty() || step.size() > 3)
             return false;
           if (step.size() == 3)
             return call(step, values);
           auto inner = dyn_cast<ArrayAttr>(step[0]);
           bool isNegated = step.size() == 2;
           return inner && anyOf(inner, values) != isNegated;
         });
}

bool Disjunction::anyOf(ArrayAttr program, Values &values) {
  // There may be as many branches as values, so nothing is copied for a branch.
  size_t numValues = values.size();
  size_t numReplaced = replaced.size();
  return llvm::any_of(program, [&](Attribute branch) {
    bool isHeld = holds(branch, values);
    while (replaced.size() > numReplaced) {
      auto [number, value] = replaced.pop_back_val();
      values[number] = value;
    }
    values.truncate(numValues);
    return isHeld;
  });
}

static LogicalResult checkAnyOf(const FindConstraint &find,
                                PatternRewriter &rewriter,
                                ArrayRef<PDLValue> arguments) {
  if (arguments.empty() || !llvm::all_of(arguments, [](PDLValue value) {
        return static_cast<bool>(value);
      }))
    return failure();
  auto program =
      dyn_cast_if_present<ArrayAttr>(arguments[0].dyn_cast<Attribute>());
  Disjunction disjunction(find, rewriter);
  Values values(arguments.drop_front());
  return success(program && disjunction.anyOf(program, values));
}

PDLConstraintFunction pdll::makeDisjunction(FindConstraint find) {
  return [find = std::move(find)](PatternRewriter &rewriter, PDLResultList &,
                                  ArrayRef<PDLValue> arguments) {
    return checkAnyOf(find, rewriter, arguments);
  };
}

// They have no signatures because their arguments may be of several kinds.

void pdll::addSame(Natives &natives) {
  llvm::cantFail(natives.add(PdllNativeConstraint, PDLL_FN_SAME,
                             {std::nullopt, checkSame, ""}));
}

void pdll::addAnyOf(Natives &natives) {
  llvm::cantFail(natives.add(PdllNativeConstraint, PDLL_FN_ANY_OF,
                             {std::nullopt,
                              makeDisjunction(natives.getConstraintFinder()),
                              ""}));
}
