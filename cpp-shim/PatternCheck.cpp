// Checks of whole pattern sets.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PatternCheck.h"
#include "PatternGuards.h"
#include "Repetitions.h"
#include "ResultTypes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace pdll;

static LogicalResult checkTopLevel(ModuleOp module) {
  LogicalResult result = success();
  for (Operation &op : *module.getBody()) {
    if (!isa<pdl::PatternOp>(op))
      result = emitError(op.getLoc(),
                         "expected only `pdl.pattern` operations in a set "
                         "of patterns, but found `")
               << op.getName() << "`";
  }
  return result;
}

/// The run time asks an operation name whether it infers its result types, and
/// only a loaded dialect can answer.
static void loadDialects(ModuleOp module) {
  module.walk([](pdl::OperationOp op) {
    if (std::optional<StringRef> name = op.getOpName())
      op.getContext()->getOrLoadDialect(name->split('.').first);
  });
}

static LogicalResult reportUnregistered(Operation *op, StringRef kind,
                                        StringRef name, size_t numArguments) {
  return emitError(op->getLoc(), "native ")
         << kind << " `" << name << "` with " << numArguments
         << (numArguments == 1 ? " argument" : " arguments")
         << " is not registered";
}

/// For a name that it does not know, the run time would call any other function
/// instead.
static LogicalResult checkNatives(PDLPatternModule &patterns) {
  LogicalResult result = success();
  patterns.getModule().walk([&](Operation *op) {
    if (auto constraint = dyn_cast<pdl::ApplyNativeConstraintOp>(op)) {
      if (!patterns.getConstraintFunctions().contains(constraint.getName()))
        result = reportUnregistered(op, "constraint", constraint.getName(),
                                    constraint.getArgs().size());
    } else if (auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op)) {
      if (!patterns.getRewriteFunctions().contains(call.getName()))
        result = reportUnregistered(op, "rewrite", call.getName(),
                                    call.getArgs().size());
    } else if (auto rewrite = dyn_cast<pdl::RewriteOp>(op)) {
      std::optional<StringRef> name = rewrite.getName();
      if (name && !patterns.getRewriteFunctions().contains(*name))
        result = reportUnregistered(op, "rewrite", *name, op->getNumOperands());
    }
  });
  return result;
}

/// The bytecode counts names, attributes and types in 16 bits, and wraps
/// silently. The bound counts names twice, since the name of an operation can
/// appear both as a name and as an attribute, and leaves some room.
static LogicalResult checkCapacity(ModuleOp module) {
  constexpr size_t limit = 60000;
  DenseSet<const void *> entries;
  size_t numPatterns = 0;
  module.walk([&](Operation *op) {
    numPatterns += isa<pdl::PatternOp>(op);
    if (auto operation = dyn_cast<pdl::OperationOp>(op)) {
      entries.insert(operation.getOpNameAttr().getAsOpaquePointer());
      for (Attribute name : operation.getAttributeValueNames())
        entries.insert(name.getAsOpaquePointer());
    } else if (auto attribute = dyn_cast<pdl::AttributeOp>(op)) {
      entries.insert(attribute.getValueAttr().getAsOpaquePointer());
    } else if (auto type = dyn_cast<pdl::TypeOp>(op)) {
      entries.insert(type.getConstantTypeAttr().getAsOpaquePointer());
    } else if (auto types = dyn_cast<pdl::TypesOp>(op)) {
      entries.insert(types.getConstantTypesAttr().getAsOpaquePointer());
    }
  });
  if (entries.size() + numPatterns <= limit)
    return success();
  return emitError(module.getLoc(), "one set of patterns can hold ")
         << limit
         << " patterns and different operation names, attributes and types "
            "together, but this one has "
         << entries.size() + numPatterns << "; apply it in several parts";
}

LogicalResult pdll::checkPatterns(PDLPatternModule &patterns) {
  ModuleOp module = patterns.getModule();
  if (failed(checkTopLevel(module)))
    return failure();
  loadDialects(module);

  LogicalResult result = checkNatives(patterns);
  for (auto pattern : module.getOps<pdl::PatternOp>()) {
    SmallVector<pdl::OperationOp> erased;
    if (failed(checkMatch(pattern)) ||
        failed(checkRewrite(pattern.getRewriter(), erased)))
      result = failure();
    if (failed(result))
      continue;
    moveErasuresBack(pattern.getRewriter());
    if (failed(checkRanges(pattern.getRewriter()))) {
      result = failure();
      continue;
    }
    requireEqualRepetitions(pattern);
    requireDistinct(pattern, erased);
    requireSurvival(pattern);
    requireFittingAttributes(pattern);
    inferResultTypesSafely(pattern.getRewriter());
  }
  if (failed(result) || failed(checkCapacity(module)))
    return failure();

  registerPatternGuards(patterns);
  registerRepetitions(patterns);
  registerResultTypeInference(patterns);
  // PDL's own verifier says more once the dialects are loaded.
  return verify(module);
}
