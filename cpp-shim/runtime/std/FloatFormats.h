// Formats of floats: what each can represent.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_FLOATFORMATS_H
#define PDLL_STD_FLOATFORMATS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

namespace pdll {

/// The value in a format that can represent the values of every other format.
llvm::APFloat widen(llvm::APFloat value);

/// Some formats lack NaN, the sign or zero. LLVM cannot compute in such a
/// format if the result would be what it lacks.
bool isCompleteFormat(const llvm::fltSemantics &format);

/// The float in another type. Returns null if the type cannot represent it, or
/// if `isExact` is set and it would change, be it the sign of a zero or the
/// bits of a NaN.
mlir::FloatAttr convertFloat(const llvm::APFloat &number, mlir::FloatType type,
                             bool isExact);

} // namespace pdll

#endif // PDLL_STD_FLOATFORMATS_H
