// What a rewrite does with regions, blocks and places.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_REWRITEREGIONS_H
#define PDLL_ENGINE_REWRITEREGIONS_H

#include "engine/BoundProgram.h"
#include "patterns/CurrentRun.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace pdll {

/// Builds and moves regions. A new region stands nowhere until a created
/// operation takes its blocks. If the rewrite fails before, the region lives as
/// long as the run, because a conversion takes back what is in it.
class RewriteRegions {
public:
  RewriteRegions(const BoundProgram &program, Registers &registers,
                 llvm::BumpPtrAllocator &memory,
                 mlir::PatternRewriter &rewriter, CurrentRun *current)
      : program(program), registers(registers), memory(memory),
        rewriter(rewriter), current(current) {}
  RewriteRegions(const RewriteRegions &) = delete;
  ~RewriteRegions();

  void addRegion(const PdllInstruction &creation);
  void addBlock(const PdllInstruction &creation, mlir::Location loc);
  void copyRegion(const PdllInstruction &copy);
  void takePlace(const PdllInstruction &place);
  void insert(const PdllInstruction &insertion);
  mlir::LogicalResult inlineBlock(const PdllInstruction &inlining);

  /// The regions that an operation will have, in order.
  llvm::SmallVector<mlir::Region *> getGiven(const BoundCreation &creation);
  /// Ends the new blocks that lack the terminator which the definition implies.
  void addTerminators(const BoundCreation &creation, mlir::Location loc);
  /// Inserts a created operation, which takes its regions.
  mlir::LogicalResult insertWithRegions(mlir::Operation *op,
                                        const BoundCreation &creation);

private:
  mlir::LogicalResult fail(mlir::Location loc, const llvm::Twine &problem);
  std::string findProblemOfEnd(mlir::Block *block, mlir::Operation *end,
                               bool isCopy) const;
  void copyOperations(mlir::Block *block, mlir::Operation *end,
                      mlir::IRMapping &mapping);
  mlir::LogicalResult moveOperations(mlir::Block *block, mlir::Operation *end,
                                     mlir::ValueRange values);

  const BoundProgram &program;
  Registers &registers;
  llvm::BumpPtrAllocator &memory;
  mlir::PatternRewriter &rewriter;
  CurrentRun *current;
  llvm::SmallVector<std::unique_ptr<mlir::Region>, 0> staged;
  /// Those of the staged regions that are copies.
  llvm::SmallPtrSet<mlir::Region *, 2> copies;
};

} // namespace pdll

#endif // PDLL_ENGINE_REWRITEREGIONS_H
