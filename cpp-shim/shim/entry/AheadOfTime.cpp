// Prepares patterns that are compiled into other programs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/Contradictions.h"
#include "check/NativeCheck.h"
#include "check/PatternCheck.h"
#include "contract/Names.h"
#include "contract/PatternSet.h"
#include "contract/Strings.h"
#include "factory/CreatePatternSet.h"
#include "factory/DefaultNatives.h"
#include "lowering/RepairPatterns.h"
#include "patterns/NativeRewrites.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace pdll;

/// Whether pdll reserves `name` for its own functions.
static bool isOwn(StringRef name) {
  return name.starts_with(PDLL_RESERVED_PREFIX) ||
         name.starts_with(PDLL_LIBRARY_PREFIX);
}

bool pdllLowerAheadOfTime(MlirModule module, const PdllString *defined,
                          size_t numDefined) {
  llvm::StringSet<> names;
  for (PdllString name : llvm::ArrayRef(defined, numDefined))
    names.insert(toStringRef(name));
  ModuleOp checked = unwrap(module);
  openNativeRewrites(checked);
  if (failed(checkPatterns(checked, /*natives=*/nullptr, RunsIn::OtherProgram)))
    return false;
  return succeeded(repairPatterns(checked, [&](StringRef name) {
    return names.contains(name) || isOwn(name);
  }));
}

bool pdllCheckForElsewhere(MlirModule module) {
  return succeeded(prepareForElsewhere(unwrap(module)));
}

void pdllWarnOfContradictedRules(MlirModule module) {
  for (auto pattern : unwrap(module).getOps<pdl::PatternOp>())
    warnIfRuleIsContradicted(pattern);
}

bool pdllCheckNatives(MlirModule module, const PdllNatives *natives) {
  return succeeded(checkNatives(unwrap(module), *natives));
}
