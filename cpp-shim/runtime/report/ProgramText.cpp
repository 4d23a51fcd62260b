// The text of a program, kept up to date while patterns change it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ProgramText.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

ProgramText::ProgramText(Operation *root, ValueNames &names,
                         RepeatedVerifier &verifier)
    : root(root), names(names), verifier(verifier) {
  reset();
}

void ProgramText::reset() {
  changed.clear();
  changedBlocks.clear();
  operations.clear();
  labels.clear();
  lines.clear();
  layOut(root, lines.end(), 0);
  lines.settle();
}

//===- Changes ------------------------------------------------------------===//

void ProgramText::addMoved(Operation *op) {
  op->walk([&](Operation *nested) {
    remove(nested);
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        remove(&block);
  });
  changed.insert(op);
}

void ProgramText::addErased(Operation *op) {
  remove(op);
  changed.remove(op);
}

void ProgramText::addInserted(Block *block) {
  remove(block);
  for (Operation &op : *block)
    addMoved(&op);
  changedBlocks.insert(block);
}

void ProgramText::addErased(Block *block) {
  remove(block);
  changedBlocks.remove(block);
}

void ProgramText::remove(Operation *op) {
  auto known = operations.find(op);
  if (known == operations.end())
    return;
  for (Position part : known->second.parts)
    lines.remove(part);
  operations.erase(known);
}

void ProgramText::remove(Block *block) {
  auto known = labels.find(block);
  if (known == labels.end())
    return;
  lines.remove(known->second);
  labels.erase(known);
}

ChangedLines::Hunks ProgramText::takeChanges() {
  for (Block *block : changedBlocks)
    update(block);
  for (Operation *op : changed)
    update(op);
  changedBlocks.clear();
  changed.clear();
  return lines.takeChanges();
}

void ProgramText::update(Block *block) {
  if (std::optional<Place> place = findPlace(block))
    layOut(block, *place);
}

/// Whether the text of the operation around `op` has a line for `op`.
static bool isPrinted(Operation *op, const OperationText::Gap &gap) {
  return gap.hasTerminators || op->getNextNode() ||
         !isTerminator(op->getName());
}

void ProgramText::update(Operation *op) {
  auto known = operations.find(op);
  if (known == operations.end()) {
    std::optional<Place> place = findPlace(op);
    if (place && isPrinted(op, place->gap))
      layOut(op, place->next, place->indent + 2);
    return;
  }
  OperationText text = printOperation(op, names, verifier);
  OperationLines &shown = known->second;
  if (text.parts.size() != shown.parts.size()) {
    addMoved(op);
    return update(op);
  }
  for (auto [line, part] : llvm::zip_equal(shown.parts, text.parts))
    lines.change(line, std::move(part));
  shown.gaps = std::move(text.gaps);
}

//===- Layout -------------------------------------------------------------===//

void ProgramText::layOut(Operation *op, Position next, unsigned indent) {
  OperationText text = printOperation(op, names, verifier);
  OperationLines added;
  for (auto [index, part] : llvm::enumerate(text.parts)) {
    added.parts.push_back(lines.insert(next, indent, std::move(part)));
    if (index == text.gaps.size())
      break;
    const Gap &gap = text.gaps[index];
    for (Block &block : *gap.region)
      layOut(&block, {gap, next, indent});
  }
  added.gaps = std::move(text.gaps);
  operations[op] = std::move(added);
}

void ProgramText::layOut(Block *block, const Place &place) {
  if (!block->isEntryBlock() ||
      (place.gap.hasArguments && block->getNumArguments() != 0))
    labels[block] =
        lines.insert(place.next, place.indent, printLabel(block, names));
  for (Operation &op : *block)
    if (!operations.contains(&op) && isPrinted(&op, place.gap))
      layOut(&op, place.next, place.indent + 2);
}

//===- Places -------------------------------------------------------------===//

std::optional<ProgramText::Position>
ProgramText::findLast(Operation *op) const {
  auto known = operations.find(op);
  if (known == operations.end())
    return std::nullopt;
  return known->second.parts.back();
}

std::optional<ProgramText::Position> ProgramText::findLast(Block *block) const {
  for (Operation &op : llvm::reverse(*block))
    if (std::optional<Position> last = findLast(&op))
      return last;
  auto label = labels.find(block);
  if (label == labels.end())
    return std::nullopt;
  return label->second;
}

/// The place at the start of `region`, unless `region` has no text yet.
std::optional<ProgramText::Place> ProgramText::findPlace(Region *region) {
  auto parent = operations.find(region->getParentOp());
  if (parent == operations.end())
    return std::nullopt;
  for (auto [part, gap] : llvm::zip(parent->second.parts, parent->second.gaps))
    if (gap.region == region)
      return Place{gap, lines.getNext(part), ChangedLines::getIndent(part)};
  return std::nullopt;
}

std::optional<ProgramText::Place> ProgramText::findPlace(Block *block) {
  std::optional<Place> place = findPlace(block->getParent());
  while (place && (block = block->getPrevNode())) {
    if (std::optional<Position> last = findLast(block)) {
      place->next = lines.getNext(*last);
      break;
    }
  }
  return place;
}

std::optional<ProgramText::Place> ProgramText::findPlace(Operation *op) {
  Block *block = op->getBlock();
  if (!block)
    return std::nullopt;
  std::optional<Place> place = findPlace(block->getParent());
  if (!place)
    return std::nullopt;
  while ((op = op->getPrevNode())) {
    if (std::optional<Position> last = findLast(op)) {
      place->next = lines.getNext(*last);
      return place;
    }
  }
  auto label = labels.find(block);
  if (label != labels.end())
    place->next = lines.getNext(label->second);
  else if (!block->isEntryBlock())
    return std::nullopt;
  return place;
}
