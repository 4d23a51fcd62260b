// Numbers in attributes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_NUMBERS_H
#define PDLL_STD_NUMBERS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/APSInt.h"

#include <optional>

namespace pdll {

/// The number in an attribute. Signless integers count as signed, except those
/// of one bit, which are 0 or 1.
llvm::APSInt getNumber(mlir::IntegerAttr attribute);

/// The number in an attribute, if it fits into 64 bits.
std::optional<int64_t> getInt64(mlir::IntegerAttr attribute);

/// An attribute for a number of any width, or null if `type` cannot represent
/// it.
mlir::IntegerAttr getIntegerAttr(mlir::Type type, const llvm::APSInt &number);

/// An attribute of type i64.
mlir::IntegerAttr getIntegerAttr(mlir::MLIRContext *context, int64_t number);

/// Makes the context keep small attributes of type i64, so that it need not
/// look them up each time. No other thread may use the context meanwhile.
void keepSmallIntegers(mlir::MLIRContext *context);

/// The number itself, the element of a splat, or null for any other attribute.
mlir::Attribute getScalar(mlir::Attribute attribute);

/// The integer or float as a number of `type`, which is an integer type, a
/// float type or `index`. Null if the type cannot represent it.
mlir::Attribute castNumber(mlir::Attribute number, mlir::Type type);

/// Whether two numbers are equal, whatever their types are; for other
/// attributes, whether the attributes are equal. NaN is not equal to anything.
bool isSameNumber(mlir::Attribute lhs, mlir::Attribute rhs);

} // namespace pdll

#endif // PDLL_STD_NUMBERS_H
