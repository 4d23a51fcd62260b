// Headers that most files of the shim include, which the build script
// precompiles. Every file still includes what it uses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_PRECOMPILED_H
#define PDLL_SUPPORT_PRECOMPILED_H

// It must come before all headers of MLIR.
#include "pdll/TypeNames.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

#endif // PDLL_SUPPORT_PRECOMPILED_H
