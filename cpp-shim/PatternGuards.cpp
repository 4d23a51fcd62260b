// Native constraints that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PatternGuards.h"

using namespace mlir;
using namespace pdll;

// No pattern file names these by accident.
static constexpr StringLiteral distinctName = "<pdll distinct operations>";
static constexpr StringLiteral fitsName = "<pdll fitting attribute>";

static LogicalResult areDistinct(PatternRewriter &, PDLResultList &,
                                 ArrayRef<PDLValue> operations) {
  return success(operations[0].dyn_cast<Operation *>() !=
                 operations[1].dyn_cast<Operation *>());
}

/// The arguments are the attribute, the name of the operation, and the name
/// under which the operation gets the attribute.
static LogicalResult fits(PatternRewriter &rewriter, PDLResultList &,
                          ArrayRef<PDLValue> arguments) {
  // The run time may ask before it knows that the attribute is there.
  Attribute attribute = arguments[0].dyn_cast<Attribute>();
  if (!attribute)
    return failure();
  auto operation = cast<StringAttr>(arguments[1].cast<Attribute>());
  auto name = cast<StringAttr>(arguments[2].cast<Attribute>());
  NamedAttrList attributes;
  attributes.append(name, attribute);
  return RegisteredOperationName::lookup(operation.getValue(),
                                         rewriter.getContext())
      ->verifyInherentAttrs(attributes, [&] {
        // A match that fails is no error.
        InFlightDiagnostic error =
            emitError(UnknownLoc::get(rewriter.getContext()));
        error.abandon();
        return error;
      });
}

void pdll::registerPatternGuards(PDLPatternModule &patterns) {
  patterns.registerConstraintFunction(distinctName, areDistinct);
  patterns.registerConstraintFunction(fitsName, fits);
}

void pdll::requireDistinct(pdl::PatternOp pattern,
                           ArrayRef<pdl::OperationOp> erased) {
  OpBuilder builder(pattern.getRewriter());
  for (size_t index = 0; index < erased.size(); ++index) {
    pdl::OperationOp first = erased[index];
    for (pdl::OperationOp second : erased.drop_front(index + 1)) {
      std::optional<StringRef> firstName = first.getOpName();
      std::optional<StringRef> secondName = second.getOpName();
      if (firstName && secondName && *firstName != *secondName)
        continue;
      pdl::ApplyNativeConstraintOp::create(
          builder, pattern.getLoc(), TypeRange(), distinctName,
          ValueRange{first.getOp(), second.getOp()}, /*isNegated=*/false);
    }
  }
}

/// Whether `attribute` is matched under the same name on the same kind of
/// operation, where it has been checked before.
static bool isMatchedOn(Value attribute, StringRef operation, Attribute name) {
  return llvm::any_of(attribute.getUsers(), [&](Operation *user) {
    auto match = dyn_cast<pdl::OperationOp>(user);
    if (!match || match->getBlock() != attribute.getParentBlock() ||
        match.getOpName() != operation)
      return false;
    for (auto [matchedName, value] :
         llvm::zip(match.getAttributeValueNames(), match.getAttributeValues()))
      if (value == attribute && matchedName == name)
        return true;
    return false;
  });
}

static void requireFitting(pdl::PatternOp pattern, Value attribute,
                           RegisteredOperationName operation, StringAttr name) {
  OpBuilder builder(pattern.getRewriter());
  Location loc = pattern.getLoc();
  auto createConstant = [&](StringRef text) -> Value {
    return pdl::AttributeOp::create(builder, loc, builder.getStringAttr(text));
  };
  Value operationName = createConstant(operation.getStringRef());
  Value attributeName = createConstant(name.getValue());
  pdl::ApplyNativeConstraintOp::create(
      builder, loc, TypeRange(), fitsName,
      ValueRange{attribute, operationName, attributeName},
      /*isNegated=*/false);
}

void pdll::requireFittingAttributes(pdl::PatternOp pattern) {
  pattern.getRewriter().walk([&](pdl::OperationOp op) {
    std::optional<RegisteredOperationName> name =
        RegisteredOperationName::lookup(*op.getOpName(), op.getContext());
    if (!name)
      return;
    for (auto [attributeName, value] :
         llvm::zip(op.getAttributeValueNames(), op.getAttributeValues())) {
      auto attribute = value.getDefiningOp<pdl::AttributeOp>();
      bool isInherent =
          llvm::is_contained(name->getAttributeNames(), attributeName);
      if (attribute && !attribute.getValueAttr() && isInherent &&
          !isMatchedOn(value, name->getStringRef(), attributeName))
        requireFitting(pattern, value, *name, cast<StringAttr>(attributeName));
    }
  });
}
