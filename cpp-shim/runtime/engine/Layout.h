// How the operands or results of an operation are divided into groups.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_LAYOUT_H
#define PDLL_ENGINE_LAYOUT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace pdll {

#include "embedded/Layout.inc"

} // namespace pdll

#endif // PDLL_ENGINE_LAYOUT_H
