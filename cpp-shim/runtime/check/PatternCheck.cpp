// Everything that is checked about patterns before the engine gets them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/PatternCheck.h"
#include "check/CreationCheck.h"
#include "check/GroupCheck.h"
#include "std/Library.h"

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

/// Whether an operation infers its result types is known only when its dialect
/// is loaded.
static void loadDialects(ModuleOp module) {
  module.walk([](pdl::OperationOp op) {
    if (std::optional<StringRef> name = op.getOpName())
      op.getContext()->getOrLoadDialect(name->split('.').first);
  });
  loadDialectsOfLibrary(module);
}

static LogicalResult checkIsOpen(pdl::RewriteOp rewrite) {
  if (!rewrite.getName())
    return success();
  return emitError(rewrite.getLoc(), "native rewrite `")
         << *rewrite.getName() << "` needs an argument, such as the root";
}

/// Checks the first created operation that is wrong.
static LogicalResult checkCreatedOperations(pdl::RewriteOp rewrite) {
  for (auto op : rewrite.getBody()->getOps<pdl::OperationOp>())
    if (failed(checkCreatedOperation(op)))
      return failure();
  return success();
}

static LogicalResult checkPattern(pdl::PatternOp pattern) {
  return success(succeeded(checkCreatedOperations(pattern.getRewriter())) &&
                 succeeded(checkGroups(pattern)));
}

LogicalResult pdll::checkPatterns(ModuleOp module, CheckInRust checkInRust) {
  if (failed(checkTopLevel(module)))
    return failure();
  loadDialects(module);
  for (auto pattern : module.getOps<pdl::PatternOp>())
    if (failed(checkIsOpen(pattern.getRewriter())))
      return failure();
  LogicalResult result = checkLibraryCalls(module);
  auto patterns = llvm::to_vector(module.getOps<pdl::PatternOp>());
  auto areSound = std::make_unique<bool[]>(patterns.size());
  MutableArrayRef<bool> sound(areSound.get(), patterns.size());
  llvm::fill(sound, true);
  checkInRust(module, sound);
  for (auto [pattern, isSound] : llvm::zip_equal(patterns, sound))
    if (!isSound || failed(checkPattern(pattern)))
      result = failure();
  return result;
}
