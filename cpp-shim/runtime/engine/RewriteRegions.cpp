// What a rewrite does with regions, blocks and places.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/RewriteRegions.h"
#include "patterns/RewriteWatcher.h"
#include "support/BlockEnd.h"
#include "support/CopyScope.h"
#include "support/InsertionPlace.h"
#include "support/Traits.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace pdll;

RewriteRegions::~RewriteRegions() {
  if (current)
    for (std::unique_ptr<Region> &region : staged)
      if (!region->empty())
        current->keepUntilEnd(std::move(region));
}

LogicalResult RewriteRegions::fail(Location loc, const Twine &problem) {
  InFlightDiagnostic error = emitError(loc, problem);
  CurrentRun::failCurrent(error);
  return failure();
}

//===- New regions --------------------------------------------------------===//

void RewriteRegions::addRegion(const PdllInstruction &creation) {
  staged.push_back(std::make_unique<Region>());
  registers.set(creation.a, staged.back().get());
}

void RewriteRegions::addBlock(const PdllInstruction &creation, Location loc) {
  SmallVector<Type> types;
  registers.append(program.lists[creation.c], types);
  if (llvm::is_contained(types, Type())) {
    (void)fail(loc, "a pattern creates a block with an argument whose type "
                    "does not exist");
    std::replace(types.begin(), types.end(), Type(),
                 Type(rewriter.getNoneType()));
  }
  Region *region = registers.getRegion(creation.b);
  SmallVector<Location> locs(types.size(), loc);
  registers.set(creation.a,
                rewriter.createBlock(region, region->end(), types, locs));
}

void RewriteRegions::copyRegion(const PdllInstruction &copy) {
  Region *from = registers.getRegion(copy.b);
  addRegion(copy);
  Region &to = *staged.back();
  copies.insert(&to);
  CopyScope scope(CopyScope::Kind::Operations);
  // MLIR tells listeners about the last of the blocks, as if there was one.
  if (!from->empty())
    rewriter.cloneRegionBefore(*from, to, to.end());
}

SmallVector<Region *> RewriteRegions::getGiven(const BoundCreation &creation) {
  return llvm::map_to_vector(creation.given, [&](const GivenRegion &given) {
    return registers.getRegion(given.number);
  });
}

/// An operation that is not registered cannot be the terminator that a
/// definition implies.
static bool lacksTerminator(Block &block) {
  return block.empty() || !isTerminator(block.back().getName());
}

void RewriteRegions::addTerminators(const BoundCreation &creation,
                                    Location loc) {
  if (!creation.end)
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  for (const GivenRegion &given : creation.given) {
    Region *region = registers.getRegion(given.number);
    if (given.isMoved || copies.contains(region))
      continue;
    for (Block &block : *region) {
      if (!lacksTerminator(block))
        continue;
      rewriter.setInsertionPointToEnd(&block);
      OperationState state(loc, *creation.end);
      rewriter.create(state);
    }
  }
}

LogicalResult
RewriteRegions::insertWithRegions(Operation *op,
                                  const BoundCreation &creation) {
  bool hasOldBlocks = false;
  for (auto [target, given] : llvm::zip_equal(op->getRegions(), creation.given)) {
    Region *region = registers.getRegion(given.number);
    hasOldBlocks |= given.isMoved || copies.contains(region);
    if (!given.isMoved)
      target.takeBody(*region);
  }
  CopyScope scope(hasOldBlocks ? CopyScope::Kind::Regions
                               : CopyScope::getActive());
  rewriter.insert(op);
  for (auto [target, given] : llvm::zip_equal(op->getRegions(), creation.given)) {
    if (!given.isMoved)
      continue;
    Region *region = registers.getRegion(given.number);
    if (region->findAncestorBlockInRegion(*op->getBlock()))
      return fail(op->getLoc(), "a pattern moves a region into itself");
    rewriter.modifyOpInPlace(region->getParentOp(), [&, to = &target] {
      rewriter.inlineRegionBefore(*region, *to, to->end());
    });
  }
  return success();
}

//===- Places -------------------------------------------------------------===//

void RewriteRegions::takePlace(const PdllInstruction &place) {
  registers.set(place.a, new (memory.Allocate<OpBuilder::InsertPoint>())
                             OpBuilder::InsertPoint(
                                 rewriter.saveInsertionPoint()));
}

