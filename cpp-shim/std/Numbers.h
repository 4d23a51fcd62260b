// Numbers in attributes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_NUMBERS_H
#define PDLL_STD_NUMBERS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/APSInt.h"

#include <optional>

namespace pdll {

/// The number that an attribute stands for. Integers without a sign are signed,
/// but those of one bit are 0 and 1.
llvm::APSInt getNumber(mlir::IntegerAttr attribute);

/// The same, if it fits.
std::optional<int64_t> getInt64(mlir::IntegerAttr attribute);

/// An attribute for a number of any width, null if `type` does not have it.
mlir::IntegerAttr getIntegerAttr(mlir::Type type, const llvm::APSInt &number);

/// A number of its own, of 64 bits.
mlir::IntegerAttr getIntegerAttr(mlir::MLIRContext *context, int64_t number);

/// The number in `attribute`, or the one that a splat consists of; null if it
/// is neither.
mlir::Attribute getScalar(mlir::Attribute attribute);

/// Whether two numbers are the same, of whatever types; for other attributes,
/// whether they are equal. NaN is not equal to anything.
bool isSameNumber(mlir::Attribute lhs, mlir::Attribute rhs);

} // namespace pdll

#endif // PDLL_STD_NUMBERS_H
