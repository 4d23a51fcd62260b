// What a rewrite does with regions, blocks and places.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/RewriteRegions.h"
#include "patterns/RewriteWatcher.h"
#include "support/BlockEnd.h"
#include "support/CopyScope.h"

using namespace mlir;
using namespace pdll;

RewriteRegions::~RewriteRegions() {
  if (current)
    for (std::unique_ptr<Region> &region : staged)
      if (!region->empty())
        current->keepUntilEnd(std::move(region));
}

/// Reports what the pattern does. A conversion takes the rewrite back instead.
LogicalResult RewriteRegions::fail(Location loc, const Twine &problem) {
  if (current && rewriter.canRecoverFromRewriteFailure()) {
    current->recover(("it " + problem).str());
    return failure();
  }
  InFlightDiagnostic error = emitError(loc, "a pattern " + problem);
  CurrentRun::failCurrent(error);
  return failure();
}

LogicalResult RewriteRegions::checkTaken(Location loc) {
  auto isEmpty = [](std::unique_ptr<Region> &region) {
    return region->empty();
  };
  return llvm::all_of(staged, isEmpty)
             ? success()
             : fail(loc, "builds a region that no operation takes");
}

/// Checks that an operation, or what is around it, is not gone.
LogicalResult RewriteRegions::checkPresent(Operation *op, Location loc) {
  if (!current || !op || !current->isErased(op))
    return success();
  return fail(loc, "uses a `" + op->getName().getStringRef() +
                       "`, or a part of it, after it was erased or replaced");
}

LogicalResult RewriteRegions::checkPresent(Block *block, Location loc) {
  if (inlined.contains(block))
    return fail(loc, "uses a block that it has inlined before");
  return checkPresent(block->getParentOp(), loc);
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
    InFlightDiagnostic error =
        emitError(loc, "a pattern creates a block with an argument whose type "
                       "does not exist");
    CurrentRun::failCurrent(error);
    std::replace(types.begin(), types.end(), Type(),
                 Type(rewriter.getNoneType()));
  }
  Region *region = registers.getRegion(creation.b);
  SmallVector<Location> locs(types.size(), loc);
  Block *block = rewriter.createBlock(region, region->end(), types, locs);
  inlined.erase(block);
  registers.set(creation.a, block);
}

LogicalResult RewriteRegions::copyRegion(const PdllInstruction &copy,
                                         Location loc) {
  Region *from = registers.getRegion(copy.b);
  if (failed(checkPresent(from->getParentOp(), loc)))
    return failure();
  if (llvm::any_of(*from, [&](Block &block) { return hasErased(block); }))
    return fail(loc, "copies a region after others have rewritten what is in "
                     "it");
  addRegion(copy);
  Region &to = *staged.back();
  copies.insert(&to);
  CopyScope scope(CopyScope::Kind::Operations);
  // MLIR tells listeners about the last of the blocks, as if there was one.
  if (!from->empty())
    rewriter.cloneRegionBefore(*from, to, to.end());
  return success();
}

