// Results of native constraints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_CONSTRAINTRESULTS_H
#define PDLL_LOWERING_CONSTRAINTRESULTS_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace pdll {

/// Makes matches fail in which the two values, which have the same type of the
/// dialect pdl, are not equal.
void requireEqual(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value first, mlir::Value second);

/// MLIR's interpreter compares the result of a constraint with only one mention
/// of it in the match section. Gives the mentions a value of their own, which
/// is compared with the result.
void bindConstraintResults(mlir::pdl::PatternOp pattern);

/// When patterns apply the same constraint to the same place, MLIR's
/// interpreter gives all of them the results of one application, which may not
/// have been executed. So applications with results get names of their own,
/// such as `f <1>` and `f <2>`, if `isDefined` holds for the name. They stand
/// for the same function. Comes last.
void separateConstraintResults(
    mlir::ModuleOp module, llvm::function_ref<bool(llvm::StringRef)> isDefined);

} // namespace pdll

#endif // PDLL_LOWERING_CONSTRAINTRESULTS_H
