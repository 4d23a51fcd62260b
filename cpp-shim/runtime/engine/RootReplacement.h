// Executes rewrites that replace the root and do nothing else.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_ROOTREPLACEMENT_H
#define PDLL_ENGINE_ROOTREPLACEMENT_H

#include "engine/RoutineRun.h"
#include "engine/SimpleCreation.h"
#include "engine/VerifiedCreations.h"

namespace pdll {

/// Executes the rewrites that `BoundRewrite::onlyReplacesRoot` names. What they
/// create is in no block until the run makes all changes in one call, which
/// takes less time than to tell listeners about each step. Most rewrites are
/// such ones. For one run of a driver that replaces roots.
class RootReplacement {
public:
  /// Continues with the registers of matches. All outlive it.
  RootReplacement(const BoundProgram &program, RoutineRun &match,
                  CurrentRun &current)
      : program(program), match(match), registers(match.getRegisters()),
        current(current) {}

  /// Executes a rewrite of `root` from `begin` on.
  mlir::LogicalResult run(const PdllInstruction &begin, mlir::Operation *root,
                          mlir::PatternRewriter &rewriter);

private:
  bool create(const PdllInstruction &instruction, mlir::Location loc,
              mlir::Operation *root, mlir::PatternRewriter &rewriter);
  bool mustVerify(const BoundCreation &creation, mlir::Operation *op);
  bool replace(const PdllInstruction &replacement, mlir::Operation *root);
  mlir::LogicalResult goOn(const PdllInstruction &begin,
                           const PdllInstruction *next, bool isUsual,
                           mlir::Location loc, mlir::Operation *root,
                           mlir::PatternRewriter &rewriter);
  void finish(const PdllInstruction &begin);
  void rememberVerified(const PdllInstruction &begin);

  const BoundProgram &program;
  RoutineRun &match;
  Registers &registers;
  CurrentRun &current;
  VerifiedCreations verified;
  /// Of what it creates now.
  SimpleParts parts;
  /// What the running rewrite has created.
  llvm::SmallVector<mlir::Operation *> created;
  /// Those of them that must be verified.
  llvm::SmallVector<mlir::Operation *> unverified;
  /// What takes the places of the results of the root.
  llvm::SmallVector<mlir::Value> values;
};

} // namespace pdll

#endif // PDLL_ENGINE_ROOTREPLACEMENT_H
