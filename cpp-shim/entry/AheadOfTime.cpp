// Prepares patterns that are compiled into other programs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/Prepare.h"
#include "contract/Names.h"
#include "contract/PatternSet.h"
#include "contract/Strings.h"

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

bool pdllLowerAheadOfTime(MlirModule cModule, const PdllString *defined,
                          size_t numDefined) {
  ModuleOp module = unwrap(cModule);
  llvm::StringSet<> names;
  for (PdllString name : llvm::ArrayRef(defined, numDefined))
    names.insert(toStringRef(name));
  PDLPatternModule patterns{ModuleOp::create(module.getLoc())};
  moveContents(module, patterns.getModule());
  LogicalResult result =
      checkPatternsAheadOfTime(patterns, [&](StringRef name) {
        return names.contains(name) || isOwn(name);
      });
  moveContents(patterns.getModule(), module);
  return succeeded(result);
}
