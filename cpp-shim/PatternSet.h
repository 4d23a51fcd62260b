// From pattern files to a frozen pattern set.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNSET_H
#define PDLL_PATTERNSET_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

#include <memory>
#include <string>

namespace pdll {

/// Compiles, checks and freezes the patterns of `files`. On failure the errors
/// have gone to the diagnostic engine of `context`, and the result is null. The
/// set is immutable, so that threads may share it. `useOdsCache` is that of
/// `pdllCompilePatterns`.
std::shared_ptr<const mlir::FrozenRewritePatternSet>
compilePatternSet(mlir::MLIRContext *context, llvm::ArrayRef<std::string> files,
                  llvm::ArrayRef<std::string> includeDirs, bool useOdsCache);

} // namespace pdll

#endif // PDLL_PATTERNSET_H
