// Questions about the traits of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Traits.h"
#include "pdll/TypeNames.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>
#include <shared_mutex>

using namespace mlir;
using namespace pdll;

template <template <typename> class Trait>
static bool has(OperationName name) {
  pdll_type_names::learnFrom(name.getContext());
  return name.hasTrait<Trait>();
}

bool pdll::hasZeroRegions(OperationName name) {
  return has<OpTrait::ZeroRegions>(name);
}

bool pdll::hasVariadicRegions(OperationName name) {
  return has<OpTrait::VariadicRegions>(name);
}

std::optional<unsigned> pdll::getFixedNumRegions(OperationName name) {
  if (hasZeroRegions(name))
    return 0;
  if (has<OpTrait::OneRegion>(name))
    return 1;
  if (has<OpTrait::NRegions<2>::Impl>(name))
    return 2;
  if (has<OpTrait::NRegions<3>::Impl>(name))
    return 3;
  return std::nullopt;
}

bool pdll::hasZeroSuccessors(OperationName name) {
  return has<OpTrait::ZeroSuccessors>(name);
}

bool pdll::hasVariadicSuccessors(OperationName name) {
  return has<OpTrait::VariadicSuccessors>(name);
}

bool pdll::hasZeroResults(OperationName name) {
  return has<OpTrait::ZeroResults>(name);
}

bool pdll::hasVariadicResults(OperationName name) {
  return has<OpTrait::VariadicResults>(name);
}

bool pdll::hasOneResult(OperationName name) {
  return has<OpTrait::OneResult>(name);
}

std::optional<unsigned> pdll::getFixedNumOperands(OperationName name) {
  if (has<OpTrait::ZeroOperands>(name))
    return 0;
  if (has<OpTrait::OneOperand>(name))
    return 1;
  if (has<OpTrait::NOperands<2>::Impl>(name))
    return 2;
  if (has<OpTrait::NOperands<3>::Impl>(name))
    return 3;
  return std::nullopt;
}

bool pdll::hasOperandSegments(OperationName name) {
  return has<OpTrait::AttrSizedOperandSegments>(name);
}

bool pdll::hasResultSegments(OperationName name) {
  return has<OpTrait::AttrSizedResultSegments>(name);
}

bool pdll::haveSameType(OperationName name) {
  return has<OpTrait::SameOperandsAndResultType>(name);
}

bool pdll::isConstantLike(OperationName name) {
  return has<OpTrait::ConstantLike>(name);
}

bool pdll::isTerminator(OperationName name) {
  return has<OpTrait::IsTerminator>(name);
}

bool pdll::isIsolatedFromAbove(OperationName name) {
  return has<OpTrait::IsIsolatedFromAbove>(name);
}

bool pdll::isReturnLike(OperationName name) {
  return has<OpTrait::ReturnLike>(name);
}

bool pdll::isSymbolTable(OperationName name) {
  return has<OpTrait::SymbolTable>(name);
}

bool pdll::hasNoTerminator(OperationName name) {
  return has<OpTrait::NoTerminator>(name);
}

bool pdll::isSingleBlock(OperationName name) {
  return has<OpTrait::SingleBlock>(name);
}

bool pdll::hasRecursiveMemoryEffects(OperationName name) {
  return has<OpTrait::HasRecursiveMemoryEffects>(name);
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
  return has<OpTrait::ZeroOperands>(OperationName("builtin.module", context));
}
