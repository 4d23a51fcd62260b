// Evaluates bodies of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Body.h"
#include "contract/Strings.h"
#include "evaluator/Creation.h"
#include "evaluator/Functions.h"
#include "evaluator/Integers.h"
#include "natives/FailureReason.h"
#include "predicates/Questions.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace pdll;

using Answer = std::optional<CodeValue>;

namespace {

/// A part of a body, which owns what it consists of.
struct Node {
  PdllBodyKind kind;
  size_t index;
  int64_t number;
  double real;
  std::string text;
  PdllKind entityKind;
  std::vector<PredicateParameter> parameters;
  PdllBodyOperator operation;
  PdllComparison comparison;
  PdllIntegerType integer;
  PdllBodyCastMode cast;
  std::vector<Node> children;
};

/// What a statement does with the ones after it.
enum class Flow { Continue, Return, Fail, Undefined, Break, NextTurn };

/// How many turns the loops of one call can take. C++ would go on, maybe forever.
constexpr size_t maxTurns = 1 << 22;

/// How many elements a list that a body makes can have.
constexpr int64_t maxElements = 1 << 20;

/// A function, with its body.
struct Body {
  NativeSignature signature;
  size_t numVariables;
  Node statement;
};

/// One call of a function.
class Call {
public:
  Call(PatternRewriter &rewriter, PDLResultList &results, size_t numVariables)
      : rewriter(rewriter), results(results), variables(numVariables) {}

  Flow run(const Node &statement);
  void set(size_t variable, CodeValue value) {
    variables[variable] = std::move(value);
  }
  /// What the last `Return` returned.
  const CodeValue &getReturned() const { return returned; }
  /// What is wrong with the results, if anything is.
  std::optional<std::string> findProblem(ArrayRef<PdllKind> expected) const;

private:
  Flow runEach(const Node &statement);
  Flow runWhile(const Node &statement);
  /// Whether a loop may take one more turn.
  bool mayTurn() { return ++turns <= maxTurns; }
  Flow change(const Node &statement);
  void append(PdllKind kind, const CodeValue &value);
  Answer evaluate(const Node &node);
  std::optional<bool> holds(const Node &node);
  /// What the children are, if C++ defines all of them. Most calls have few
  /// arguments, which need no memory.
  template <typename List = CodeList>
  std::optional<List> evaluateChildren(const Node &node);
  Answer evaluateCall(const Node &node);
  Answer evaluateList(const Node &node);
  Answer evaluateArithmetic(const Node &node);
  Answer evaluateComparison(const Node &node);
  Answer evaluateElement(const Node &node);
  Answer evaluateSize(const Node &node);
  Answer evaluateListFunction(const Node &node);
  Answer evaluateQuantifier(const Node &node);
  Answer evaluateMap(const Node &node);
  Answer evaluateLiteral(const Node &node);
  Answer evaluateCreation(const Node &node);
  Answer bind(const Node &node);
  /// The list that an expression is. `storage` keeps it if no variable does.
  const CodeList *evaluateListIn(const Node &node, Answer &storage);
  Answer evaluateClass(const Node &node, CodeValue entity);
  template <typename T>
  Answer ask(const Node &question, const CodeValue &entity);
  Answer ask(const Node &question, const CodeValue &entity);
  std::optional<bool> isOfClass(const Node &node, const CodeValue &entity);

  PatternRewriter &rewriter;
  PDLResultList &results;
  SmallVector<PdllKind> resultKinds;
  /// The first result that is null.
  std::optional<size_t> nullResult;
  SmallVector<CodeValue, 4> variables;
  CodeValue returned;
  /// How many turns all loops have taken.
  size_t turns = 0;
};

} // namespace

static Node copyNode(ArrayRef<PdllBodyNode> nodes, size_t &next) {
  const PdllBodyNode &node = nodes[next++];
  Node copy{node.kind,
            node.index,
            node.number,
            node.real,
            toStringRef(node.text).str(),
            node.entityKind,
            {},
            node.operation,
            node.comparison,
            node.integer,
            node.cast,
            {}};
  for (const PdllParameter &parameter :
       ArrayRef(node.parameters, node.numParameters))
    copy.parameters.push_back(
        {parameter.number, parameter.real, toStringRef(parameter.text).str(),
         SmallVector<int64_t>(
             ArrayRef(parameter.numbers, parameter.numNumbers))});
  for (size_t i = 0; i != node.numChildren; ++i)
    copy.children.push_back(copyNode(nodes, next));
  return copy;
}

