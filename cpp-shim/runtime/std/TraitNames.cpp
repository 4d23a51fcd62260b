// The names of the traits of operations that MLIR has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/TraitNames.h"
#include "support/Suggestion.h"

using namespace pdll;

/// Of mlir/IR/OpDefinition.h and mlir/Interfaces, without those that have
/// parameters.
static constexpr llvm::StringRef traits[] = {
    "AffineScope",
    "AlwaysSpeculatableImplTrait",
    "AttrSizedOperandSegments",
    "AttrSizedResultSegments",
    "AutomaticAllocationScope",
    "ConstantLike",
    "DistinctObjectsTrait",
    "Elementwise",
    "HasOnlyGraphRegion",
    "HasParallelRegion",
    "HasRecursiveMemoryEffects",
    "IsCommutative",
    "IsIdempotent",
    "IsInvolution",
    "IsIsolatedFromAbove",
    "IsTerminator",
    "MemRefsNormalizable",
    "NoRegionArguments",
    "NoTerminator",
    "OneOperand",
    "OneRegion",
    "OneResult",
    "OneSuccessor",
    "OpInvariants",
    "OperandsAreFloatLike",
    "OperandsAreSignlessIntegerLike",
    "RecursivelySpeculatableImplTrait",
    "ResultsAreBoolLike",
    "ResultsAreFloatLike",
    "ResultsAreSignlessIntegerLike",
    "ResultsBroadcastableShape",
    "ReturnLike",
    "SameOperandsAndResultElementType",
    "SameOperandsAndResultRank",
    "SameOperandsAndResultShape",
    "SameOperandsAndResultType",
    "SameOperandsElementType",
    "SameOperandsShape",
    "SameTypeOperands",
    "Scalarizable",
    "SingleBlock",
    "SymbolTable",
    "Tensorizable",
    "VariadicOperands",
    "VariadicRegions",
    "VariadicResults",
    "VariadicSuccessors",
    "Vectorizable",
    "ZeroOperands",
    "ZeroRegions",
    "ZeroResults",
    "ZeroSuccessors",
};

llvm::StringRef pdll::getClosestTrait(llvm::StringRef name) {
  Suggestion suggestion(name);
  for (llvm::StringRef known : traits)
    suggestion.consider(known);
  return suggestion.get();
}
