// Calls of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_NATIVECALL_H
#define PDLL_ENGINE_NATIVECALL_H

#include "engine/ConstraintMemo.h"

namespace pdll {

class Growth;

/// Whether a call is part of a match that must fail.
enum class Expected { Success, Failure };

/// Calls a function with arguments from registers, and puts its results into
/// registers. The elements of ranges are copied to `memory`. If the function
/// fails, or is expected to fail, its results do not exist. Returns whether it
/// did as expected. `growth` counts the results, and may be null.
mlir::LogicalResult callNative(const BoundCall &call, Registers &registers,
                               mlir::PatternRewriter &rewriter,
                               llvm::BumpPtrAllocator &memory, Growth *growth,
                               Expected expected);

/// Does the same for a direct constraint, the call of which has that number.
bool callDirect(const BoundCall &call, uint32_t number, Registers &registers,
                ConstraintMemo &memo, Growth *growth, Expected expected);

/// Copies the elements of a range, which exists, to `memory`, unless `growth`
/// finds that they are too many. Then the range does not exist any more.
void keepRange(Registers &registers, TypedRegister range,
               llvm::BumpPtrAllocator &memory, Growth *growth);

} // namespace pdll

#endif // PDLL_ENGINE_NATIVECALL_H
