// Executes a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/RewriteRun.h"
#include "engine/CreateOperation.h"
#include "engine/MissingParts.h"
#include "engine/NativeCall.h"
#include "patterns/RewriteWatcher.h"

using namespace mlir;
using namespace pdll;

LogicalResult RewriteRun::runWatched() {
  watcher->beginRewrite(rewriter);
  LogicalResult result = success(succeeded(watcher->checkMatch()) &&
                                 succeeded(runFrom(first)) &&
                                 succeeded(watcher->checkEnd()));
  watcher->endRewrite(rewriter);
  return result;
}

LogicalResult RewriteRun::runFrom(const PdllInstruction *next) {
  for (; next->opcode != PdllEndRewrite; ++next)
    if (failed(execute(*next)))
      return failure();
  return regions ? regions->checkTaken(getLocation()) : success();
}

LogicalResult RewriteRun::execute(const PdllInstruction &instruction) {
  switch (static_cast<PdllOpcode>(instruction.opcode)) {
  case PdllLoadRest:
  case PdllLoadType:
  case PdllLoadTypes:
  case PdllLoadConstant:
  case PdllLoadArgument:
  case PdllLoadArguments:
    load(instruction);
    return success();
  case PdllKeepRange:
    keep(instruction);
    return checkGrowth();
  case PdllTakeResult:
    return takeResult(instruction);
  case PdllTakeGroup:
    return takeGroup(instruction);
  case PdllMakeRange:
    makeRange(instruction);
    return checkGrowth();
  case PdllCreate:
    return create(instruction);
  case PdllNewRegion:
    getRegions().addRegion(instruction);
    return success();
  case PdllNewBlock:
    getRegions().addBlock(instruction, getLocation());
    return checkGrowth();
  case PdllCopyRegion:
    if (failed(getRegions().copyRegion(instruction, getLocation())))
      return failure();
    return checkGrowth();
  case PdllTakePlace:
    getRegions().takePlace(instruction);
    return success();
  case PdllInsert:
    return getRegions().insert(instruction, getLocation());
  case PdllInline:
    if (failed(getRegions().inlineBlock(instruction, getLocation())))
      return failure();
    return checkGrowth();
  case PdllCallRewrite:
    return call(instruction);
  case PdllReplaceByOperation:
    return replaceByOperation(instruction);
  case PdllReplaceByValues:
    return replaceByValues(instruction);
  case PdllErase:
    return erase(instruction);
  default:
    llvm_unreachable("a rewrite has no such instruction");
  }
}

/// Loads something that need not exist.
void RewriteRun::load(const PdllInstruction &instruction) {
  Loads loads(program, registers);
  uint32_t target = instruction.a;
  switch (static_cast<PdllOpcode>(instruction.opcode)) {
  case PdllLoadRest:
    if (!loads.loadRest(instruction))
      registers.setMissing({PdllValueRange, target});
    break;
  case PdllLoadType:
    if (!loads.loadType(instruction))
      registers.setMissing({PdllType, target});
    break;
  case PdllLoadTypes:
    if (!loads.loadTypes(instruction))
      registers.setMissing({PdllTypeRange, target});
    break;
  case PdllLoadArgument:
    (void)loads.loadArgument(instruction);
    break;
  case PdllLoadArguments:
    (void)loads.loadArguments(instruction);
    break;
  default:
    (void)loads.loadConstant(instruction);
    break;
  }
}

//===- Values -------------------------------------------------------------===//

void RewriteRun::keep(const PdllInstruction &instruction) {
  TypedRegister range{static_cast<PdllKind>(instruction.kind), instruction.a};
  if (registers.has(range))
    keepRange(registers, range, memory, growth);
}

LogicalResult RewriteRun::takeResult(const PdllInstruction &take) {
  const BoundResult &result = program.results[take.c];
  Operation *op = registers.getOperation(take.b);
  if (op && result.index < op->getNumResults()) {
    registers.set(take.a, op->getResult(result.index));
    return success();
  }
  return replaceMissing({MissingPart::Result, op, result.index, result.place},
                        {PdllValue, take.a}, registers, rewriter);
}

LogicalResult RewriteRun::takeGroup(const PdllInstruction &take) {
  const BoundGroup &group = program.groups[take.c];
  auto kind = static_cast<PdllKind>(take.kind);
  Operation *op = registers.getOperation(take.b);
  std::optional<GroupPlace> slice;
  if (op)
    slice = group.layout->find(op, group.index);
  if (slice && kind == PdllValueRange) {
    registers.set(
        take.a, ValueRange(op->getResults().slice(slice->start, slice->size)));
    return success();
  }
  if (slice && slice->size == 1) {
    registers.set(take.a, op->getResult(slice->start));
    return success();
  }
  return replaceMissing({MissingPart::Group, op, group.index, group.place},
                        {kind, take.a}, registers, rewriter);
}

