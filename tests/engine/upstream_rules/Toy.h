// Registers the dialect of MLIR's tutorial. Its canonicalization is tested as
// rules.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UPSTREAM_RULES_TOY_H
#define UPSTREAM_RULES_TOY_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

void mlir::toy::ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &,
                                                       MLIRContext *) {}
void mlir::toy::TransposeOp::getCanonicalizationPatterns(RewritePatternSet &,
                                                         MLIRContext *) {}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "toy", "1",
          [](mlir::DialectRegistry *registry) {
            registry->insert<mlir::toy::ToyDialect>();
          }};
}

#endif // UPSTREAM_RULES_TOY_H
