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
  /// The engine and the run outlive it. The operations are of `context`.
  Matcher(const Engine &engine, CurrentRun &run, mlir::MLIRContext *context);

  /// Rewrites `op` by the first pattern that matches it and does not decline.
  /// New operations go right before it. Tells the run about each pattern that
  /// begins to rewrite. Fails if no pattern rewrote.
  mlir::LogicalResult matchAndRewrite(mlir::Operation *op,
                                      mlir::PatternRewriter &rewriter) {
    // Most operations that are visited get no further than this.
    const Tables::Entry *root = findRoot(op->getName());
    return root || matchesAnyName ? matchAndRewriteFrom(root, op, rewriter)
                                  : mlir::failure();
  }

  /// The same by the patterns that begin with operations called `name`, as if
  /// `op` were one.
  mlir::LogicalResult matchAndRewriteAs(mlir::OperationName name,
                                        mlir::Operation *op,
                                        mlir::PatternRewriter &rewriter);

  /// The number of users of values that were looked at so far.
  uint64_t getNumSearched() const { return routine.getNumSearched(); }

private:
  const Tables::Entry *findRoot(mlir::OperationName name) const {
    return program.roots.find(program.rootTable, name.getAsOpaquePointer());
  }
  mlir::LogicalResult matchAndRewriteFrom(const Tables::Entry *root,
                                          mlir::Operation *op,
                                          mlir::PatternRewriter &rewriter);
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
  /// Whether some pattern begins with operations of any name.
  bool matchesAnyName;
  /// Whether a handler of actions may skip rewrites.
  bool hasActionHandler;
  TreeRun tree;
  RoutineRun routine;
  RootReplacement replacement;
};

} // namespace pdll

#endif // PDLL_ENGINE_MATCHER_H
