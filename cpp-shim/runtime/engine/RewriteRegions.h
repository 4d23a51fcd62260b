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
///
/// The functions fail if something cannot be done, which is reported at `loc`.
class RewriteRegions {
public:
  RewriteRegions(const BoundProgram &program, Registers &registers,
                 llvm::BumpPtrAllocator &memory,
                 mlir::PatternRewriter &rewriter, CurrentRun *current)
      : program(program), registers(registers), memory(memory),
        rewriter(rewriter), current(current),
        watcher(current ? current->getWatcher() : nullptr) {}
  RewriteRegions(const RewriteRegions &) = delete;
  ~RewriteRegions();

  void addRegion(const PdllInstruction &creation);
  void addBlock(const PdllInstruction &creation, mlir::Location loc);
  mlir::LogicalResult copyRegion(const PdllInstruction &copy,
                                 mlir::Location loc);
  void takePlace(const PdllInstruction &instruction);
  mlir::LogicalResult insert(const PdllInstruction &insertion,
                             mlir::Location loc);
  mlir::LogicalResult inlineBlock(const PdllInstruction &inlining,
                                  mlir::Location loc);

  /// Checks that an operation can be created with its regions, and ends the new
  /// blocks that lack the terminator which the definition implies.
  mlir::LogicalResult prepare(const BoundCreation &creation,
                              mlir::Location loc);
  /// The regions that an operation will have, in order.
  llvm::SmallVector<mlir::Region *> getGiven(const BoundCreation &creation);
  /// Inserts a created operation, which takes its regions.
  void insertWithRegions(mlir::Operation *op, const BoundCreation &creation);

  /// Checks at the end that nothing is left in a new region.
  mlir::LogicalResult checkTaken(mlir::Location loc);

private:
  /// A place in a block, which stays right while operations move. `next` is
  /// null at the end of the block.
  struct Place {
    mlir::Block *block;
    mlir::Operation *next;
  };

  mlir::LogicalResult fail(mlir::Location loc, const llvm::Twine &problem);
  mlir::LogicalResult checkPresent(mlir::Operation *op, mlir::Location loc);
  mlir::LogicalResult checkPresent(mlir::Block *block, mlir::Location loc);
  bool isBuilt(const GivenRegion &given) const;
  void addTerminators(mlir::Region &region, mlir::OperationName end,
                      mlir::Location loc);
  void moveRegion(mlir::Region &from, mlir::Region &to);
  mlir::LogicalResult returnTo(const Place &place, mlir::Location loc);

  mlir::LogicalResult copyBlock(mlir::Block *block, const BoundInline &inlining,
                                uint32_t result, mlir::Location loc);
  mlir::LogicalResult moveBlock(mlir::Block *block, const BoundInline &inlining,
                                uint32_t result, mlir::Location loc);
  std::string findProblem(mlir::Block *block,
                          llvm::ArrayRef<mlir::Value> values,
                          bool isCopy) const;
  bool mayReplace(mlir::Type from, mlir::Type to) const;
  mlir::Operation *findEnd(mlir::Block *block) const;
  bool hasErased(mlir::Block &block) const;
  mlir::LogicalResult moveOperations(mlir::Block *block,
                                     llvm::ArrayRef<mlir::Value> values);
  void movePlaces(mlir::Block *block, mlir::Operation *end);
  void replaceArguments(mlir::Block *block, llvm::ArrayRef<mlir::Value> values,
                        llvm::ArrayRef<TypedRegister> used);

  const BoundProgram &program;
  Registers &registers;
  llvm::BumpPtrAllocator &memory;
  mlir::PatternRewriter &rewriter;
  CurrentRun *current;
  RewriteWatcher *watcher;
  llvm::SmallVector<std::unique_ptr<mlir::Region>, 0> staged;
  /// Those of the staged regions that are copies.
  llvm::SmallPtrSet<mlir::Region *, 2> copies;
  llvm::SmallVector<Place *, 0> places;
  /// The blocks that are gone.
  llvm::SmallPtrSet<mlir::Block *, 2> inlined;
};

} // namespace pdll

#endif // PDLL_ENGINE_REWRITEREGIONS_H
