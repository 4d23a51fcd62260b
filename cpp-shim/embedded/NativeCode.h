// The declarations that C++ code in pattern files is compiled with, after those
// of pdll/NativeRegistry.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EMBEDDED_NATIVECODE_H
#define PDLL_EMBEDDED_NATIVECODE_H

#include "pdll/NativeRegistry.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pdll {

#include "embedded/Returned.inc"

} // namespace pdll

using namespace mlir;

#endif // PDLL_EMBEDDED_NATIVECODE_H