static CodeValue getNull(PdllKind kind) {
  switch (kind) {
  case PdllAttribute:
    return CodeValue(Attribute());
  case PdllOperation:
    return CodeValue(static_cast<Operation *>(nullptr));
  case PdllType:
    return CodeValue(Type());
  case PdllValue:
    return CodeValue(Value());
  case PdllTypeRange:
  case PdllValueRange:
    return CodeValue(CodeList());
  }
  llvm_unreachable("all kinds are covered");
}

//===- Statements ---------------------------------------------------------===//

void Call::append(PdllKind kind, const CodeValue &value) {
  auto appendOne = [&](auto entity) {
    if (!entity && !nullResult)
      nullResult = resultKinds.size() - 1;
    results.push_back(entity);
  };
  resultKinds.push_back(kind);
  switch (kind) {
  case PdllAttribute:
    return appendOne(value.get<Attribute>());
  case PdllOperation:
    return appendOne(value.get<Operation *>());
  case PdllType:
    return appendOne(value.get<Type>());
  case PdllValue:
    return appendOne(value.get<Value>());
  case PdllTypeRange:
    return results.push_back(TypeRange(
        llvm::map_to_vector(value.get<CodeList>(), [](const CodeValue &each) {
          return each.get<Type>();
        })));
  case PdllValueRange:
    return results.push_back(ValueRange(
        llvm::map_to_vector(value.get<CodeList>(), [](const CodeValue &each) {
          return each.get<Value>();
        })));
  }
  llvm_unreachable("all kinds are covered");
}

Flow Call::run(const Node &statement) {
  switch (statement.kind) {
  case PdllBodyBlock:
    for (const Node &child : statement.children)
      if (Flow flow = run(child); flow != Flow::Continue)
        return flow;
    return Flow::Continue;
  case PdllBodyFail:
    return Flow::Fail;
  case PdllBodyLeave:
    return Flow::Return;
  case PdllBodyBreak:
    return Flow::Break;
  case PdllBodyContinue:
    return Flow::NextTurn;
  case PdllBodyForEach:
    return runEach(statement);
  case PdllBodyWhile:
    return runWhile(statement);
  case PdllBodyPush:
  case PdllBodyStore:
    return change(statement);
  case PdllBodyIf: {
    std::optional<bool> condition = holds(statement.children[0]);
    if (!condition)
      return Flow::Undefined;
    if (*condition)
      return run(statement.children[1]);
    return statement.children.size() == 3 ? run(statement.children[2])
                                          : Flow::Continue;
  }
  default:
    break;
  }
  Answer value = evaluate(statement.children[0]);
  if (!value)
    return Flow::Undefined;
  switch (statement.kind) {
  case PdllBodySet:
    set(statement.index, std::move(*value));
    return Flow::Continue;
  case PdllBodyReturn:
    returned = std::move(*value);
    return Flow::Return;
  case PdllBodyAppend:
    append(statement.entityKind, *value);
    return Flow::Continue;
  default:
    return Flow::Continue;
  }
}

Flow Call::runEach(const Node &statement) {
  Answer list = evaluate(statement.children[0]);
  if (!list)
    return Flow::Undefined;
  for (const CodeValue &element : list->get<CodeList>()) {
    if (!mayTurn())
      return Flow::Undefined;
    set(statement.index, element);
    Flow flow = run(statement.children[1]);
    if (flow == Flow::Break)
      break;
    if (flow != Flow::Continue && flow != Flow::NextTurn)
      return flow;
  }
  return Flow::Continue;
}

Flow Call::runWhile(const Node &statement) {
  while (true) {
    std::optional<bool> goesOn = holds(statement.children[0]);
    if (!goesOn || !mayTurn())
      return Flow::Undefined;
    if (!*goesOn)
      return Flow::Continue;
    Flow flow = run(statement.children[1]);
    if (flow == Flow::Break)
      return Flow::Continue;
    if (flow != Flow::Continue && flow != Flow::NextTurn)
      return flow;
    if (flow = run(statement.children[2]); flow != Flow::Continue)
      return flow;
  }
}

