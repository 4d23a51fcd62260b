// Executes rewrites that replace the root and do nothing else.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/RootReplacement.h"
#include "engine/CreateOperation.h"
#include "engine/RewriteRun.h"

using namespace mlir;
using namespace pdll;

static bool isReplacement(const PdllInstruction &instruction) {
  return instruction.opcode == PdllReplaceByOperation ||
         instruction.opcode == PdllReplaceByValues;
}

/// Most rewrites create first and then replace.
LogicalResult RootReplacement::run(const PdllInstruction &begin,
                                   Operation *root,
                                   PatternRewriter &rewriter) {
  created.clear();
  unverified.clear();
  ArrayRef<uint32_t> matched = program.rewrites[begin.b].matched;
  Location loc = LLVM_LIKELY(matched.size() <= 1)
                     ? root->getLoc()
                     : fuseLocations(matched, registers, rewriter);
  const PdllInstruction *next = &begin + 1;
  bool isUsual = true;
  while (isUsual && next->opcode == PdllCreate)
    isUsual = create(*next++, loc, root, rewriter);
  if (LLVM_LIKELY(isUsual && isReplacement(*next)) && replace(*next, root)) {
    finish(begin);
    return success();
  }
  return goOn(begin, next, isUsual, loc, root, rewriter);
}

/// Executes the rewrite at `begin` from `next` on. Unless all was usual so far,
/// what was created is inserted, and the rewriter makes all changes.
LogicalResult RootReplacement::goOn(const PdllInstruction &begin,
                                    const PdllInstruction *next, bool isUsual,
                                    Location loc, Operation *root,
                                    PatternRewriter &rewriter) {
  RewriteRun steps(program, match, rewriter, begin, root);
  LogicalResult result = success();
  for (; isUsual && !isReplacement(*next); ++next) {
    if (next->opcode == PdllCreate)
      isUsual = create(*next, loc, root, rewriter);
    else
      isUsual = succeeded(result = steps.execute(*next));
  }
  if (isUsual && replace(*next, root)) {
    finish(begin);
    rewriter.clearInsertionPoint();
    return success();
  }
  LogicalResult inserted = steps.insert(created);
  return succeeded(result) && succeeded(inserted) ? steps.runFrom(next)
                                                  : failure();
}

/// Whether `op` has all its operands, and is not so large that it must be
/// counted at once.
static bool canWait(Operation *op) {
  constexpr unsigned maxParts = 1000;
  return op->getNumOperands() <= maxParts && op->getNumResults() <= maxParts &&
         llvm::all_of(op->getOperands(), [](Value value) { return !!value; });
}

/// Returns whether the operation is a usual one.
LLVM_ATTRIBUTE_ALWAYS_INLINE
bool RootReplacement::create(const PdllInstruction &instruction, Location loc,
                             Operation *root, PatternRewriter &rewriter) {
  const BoundCreation &creation = program.creations[instruction.b];
  std::optional<ArrayRef<Type>> inferred;
  if (creation.infers)
    inferred = verified.findTypes(creation, registers);
  bool isUsual = true;
  Operation *op = nullptr;
  if (LLVM_LIKELY(creation.isSimple))
    op = createSimpleOperation(creation, registers, loc, inferred, parts);
  if (LLVM_UNLIKELY(!op)) {
    OpBuilder::InsertionGuard restore(rewriter);
    rewriter.setInsertionPoint(root);
    op = createOperation(creation, registers, loc, rewriter, program.inference,
                         /*given=*/{}, inferred);
    isUsual = canWait(op);
  }
  registers.set(instruction.a, op);
  created.push_back(op);
  if (creation.verification != Verification::Never && !inferred &&
      mustVerify(creation, op))
    unverified.push_back(op);
  return isUsual;
}

/// Whether `op` must be verified, which that creation has just made, and which
/// may be invalid.
bool RootReplacement::mustVerify(const BoundCreation &creation,
                                 Operation *op) {
  return creation.verification == Verification::Always || creation.infers ||
         !verified.contains(creation, op, registers);
}

/// Lets the run replace `root`, unless that must be done step by step.
LLVM_ATTRIBUTE_ALWAYS_INLINE
bool RootReplacement::replace(const PdllInstruction &replacement,
                              Operation *root) {
  if (registers.getOperation(replacement.a) != root)
    return false;
  values.clear();
  if (replacement.opcode == PdllReplaceByValues) {
    registers.append(program.lists[replacement.b], values);
  } else {
    Operation *by = registers.getOperation(replacement.b);
    if (!by)
      return false;
    for (unsigned index = 0; index < by->getNumResults(); ++index)
      values.push_back(by->getResult(index));
  }
  return current.replaceRoot(root, created, values, unverified);
}

/// The root has been replaced.
void RootReplacement::finish(const PdllInstruction &begin) {
  if (LLVM_UNLIKELY(!unverified.empty()) && !current.hasFailed())
    rememberVerified(begin);
}

/// The run has verified what the rewrite at `begin` has created.
void RootReplacement::rememberVerified(const PdllInstruction &begin) {
  for (const PdllInstruction *next = &begin + 1; !isReplacement(*next);
       ++next) {
    if (next->opcode != PdllCreate)
      continue;
    const BoundCreation &creation = program.creations[next->b];
    if (creation.verification == Verification::Remembered)
      verified.add(creation, registers.getOperation(next->a), registers);
  }
}
