// Checks the conditions that ODS constraints demand.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "predicates/Interpreter.h"
#include "contract/Strings.h"
#include "predicates/Questions.h"

using namespace mlir;
using namespace pdll;

using Answer = std::optional<bool>;
using Entities = SmallVector<PredicateEntity, 4>;

/// A part of a condition.
class pdll::Condition {
public:
  virtual ~Condition() = default;
  /// Whether the condition holds, or nothing if its question has no meaning in
  /// C++. Then neither the condition nor its negation holds.
  virtual Answer ask(Entities &entities) const = 0;
};

using ConditionPtr = std::unique_ptr<const Condition>;

namespace {

/// Holds if all of its children hold, or, with `IsAny`, if one of them does.
template <bool IsAny> class Combination final : public Condition {
public:
  explicit Combination(std::vector<ConditionPtr> children)
      : children(std::move(children)) {}

  Answer ask(Entities &entities) const override {
    for (const ConditionPtr &child : children) {
      Answer answer = child->ask(entities);
      if (answer != Answer(!IsAny))
        return answer;
    }
    return !IsAny;
  }

private:
  std::vector<ConditionPtr> children;
};

class Negation final : public Condition {
public:
  explicit Negation(ConditionPtr child) : child(std::move(child)) {}

  Answer ask(Entities &entities) const override {
    Answer answer = child->ask(entities);
    return answer ? Answer(!*answer) : std::nullopt;
  }

private:
  ConditionPtr child;
};

/// Copies the parameters, which the caller only lends.
std::vector<PredicateParameter> copyParameters(const PdllConditionNode &node) {
  std::vector<PredicateParameter> parameters;
  for (const PdllParameter &parameter :
       ArrayRef(node.parameters, node.numParameters))
    parameters.push_back(
        {parameter.number, parameter.real, toStringRef(parameter.text).str(),
         SmallVector<int64_t>(
             ArrayRef(parameter.numbers, parameter.numNumbers))});
  return parameters;
}

template <typename T> class Leaf final : public Condition {
public:
  using Function = PredicateLeaf<T>;

  Leaf(Function *function, const PdllConditionNode &node)
      : function(function), entity(node.entity),
        // No other question has a meaning for a null entity.
        isKnownOfNull(toStringRef(node.text).starts_with("isa<") ||
                      toStringRef(node.text) == "$_self"),
        parameters(copyParameters(node)) {}

  Answer ask(Entities &entities) const override {
    if (PredicateEntity self = entities[entity])
      return function(self.get<T>(), parameters);
    return isKnownOfNull ? Answer(false) : std::nullopt;
  }

private:
  Function *function;
  size_t entity;
  bool isKnownOfNull;
  std::vector<PredicateParameter> parameters;
};

template <typename T> class Comparison final : public Condition {
public:
  using Function = PredicateNumber<T>;

  Comparison(Function *function, const PdllConditionNode &node)
      : function(function), entity(node.entity),
        parameters(copyParameters(node)), comparison(node.comparison),
        number(node.number) {}

  Answer ask(Entities &entities) const override {
    PredicateEntity self = entities[entity];
    if (!self)
      return std::nullopt;
    std::optional<int64_t> value = function(self.get<T>(), parameters);
    if (!value)
      return std::nullopt;
    switch (comparison) {
    case PdllEqual:
      return *value == number;
    case PdllNotEqual:
      return *value != number;
    case PdllLess:
      return *value < number;
    case PdllLessOrEqual:
      return *value <= number;
    case PdllGreater:
      return *value > number;
    case PdllGreaterOrEqual:
      return *value >= number;
    }
    llvm_unreachable("all comparisons are covered");
  }

private:
  Function *function;
  size_t entity;
  std::vector<PredicateParameter> parameters;
  PdllComparison comparison;
  int64_t number;
};

/// Holds if its child holds for all parts of an entity, or, with `IsSome`, for
/// one of them.
template <typename T, bool IsSome> class Projection final : public Condition {
public:
  using Function = PredicateParts<T>;

  Projection(Function *function, size_t entity, ConditionPtr child)
      : function(function), entity(entity), child(std::move(child)) {}

  Answer ask(Entities &entities) const override {
    PredicateEntity self = entities[entity];
    SmallVector<PredicateEntity> parts;
    if (!self || !function(self.get<T>(), parts))
      return std::nullopt;
    for (PredicateEntity part : parts) {
      entities.push_back(part);
      Answer answer = child->ask(entities);
      entities.pop_back();
      if (answer != Answer(!IsSome))
        return answer;
    }
    return !IsSome;
  }

private:
  Function *function;
  size_t entity;
  ConditionPtr child;
};

/// Builds conditions from nodes. The children of a node follow it.
class ConditionBuilder {
public:
  explicit ConditionBuilder(ArrayRef<PdllConditionNode> nodes) : nodes(nodes) {}

