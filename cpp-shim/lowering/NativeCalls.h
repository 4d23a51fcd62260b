// How the run time calls native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_LOWERING_NATIVECALLS_H
#define PDLL_LOWERING_NATIVECALLS_H

#include "natives/Natives.h"

namespace pdll {

/// What the run time calls for the native constraint `name`, which stands at
/// `loc` in a pattern file. It never gets an argument that is not there unless
/// it asked for it. If it says that it fails, so does the pass.
mlir::PDLConstraintFunction
makeConstraint(const Native &native, llvm::StringRef name, mlir::Location loc);

/// What the run time calls for the native rewrite `name` where it stands at
/// `loc` in a pattern file. If it fails, the pass does: MLIR's run time would
/// end the process, and the rest of the rewrite cannot be skipped, so it gets
/// `results` that do no harm.
mlir::PDLRewriteFunction makeRewrite(const Native &native, llvm::StringRef name,
                                     mlir::Location loc,
                                     llvm::ArrayRef<PdllKind> results);

} // namespace pdll

#endif // PDLL_LOWERING_NATIVECALLS_H