/// Changes a list that is a variable.
Flow Call::change(const Node &statement) {
  Answer first = evaluate(statement.children[0]);
  if (!first)
    return Flow::Undefined;
  auto getList = [&]() -> CodeList & {
    return std::get<CodeList>(variables[statement.index].value);
  };
  if (statement.kind == PdllBodyPush) {
    CodeList &list = getList();
    if (static_cast<int64_t>(list.size()) >= maxElements)
      return Flow::Undefined;
    list.push_back(std::move(*first));
    return Flow::Continue;
  }
  Answer value = evaluate(statement.children[1]);
  auto index = static_cast<uint64_t>(first->get<int64_t>());
  if (!value || index >= getList().size())
    return Flow::Undefined;
  getList()[index] = std::move(*value);
  return Flow::Continue;
}

//===- Expressions --------------------------------------------------------===//

std::optional<bool> Call::holds(const Node &node) {
  Answer answer = evaluate(node);
  return answer ? std::optional(answer->get<bool>()) : std::nullopt;
}

Answer Call::evaluate(const Node &node) {
  switch (node.kind) {
  case PdllBodyBoolean:
    return CodeValue(node.number != 0);
  case PdllBodyInteger:
    return CodeValue(node.number);
  case PdllBodyReal:
    return CodeValue(node.real);
  case PdllBodyText:
    return CodeValue(StringRef(node.text));
  case PdllBodyLiteral:
    return evaluateLiteral(node);
  case PdllBodyNull:
    return getNull(node.entityKind);
  case PdllBodyMissing:
    return CodeValue();
  case PdllBodyVariable:
    return variables[node.index];
  case PdllBodyAnd:
  case PdllBodyOr: {
    std::optional<bool> first = holds(node.children[0]);
    if (!first)
      return std::nullopt;
    bool decides = *first == (node.kind == PdllBodyOr);
    return decides ? CodeValue(*first) : evaluate(node.children[1]);
  }
  case PdllBodyNot: {
    std::optional<bool> child = holds(node.children[0]);
    return child ? Answer(CodeValue(!*child)) : std::nullopt;
  }
  case PdllBodyConditional: {
    std::optional<bool> condition = holds(node.children[0]);
    if (!condition)
      return std::nullopt;
    return evaluate(node.children[*condition ? 1 : 2]);
  }
  case PdllBodyArithmetic:
    return evaluateArithmetic(node);
  case PdllBodyCompare:
    return evaluateComparison(node);
  case PdllBodyCall:
    return evaluateCall(node);
  case PdllBodyList:
    return evaluateList(node);
  case PdllBodyElement:
  case PdllBodyContains:
    return evaluateElement(node);
  case PdllBodySize:
  case PdllBodyLast:
    return evaluateSize(node);
  case PdllBodyListFunction:
    return evaluateListFunction(node);
  case PdllBodyAllOf:
  case PdllBodyAnyOf:
    return evaluateQuantifier(node);
  case PdllBodyMap:
    return evaluateMap(node);
  case PdllBodyCreate:
    return evaluateCreation(node);
  case PdllBodyBind:
    return bind(node);
  case PdllBodyCallLambda: {
    Flow flow = run(node.children[0]);
    return flow == Flow::Return ? Answer(returned) : std::nullopt;
  }
  default:
    break;
  }
  Answer child = evaluate(node.children[0]);
  if (!child)
    return std::nullopt;
  switch (node.kind) {
  case PdllBodyToInteger: {
    const bool *boolean = std::get_if<bool>(&child->value);
    return CodeValue(
        wrapInteger(boolean ? *boolean : child->get<int64_t>(), node.integer));
  }
  case PdllBodyToReal:
    return CodeValue(toReal(child->get<int64_t>(), node.integer,
                            /*isSingle=*/node.number != 0));
  case PdllBodyIsPresent:
    return CodeValue(child->isPresent());
  case PdllBodyUnwrap:
    return child->isPresent() ? child : std::nullopt;
  case PdllBodyToSingle:
    return CodeValue(
        static_cast<double>(static_cast<float>(child->get<double>())));
  case PdllBodyQuestion:
  case PdllBodyNumber:
    return ask(node, *child);
  default:
    return evaluateClass(node, std::move(*child));
  }
}

Answer Call::evaluateArithmetic(const Node &node) {
  Answer left = evaluate(node.children[0]);
  Answer right = left ? evaluate(node.children[1]) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (auto *real = std::get_if<double>(&left->value)) {
    double result = computeReal(node.operation, *real, right->get<double>());
    // A `double` is exact enough that the result of two `float`s rounds once.
    bool isSingle = node.integer.bits == 32;
    return CodeValue(isSingle ? static_cast<double>(static_cast<float>(result))
                              : result);
  }
  std::optional<int64_t> result =
      computeInteger(node.operation, node.integer, left->get<int64_t>(),
                     right->get<int64_t>());
  return result ? Answer(CodeValue(*result)) : std::nullopt;
}