  /// Builds the next condition. Returns null if a text is unknown.
  ConditionPtr build();
  /// The index of the node whose text is unknown.
  size_t getUnknown() const { return unknown; }

private:
  template <typename T> ConditionPtr buildQuestion(size_t index);
  bool buildChildren(size_t index, std::vector<ConditionPtr> &children);

  ArrayRef<PdllConditionNode> nodes;
  size_t next = 0;
  size_t unknown = 0;
};

} // namespace

ConditionPtr ConditionBuilder::build() {
  size_t index = next++;
  const PdllConditionNode &node = nodes[index];
  std::vector<ConditionPtr> children;
  switch (node.kind) {
  case PdllConditionAll:
    if (!buildChildren(index, children))
      return nullptr;
    return std::make_unique<Combination<false>>(std::move(children));
  case PdllConditionAny:
    if (!buildChildren(index, children))
      return nullptr;
    return std::make_unique<Combination<true>>(std::move(children));
  case PdllConditionNot:
    if (!buildChildren(index, children))
      return nullptr;
    return std::make_unique<Negation>(std::move(children.front()));
  case PdllConditionLeaf:
  case PdllConditionCompare:
  case PdllConditionWith:
  case PdllConditionEach:
  case PdllConditionSome:
    break;
  }
  switch (node.entityKind) {
  case PdllAttribute:
    return buildQuestion<Attribute>(index);
  case PdllOperation:
    return buildQuestion<Operation *>(index);
  case PdllType:
    return buildQuestion<Type>(index);
  case PdllTypeRange:
  case PdllValue:
  case PdllValueRange:
    break;
  }
  llvm_unreachable("conditions are about attributes, operations and types");
}

bool ConditionBuilder::buildChildren(size_t index,
                                     std::vector<ConditionPtr> &children) {
  for (size_t i = 0; i != nodes[index].numChildren; ++i) {
    children.push_back(build());
    if (!children.back())
      return false;
  }
  return true;
}

template <typename T>
ConditionPtr ConditionBuilder::buildQuestion(size_t index) {
  const PdllConditionNode &node = nodes[index];
  StringRef text = toStringRef(node.text);
  if (node.kind == PdllConditionLeaf)
    if (auto *function = findLeaf<T>(text))
      return std::make_unique<Leaf<T>>(function, node);
  if (node.kind == PdllConditionCompare)
    if (auto *function = findNumber<T>(text))
      return std::make_unique<Comparison<T>>(function, node);
  bool isProjection = node.numChildren == 1;
  auto *parts = isProjection ? findParts<T>(text) : nullptr;
  if (!parts) {
    unknown = index;
    return nullptr;
  }
  ConditionPtr child = build();
  if (!child)
    return nullptr;
  if (node.kind == PdllConditionSome)
    return std::make_unique<Projection<T, true>>(parts, node.entity,
                                                 std::move(child));
  return std::make_unique<Projection<T, false>>(parts, node.entity,
                                                std::move(child));
}

PdllCondition::PdllCondition(PdllKind kind, ConditionPtr condition)
    : kind(kind), condition(std::move(condition)) {}

PdllCondition::~PdllCondition() = default;

bool PdllCondition::holds(const void *entity) const {
  Entities entities{PredicateEntity::getFromOpaquePointer(entity)};
  return condition->ask(entities).value_or(false);
}

std::unique_ptr<PdllCondition>
pdll::createCondition(ArrayRef<PdllConditionNode> nodes, PdllKind kind,
                      size_t &unknown) {
  ConditionBuilder builder(nodes);
  ConditionPtr condition = builder.build();
  unknown = builder.getUnknown();
  return condition ? std::make_unique<PdllCondition>(kind, std::move(condition))
                   : nullptr;
}

llvm::Error pdll::addCondition(Natives &natives, StringRef name,
                               std::unique_ptr<const PdllCondition> condition,
                               StringRef origin) {
  // Copies of the native share the condition.
  std::shared_ptr<const PdllCondition> shared = std::move(condition);
  auto signature =
      NativeSignature::parse(("(" + getKindName(shared->kind) + ")").str());
  auto check = [shared](PatternRewriter &, PDLResultList &,
                        ArrayRef<PDLValue> arguments) {
    return success(shared->holds(arguments.front().getAsOpaquePointer()));
  };
  return natives.add(
      PdllNativeConstraint, name,
      {llvm::cantFail(std::move(signature)), check, origin.str()});
}
