// How patterns call native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_NATIVECALLS_H
#define PDLL_PATTERNS_NATIVECALLS_H

#include "natives/Natives.h"

namespace pdll {

/// What an engine calls for the native constraint `name`, which pattern files
/// call at `calls`. The constraint gets an argument that does not exist only if
/// its signature allows that. If it says why it failed, the run fails.
mlir::PDLConstraintFunction
makeConstraint(const Native &native, llvm::StringRef name,
               llvm::ArrayRef<mlir::Location> calls);

/// What an engine calls for the native rewrite `name` where it stands at `loc`
/// in a pattern file. If the rewrite fails, the run fails. MLIR's interpreter
/// would end the process, and the rest of the rewrite cannot be skipped, so it
/// gets harmless `results`.
mlir::PDLRewriteFunction makeRewrite(const Native &native, llvm::StringRef name,
                                     mlir::Location loc,
                                     llvm::ArrayRef<PdllKind> results);

} // namespace pdll

#endif // PDLL_PATTERNS_NATIVECALLS_H
