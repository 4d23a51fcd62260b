// What bodies of native functions can ask of blocks and regions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evaluator/Functions.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace pdll;

#define PLACE_METHOD(CLASS, NAME)                                              \
  functions.add(#CLASS "." #NAME, [](CLASS *self) { return self->NAME(); })

static void addBlocks(CodeFunctions &functions) {
  PLACE_METHOD(Block, getParentOp);
  PLACE_METHOD(Block, getParent);
  PLACE_METHOD(Block, isEntryBlock);
  PLACE_METHOD(Block, empty);
  PLACE_METHOD(Block, getNumArguments);
  PLACE_METHOD(Block, getNumSuccessors);
  PLACE_METHOD(Block, mightHaveTerminator);
  PLACE_METHOD(Block, hasNoPredecessors);
  functions.add("Block.getArguments", [](Block *self) {
    return SmallVector<Value>(self->getArguments());
  });
  functions.add("Block.getArgument",
                [](Block *self, unsigned index) -> std::optional<Value> {
                  if (index >= self->getNumArguments())
                    return std::nullopt;
                  return self->getArgument(index);
                });
  functions.add("Block.getTerminator",
                [](Block *self) -> std::optional<Operation *> {
                  if (!self->mightHaveTerminator())
                    return std::nullopt;
                  return self->getTerminator();
                });
}

static void addRegions(CodeFunctions &functions) {
  PLACE_METHOD(Region, getParentOp);
  PLACE_METHOD(Region, empty);
  PLACE_METHOD(Region, hasOneBlock);
  PLACE_METHOD(Region, getRegionNumber);
  functions.add("Region.front", [](Region *self) -> std::optional<Block *> {
    if (self->empty())
      return std::nullopt;
    return &self->front();
  });
  functions.add("Region.isAncestor",
                [](Region *self, Region *other) {
                  return self->isAncestor(other);
                });
}

void pdll::addPlaceFunctions(CodeFunctions &functions) {
  addBlocks(functions);
  addRegions(functions);
  functions.add("Value.getParentBlock",
                [](Value self) { return self.getParentBlock(); });
  functions.add("Value.getParentRegion",
                [](Value self) { return self.getParentRegion(); });
  functions.add("Operation.getBlock",
                [](Operation *op) { return op->getBlock(); });
  functions.add("Operation.getParentRegion",
                [](Operation *op) { return op->getParentRegion(); });
  functions.add("Operation.getRegion",
                [](Operation *op, unsigned index) -> std::optional<Region *> {
                  if (index >= op->getNumRegions())
                    return std::nullopt;
                  return &op->getRegion(index);
                });
  functions.add("Operation.isBeforeInBlock",
                [](Operation *op, Operation *other) -> std::optional<bool> {
                  if (!op->getBlock() || op->getBlock() != other->getBlock())
                    return std::nullopt;
                  return op->isBeforeInBlock(other);
                });
  functions.add("Operation.isAncestor", [](Operation *op, Operation *other) {
    return op->isAncestor(other);
  });
  functions.add("Operation.isProperAncestor",
                [](Operation *op, Operation *other) {
                  return op->isProperAncestor(other);
                });
}
