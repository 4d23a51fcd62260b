// Executes a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_REWRITERUN_H
#define PDLL_ENGINE_REWRITERUN_H

#include "engine/RewriteRegions.h"
#include "engine/RoutineRun.h"
#include "engine/VerifiedCreations.h"

namespace pdll {

class RewriteWatcher;

/// Executes the rewrite of a pattern that matches, and tells the watcher of the
/// run about it. What goes wrong makes the run fail, so the rewrite continues
/// to its end with anything in the place of what is missing. It ends at once if
/// the rewriter takes changes back, or if regions cannot be put together.
class RewriteRun {
public:
  /// Continues with the registers of `match`. `verified`, without which rewrites
  /// run step by step, holds what the run has verified.
  RewriteRun(const BoundProgram &program, RoutineRun &match,
             mlir::PatternRewriter &rewriter,
             VerifiedCreations *verified = nullptr)
      : program(program), registers(match.getRegisters()),
        memory(match.getMemory()), rewriter(rewriter), current(match.getRun()),
        growth(match.getGrowth()),
        watcher(current ? current->getWatcher() : nullptr), verified(verified) {
  }

  /// Executes a rewrite from `begin` on. It inserts before `op`.
  mlir::LogicalResult run(const PdllInstruction &begin, mlir::Operation *op);
  /// The same by the rewriter alone.
  mlir::LogicalResult runStepByStep(const PdllInstruction &begin,
                                    mlir::Operation *op);

private:
  mlir::LogicalResult runAtOnce(const PdllInstruction &begin,
                                mlir::Operation *op);
  bool replaceRoot(const PdllInstruction &replacement, mlir::Operation *op);
  bool mustVerify(uint32_t number, mlir::Operation *op) const;
  std::optional<mlir::TypeRange> getInferredTypes(uint32_t number) const;
  void rememberVerified(const PdllInstruction &begin);
  void insertDetached();
  mlir::LogicalResult runWatched(const PdllInstruction &begin);
  mlir::LogicalResult runInstructions(const PdllInstruction &begin);
  mlir::LogicalResult execute(const PdllInstruction &instruction);

  void load(const PdllInstruction &instruction);
  void keep(const PdllInstruction &instruction);
  mlir::LogicalResult takeResult(const PdllInstruction &take);
  mlir::LogicalResult takeGroup(const PdllInstruction &take);
  void makeRange(const PdllInstruction &make);
  mlir::LogicalResult create(const PdllInstruction &creation);
  mlir::LogicalResult createWithRegions(const PdllInstruction &instruction);
  mlir::LogicalResult call(const PdllInstruction &call);
  mlir::LogicalResult replaceByOperation(const PdllInstruction &replacement);
  mlir::LogicalResult replaceByValues(const PdllInstruction &replacement);
  mlir::LogicalResult replace(mlir::Operation *op, mlir::ValueRange values);
  mlir::LogicalResult erase(const PdllInstruction &erasure);
  mlir::LogicalResult checkGrowth();

  RewriteRegions &getRegions() {
    if (!regions)
      regions.emplace(program, registers, memory, rewriter, current);
    return *regions;
  }

  /// The locations of all matched operations. That of the root is enough for a
  /// rewrite that creates nothing.
  mlir::Location getLocation() {
    if (matched.size() == 1)
      return registers.getOperation(matched.front())->getLoc();
    if (matched.empty() && ofRoot)
      return ofRoot;
    if (!location)
      location = fuseLocations();
    return *location;
  }
  mlir::Location fuseLocations();

  const BoundProgram &program;
  Registers &registers;
  llvm::BumpPtrAllocator &memory;
  mlir::PatternRewriter &rewriter;
  CurrentRun *current;
  Growth *growth;
  RewriteWatcher *watcher;
  VerifiedCreations *verified;
  /// Few rewrites have any.
  std::optional<RewriteRegions> regions;
  /// The registers of the matched operations.
  llvm::ArrayRef<uint32_t> matched;
  mlir::LocationAttr ofRoot;
  /// Of what is created, once several locations have become one.
  std::optional<mlir::Location> location;
  /// Whether what is created is not inserted at once.
  bool isDetached = false;
  llvm::SmallVector<mlir::Operation *, 2> detached;
  /// Those of them that must be verified.
  llvm::SmallVector<mlir::Operation *, 2> unverified;
};

} // namespace pdll

#endif // PDLL_ENGINE_REWRITERUN_H
