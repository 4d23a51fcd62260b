// Warnings about constraints that exclude each other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/Contradictions.h"
#include "check/KnownValues.h"
#include "contract/Names.h"
#include "std/AnyOf.h"
#include "support/WarningName.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>

using namespace mlir;
using namespace pdll;

namespace {

/// A constraint that must hold, with the numbers of its arguments and results.
struct Call {
  StringRef name;
  SmallVector<unsigned> arguments = {}, results = {};
  LocationAttr place = {};
  bool isNegated = false;
  bool hasRun = false, hasEvaluated = false;
};

/// The constraints that must all hold, and what follows from them.
class Conditions {
public:
  explicit Conditions(MLIRContext *context) : context(context) {}

  void add(Call call) { calls.push_back(std::move(call)); }
  /// The first contradiction, if there is one.
  const std::optional<Contradiction> &solve();
  /// Removes the call that was added last.
  Call takeLast();
  /// Why the only branch of a disjunction does not hold.
  std::optional<Contradiction> tryOnlyBranch(const Call &call);

  KnownValues values;

private:
  void learn(Call &call);
  void learnResults(const Call &call);
  void unifyParts(const Call &call, StringRef part, unsigned index);
  void run(Call &call);
  void evaluate(Call &call);
  std::optional<SmallVector<PDLValue>> callNative(const Native &native,
                                                  ArrayRef<unsigned> arguments);
  void set(unsigned value, const PDLValue &constant, LocationAttr place);
  void refuse(const Call &call, ArrayRef<unsigned> constants, StringRef text);
  void learnOrder(const Call &call);
  void tryBranches(const Call &call);
  std::optional<Contradiction> tryBranch(ArrayAttr steps, const Call &call);
  std::optional<Call> getStep(Attribute attribute,
                              SmallVector<unsigned> &numbers);
  bool areConstants(ArrayRef<unsigned> numbers) const {
    return !numbers.empty() && llvm::all_of(numbers, [&](unsigned value) {
      return static_cast<bool>(values.getConstant(value));
    });
  }

  MLIRContext *context;
  std::vector<Call> calls;
  /// The results of equal calls, by what makes them equal.
  std::map<std::pair<std::string, std::vector<uintptr_t>>, unsigned> results;
};

} // namespace

//===- Constraints --------------------------------------------------------===//

const std::optional<Contradiction> &Conditions::solve() {
  // What follows moves along chains of constraints. Longer ones than this are
  // not followed to the end.
  constexpr int maxRounds = 16;
  for (int round = 0; round < maxRounds; ++round) {
    results.clear();
    for (Call &call : calls) {
      learn(call);
      if (values.getContradiction())
        return values.getContradiction();
    }
    if (!values.takeChange())
      break;
  }
  for (const Call &call : calls) {
    if (call.name == PDLL_FN_ANY_OF && !call.isNegated)
      tryBranches(call);
    if (values.getContradiction())
      break;
  }
  return values.getContradiction();
}

void Conditions::learn(Call &call) {
  if (call.name == PDLL_FN_ANY_OF)
    return;
  if (!call.isNegated) {
    learnResults(call);
    if (call.name == PDLL_FN_SAME && call.arguments.size() == 2) {
      values.unify(call.arguments[0], call.arguments[1], call.place);
      return;
    }
    const TypePredicate *predicate = findTypePredicate(call.name);
    if (predicate && !call.arguments.empty())
      values.restrict(call.arguments[0], predicate->kinds,
                      predicate->description, call.place);
    learnOrder(call);
    evaluate(call);
  }
  if (!values.getContradiction())
    run(call);
}

/// Calls of a constraint with the same arguments have the same results, and so
/// have two constraints that return the same part of a type.
void Conditions::learnResults(const Call &call) {
  const TypePredicate *predicate = findTypePredicate(call.name);
  for (size_t index = 0; index < call.results.size(); ++index) {
    bool isPart = predicate && index < predicate->parts.size();
    std::string key = isPart ? predicate->parts[index].str()
                             : (call.name + " " + Twine(index)).str();
    std::vector<uintptr_t> arguments;
    for (unsigned argument : call.arguments) {
      KnownConstant constant = values.getConstant(argument);
      // Classes are small numbers, and constants are addresses.
      arguments.push_back(
          constant ? reinterpret_cast<uintptr_t>(constant.getOpaqueValue())
                   : values.getClass(argument));
    }
    auto [found, isNew] =
        results.try_emplace({key, arguments}, call.results[index]);
    if (!isNew)
      values.unify(found->second, call.results[index], call.place);
  }
}

