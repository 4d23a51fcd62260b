// Native functions that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/Builtin.h"
#include "contract/Names.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pdll;

#include "embedded/Guards.inc"

void pdll::addBuiltinNatives(Natives &natives) {
  // It has no signature because its arguments may be of several kinds.
  llvm::cantFail(natives.add(PdllNativeRewrite, PDLL_FN_SEGMENT_SIZES,
                             {std::nullopt, getSegmentSizes, ""}));
  llvm::cantFail(natives.add(PdllNativeRewrite, PDLL_FN_BOUND_TYPES,
                             {std::nullopt, getBoundTypes, ""}));
  natives.addOwn(PdllNativeConstraint, PDLL_FN_TYPE_OF, "(Value) -> Type",
                 getTypeOf);
  natives.addOwn(PdllNativeConstraint, PDLL_FN_TYPES_OF,
                 "(ValueRange) -> TypeRange", getTypesOf);
}
