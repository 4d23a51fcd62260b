// Measures `populateGeneratedPDLLPatterns` of the header HEADER, and prints the
// nanoseconds of the fastest run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Parser/Parser.h"

#include <chrono>

#include HEADER

int main() {
  auto shortest = std::chrono::nanoseconds::max();
  for (int run = 0; run < 20; ++run) {
    // A context caches types, attributes and dialects, so each run gets a new
    // one.
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    context.loadDialect<mlir::pdl::PDLDialect,
                        mlir::pdl_interp::PDLInterpDialect>();
    mlir::RewritePatternSet patterns(&context);
    auto start = std::chrono::steady_clock::now();
    populateGeneratedPDLLPatterns(patterns);
    auto time = std::chrono::steady_clock::now() - start;
    shortest = std::min<std::chrono::nanoseconds>(shortest, time);
  }
  llvm::outs() << shortest.count() << "\n";
  return 0;
}