template <typename T>
static bool compare(PdllComparison comparison, T left, T right) {
  switch (comparison) {
  case PdllEqual:
    return left == right;
  case PdllNotEqual:
    return left != right;
  case PdllLess:
    return left < right;
  case PdllLessOrEqual:
    return left <= right;
  case PdllGreater:
    return left > right;
  case PdllGreaterOrEqual:
    return left >= right;
  }
  llvm_unreachable("all comparisons are covered");
}

Answer Call::evaluateComparison(const Node &node) {
  Answer left = evaluate(node.children[0]);
  Answer right = left ? evaluate(node.children[1]) : std::nullopt;
  if (!right)
    return std::nullopt;
  PdllComparison comparison = node.comparison;
  if (auto *real = std::get_if<double>(&left->value))
    return CodeValue(compare(comparison, *real, right->get<double>()));
  if (auto *integer = std::get_if<int64_t>(&left->value)) {
    int64_t other = right->get<int64_t>();
    return CodeValue(node.integer.isSigned
                         ? compare(comparison, *integer, other)
                         : compare(comparison, static_cast<uint64_t>(*integer),
                                   static_cast<uint64_t>(other)));
  }
  return CodeValue((*left == *right) == (comparison == PdllEqual));
}

template <typename List>
std::optional<List> Call::evaluateChildren(const Node &node) {
  std::optional<List> answer(std::in_place);
  List &values = *answer;
  values.reserve(node.children.size());
  for (const Node &child : node.children) {
    Answer value = evaluate(child);
    if (!value)
      return std::nullopt;
    values.push_back(std::move(*value));
  }
  return answer;
}

Answer Call::evaluateCall(const Node &node) {
  auto arguments = evaluateChildren<SmallVector<CodeValue, 3>>(node);
  if (!arguments)
    return std::nullopt;
  const CodeFunctionEntry &entry =
      CodeFunctions::get().getEntries()[node.index];
  return entry.function(rewriter, *arguments);
}

Answer Call::evaluateList(const Node &node) {
  std::optional<CodeList> list = evaluateChildren(node);
  return list ? Answer(CodeValue(std::move(*list))) : std::nullopt;
}

const CodeList *Call::evaluateListIn(const Node &node, Answer &storage) {
  if (node.kind == PdllBodyVariable)
    return &variables[node.index].get<CodeList>();
  storage = evaluate(node);
  return storage ? &storage->get<CodeList>() : nullptr;
}

Answer Call::evaluateElement(const Node &node) {
  // The list stays where it is, whatever the second child does to it.
  Answer storage;
  const CodeList *elements = evaluateListIn(node.children[0], storage);
  Answer second = elements ? evaluate(node.children[1]) : std::nullopt;
  if (!second)
    return std::nullopt;
  if (node.kind == PdllBodyContains)
    return CodeValue(llvm::is_contained(*elements, *second));
  auto index = static_cast<uint64_t>(second->get<int64_t>());
  return index < elements->size() ? Answer((*elements)[index]) : std::nullopt;
}

Answer Call::evaluateSize(const Node &node) {
  Answer storage;
  const CodeList *elements = evaluateListIn(node.children[0], storage);
  if (!elements)
    return std::nullopt;
  if (node.kind == PdllBodySize)
    return CodeValue(static_cast<int64_t>(elements->size()));
  return elements->empty() ? std::nullopt : Answer(elements->back());
}

/// Some of the elements, as `method` of `ArrayRef` returns them.
static Answer getPart(StringRef method, CodeList list, uint64_t count) {
  if (count > list.size())
    return std::nullopt;
  uint64_t rest = list.size() - count;
  auto make = [&](uint64_t start, uint64_t size) {
    return CodeValue(CodeList(list.begin() + start,
                              list.begin() + start + size));
  };
  if (method == "drop_front")
    return make(count, rest);
  if (method == "drop_back")
    return make(0, rest);
  if (method == "take_front")
    return make(0, count);
  return make(rest, count);
}

/// The numbers from `first` to before `end`.
static Answer getNumbers(int64_t first, int64_t end) {
  auto count = static_cast<uint64_t>(end) - static_cast<uint64_t>(first);
  if (first > end || count > static_cast<uint64_t>(maxElements))
    return std::nullopt;
  CodeList list;
  for (int64_t number = first; number != end; ++number)
    list.push_back(CodeValue(number));
  return CodeValue(std::move(list));
}

