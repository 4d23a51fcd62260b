// Patterns that are compiled into other programs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/Prepare.h"
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

/// Whether `name` is of those that pdll takes for itself.
static bool isOwn(StringRef name) {
  return name.starts_with("<pdll ") || name.starts_with("pdll.");
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
