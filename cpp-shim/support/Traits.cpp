// Questions about the traits of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Traits.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pdll;

namespace {
/// Looks up the identity of a type by its text.
struct NamedTypeID : detail::FallbackTypeIDResolver {
  static TypeID get(StringRef name) { return registerImplicitTypeID(name); }
};
} // namespace

TypeID pdll::getTypeIDOfSpelling(StringRef clangSpelling) {
  return NamedTypeID::get(clangSpelling);
}

template <template <typename> class Trait>
static bool hasTrait(OperationName name, StringRef clangSpelling) {
  // Asking once avoids the lock that all threads share.
  static const TypeID spelled = getTypeIDOfSpelling(clangSpelling);
  return name.hasTrait<Trait>() || name.hasTrait(spelled);
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

bool pdll::isConstantLike(OperationName name) {
  return hasTrait<OpTrait::ConstantLike>(name,
                                         "mlir::OpTrait::ConstantLike<Empty>");
}

bool pdll::isTerminator(OperationName name) {
  return hasTrait<OpTrait::IsTerminator>(name,
                                         "mlir::OpTrait::IsTerminator<Empty>");
}

bool pdll::isIsolatedFromAbove(OperationName name) {
  return hasTrait<OpTrait::IsIsolatedFromAbove>(
      name, "mlir::OpTrait::IsIsolatedFromAbove<Empty>");
}

bool pdll::isReturnLike(OperationName name) {
  return hasTrait<OpTrait::ReturnLike>(name,
                                       "mlir::OpTrait::ReturnLike<Empty>");
}

bool pdll::isSymbolTable(OperationName name) {
  return hasTrait<OpTrait::SymbolTable>(name,
                                        "mlir::OpTrait::SymbolTable<Empty>");
}

bool pdll::hasNoTerminator(OperationName name) {
  return hasTrait<OpTrait::NoTerminator>(name,
                                         "mlir::OpTrait::NoTerminator<Empty>");
}

bool pdll::hasRecursiveMemoryEffects(OperationName name) {
  return hasTrait<OpTrait::HasRecursiveMemoryEffects>(
      name, "mlir::OpTrait::HasRecursiveMemoryEffects<Empty>");
}

/// The identity of a trait of MLIR's core in the spelling of our own compiler.
static std::optional<TypeID> getOwnSpelling(StringRef trait) {
#define TRAIT(name) .Case(#name, TypeID::get<OpTrait::name>())
  return llvm::StringSwitch<std::optional<TypeID>>(trait)
      // clang-format off
      TRAIT(AffineScope)
      TRAIT(AutomaticAllocationScope)
      TRAIT(ConstantLike)
      TRAIT(Elementwise)
      TRAIT(IsCommutative)
      TRAIT(IsIdempotent)
      TRAIT(IsInvolution)
      TRAIT(IsIsolatedFromAbove)
      TRAIT(IsTerminator)
      TRAIT(NoRegionArguments)
      TRAIT(NoTerminator)
      TRAIT(OneRegion)
      TRAIT(OneResult)
      TRAIT(ResultsAreBoolLike)
      TRAIT(SameOperandsAndResultElementType)
      TRAIT(SameOperandsAndResultRank)
      TRAIT(SameOperandsAndResultShape)
      TRAIT(SameOperandsAndResultType)
      TRAIT(SameOperandsElementType)
      TRAIT(SameOperandsShape)
      TRAIT(SameTypeOperands)
      TRAIT(Scalarizable)
      TRAIT(SingleBlock)
      TRAIT(SymbolTable)
      TRAIT(Tensorizable)
      TRAIT(Vectorizable)
      TRAIT(ZeroOperands)
      TRAIT(ZeroRegions)
      TRAIT(ZeroResults)
                                                  // clang-format on
                                                  .Default(std::nullopt);
#undef TRAIT
}

bool pdll::hasTraitNamed(OperationName name, StringRef trait) {
  std::optional<TypeID> own = getOwnSpelling(trait);
  if (own && name.hasTrait(*own))
    return true;
  std::string inFull =
      (trait.contains("::") ? "" : "mlir::OpTrait::") + trait.str() + "<Empty>";
  return name.hasTrait(NamedTypeID::get(inFull));
}

bool pdll::canQueryTraits(MLIRContext *context) {
  return hasZeroRegions(
      OperationName(pdl::TypeOp::getOperationName(), context));
}
