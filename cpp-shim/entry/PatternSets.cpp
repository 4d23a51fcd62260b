// From pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/FreezePatterns.h"
#include "bytecode/Prepare.h"
#include "contract/PatternSet.h"
#include "contract/Strings.h"
#include "factory/DefaultNatives.h"
#include "patterns/Filter.h"
#include "patterns/PatternSet.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace pdll;

static SmallVector<StringRef> toStringRefs(const PdllString *strings,
                                           size_t count) {
  return llvm::map_to_vector(llvm::ArrayRef(strings, count), toStringRef);
}

PdllPatternSet *pdllPatternSetCreate(MlirModule module,
                                     const PdllNatives *natives,
                                     const PdllPatternFilter *filter,
                                     PdllPatternUse use) {
  PDLPatternModule patterns{OwningOpRef<ModuleOp>(unwrap(module))};
  if (filter && failed(filterPatterns(
                    patterns.getModule(),
                    toStringRefs(filter->enabled, filter->numEnabled),
                    toStringRefs(filter->disabled, filter->numDisabled))))
    return nullptr;
  if (failed(checkPatterns(patterns, *natives)))
    return nullptr;
  return freezePatterns(std::move(patterns), use).release();
}

void pdllPatternSetDestroy(PdllPatternSet *patterns) { delete patterns; }
