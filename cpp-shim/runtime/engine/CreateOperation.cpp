// Creates the operations of a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/CreateOperation.h"
#include "engine/SimpleCreation.h"
#include "patterns/CurrentRun.h"
#include "patterns/RuntimeGuards.h"
#include "support/InsertionPlace.h"
#include "support/QuietVerifier.h"
#include "support/Versions.h"

using namespace mlir;
using namespace pdll;

namespace {

/// Creates one operation.
class Creator {
public:
  Creator(const BoundCreation &creation, const Registers &registers,
          Location loc, PatternRewriter &rewriter, ArrayRef<Region *> given,
          std::optional<ArrayRef<Type>> known)
      : creation(creation), registers(registers), loc(loc), rewriter(rewriter),
        given(given), known(known) {}

  Operation *create(const TypeInference &inference);

private:
  void collectOperands();
  void collectAttributes();
  TypeRange getTypes(const TypeInference &inference);
  void addListedTypes();
  void reportMissingType();
  void inferTypes(const TypeInference &inference);
  Attribute getAttribute(const CreatedAttribute &attribute);
  Operation *build(TypeRange resultTypes);
  Operation *buildWithoutBodies(TypeRange resultTypes, unsigned numRegions);
  Location getPlace();
  void fillRegions(Operation *op);

  const BoundCreation &creation;
  const Registers &registers;
  Location loc;
  PatternRewriter &rewriter;
  ArrayRef<Region *> given;
  std::optional<ArrayRef<Type>> known;
  SmallVector<Value, 4> operands;
  SmallVector<Type, 2> types;
  /// Unless all are constant.
  std::optional<NamedAttrList> attributes;
  bool isComplete = true;
};

} // namespace

Operation *Creator::create(const TypeInference &inference) {
  collectOperands();
  collectAttributes();
  return build(getTypes(inference));
}

/// Where errors are reported. Nothing is around a region that is being built.
Location Creator::getPlace() {
  Location place = getInsertionPlace(rewriter);
  return isa<UnknownLoc>(place) ? loc : place;
}

/// Operands that do not exist are reported when the pattern ends.
void Creator::collectOperands() {
  for (TypedRegister operand : creation.operands) {
    if (operand.kind == PdllValue)
      operands.push_back(registers.getValue(operand.number));
    else if (registers.has(operand))
      llvm::append_range(operands, registers.getValues(operand.number));
    else
      isComplete = false;
  }
}

//===- Attributes ---------------------------------------------------------===//

void Creator::collectAttributes() {
  if (creation.constantAttributes)
    return;
  attributes.emplace();
  for (const CreatedAttribute &attribute : creation.attributes)
    if (Attribute value = getAttribute(attribute))
      attributes->append(attribute.name, value);
}

Attribute Creator::getAttribute(const CreatedAttribute &attribute) {
  if (attribute.source == PdllConstantAttribute)
    return attribute.value;
  Attribute value = registers.getAttribute(attribute.number);
  std::optional<RegisteredOperationName> operation =
      creation.name.getRegisteredInfo();
  bool mustFit =
      attribute.source == PdllComputedAttribute && operation &&
      llvm::is_contained(operation->getAttributeNames(), attribute.name);
  return mustFit ? getFitting(*operation, attribute.name, value,
                              getPlace())
                 : value;
}

//===- Result types -------------------------------------------------------===//

TypeRange Creator::getTypes(const TypeInference &inference) {
  if (known)
    return *known;
  if (creation.resultTypes == PdllListedTypes)
    addListedTypes();
  else if (creation.infers)
    inferTypes(inference);
  else if (creation.like != PDLL_NONE)
    if (Operation *like = registers.getOperation(creation.like))
      return like->getResultTypes();
  return types;
}

void Creator::addListedTypes() {
  bool isMissing = false;
  for (TypedRegister listed : creation.types) {
    if (listed.kind == PdllType) {
      Type type = registers.getType(listed.number);
      isMissing |= !type;
      types.push_back(type);
    } else if (registers.has(listed)) {
      for (Type type : registers.getTypes(listed.number)) {
        isMissing |= !type;
        types.push_back(type);
      }
    }
  }
  if (isMissing)
    reportMissingType();
}

void Creator::reportMissingType() {
  InFlightDiagnostic error =
      emitError(getPlace(), "a pattern creates `")
      << creation.name << "` with a result type that does not exist";
  CurrentRun::failCurrent(error);
  std::replace(types.begin(), types.end(), Type(),
               Type(rewriter.getNoneType()));
}

void Creator::inferTypes(const TypeInference &inference) {
  Creation asked{creation.name, getPlace(),
                 attributes.value_or(NamedAttrList()),
                 llvm::to_vector(operands),
                 creation.regions.get(),
                 llvm::to_vector(given),
                 isComplete && !llvm::is_contained(operands, Value())};
  if (!attributes)
    for (const CreatedAttribute &attribute : creation.attributes)
      asked.attributes.append(attribute.name, attribute.value);
  SmallVector<Type> inferred;
  inference.infer(asked, inferred);
  types.assign(inferred.begin(), inferred.end());
}

//===- The operation ------------------------------------------------------===//

Operation *Creator::build(TypeRange resultTypes) {
  if (LLVM_LIKELY(!creation.regions))
    return buildWithoutBodies(resultTypes, given.size());
  Operation *op = buildWithoutBodies(resultTypes, creation.regions->count);
  if (creation.regions->fill)
    fillRegions(op);
  return op;
}

/// The operation stands nowhere yet, so that what the verifier says of it would
/// end in a poor picture of it.
void Creator::fillRegions(Operation *op) {
  std::string problem = catchDiagnostic(
      op->getContext(), [&] { return creation.regions->fill(op); });
  if (problem.empty())
    return;
  InFlightDiagnostic error = emitError(op->getLoc(), problem);
  CurrentRun::failCurrent(error);
}

Operation *Creator::buildWithoutBodies(TypeRange resultTypes,
                                       unsigned numRegions) {
  if (attributes)
    return Operation::create(loc, creation.name, resultTypes, operands,
                             std::move(*attributes), noProperties(),
                             BlockRange(), numRegions);
  return Operation::create(loc, creation.name, resultTypes, operands,
                           creation.constantAttributes,
                           getConstantProperties(creation), BlockRange(),
                           numRegions);
}

Operation *pdll::createOperation(const BoundCreation &creation,
                                 const Registers &registers, Location loc,
                                 PatternRewriter &rewriter,
                                 const TypeInference &inference,
                                 ArrayRef<Region *> given,
                                 std::optional<ArrayRef<Type>> types) {
  if (LLVM_LIKELY(creation.isSimple)) {
    SimpleParts parts;
    if (Operation *op =
            createSimpleOperation(creation, registers, loc, types, parts))
      return op;
  }
  return Creator(creation, registers, loc, rewriter, given, types)
      .create(inference);
}