/// Whether a conversion will erase something in the block only at its end. A
/// copy would be rewritten once more.
bool RewriteRegions::hasErased(Block &block) const {
  return watcher && block
                        .walk([&](Operation *op) {
                          return current->isErased(op)
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
}

//===- Created operations -------------------------------------------------===//

bool RewriteRegions::isBuilt(const GivenRegion &given) const {
  return !given.isMoved && !copies.contains(registers.getRegion(given.number));
}

LogicalResult RewriteRegions::prepare(const BoundCreation &creation,
                                      Location loc) {
  for (const GivenRegion &given : creation.given) {
    Region *region = registers.getRegion(given.number);
    if (failed(checkPresent(region->getParentOp(), loc)))
      return failure();
    if (region->findAncestorBlockInRegion(*rewriter.getInsertionBlock()))
      return given.isMoved
                 ? fail(loc, "moves a region into itself")
                 : fail(loc, "creates `" + creation.name.getStringRef() +
                                 "` in a region that it takes");
    if (creation.end && isBuilt(given))
      addTerminators(*region, *creation.end, loc);
  }
  return success();
}

/// An operation that is not registered cannot be the terminator that a
/// definition implies.
static bool lacksTerminator(Block &block) {
  return block.empty() || !isTerminator(block.back().getName());
}

void RewriteRegions::addTerminators(Region &region, OperationName end,
                                    Location loc) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (Block &block : region) {
    if (!lacksTerminator(block))
      continue;
    rewriter.setInsertionPointToEnd(&block);
    OperationState state(loc, end);
    if (getFixedNumRegions(end) == 1)
      state.addRegion()->emplaceBlock();
    rewriter.create(state);
  }
}

SmallVector<Region *> RewriteRegions::getGiven(const BoundCreation &creation) {
  return llvm::map_to_vector(creation.given, [&](const GivenRegion &given) {
    return registers.getRegion(given.number);
  });
}

/// Blocks of the match move when the operation is there, so that a conversion
/// takes them back before it.
void RewriteRegions::insertWithRegions(Operation *op,
                                       const BoundCreation &creation) {
  for (auto [to, given] : llvm::zip_equal(op->getRegions(), creation.given))
    if (!given.isMoved)
      to.takeBody(*registers.getRegion(given.number));
  rewriter.insert(op);
  for (auto [to, given] : llvm::zip_equal(op->getRegions(), creation.given)) {
    if (given.isMoved)
      moveRegion(*registers.getRegion(given.number), to);
    if (watcher && !isBuilt(given))
      watcher->addOldBlocks(to);
  }
}

void RewriteRegions::moveRegion(Region &from, Region &to) {
  Operation *loser = from.getParentOp();
  if (watcher)
    watcher->addModified(loser);
  rewriter.modifyOpInPlace(
      loser, [&] { rewriter.inlineRegionBefore(from, to, to.end()); });
}

//===- Places -------------------------------------------------------------===//

void RewriteRegions::takePlace(const PdllInstruction &instruction) {
  Block *block = rewriter.getInsertionBlock();
  Block::iterator next = rewriter.getInsertionPoint();
  auto *place = new (memory.Allocate<Place>())
      Place{block, next == block->end() ? nullptr : &*next};
  places.push_back(place);
  registers.set(instruction.a, place);
}

LogicalResult RewriteRegions::insert(const PdllInstruction &insertion,
                                     Location loc) {
  switch (static_cast<PdllInsertion>(insertion.kind)) {
  case PdllAtPlace:
    return returnTo(*static_cast<const Place *>(registers.get(insertion.b)),
                    loc);
  case PdllBefore: {
    Operation *op = registers.getOperation(insertion.b);
    if (failed(checkPresent(op, loc)))
      return failure();
    rewriter.setInsertionPoint(op);
    return success();
  }
  case PdllAtStart: {
    Block *block = registers.getBlock(insertion.b);
    if (failed(checkPresent(block, loc)))
      return failure();
    rewriter.setInsertionPointToStart(block);
    return success();
  }
  }
  llvm_unreachable("these are all");
}

LogicalResult RewriteRegions::returnTo(const Place &place, Location loc) {
  if (!place.next) {
    rewriter.setInsertionPointToEnd(place.block);
    return success();
  }
  // A native function may have erased it.
  if (!place.next->getBlock())
    return fail(loc, "inserts before an operation that was erased before");
  rewriter.setInsertionPoint(place.next);
  return success();
}

//===- Inlining -----------------------------------------------------------===//

LogicalResult RewriteRegions::inlineBlock(const PdllInstruction &instruction,
                                          Location loc) {
  Block *block = registers.getBlock(instruction.b);
  const BoundInline &inlining = program.inlines[instruction.c];
  if (failed(checkPresent(block, loc)))
    return failure();
  return instruction.kind != 0
             ? copyBlock(block, inlining, instruction.a, loc)
             : moveBlock(block, inlining, instruction.a, loc);
}

LogicalResult RewriteRegions::copyBlock(Block *block,
                                        const BoundInline &inlining,
                                        uint32_t result, Location loc) {
  SmallVector<Value> values;
  registers.append(inlining.values, values);
  std::string problem = findProblem(block, values, /*isCopy=*/true);
  if (!problem.empty())
    return fail(loc, problem);
  if (hasErased(*block))
    return fail(loc, "copies a block after others have rewritten what is in "
                     "it");
  CopyScope scope(CopyScope::Kind::Operations);
  SmallVector<Value> results =
      copyOperations(rewriter, block, getEnd(block), values);
  registers.set(result, ValueRange(ArrayRef<Value>(results).copy(memory)));
  return success();
}

LogicalResult RewriteRegions::moveBlock(Block *block,
                                        const BoundInline &inlining,
                                        uint32_t result, Location loc) {
  SmallVector<Value> values;
  registers.append(inlining.values, values);
  std::string problem = findProblem(block, values, /*isCopy=*/false);
  if (!problem.empty())
    return fail(loc, problem);
  if (block->getParent()->findAncestorBlockInRegion(
          *rewriter.getInsertionBlock()))
    return fail(loc, "inlines a block into itself");
  Operation *end = findEnd(block);
  SmallVector<Value> results;
  if (end)
    results = llvm::to_vector_of<Value>(end->getOperands());
  for (Value &operand : results)
    if (auto argument = dyn_cast<BlockArgument>(operand);
        argument && argument.getOwner() == block)
      operand = values[argument.getArgNumber()];
  registers.set(result, ValueRange(ArrayRef<Value>(results).copy(memory)));
  // A conversion keeps the arguments until it ends.
  if (!watcher)
    replaceArguments(block, values, inlining.usedLater);
  movePlaces(block, end);
  inlined.insert(block);
  if (failed(moveOperations(block, values)))
    return failure();
  if (!end)
    return success();
  if (watcher && failed(watcher->checkErasure(end)))
    return failure();
  rewriter.eraseOp(end);
  return success();
}

static std::string printCount(size_t number, StringRef thing) {
  return (Twine(number) + " " + thing + (number == 1 ? "" : "s")).str();
}

/// Whether values of type `to` may take the places of those of type `from` in
/// operations that a conversion has yet to rewrite.
bool RewriteRegions::mayReplace(Type from, Type to) const {
  return watcher &&
         (watcher->converts(from, to) || watcher->converts(to, from));
}

/// Why a block cannot be inlined with these values, or nothing.
std::string RewriteRegions::findProblem(Block *block, ArrayRef<Value> values,
                                        bool isCopy) const {
  if (!block->getParent()->hasOneBlock())
    return "inlines a block that is not the only one of its region";
  if (block->getNumArguments() != values.size())
    return "gives " + printCount(values.size(), "value") +
           " to a block that it inlines, which has " +
           printCount(block->getNumArguments(), "argument");
  for (BlockArgument argument : block->getArguments()) {
    Value value = values[argument.getArgNumber()];
    if (!value)
      return "inlines a block with a value that does not exist";
    if (!isCopy && value.getParentBlock() == block)
      return "inlines a block with a value from the block itself";
    if (argument.getType() == value.getType() ||
        (!isCopy && mayReplace(argument.getType(), value.getType())))
      continue;
    std::string problem;
    llvm::raw_string_ostream(problem)
        << "inlines a block whose argument " << argument.getArgNumber()
        << " is of type " << argument.getType()
        << ", but gives it a value of type " << value.getType();
    return problem;
  }
  Operation *end = findEnd(block);
  if (end && end->getNumSuccessors() != 0)
    return "inlines a block that ends in a branch";
  if (end && !end->use_empty())
    return "inlines a block whose last operation has results that are used";
  return {};
}

/// As `getEnd`, but passes over what a conversion has replaced and keeps until
/// it ends.
Operation *RewriteRegions::findEnd(Block *block) const {
  if (!watcher)
    return getEnd(block);
  for (Operation &op : llvm::reverse(*block))
    if (!current->isErased(&op))
      return mayEndBlock(&op) ? &op : nullptr;
  return nullptr;
}

LogicalResult RewriteRegions::moveOperations(Block *block,
                                             ArrayRef<Value> values) {
  if (watcher)
    return watcher->inlineBlock(rewriter, block, values);
  rewriter.modifyOpInPlace(block->getParentOp(), [&] {
    rewriter.inlineBlockBefore(block, rewriter.getInsertionBlock(),
                               rewriter.getInsertionPoint(), values);
  });
  return success();
}

/// Places in a block move with what is in it, without its end.
void RewriteRegions::movePlaces(Block *block, Operation *end) {
  Block *target = rewriter.getInsertionBlock();
  Block::iterator next = rewriter.getInsertionPoint();
  for (Place *place : places)
    if ((!place->next && place->block == block) ||
        (place->next && place->next == end))
      *place = {target, next == target->end() ? nullptr : &*next};
}

/// The arguments vanish with the block, so that the rest of the rewrite must
/// use what takes their places.
void RewriteRegions::replaceArguments(Block *block, ArrayRef<Value> values,
                                      ArrayRef<TypedRegister> used) {
  auto replaced = [&](Value value) {
    auto argument = dyn_cast_if_present<BlockArgument>(value);
    return argument && argument.getOwner() == block
               ? values[argument.getArgNumber()]
               : value;
  };
  for (TypedRegister typed : used) {
    if (!registers.has(typed))
      continue;
    if (typed.kind == PdllValue) {
      registers.set(typed.number, replaced(registers.getValue(typed.number)));
      continue;
    }
    SmallVector<Value> range =
        llvm::map_to_vector(registers.getValues(typed.number), replaced);
    registers.set(typed.number,
                  ValueRange(ArrayRef<Value>(range).copy(memory)));
  }
}