Answer Call::evaluateListFunction(const Node &node) {
  std::optional<CodeList> children = evaluateChildren(node);
  if (!children)
    return std::nullopt;
  CodeList &arguments = *children;
  StringRef name = node.text;
  auto getNumber = [&](size_t index) {
    return arguments[index].get<int64_t>();
  };
  if (name == "seq")
    return getNumbers(getNumber(0), getNumber(1));
  if (name == "repeat") {
    if (getNumber(0) < 0 || getNumber(0) > maxElements)
      return std::nullopt;
    return CodeValue(CodeList(getNumber(0), arguments[1]));
  }
  CodeList list = std::get<CodeList>(std::move(arguments[0].value));
  if (name == "reverse")
    return CodeValue(CodeList(list.rbegin(), list.rend()));
  if (name == "all_equal")
    return CodeValue(llvm::all_equal(list));
  if (name == "count")
    return CodeValue(static_cast<int64_t>(llvm::count(list, arguments[1])));
  if (name == "is_sorted")
    return CodeValue(llvm::is_sorted(list, [](auto &left, auto &right) {
      return left.template get<int64_t>() < right.template get<int64_t>();
    }));
  return getPart(name, std::move(list), static_cast<uint64_t>(getNumber(1)));
}

Answer Call::evaluateQuantifier(const Node &node) {
  Answer list = evaluate(node.children[0]);
  if (!list)
    return std::nullopt;
  bool decisive = node.kind == PdllBodyAnyOf;
  for (const CodeValue &element : list->get<CodeList>()) {
    set(node.index, element);
    std::optional<bool> answer =
        mayTurn() ? holds(node.children[1]) : std::nullopt;
    if (!answer)
      return std::nullopt;
    if (*answer == decisive)
      return CodeValue(decisive);
  }
  return CodeValue(!decisive);
}

Answer Call::evaluateMap(const Node &node) {
  Answer list = evaluate(node.children[0]);
  if (!list)
    return std::nullopt;
  CodeList mapped;
  for (const CodeValue &element : list->get<CodeList>()) {
    set(node.index, element);
    Answer value = mayTurn() ? evaluate(node.children[1]) : std::nullopt;
    if (!value)
      return std::nullopt;
    mapped.push_back(std::move(*value));
  }
  return CodeValue(std::move(mapped));
}

/// The source is known to be an attribute of this MLIR.
Answer Call::evaluateLiteral(const Node &node) {
  Attribute attribute = parseAttribute(node.text, rewriter.getContext());
  return attribute ? Answer(CodeValue(attribute)) : std::nullopt;
}

Answer Call::evaluateCreation(const Node &node) {
  std::optional<CodeList> children = evaluateChildren(node);
  if (!children)
    return std::nullopt;
  const CodeList &parts = *children;
  auto loc = dyn_cast_if_present<LocationAttr>(parts[0].get<Attribute>());
  if (!loc)
    return std::nullopt;
  std::optional<Operation *> created = createOperation(
      rewriter,
      {node.text, loc, parts[1], parts[2].get<CodeList>(),
       parts[3].get<CodeList>(), (node.number & 1) != 0,
       (node.number & 2) != 0});
  return created ? Answer(CodeValue(*created)) : std::nullopt;
}

Answer Call::bind(const Node &node) {
  Answer value = evaluate(node.children[0]);
  if (!value)
    return std::nullopt;
  bool isPresent = value->isPresent();
  if (isPresent)
    set(node.index, std::move(*value));
  return CodeValue(isPresent);
}

//===- Questions ----------------------------------------------------------===//

template <typename T>
Answer Call::ask(const Node &question, const CodeValue &entity) {
  T self = entity.get<T>();
  if (!self)
    return std::nullopt;
  if (question.kind == PdllBodyNumber) {
    std::optional<int64_t> number =
        findNumber<T>(question.text)(self, question.parameters);
    return number ? Answer(CodeValue(*number)) : std::nullopt;
  }
  std::optional<bool> answer =
      findLeaf<T>(question.text)(self, question.parameters);
  return answer ? Answer(CodeValue(*answer)) : std::nullopt;
}

Answer Call::ask(const Node &question, const CodeValue &entity) {
  switch (question.entityKind) {
  case PdllAttribute:
    return ask<Attribute>(question, entity);
  case PdllOperation:
    return ask<Operation *>(question, entity);
  case PdllType:
    return ask<Type>(question, entity);
  case PdllTypeRange:
  case PdllValue:
  case PdllValueRange:
    break;
  }
  llvm_unreachable("questions are about attributes, operations and types");
}

