// Times `populateGeneratedPDLLPatterns` of the header HEADER, and prints the
// shortest of all runs in nanoseconds.
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
    // A context remembers much of what it has seen, so each run gets its own.
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
