// Result types of the operations that a rewrite creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lowering/ResultTypes.h"
#include "contract/Names.h"
#include "patterns/CurrentRun.h"
#include "patterns/PatternParts.h"
#include "support/InsertionPlace.h"
#include "support/QuietVerifier.h"
#include "support/Traits.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/Support/Regex.h"

#include <map>
#include <memory>
#include <shared_mutex>
#include <vector>

using namespace mlir;
using namespace pdll;

namespace {

/// An operation that stands in no block, and is destroyed with its owner.
struct OperationDeleter {
  void operator()(Operation *op) const { op->destroy(); }
};
using OwnedOperation = std::unique_ptr<Operation, OperationDeleter>;

/// What is known about an operation that is about to be created.
struct Expectation {
  /// Whether the operation can infer its result types without a crash.
  bool isSafe = false;
  unsigned numResults = 1;
};

/// An operation that is about to be created.
struct Creation {
  OperationName name;
  Location loc;
  NamedAttrList attributes;
  SmallVector<Value> operands;

  OwnedOperation build(unsigned numResults) const;
  Expectation check() const;
};

/// Remembers what is known about operations with the same name, attributes and
/// operand types. Threads share it.
class Expectations {
public:
  Expectation get(const Creation &creation);

private:
  using Key = std::vector<const void *>;

  std::shared_mutex mutex;
  std::map<Key, Expectation> known;
};

} // namespace

/// Creates the operation with placeholders as result types.
OwnedOperation Creation::build(unsigned numResults) const {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  SmallVector<Type> types(numResults, NoneType::get(loc.getContext()));
  state.addTypes(types);
  return OwnedOperation(Operation::create(state));
}

/// Inference relies on operands and attributes that the verifier would accept,
/// and may crash on others. The verifier looks at numbers first, then at
/// attributes, operands and results, in this order. What traits do not say, its
/// messages do; lit-tests/Lowering/verifier-messages.mlir expects their
/// wording.
Expectation Creation::check() const {
  static const llvm::Regex wrongNumResults(
      "op expected [0-9]+ (or more )?results");
  static const llvm::Regex wrongInput(
      "op (expected [0-9]+ (or more )?operands|operand |requires attribute|"
      "attribute ')");
  std::optional<unsigned> numOperands = getFixedNumOperands(name);
  bool mayBeSafe = !numOperands || *numOperands == operands.size();
  constexpr unsigned maxNumResults = 16;
  for (unsigned numResults = hasOneResult(name) ? 1 : 0;
       numResults <= maxNumResults; ++numResults) {
    std::string message = verifyQuietly(build(numResults).get());
    if (!wrongNumResults.match(message))
      return {mayBeSafe && !wrongInput.match(message), numResults};
  }
  return {/*isSafe=*/true, /*numResults=*/0};
}

Expectation Expectations::get(const Creation &creation) {
  Key key{creation.name.getAsOpaquePointer(),
          creation.attributes.getDictionary(creation.loc.getContext())
              .getAsOpaquePointer()};
  for (Value operand : creation.operands)
    key.push_back(operand.getType().getAsOpaquePointer());
  {
    std::shared_lock lock(mutex);
    auto found = known.find(key);
    if (found != known.end())
      return found->second;
  }
  Expectation expectation = creation.check();
  std::unique_lock lock(mutex);
  return known.try_emplace(std::move(key), expectation).first->second;
}

/// Lets the operation infer its result types. Reports an error on failure.
static LogicalResult infer(const Creation &creation, unsigned numResults,
                           SmallVectorImpl<Type> &types) {
  OwnedOperation op = creation.build(numResults);
  auto *interface = creation.name.getInterface<InferTypeOpInterface>();
  return interface->inferReturnTypes(creation.loc.getContext(), creation.loc,
                                     op->getOperands(), op->getAttrDictionary(),
                                     op->getPropertiesStorage(),
                                     op->getRegions(), types);
}

