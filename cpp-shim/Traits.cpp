// Questions about the traits of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traits.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"

using namespace mlir;

namespace {
/// Gives access to the identity of a type whose text is known.
struct NamedTypeID : detail::FallbackTypeIDResolver {
  static TypeID get(StringRef name) { return registerImplicitTypeID(name); }
};
} // namespace

template <template <typename> class Trait>
static bool hasTrait(OperationName name, StringRef clangSpelling) {
  return name.hasTrait<Trait>() ||
         name.hasTrait(NamedTypeID::get(clangSpelling));
}

bool pdll::hasZeroRegions(OperationName name) {
  return hasTrait<OpTrait::ZeroRegions>(name,
                                        "mlir::OpTrait::ZeroRegions<Empty>");
}

bool pdll::hasVariadicRegions(OperationName name) {
  return hasTrait<OpTrait::VariadicRegions>(
      name, "mlir::OpTrait::VariadicRegions<Empty>");
}

bool pdll::hasZeroSuccessors(OperationName name) {
  return hasTrait<OpTrait::ZeroSuccessors>(
      name, "mlir::OpTrait::ZeroSuccessors<Empty>");
}

bool pdll::hasVariadicSuccessors(OperationName name) {
  return hasTrait<OpTrait::VariadicSuccessors>(
      name, "mlir::OpTrait::VariadicSuccessors<Empty>");
}

bool pdll::hasZeroResults(OperationName name) {
  return hasTrait<OpTrait::ZeroResults>(name,
                                        "mlir::OpTrait::ZeroResults<Empty>");
}

bool pdll::hasVariadicResults(OperationName name) {
  return hasTrait<OpTrait::VariadicResults>(
      name, "mlir::OpTrait::VariadicResults<Empty>");
}

bool pdll::hasOneResult(OperationName name) {
  return hasTrait<OpTrait::OneResult>(name, "mlir::OpTrait::OneResult<Empty>");
}

std::optional<unsigned> pdll::getFixedNumOperands(OperationName name) {
  if (hasTrait<OpTrait::ZeroOperands>(name,
                                      "mlir::OpTrait::ZeroOperands<Empty>"))
    return 0;
  if (hasTrait<OpTrait::OneOperand>(name, "mlir::OpTrait::OneOperand<Empty>"))
    return 1;
  if (hasTrait<OpTrait::NOperands<2>::Impl>(
          name, "mlir::OpTrait::NOperands<2>::Impl<Empty>"))
    return 2;
  if (hasTrait<OpTrait::NOperands<3>::Impl>(
          name, "mlir::OpTrait::NOperands<3>::Impl<Empty>"))
    return 3;
  return std::nullopt;
}

bool pdll::hasOperandSegments(OperationName name) {
  return hasTrait<OpTrait::AttrSizedOperandSegments>(
      name, "mlir::OpTrait::AttrSizedOperandSegments<Empty>");
}

bool pdll::hasResultSegments(OperationName name) {
  return hasTrait<OpTrait::AttrSizedResultSegments>(
      name, "mlir::OpTrait::AttrSizedResultSegments<Empty>");
}

bool pdll::canQueryTraits(MLIRContext *context) {
  return hasZeroRegions(
      OperationName(pdl::TypeOp::getOperationName(), context));
}