void RewriteRegions::insert(const PdllInstruction &insertion) {
  switch (static_cast<PdllInsertion>(insertion.kind)) {
  case PdllAtPlace:
    return rewriter.restoreInsertionPoint(
        *registers.getPlace(insertion.b));
  case PdllBefore:
    return rewriter.setInsertionPoint(registers.getOperation(insertion.b));
  case PdllAtStart:
    return rewriter.setInsertionPointToStart(registers.getBlock(insertion.b));
  }
}

//===- Inlining -----------------------------------------------------------===//

/// Whether operations at that place would be in the block itself.
static bool isIn(Block *place, Block *block) {
  for (; place; place = place->getParentOp()
                            ? place->getParentOp()->getBlock()
                            : nullptr)
    if (place == block)
      return true;
  return false;
}

/// Why values cannot be those of the arguments of a block, or nothing. A
/// conversion gives them other types.
static std::string findProblem(Block *block, ArrayRef<Value> values,
                               bool mayDiffer) {
  if (block->getNumArguments() != values.size())
    return ("a pattern gives " + Twine(values.size()) +
            (values.size() == 1 ? " value" : " values") +
            " to a block that it inlines, which has " +
            Twine(block->getNumArguments()) +
            (block->getNumArguments() == 1 ? " argument" : " arguments"))
        .str();
  for (auto [argument, value] :
       llvm::zip_equal(block->getArguments(), values)) {
    if (!value)
      return "a pattern inlines a block with a value that does not exist";
    if (Value(value).getParentBlock() == block)
      return "a pattern inlines a block with a value from the block itself";
    if (mayDiffer || argument.getType() == value.getType())
      continue;
    std::string problem;
    llvm::raw_string_ostream(problem)
        << "a pattern inlines a block whose argument "
        << argument.getArgNumber() << " is of type " << argument.getType()
        << ", but gives it a value of type " << value.getType();
    return problem;
  }
  return {};
}

/// Why a block that ends with `end` cannot be inlined, or nothing.
std::string RewriteRegions::findProblemOfEnd(Block *block, Operation *end,
                                        bool isCopy) const {
  if (end && end->getNumSuccessors() != 0)
    return "a pattern inlines a block that ends in a branch";
  if (end && !end->use_empty())
    return "a pattern inlines a block whose last operation has results that "
           "are used";
  if (!isCopy && isIn(rewriter.getInsertionBlock(), block))
    return "a pattern inlines a block into itself";
  return {};
}

LogicalResult RewriteRegions::inlineBlock(const PdllInstruction &inlining) {
  Block *block = registers.getBlock(inlining.b);
  bool isCopy = inlining.kind != 0;
  SmallVector<Value> values;
  registers.append(program.lists[inlining.c], values);
  Operation *end = getEnd(block);
  std::string problem =
      findProblem(block, values, /*mayDiffer=*/current && current->getWatcher());
  if (problem.empty())
    problem = findProblemOfEnd(block, end, isCopy);
  if (!problem.empty())
    return fail(block->getParentOp()->getLoc(), problem);

  IRMapping mapping;
  mapping.map(block->getArguments(), values);
  if (isCopy)
    copyOperations(block, end, mapping);
  SmallVector<Value> results;
  if (end)
    for (Value result : end->getOperands())
      results.push_back(mapping.lookupOrDefault(result));
  registers.set(inlining.a, ValueRange(ArrayRef<Value>(results).copy(memory)));
  return isCopy ? success() : moveOperations(block, end, values);
}

void RewriteRegions::copyOperations(Block *block, Operation *end,
                                    IRMapping &mapping) {
  // The place may be in the block, which grows then.
  SmallVector<Operation *> operations;
  for (Operation &inner : *block)
    if (&inner != end)
      operations.push_back(&inner);
  CopyScope scope(CopyScope::Kind::Operations);
  for (Operation *inner : operations)
    rewriter.clone(*inner, mapping);
}

LogicalResult RewriteRegions::moveOperations(Block *block, Operation *end,
                                             ValueRange values) {
  rewriter.modifyOpInPlace(block->getParentOp(), [&] {
    rewriter.inlineBlockBefore(block, rewriter.getInsertionBlock(),
                               rewriter.getInsertionPoint(), values);
  });
  if (!end)
    return success();
  RewriteWatcher *watcher = current ? current->getWatcher() : nullptr;
  if (watcher && failed(watcher->checkErasure(end)))
    return failure();
  rewriter.eraseOp(end);
  return success();
}