void Conditions::learnOrder(const Call &call) {
  if (call.arguments.size() != 2)
    return;
  enum { Less, AtMost, Greater, AtLeast, Differs, None };
  auto order = llvm::StringSwitch<decltype(None)>(call.name)
                   .Case(PDLL_LIBRARY_PREFIX "lt_check", Less)
                   .Case(PDLL_LIBRARY_PREFIX "le_check", AtMost)
                   .Case(PDLL_LIBRARY_PREFIX "gt_check", Greater)
                   .Case(PDLL_LIBRARY_PREFIX "ge_check", AtLeast)
                   .Case(PDLL_LIBRARY_PREFIX "ne_check", Differs)
                   .Default(None);
  if (order == None)
    return;
  unsigned lhs = call.arguments[0], rhs = call.arguments[1];
  bool isStrict = order == Less || order == Greater;
  if (values.getClass(lhs) == values.getClass(rhs) &&
      (isStrict || order == Differs)) {
    StringRef relation = order == Less      ? "less than"
                         : order == Greater ? "greater than"
                                            : "different from";
    values.contradict(
        {{call.place, ("no number is " + relation + " itself").str()}, {}});
    return;
  }
  if (order == Less || order == AtMost)
    values.order(lhs, rhs, isStrict, call.place);
  else if (order != Differs)
    values.order(rhs, lhs, isStrict, call.place);
}

//===- Constants ----------------------------------------------------------===//

/// The name of a predicate, by that of one of its functions.
static StringRef getPredicateName(StringRef function) {
  function.consume_front(PDLL_LIBRARY_PREFIX);
  for (StringRef clause : {"_check", "_capture", "_evaluate"})
    if (function.consume_back(clause))
      break;
  return function;
}

static PDLValue getPdlValue(KnownConstant constant) {
  if (auto type = dyn_cast<Type>(constant))
    return PDLValue(type);
  return PDLValue(cast<Attribute>(constant));
}

std::optional<SmallVector<PDLValue>>
Conditions::callNative(const Native &native, ArrayRef<unsigned> arguments) {
  auto constants = llvm::map_to_vector(arguments, [&](unsigned value) {
    return getPdlValue(values.getConstant(value));
  });
  PatternRewriter rewriter(context);
  CallResults results(1);
  if (failed(native.function(rewriter, results, constants)))
    return std::nullopt;
  return llvm::to_vector(results.results);
}

void Conditions::set(unsigned value, const PDLValue &constant,
                     LocationAttr place) {
  if (auto type = constant.dyn_cast<Type>())
    values.setConstant(value, type, place);
  else if (auto attribute = constant.dyn_cast<Attribute>())
    values.setConstant(value, attribute, place);
}

void Conditions::refuse(const Call &call, ArrayRef<unsigned> constants,
                        StringRef text) {
  Contradiction contradiction;
  auto shown = llvm::map_to_vector(constants, [&](unsigned value) {
    values.noteConstant(value, contradiction);
    return values.show(value);
  });
  contradiction.demand = {call.place,
                          ("`" + getPredicateName(call.name) + "` " + text +
                           " " + llvm::join(shown, " and "))
                              .str()};
  values.contradict(std::move(contradiction));
}

/// Calls a constraint whose arguments are all constants.
void Conditions::run(Call &call) {
  const Native *native =
      getLibraryFunctions().lookup(PdllNativeConstraint, call.name);
  if (call.hasRun || !native || !areConstants(call.arguments))
    return;
  call.hasRun = true;
  auto results = callNative(*native, call.arguments);
  if (results.has_value() == call.isNegated) {
    refuse(call, call.arguments, results ? "holds for" : "does not hold for");
    return;
  }
  if (results)
    for (auto [value, result] : llvm::zip(call.results, *results))
      set(value, result, call.place);
}

/// Evaluates the first argument of a predicate from all others, which are
/// constants.
void Conditions::evaluate(Call &call) {
  if (call.hasEvaluated || call.arguments.empty())
    return;
  std::string name =
      (PDLL_LIBRARY_PREFIX + getPredicateName(call.name) + "_evaluate").str();
  const Native *native =
      getLibraryFunctions().lookup(PdllNativeConstraint, name);
  // What a predicate of the library captures are its last arguments.
  SmallVector<unsigned> others(ArrayRef(call.arguments).drop_front());
  others.append(call.results);
  if (!native || name == call.name || !areConstants(others))
    return;
  call.hasEvaluated = true;
  if (auto results = callNative(*native, others))
    set(call.arguments[0], results->front(), call.place);
  else
    refuse(call, others, "holds for nothing with");
}

//===- Branches -----------------------------------------------------------===//

/// A disjunction holds if one of its branches may.
void Conditions::tryBranches(const Call &call) {
  auto program = dyn_cast_if_present<ArrayAttr>(
      dyn_cast_if_present<Attribute>(values.getConstant(call.arguments[0])));
  if (!program || program.empty())
    return;
  Contradiction result = {{call.place, "no branch of `or` can hold"}, {}};
  for (Attribute branch : program) {
    auto steps = dyn_cast<ArrayAttr>(branch);
    if (!steps)
      return;
    std::optional<Contradiction> found = tryBranch(steps, call);
    if (!found)
      return;
    for (Demand &other : found->others) {
      bool isKnown = llvm::any_of(result.others, [&](const Demand &known) {
        return known.place == other.place && known.text == other.text;
      });
      if (!isKnown && other.place && other.place != call.place)
        result.others.push_back(std::move(other));
    }
  }
  values.contradict(std::move(result));
}

