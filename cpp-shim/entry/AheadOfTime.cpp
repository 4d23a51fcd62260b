// Prepares patterns that are compiled into other programs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/Prepare.h"
#include "check/PatternCheck.h"
#include "contract/Names.h"
#include "contract/PatternSet.h"
#include "contract/Strings.h"
#include "factory/DefaultNatives.h"
#include "patterns/NativeRewrites.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace pdll;

static void moveContents(ModuleOp from, ModuleOp to) {
  Block &target = *to.getBody();
  target.getOperations().splice(target.end(), from.getBody()->getOperations());
}

/// Whether pdll reserves `name` for its own functions.
static bool isOwn(StringRef name) {
  return name.starts_with(PDLL_RESERVED_PREFIX) ||
         name.starts_with(PDLL_LIBRARY_PREFIX);
}

/// Checks the patterns and repairs them.
static LogicalResult prepare(ModuleOp module, const Natives *natives,
                             function_ref<bool(StringRef)> isDefined) {
  openNativeRewrites(module);
  if (failed(checkPatterns(module, natives, RunsIn::OtherProgram)))
    return failure();
  PDLPatternModule patterns{ModuleOp::create(module.getLoc())};
  moveContents(module, patterns.getModule());
  LogicalResult result = preparePatternsAheadOfTime(patterns, isDefined);
  moveContents(patterns.getModule(), module);
  return result;
}

bool pdllLowerAheadOfTime(MlirModule module, const PdllString *defined,
                          size_t numDefined) {
  llvm::StringSet<> names;
  for (PdllString name : llvm::ArrayRef(defined, numDefined))
    names.insert(toStringRef(name));
  return succeeded(
      prepare(unwrap(module), /*natives=*/nullptr, [&](StringRef name) {
        return names.contains(name) || isOwn(name);
      }));
}

bool pdllCheckAheadOfTime(MlirModule module, const PdllNatives *natives) {
  return succeeded(
      prepare(unwrap(module), natives, [](StringRef) { return true; }));
}