/// The number of elements of all parts.
static size_t getLength(ArrayRef<TypedRegister> parts,
                        const Registers &registers) {
  size_t length = 0;
  for (TypedRegister part : parts) {
    if (!Registers::isRange(part.kind))
      ++length;
    else if (registers.has(part))
      length += registers.getLength(part.number);
  }
  return length;
}

void RewriteRun::makeRange(const PdllInstruction &make) {
  ArrayRef<TypedRegister> parts = program.lists[make.b];
  size_t length = getLength(parts, registers);
  if (growth && !growth->addRange(getNumBytes(memory), length))
    return registers.setMissing({static_cast<PdllKind>(make.kind), make.a});
  if (make.kind == PdllValueRange) {
    SmallVector<Value> values;
    registers.append(parts, values);
    registers.set(make.a, ValueRange(ArrayRef<Value>(values).copy(memory)));
    return;
  }
  SmallVector<Type> types;
  registers.append(parts, types);
  registers.set(make.a, TypeRange(ArrayRef<Type>(types).copy(memory)));
}

//===- Creation -----------------------------------------------------------===//

LogicalResult RewriteRun::create(const PdllInstruction &instruction) {
  const BoundCreation &creation = program.creations[instruction.b];
  if (LLVM_UNLIKELY(!creation.given.empty()))
    return createWithRegions(instruction);
  Operation *op = createOperation(creation, registers, getLocation(), rewriter,
                                  program.inference);
  registers.set(instruction.a, op);
  return insert(op);
}

LogicalResult RewriteRun::insert(ArrayRef<Operation *> created) {
  for (Operation *op : created)
    rewriter.insert(op);
  return checkGrowth();
}

Location pdll::fuseLocations(ArrayRef<uint32_t> matched,
                             const Registers &registers, Builder &builder) {
  SmallVector<Location> locations;
  for (uint32_t number : matched)
    locations.push_back(registers.getOperation(number)->getLoc());
  return builder.getFusedLoc(locations);
}

LogicalResult
RewriteRun::createWithRegions(const PdllInstruction &instruction) {
  const BoundCreation &creation = program.creations[instruction.b];
  if (failed(getRegions().prepare(creation, getLocation())))
    return failure();
  Operation *op =
      createOperation(creation, registers, getLocation(), rewriter,
                      program.inference, getRegions().getGiven(creation));
  registers.set(instruction.a, op);
  getRegions().insertWithRegions(op, creation);
  return checkGrowth();
}

LogicalResult RewriteRun::call(const PdllInstruction &call) {
  LogicalResult result =
      callNative(program.calls[call.a], registers, rewriter, memory, growth,
                 Expected::Success);
  return succeeded(result) ? checkGrowth() : failure();
}

/// Patterns that make too much grow must stop at once, unlike those that make
/// something wrong: the rest of the rewrite may take all memory.
LogicalResult RewriteRun::checkGrowth() {
  if (LLVM_LIKELY(!growth || !growth->isExceeded()))
    return success();
  InFlightDiagnostic error = growth->report(getLocation());
  CurrentRun::failCurrent(error);
  return watcher ? watcher->checkMatch() : failure();
}

//===- Replacement and erasure --------------------------------------------===//

LogicalResult
RewriteRun::replaceByOperation(const PdllInstruction &replacement) {
  Operation *op = registers.getOperation(replacement.a);
  Operation *by = registers.getOperation(replacement.b);
  if (watcher || !by)
    return by ? replace(op, by->getResults()) : replace(op, Value());
  rewriter.replaceOp(op, by);
  return success();
}

LogicalResult RewriteRun::replaceByValues(const PdllInstruction &replacement) {
  SmallVector<Value, 4> values;
  registers.append(program.lists[replacement.b], values);
  return replace(registers.getOperation(replacement.a), values);
}

LogicalResult RewriteRun::replace(Operation *op, ValueRange values) {
  if (watcher)
    return watcher->replace(rewriter, op, llvm::to_vector(values));
  rewriter.replaceOp(op, values);
  return success();
}

LogicalResult RewriteRun::erase(const PdllInstruction &erasure) {
  Operation *op = registers.getOperation(erasure.a);
  if (watcher && failed(watcher->checkErasure(op)))
    return failure();
  rewriter.eraseOp(op);
  return success();
}
