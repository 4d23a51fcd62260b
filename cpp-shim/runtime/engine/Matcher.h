// Matches and rewrites operations in one run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_MATCHER_H
#define PDLL_ENGINE_MATCHER_H

#include "engine/Engine.h"
#include "engine/RootReplacement.h"
#include "engine/RoutineRun.h"
#include "engine/TreeRun.h"

namespace pdll {

/// Matches and rewrites operations in one run of a driver, on one thread.
class Matcher {
public:
  /// The engine and the run outlive it.
  Matcher(const Engine &engine, CurrentRun &run);

  /// Rewrites `op` by the first pattern that matches it and does not decline.
  /// New operations go right before it. Tells the run about each pattern that
  /// begins to rewrite. Fails if no pattern rewrote.
  mlir::LogicalResult matchAndRewrite(mlir::Operation *op,
                                      mlir::PatternRewriter &rewriter);

  /// The same by the patterns that begin with operations called `name`, as if
  /// `op` were one.
  mlir::LogicalResult matchAndRewriteAs(mlir::OperationName name,
                                        mlir::Operation *op,
                                        mlir::PatternRewriter &rewriter);

  /// The number of users of values that were looked at so far.
  uint64_t getNumSearched() const { return routine.getNumSearched(); }

private:
  mlir::LogicalResult applyAccepted(mlir::Operation *op,
                                    const Tables::Entry *root,
                                    bool mustNameRoot,
                                    mlir::PatternRewriter &rewriter);
  mlir::LogicalResult apply(const BoundPattern &pattern, Routine entry,
                            mlir::Operation *op,
                            mlir::PatternRewriter &rewriter);
  mlir::LogicalResult rewrite(const PdllInstruction &begin, mlir::Operation *op,
                              size_t pattern, mlir::PatternRewriter &rewriter);
  mlir::LogicalResult execute(const PdllInstruction &begin, mlir::Operation *op,
                              mlir::PatternRewriter &rewriter);
  mlir::LogicalResult executeStepByStep(const PdllInstruction &begin,
                                        mlir::Operation *op,
                                        mlir::PatternRewriter &rewriter);
  mlir::LogicalResult rewriteAsAction(const PdllInstruction &begin,
                                      mlir::Operation *op, size_t pattern,
                                      mlir::PatternRewriter &rewriter);

  const BoundProgram &program;
  llvm::ArrayRef<PatternInfo> infos;
  CurrentRun &run;
  TreeRun tree;
  RoutineRun routine;
  RootReplacement replacement;
};

} // namespace pdll

#endif // PDLL_ENGINE_MATCHER_H
