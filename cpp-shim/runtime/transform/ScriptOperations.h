// Operations of transform scripts: patterns for a driver of MLIR, and handles to what
// patterns match.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TRANSFORM_SCRIPTOPERATIONS_H
#define PDLL_TRANSFORM_SCRIPTOPERATIONS_H

#include "contract/Pass.h"

#include "mlir/IR/DialectRegistry.h"

namespace pdll {

/// Adds the operations to the dialect `transform` of contexts with that registry, where
/// it becomes loaded. They compile patterns by `compile`.
void registerScriptOperations(mlir::DialectRegistry &registry,
                              PdllCompileCallback compile);

} // namespace pdll

#endif // PDLL_TRANSFORM_SCRIPTOPERATIONS_H
