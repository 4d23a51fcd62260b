// Native functions that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/Builtin.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pdll;

#include "embedded/Guards.inc"

void pdll::addBuiltinNatives(Natives &natives) {
  // Its arguments may be of several kinds.
  llvm::cantFail(natives.add(PdllNativeRewrite, "pdll.segment_sizes",
                             {std::nullopt, getSegmentSizes, ""}));
  natives.addOwn(PdllNativeConstraint, "pdll.type_of", "(Value) -> Type",
                 getTypeOf);
  natives.addOwn(PdllNativeConstraint, "pdll.types_of",
                 "(ValueRange) -> TypeRange", getTypesOf);
}