/// Whether an entity that is not null is of the class.
std::optional<bool> Call::isOfClass(const Node &node, const CodeValue &entity) {
  if (StringRef names = node.text; names.starts_with(" ")) {
    StringRef name = entity.get<Operation *>()->getName().getStringRef();
    return names.contains((" " + name + " ").str());
  }
  Answer answer = ask(node, entity);
  return answer ? std::optional(answer->get<bool>()) : std::nullopt;
}

Answer Call::evaluateClass(const Node &node, CodeValue entity) {
  bool isCheck = node.kind == PdllBodyIsClass;
  if (!entity.isPresent()) {
    if (isCheck)
      return CodeValue(false);
    return node.cast == PdllBodyCastChecked ? std::nullopt : Answer(entity);
  }
  std::optional<bool> isOf = isOfClass(node, entity);
  if (!isOf)
    return std::nullopt;
  if (isCheck)
    return CodeValue(*isOf);
  if (*isOf)
    return entity;
  return node.cast == PdllBodyCastDynamic ? Answer(getNull(node.entityKind))
                                          : std::nullopt;
}

//===- Functions ----------------------------------------------------------===//

static CodeValue toCodeValue(PDLValue value) {
  switch (value.getKind()) {
  case PDLValue::Kind::Attribute:
    return CodeValue(value.cast<Attribute>());
  case PDLValue::Kind::Operation:
    return CodeValue(value.cast<Operation *>());
  case PDLValue::Kind::Type:
    return CodeValue(value.cast<Type>());
  case PDLValue::Kind::Value:
    return CodeValue(value.cast<Value>());
  case PDLValue::Kind::TypeRange:
    return CodeType<SmallVector<Type>>::keep(
        llvm::to_vector(value.cast<TypeRange>()));
  case PDLValue::Kind::ValueRange:
    return CodeType<SmallVector<Value>>::keep(
        llvm::to_vector(value.cast<ValueRange>()));
  }
  llvm_unreachable("all kinds are covered");
}

std::optional<std::string>
Call::findProblem(ArrayRef<PdllKind> expected) const {
  if (resultKinds.size() != expected.size())
    return ("it returned " + Twine(resultKinds.size()) +
            " results instead of " + Twine(expected.size()))
        .str();
  if (ArrayRef(resultKinds) != expected)
    return "it returns (" + getKindNames(resultKinds) +
           "), but its signature says (" + getKindNames(expected) + ")";
  if (nullResult)
    return ("its result #" + Twine(*nullResult + 1) + " is null").str();
  return std::nullopt;
}

/// Calls a function. The body of a constraint returns whether it holds. That of
/// a rewrite appends its results.
static LogicalResult call(const Body &body, PdllNativeKind kind,
                          PatternRewriter &rewriter, PDLResultList &results,
                          ArrayRef<PDLValue> arguments) {
  Call call(rewriter, results, body.numVariables);
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    if (!argument)
      return failure();
    call.set(index, toCodeValue(argument));
  }
  Flow flow = call.run(body.statement);
  bool isConstraint = kind == PdllNativeConstraint;
  if (flow == Flow::Undefined && !isConstraint && getFailureReason().empty())
    setFailureReason("its C++ code has no defined meaning for these arguments");
  bool isFine = flow == Flow::Return || flow == Flow::Continue;
  if (!isFine || (isConstraint && !call.getReturned().get<bool>()))
    return failure();
  if (auto problem = call.findProblem(body.signature.getResults())) {
    setFailureReason(*problem);
    return failure();
  }
  return success();
}

llvm::Error pdll::addBody(Natives &natives, const PdllBodyFunction &function,
                          ArrayRef<PdllBodyNode> nodes) {
  auto signature = NativeSignature::parse(toStringRef(function.signature));
  if (!signature)
    return signature.takeError();
  size_t next = 0;
  // Copies of the native share the body.
  auto body = std::make_shared<const Body>(
      Body{*signature, function.numVariables, copyNode(nodes, next)});
  auto run = [body, kind = function.kind](PatternRewriter &rewriter,
                                          PDLResultList &results,
                                          ArrayRef<PDLValue> arguments) {
    return call(*body, kind, rewriter, results, arguments);
  };
  return natives.add(
      function.kind, toStringRef(function.name),
      {std::move(*signature), run, toStringRef(function.origin).str()});
}
