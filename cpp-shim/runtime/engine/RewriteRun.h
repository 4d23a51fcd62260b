// Executes a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_REWRITERUN_H
#define PDLL_ENGINE_REWRITERUN_H

#include "engine/RewriteRegions.h"
#include "engine/RoutineRun.h"

namespace pdll {

class RewriteWatcher;

/// The locations of matched operations, which are in these registers, as one.
mlir::Location fuseLocations(llvm::ArrayRef<uint32_t> matched,
                             const Registers &registers,
                             mlir::Builder &builder);

/// Executes the rewrite of a pattern that matches, and tells the watcher of the
/// run about it. What goes wrong makes the run fail, so the rewrite continues
/// to its end with anything in the place of what is missing. It ends at once if
/// the rewriter takes changes back, or if regions cannot be put together.
class RewriteRun {
public:
  /// Continues with the registers of `match`. The rewrite at `begin` inserts
  /// before `op`.
  RewriteRun(const BoundProgram &program, RoutineRun &match,
             mlir::PatternRewriter &rewriter, const PdllInstruction &begin,
             mlir::Operation *op)
      : program(program), registers(match.getRegisters()),
        memory(match.getMemory()), rewriter(rewriter), current(match.getRun()),
        growth(match.getGrowth()),
        watcher(current ? current->getWatcher() : nullptr),
        first(&begin + 1), matched(program.rewrites[begin.b].matched),
        ofRoot(op->getLoc()) {
    rewriter.setInsertionPoint(op);
  }

  /// Executes the rewrite.
  mlir::LogicalResult run() { return watcher ? runWatched() : runFrom(first); }

  /// Executes the rewrite from that instruction on.
  mlir::LogicalResult runFrom(const PdllInstruction *next);
  /// Executes one instruction of the rewrite.
  mlir::LogicalResult execute(const PdllInstruction &instruction);
  /// Inserts what the rewrite has created.
  mlir::LogicalResult insert(llvm::ArrayRef<mlir::Operation *> created);

private:
  mlir::LogicalResult runWatched();

  void load(const PdllInstruction &instruction);
  void keep(const PdllInstruction &instruction);
  mlir::LogicalResult takeResult(const PdllInstruction &take);
  mlir::LogicalResult takeGroup(const PdllInstruction &take);
  void makeRange(const PdllInstruction &make);
  mlir::LogicalResult create(const PdllInstruction &instruction);
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

  /// Where what is created comes from.
  mlir::Location getLocation() {
    if (matched.size() == 1)
      return registers.getOperation(matched.front())->getLoc();
    if (matched.empty())
      return ofRoot;
    if (!location)
      location = fuseLocations(matched, registers, rewriter);
    return *location;
  }

  const BoundProgram &program;
  Registers &registers;
  llvm::BumpPtrAllocator &memory;
  mlir::PatternRewriter &rewriter;
  CurrentRun *current;
  Growth *growth;
  RewriteWatcher *watcher;
  const PdllInstruction *first;
  /// Few rewrites have any.
  std::optional<RewriteRegions> regions;
  /// The registers of the matched operations.
  llvm::ArrayRef<uint32_t> matched;
  /// Enough for a rewrite that creates nothing.
  mlir::Location ofRoot;
  /// Of what is created, once several locations have become one.
  std::optional<mlir::Location> location;
};

} // namespace pdll

#endif // PDLL_ENGINE_REWRITERUN_H