Call Conditions::takeLast() {
  Call last = std::move(calls.back());
  calls.pop_back();
  return last;
}

std::optional<Contradiction> Conditions::tryOnlyBranch(const Call &call) {
  auto program = dyn_cast_if_present<ArrayAttr>(
      dyn_cast_if_present<Attribute>(values.getConstant(call.arguments[0])));
  if (!program || program.size() != 1 || !isa<ArrayAttr>(program[0]))
    return std::nullopt;
  return tryBranch(cast<ArrayAttr>(program[0]), call);
}

std::optional<Contradiction> Conditions::tryBranch(ArrayAttr steps,
                                                   const Call &call) {
  Conditions branch(context);
  std::map<unsigned, unsigned> classes;
  SmallVector<unsigned> numbers;
  for (unsigned input : ArrayRef(call.arguments).drop_front()) {
    auto [found, isNew] = classes.try_emplace(values.getClass(input), 0);
    if (isNew)
      found->second = branch.values.addCopy(values, input);
    numbers.push_back(found->second);
  }
  for (Attribute step : steps) {
    std::optional<Call> inner = branch.getStep(step, numbers);
    if (!inner)
      return std::nullopt;
    inner->place = call.place;
    branch.add(std::move(*inner));
  }
  return branch.solve();
}

/// The constraint that a step of a branch calls. `numbers` are those of the
/// values of the branch. Without a constraint, the step is not valid.
std::optional<Call> Conditions::getStep(Attribute attribute,
                                        SmallVector<unsigned> &numbers) {
  auto step = dyn_cast<ArrayAttr>(attribute);
  if (step && (step.size() == 1 || step.size() == 2)) {
    Call inner = {PDLL_FN_ANY_OF, {values.addConstant(step[0], {})}};
    inner.arguments.append(numbers);
    inner.isNegated = step.size() == 2;
    return inner;
  }
  if (!step || step.size() != 3)
    return std::nullopt;
  auto name = dyn_cast<StringAttr>(step[0]);
  auto inputs = dyn_cast<DenseI64ArrayAttr>(step[1]);
  auto outputs = dyn_cast<DenseI64ArrayAttr>(step[2]);
  if (!name || !inputs || !outputs)
    return std::nullopt;
  Call inner = {name.getValue()};
  for (uint64_t number : inputs.asArrayRef()) {
    if (number >= numbers.size())
      return std::nullopt;
    inner.arguments.push_back(numbers[number]);
  }
  // A step may use the number of a value that nothing reads any more.
  for (uint64_t number : outputs.asArrayRef()) {
    if (number > numbers.size())
      return std::nullopt;
    numbers.resize(std::max<size_t>(numbers.size(), number + 1));
    inner.results.push_back(numbers[number] = values.add());
  }
  return inner;
}

//===- Patterns -----------------------------------------------------------===//

/// The constraints of a match section.
static Conditions collect(Block &body, MLIRContext *context) {
  Conditions conditions(context);
  DenseMap<Value, unsigned> numbers;
  auto getNumber = [&](Value value) {
    auto [found, isNew] = numbers.try_emplace(value, 0);
    if (!isNew)
      return found->second;
    KnownConstant constant;
    if (auto type = value.getDefiningOp<pdl::TypeOp>()) {
      if (std::optional<Type> known = type.getConstantType())
        constant = *known;
    } else if (auto attribute = value.getDefiningOp<pdl::AttributeOp>()) {
      if (Attribute known = attribute.getValueAttr())
        constant = known;
    }
    return found->second =
               constant
                   ? conditions.values.addConstant(constant, value.getLoc())
                   : conditions.values.add();
  };
  for (auto op : body.getOps<pdl::ApplyNativeConstraintOp>())
    conditions.add({op.getName(), llvm::map_to_vector(op.getArgs(), getNumber),
                    llvm::map_to_vector(op.getResults(), getNumber),
                    op.getLoc(), op.getIsNegated()});
  return conditions;
}

static void addReason(InFlightDiagnostic warning, const Contradiction &found) {
  warning << found.demand.text;
  for (const Demand &other : found.others)
    if (other.place && other.place != found.demand.place)
      warning.attachNote(Location(other.place)) << other.text;
}

void pdll::warnIfContradictory(pdl::PatternOp pattern) {
  Block &body = pattern.getBodyRegion().front();
  if (body.getOps<pdl::ApplyNativeConstraintOp>().empty())
    return;
  Conditions conditions = collect(body, pattern.getContext());
  if (const std::optional<Contradiction> &found = conditions.solve())
    addReason(emitNamedWarning(found->demand.place, PDLL_WARNING_NEVER_MATCHES)
                  << "the pattern never matches: ",
              *found);
}

void pdll::warnIfRuleIsContradicted(pdl::PatternOp pattern) {
  Block &body = pattern.getBodyRegion().front();
  Conditions conditions = collect(body, pattern.getContext());
  Call rule = conditions.takeLast();
  if (conditions.solve())
    return;
  if (std::optional<Contradiction> found = conditions.tryOnlyBranch(rule))
    addReason(emitWarning(found->demand.place), *found);
}
