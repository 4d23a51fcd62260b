// Executes a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/RewriteRun.h"
#include "engine/CreateOperation.h"
#include "engine/MissingParts.h"
#include "engine/NativeCall.h"
#include "patterns/RewriteWatcher.h"
#include "support/Versions.h"

using namespace mlir;
using namespace pdll;

LogicalResult RewriteRun::run(const PdllInstruction &begin, Operation *op) {
  return verified && current->replacesRoots() &&
                 program.rewrites[begin.b].onlyReplacesRoot
             ? runAtOnce(begin, op)
             : runStepByStep(begin, op);
}

LogicalResult RewriteRun::runStepByStep(const PdllInstruction &begin,
                                        Operation *op) {
  rewriter.setInsertionPoint(op);
  matched = program.rewrites[begin.b].matched;
  ofRoot = op->getLoc();
  return watcher ? runWatched(begin) : runInstructions(begin);
}

static bool isReplacement(const PdllInstruction &instruction) {
  return instruction.opcode == PdllReplaceByOperation ||
         instruction.opcode == PdllReplaceByValues;
}

/// Lets the run make all changes, which takes one call.
LogicalResult RewriteRun::runAtOnce(const PdllInstruction &begin,
                                    Operation *op) {
  rewriter.setInsertionPoint(op);
  matched = program.rewrites[begin.b].matched;
  isDetached = true;
  LogicalResult result = success();
  const PdllInstruction *next = &begin + 1;
  for (; succeeded(result) && !isReplacement(*next); ++next)
    result = execute(*next);
  if (isDetached && succeeded(result) && replaceRoot(*next, op)) {
    if (LLVM_UNLIKELY(!unverified.empty()))
      rememberVerified(begin);
    rewriter.clearInsertionPoint();
    return success();
  }
  if (isDetached)
    insertDetached();
  return succeeded(result) ? execute(*next) : failure();
}

/// Lets the run replace `op`, unless that must be done step by step.
bool RewriteRun::replaceRoot(const PdllInstruction &replacement,
                             Operation *op) {
  if (registers.getOperation(replacement.a) != op)
    return false;
  SmallVector<Value, 4> values;
  if (replacement.opcode == PdllReplaceByValues) {
    registers.append(program.lists[replacement.b], values);
  } else {
    Operation *by = registers.getOperation(replacement.b);
    if (!by)
      return false;
    for (unsigned index = 0; index < by->getNumResults(); ++index)
      values.push_back(by->getResult(index));
  }
  return current->replaceRoot(op, detached, values, unverified);
}

/// Whether `op` must be verified, which that creation has just made.
bool RewriteRun::mustVerify(uint32_t number, Operation *op) const {
  const BoundCreation &creation = program.creations[number];
  switch (creation.verification) {
  case Verification::Never:
    return false;
  case Verification::Remembered:
    return creation.infers ||
           !verified->contains(number, creation, op, registers);
  case Verification::Always:
    return true;
  }
  llvm_unreachable("these are all");
}

/// The operations of the rewrite from `begin` on are in the program, and the run
/// has verified them.
void RewriteRun::rememberVerified(const PdllInstruction &begin) {
  if (current->hasFailed())
    return;
  for (const PdllInstruction *next = &begin + 1; !isReplacement(*next);
       ++next) {
    if (next->opcode != PdllCreate)
      continue;
    const BoundCreation &creation = program.creations[next->b];
    if (creation.verification == Verification::Remembered)
      verified->add(next->b, creation, registers.getOperation(next->a),
                    registers);
  }
}

void RewriteRun::insertDetached() {
  isDetached = false;
  for (Operation *op : detached)
    rewriter.insert(op);
}

LogicalResult RewriteRun::runWatched(const PdllInstruction &begin) {
  watcher->beginRewrite(rewriter);
  LogicalResult result = success(succeeded(watcher->checkMatch()) &&
                                 succeeded(runInstructions(begin)) &&
                                 succeeded(watcher->checkEnd()));
  watcher->endRewrite(rewriter);
  return result;
}

LogicalResult RewriteRun::runInstructions(const PdllInstruction &begin) {
  for (const PdllInstruction *next = &begin + 1; next->opcode != PdllEndRewrite;
       ++next)
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

/// Whether the operation is so large that it must be counted at once.
static bool isLarge(Operation *op) {
  return op->getNumOperands() > 1000 || op->getNumResults() > 1000;
}

LogicalResult RewriteRun::create(const PdllInstruction &creation) {
  if (LLVM_UNLIKELY(!program.creations[creation.b].given.empty()))
    return createWithRegions(creation);
  std::optional<TypeRange> known = getInferredTypes(creation.b);
  Operation *op =
      createOperation(program.creations[creation.b], registers, getLocation(),
                      rewriter, program.inference, /*given=*/{}, known);
  registers.set(creation.a, op);
  if (!isDetached) {
    rewriter.insert(op);
    return checkGrowth();
  }
  detached.push_back(op);
  if (!known && mustVerify(creation.b, op))
    unverified.push_back(op);
  if (LLVM_LIKELY(!isLarge(op)))
    return success();
  insertDetached();
  return checkGrowth();
}

/// What that creation infers, if it is known, which makes its operation valid.
std::optional<TypeRange> RewriteRun::getInferredTypes(uint32_t number) const {
  const BoundCreation &creation = program.creations[number];
  if (!isDetached || !creation.infers)
    return std::nullopt;
  return verified->findTypes(number, creation, registers);
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

Location RewriteRun::fuseLocations() {
  SmallVector<Location> locations;
  for (uint32_t number : matched)
    locations.push_back(registers.getOperation(number)->getLoc());
  return rewriter.getFusedLoc(locations);
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
