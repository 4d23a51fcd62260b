// How patterns call native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_NATIVECALLS_H
#define PDLL_PATTERNS_NATIVECALLS_H

#include "natives/Natives.h"

namespace pdll {

/// What the engine calls for the native constraint `name` where it stands at
/// `loc` in a pattern file. The constraint gets an argument that does not exist
/// only if its signature allows that. If it says why it failed, the run fails.
mlir::PDLConstraintFunction
makeConstraint(const Native &native, llvm::StringRef name, mlir::Location loc);

/// What the engine calls for the native rewrite `name` where it stands at `loc`
/// in a pattern file. If the rewrite fails, the run fails. Only the driver of
/// conversions can take back what the pattern has done before. For other
/// drivers, the pattern goes on with harmless `results`.
mlir::PDLRewriteFunction makeRewrite(const Native &native, llvm::StringRef name,
                                     mlir::Location loc,
                                     llvm::ArrayRef<PdllKind> results);

} // namespace pdll

#endif // PDLL_PATTERNS_NATIVECALLS_H
