// Sets of patterns for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Strings.h"
#include "factory/CreatePatternSet.h"
#include "factory/DefaultNatives.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"

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
  PatternFilter selected;
  if (filter)
    selected = {toStringRefs(filter->enabled, filter->numEnabled),
                toStringRefs(filter->disabled, filter->numDisabled)};
  return createPatternSet(unwrap(module), *natives, selected, use).release();
}

void pdllPatternSetDestroy(PdllPatternSet *patterns) { delete patterns; }
