// The operations that a rewrite of a conversion creates.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/CreatedOperations.h"
#include "conversion/TypePatterns.h"
#include "support/CopyScope.h"
#include "support/Traits.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pdll;

void CreationListener::notifyOperationInserted(
    Operation *op, OpBuilder::InsertPoint previous) {
  announced.insert(op);
  order.notifyInserted(op);
  // If there is a previous place, the operation was moved, not created.
  if (previous.isSet()) {
    moved.insert(op);
  } else {
    created.push_back(op);
    if (CopyScope::getActive() == CopyScope::Kind::Operations)
      copies.push_back(op);
    if (CopyScope::getActive() == CopyScope::Kind::Regions)
      for (Region &region : op->getRegions())
        addOldBlocks(region);
    addContents(op);
  }
  ForwardingListener::notifyOperationInserted(op, previous);
}

void CreationListener::notifyBlockInserted(Block *block, Region *previous,
                                           Region::iterator previousIt) {
  announcedBlocks.insert(block);
  order.notifyBlocksChanged();
  if (previous) {
    movedBlocks.insert(block);
    for (Operation &op : *block)
      moved.insert(&op);
  }
  ForwardingListener::notifyBlockInserted(block, previous, previousIt);
}

void CreationListener::addContents(Operation *op) {
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      if (movedBlocks.contains(&block))
        continue;
      if (!announcedBlocks.contains(&block))
        contentBlocks.insert(&block);
      for (Operation &nested : block) {
        if (moved.contains(&nested))
          continue;
        if (!announced.contains(&nested))
          contents.insert(&nested);
        addContents(&nested);
      }
    }
  }
}

SmallVector<Operation *> CreationListener::announceCopies() {
  announceContents();
  return std::move(copies);
}

void CreationListener::announceContents() {
  if (!contentBlocks.empty())
    for (Operation *op : created)
      announceContents(op);
}

/// The conversion takes back the last first: operations before their blocks,
/// and these before what is around them.
void CreationListener::announceContents(Operation *op) {
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      if (contentBlocks.erase(&block) && announcedBlocks.insert(&block).second)
        own->notifyBlockInserted(&block, nullptr, {});
      for (Operation &nested : block) {
        if (contents.erase(&nested) && announced.insert(&nested).second) {
          own->notifyOperationInserted(&nested, {});
          copies.push_back(&nested);
        }
        announceContents(&nested);
      }
    }
  }
}

/// The operation that this thread verifies.
static thread_local Operation *verified = nullptr;

void pdll::explainUnconverted(Diagnostic &diagnostic) {
  const TypePatterns *types = TypePatterns::getCurrent();
  const TypeConverter *converter = types ? types->getConverter() : nullptr;
  if (!verified || !converter ||
      diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return;
  for (auto [index, type] : llvm::enumerate(verified->getOperandTypes())) {
    if (converter->isLegal(type))
      continue;
    diagnostic.attachNote(verified->getLoc())
        << "operand " << index << " has the type " << type
        << ", which the conversion replaces; `convertValue` and "
           "`convertValues` return what takes the place of values";
    return;
  }
}

/// Verifies `op`. A terminator stands before the terminator that it replaces,
/// which the conversion erases when it is over.
static LogicalResult verify(RegisteredOperationName name, Operation *op) {
  llvm::SaveAndRestore scope(verified, op);
  Block *block = op->getBlock();
  Operation *next = op->getNextNode();
  if (!next || !isTerminator(name))
    return name.verifyInvariants(op);
  op->moveBefore(block, block->end());
  LogicalResult result = name.verifyInvariants(op);
  op->moveBefore(next);
  return result;
}

LogicalResult pdll::checkCreated(Operation *op) {
  for (Value operand : op->getOperands())
    if (!operand)
      return op->emitError("a pattern creates this operation with an operand "
                           "that does not exist");
  std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
  return name ? verify(*name, op) : success();
}
