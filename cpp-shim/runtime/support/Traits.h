// Questions about the traits of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_TRAITS_H
#define PDLL_SUPPORT_TRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace pdll {

bool hasZeroRegions(mlir::OperationName name);
bool hasVariadicRegions(mlir::OperationName name);
/// The number of regions, if it is the same for every operation of this name.
std::optional<unsigned> getFixedNumRegions(mlir::OperationName name);
bool hasZeroSuccessors(mlir::OperationName name);
bool hasVariadicSuccessors(mlir::OperationName name);
bool hasZeroResults(mlir::OperationName name);
bool hasVariadicResults(mlir::OperationName name);
bool hasOneResult(mlir::OperationName name);

/// The number of operands, if it is the same for every operation of this name.
std::optional<unsigned> getFixedNumOperands(mlir::OperationName name);

/// Whether an attribute of the operation holds the sizes of its groups of
/// operands, or of results.
bool hasOperandSegments(mlir::OperationName name);
bool hasResultSegments(mlir::OperationName name);

/// Whether all operands and results have one type.
bool haveSameType(mlir::OperationName name);

bool isConstantLike(mlir::OperationName name);
bool isTerminator(mlir::OperationName name);
bool isIsolatedFromAbove(mlir::OperationName name);
bool isReturnLike(mlir::OperationName name);
bool isSymbolTable(mlir::OperationName name);
bool hasNoTerminator(mlir::OperationName name);
bool isSingleBlock(mlir::OperationName name);
bool hasRecursiveMemoryEffects(mlir::OperationName name);

/// Whether the operation has the trait that C++ calls `trait`: one of
/// `mlir::OpTrait` without that prefix, such as `IsCommutative`, or any other
/// in full.
bool hasTraitNamed(mlir::OperationName name, llvm::StringRef trait);

/// Whether MLIR has the names that Clang spells.
bool isMlirFromClang();

/// Whether the answer `false` of the functions above can be relied on: MLIR
/// identifies a trait by the name that the compiler spells. pdll/TypeNames.h
/// makes GCC agree with every MLIR, but Clang agrees only with one from Clang.
bool canQueryTraits(mlir::MLIRContext *context);

} // namespace pdll

#endif // PDLL_SUPPORT_TRAITS_H
