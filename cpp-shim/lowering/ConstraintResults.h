// Results of native constraints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_CONSTRAINTRESULTS_H
#define PDLL_LOWERING_CONSTRAINTRESULTS_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Makes matches fail in which the two values, which are of one type of the
/// dialect pdl, do not stand for the same.
void requireEqual(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value first, mlir::Value second);

/// The run time compares the result of a constraint with one mention of it in
/// the match section only. Gives the mentions a value of their own, which is
/// compared with the result.
void bindConstraintResults(mlir::pdl::PatternOp pattern);

/// When patterns apply the same constraint to the same place, the run time
/// gives all of them the results of one application, which may not have been
/// executed. Makes applications with results of the constraints of which
/// `isDefined` holds differ by name, as `f <1>` and `f <2>`, and registers what
/// is registered under the old name. Comes last.
void separateConstraintResults(
    mlir::PDLPatternModule &patterns,
    llvm::function_ref<bool(llvm::StringRef)> isDefined);

/// Makes the function behind `requireEqual` known.
void registerEquality(mlir::PDLPatternModule &patterns);

} // namespace pdll

#endif // PDLL_LOWERING_CONSTRAINTRESULTS_H
