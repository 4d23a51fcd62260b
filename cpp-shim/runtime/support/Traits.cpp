// Questions about the traits of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Traits.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>
#include <shared_mutex>

using namespace mlir;
using namespace pdll;

bool pdll::hasZeroRegions(OperationName name) {
  return name.hasTrait<OpTrait::ZeroRegions>();
}

bool pdll::hasVariadicRegions(OperationName name) {
  return name.hasTrait<OpTrait::VariadicRegions>();
}

std::optional<unsigned> pdll::getFixedNumRegions(OperationName name) {
  if (hasZeroRegions(name))
    return 0;
  if (name.hasTrait<OpTrait::OneRegion>())
    return 1;
  if (name.hasTrait<OpTrait::NRegions<2>::Impl>())
    return 2;
  if (name.hasTrait<OpTrait::NRegions<3>::Impl>())
    return 3;
  return std::nullopt;
}

bool pdll::hasZeroSuccessors(OperationName name) {
  return name.hasTrait<OpTrait::ZeroSuccessors>();
}

bool pdll::hasVariadicSuccessors(OperationName name) {
  return name.hasTrait<OpTrait::VariadicSuccessors>();
}

bool pdll::hasZeroResults(OperationName name) {
  return name.hasTrait<OpTrait::ZeroResults>();
}

bool pdll::hasVariadicResults(OperationName name) {
  return name.hasTrait<OpTrait::VariadicResults>();
}

bool pdll::hasOneResult(OperationName name) {
  return name.hasTrait<OpTrait::OneResult>();
}

std::optional<unsigned> pdll::getFixedNumOperands(OperationName name) {
  if (name.hasTrait<OpTrait::ZeroOperands>())
    return 0;
  if (name.hasTrait<OpTrait::OneOperand>())
    return 1;
  if (name.hasTrait<OpTrait::NOperands<2>::Impl>())
    return 2;
  if (name.hasTrait<OpTrait::NOperands<3>::Impl>())
    return 3;
  return std::nullopt;
}

bool pdll::hasOperandSegments(OperationName name) {
  return name.hasTrait<OpTrait::AttrSizedOperandSegments>();
}

bool pdll::hasResultSegments(OperationName name) {
  return name.hasTrait<OpTrait::AttrSizedResultSegments>();
}

bool pdll::isConstantLike(OperationName name) {
  return name.hasTrait<OpTrait::ConstantLike>();
}

bool pdll::isTerminator(OperationName name) {
  return name.hasTrait<OpTrait::IsTerminator>();
}

bool pdll::isIsolatedFromAbove(OperationName name) {
  return name.hasTrait<OpTrait::IsIsolatedFromAbove>();
}

bool pdll::isReturnLike(OperationName name) {
  return name.hasTrait<OpTrait::ReturnLike>();
}

bool pdll::isSymbolTable(OperationName name) {
  return name.hasTrait<OpTrait::SymbolTable>();
}

bool pdll::hasNoTerminator(OperationName name) {
  return name.hasTrait<OpTrait::NoTerminator>();
}

bool pdll::isSingleBlock(OperationName name) {
  return name.hasTrait<OpTrait::SingleBlock>();
}

bool pdll::hasRecursiveMemoryEffects(OperationName name) {
  return name.hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

namespace {
/// Looks up the identity of a type by its name.
struct NamedTypeID : detail::FallbackTypeIDResolver {
  static TypeID get(StringRef name) {
    // MLIR refers to the text of a new name, which must stay.
    static llvm::StringMap<TypeID> known;
    static std::shared_mutex mutex;
    {
      std::shared_lock lock(mutex);
      if (auto found = known.find(name); found != known.end())
        return found->second;
    }
    std::unique_lock lock(mutex);
    auto [entry, isNew] = known.try_emplace(name);
    if (isNew)
      entry->second = registerImplicitTypeID(entry->first());
    return entry->second;
  }
};
} // namespace

bool pdll::hasTraitNamed(OperationName name, StringRef trait) {
  std::string inFull =
      (trait.contains("::") ? "" : "mlir::OpTrait::") + trait.str();
  // As Clang and GCC spell the class that `TypeID::get` makes of a trait.
  return name.hasTrait(NamedTypeID::get(inFull + "<Empty>")) ||
         name.hasTrait(NamedTypeID::get(inFull + "<mlir::TypeID::get<" +
                                        inFull + ">()::Empty>"));
}

bool pdll::isMlirFromClang() {
  // In every MLIR, a module has no operands.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  return OperationName("builtin.module", &context)
      .hasTrait(NamedTypeID::get("mlir::OpTrait::ZeroOperands<Empty>"));
}

bool pdll::canQueryTraits(MLIRContext *context) {
  return OperationName("builtin.module", context)
      .hasTrait<OpTrait::ZeroOperands>();
}
