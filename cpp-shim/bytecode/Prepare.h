// Checks of patterns that the PDL run time does not make.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_BYTECODE_PREPARE_H
#define PDLL_BYTECODE_PREPARE_H

#include "natives/Natives.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Loads the dialects that the patterns mention, and reports whatever the PDL
/// run time would crash on or silently get wrong, at the place in the pattern.
/// Native functions are found in `natives`. What depends on the match is
/// guarded by constraints that are added. A set that passes can be frozen.
mlir::LogicalResult checkPatterns(mlir::PDLPatternModule &patterns,
                                  const Natives &natives);

/// The same for patterns that are applied elsewhere, without the guards that
/// need pdll there. Native functions are not looked for. Constraints with
/// results of which several applications exist get names of their own, such as
/// `f <1>` for `f`, if `isDefined` holds of the name.
mlir::LogicalResult
checkPatternsAheadOfTime(mlir::PDLPatternModule &patterns,
                         llvm::function_ref<bool(llvm::StringRef)> isDefined);

/// Checks that the match section of `pattern` binds all that it uses. With
/// `hasLostGroups`, what it lacks it had before its groups were lowered.
mlir::LogicalResult checkMatch(mlir::pdl::PatternOp pattern,
                               bool hasLostGroups = false);

/// Checks that the rewrite section of `rewrite` can be executed, and collects
/// the matched operations that it erases or replaces.
mlir::LogicalResult
checkRewrite(mlir::pdl::RewriteOp rewrite,
             llvm::SmallVectorImpl<mlir::pdl::OperationOp> &erasedMatches);

/// Moves what `rewrite` erases and replaces behind what it creates, as far as
/// native functions allow. Created operations are then complete before anything
/// that they use can vanish.
void moveErasuresBack(mlir::pdl::RewriteOp rewrite);

/// Checks that `rewrite`, in the order in which it will be executed, uses no
/// range of operands after the operation that it belongs to is gone.
mlir::LogicalResult checkRanges(mlir::pdl::RewriteOp rewrite);

/// Checks that the numbers of the run time's bytecode are enough for `module`,
/// which holds patterns only; otherwise reports the first pattern that does not
/// fit.
mlir::LogicalResult checkCapacity(mlir::ModuleOp module);

/// Checks what is known of an operation that a rewrite creates, apart from its
/// result types.
mlir::LogicalResult checkCreatedOperation(mlir::pdl::OperationOp op);

} // namespace pdll

#endif // PDLL_BYTECODE_PREPARE_H