/// The arguments are the name of the operation, the names of its attributes,
/// the attributes, and the operands. An operation that no types make valid gets
/// any types, and the guard will report it.
static LogicalResult inferResultTypes(Expectations &expectations,
                                      PatternRewriter &rewriter,
                                      PDLResultList &results,
                                      ArrayRef<PDLValue> arguments) {
  auto name = cast<StringAttr>(arguments[0].cast<Attribute>());
  auto attributeNames = cast<ArrayAttr>(arguments[1].cast<Attribute>());
  Creation creation{OperationName(name.getValue(), rewriter.getContext()),
                    getInsertionPlace(rewriter),
                    {},
                    {}};
  arguments = arguments.drop_front(2);
  for (auto [attributeName, attribute] : llvm::zip(attributeNames, arguments))
    creation.attributes.append(cast<StringAttr>(attributeName),
                               attribute.cast<Attribute>());
  bool isComplete = true;
  for (PDLValue argument : arguments.drop_front(attributeNames.size())) {
    isComplete &= static_cast<bool>(argument);
    if (!argument)
      continue;
    if (std::optional<ValueRange> range = argument.dyn_cast<ValueRange>())
      llvm::append_range(creation.operands, *range);
    else
      creation.operands.push_back(argument.cast<Value>());
  }

  Expectation expectation;
  if (isComplete)
    expectation = expectations.get(creation);
  SmallVector<Type> types;
  if (expectation.isSafe &&
      failed(infer(creation, expectation.numResults, types))) {
    CurrentRun::failCurrent();
    expectation.isSafe = false;
  }
  if (!expectation.isSafe)
    types.assign(expectation.numResults, rewriter.getNoneType());
  results.push_back(TypeRange(types));
  return success();
}

void pdll::createWithoutResults(pdl::RewriteOp rewrite) {
  rewrite.walk([](pdl::OperationOp op) {
    if (!op->hasAttr(PDLL_ATTR_NO_RESULTS) || !op.getTypeValues().empty())
      return;
    OpBuilder builder(op);
    auto types = pdl::RangeType::get(builder.getType<pdl::TypeType>());
    Value none =
        pdl::RangeOp::create(builder, op.getLoc(), types, ValueRange());
    op.getTypeValuesMutable().assign(none);
  });
}

void pdll::registerResultTypeInference(PDLPatternModule &patterns) {
  auto expectations = std::make_shared<Expectations>();
  patterns.registerRewriteFunction(
      PDLL_FN_RESULT_TYPES,
      [expectations](PatternRewriter &rewriter, PDLResultList &results,
                     ArrayRef<PDLValue> arguments) {
        return inferResultTypes(*expectations, rewriter, results, arguments);
      });
}

static void inferSafely(pdl::OperationOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto createConstant = [&](Attribute value) -> Value {
    return pdl::AttributeOp::create(builder, loc, value);
  };
  SmallVector<Value> arguments{
      createConstant(builder.getStringAttr(*op.getOpName())),
      createConstant(op.getAttributeValueNames())};
  llvm::append_range(arguments, op.getAttributeValues());
  llvm::append_range(arguments, op.getOperandValues());
  auto types = pdl::RangeType::get(builder.getType<pdl::TypeType>());
  auto call = pdl::ApplyNativeRewriteOp::create(
      builder, loc, TypeRange(types), PDLL_FN_RESULT_TYPES, arguments);
  op.getTypeValuesMutable().assign(call.getResults());
}

void pdll::inferResultTypesSafely(pdl::RewriteOp rewrite) {
  rewrite.walk([](pdl::OperationOp op) {
    std::optional<RegisteredOperationName> name = getRegisteredName(op);
    // Types that nothing determines are as good as no types.
    bool isOpen = llvm::all_of(op.getTypeValues(), [&](Value type) {
      Operation *definition = type.getDefiningOp();
      return definition->getBlock() == op->getBlock() && type.hasOneUse() &&
             isa<pdl::TypeOp, pdl::TypesOp>(definition) &&
             definition->getAttrs().empty();
    });
    if (isOpen && name && name->hasInterface<InferTypeOpInterface>())
      inferSafely(op);
  });
}
