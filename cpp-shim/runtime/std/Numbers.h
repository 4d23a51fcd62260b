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
/// of one bit, which are 0 or 1. The number without bits is 0, of one bit.
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

/// Whether an attribute is an integer of the type `i64`, as plain numbers in
/// pattern files, counts and sizes are.
bool isPlainNumber(mlir::Attribute attribute);

/// The result of a function of two integers, in the type of both. An `i64`, such
/// as a plain number in a pattern file, gives way to any other type. Null if the
/// types differ otherwise, if the type cannot represent the result, or if there
/// is none.
mlir::IntegerAttr addIntegers(mlir::IntegerAttr lhs, mlir::IntegerAttr rhs);
mlir::IntegerAttr subtractIntegers(mlir::IntegerAttr lhs,
                                   mlir::IntegerAttr rhs);
mlir::IntegerAttr multiplyIntegers(mlir::IntegerAttr lhs,
                                   mlir::IntegerAttr rhs);
mlir::IntegerAttr divideIntegers(mlir::IntegerAttr lhs, mlir::IntegerAttr rhs);
mlir::IntegerAttr getRemainder(mlir::IntegerAttr lhs, mlir::IntegerAttr rhs);

/// Compares integers of any types: less than zero if `lhs` is less than `rhs`,
/// zero if they are equal.
int compareIntegers(mlir::IntegerAttr lhs, mlir::IntegerAttr rhs);

/// Whether an integer is at least `min` and at most `max`.
bool isInRange(mlir::IntegerAttr number, mlir::IntegerAttr min,
               mlir::IntegerAttr max);

/// Whether an integer is a multiple of another one, which is not zero.
bool isMultiple(mlir::IntegerAttr number, mlir::IntegerAttr divisor);

/// The number itself, the element of a splat, or null for any other attribute.
mlir::Attribute getScalar(mlir::Attribute attribute);

/// The integer or float as a number of `type`, which is an integer type, a
/// float type or `index`. Null if the type cannot represent it.
mlir::Attribute castNumber(mlir::Attribute number, mlir::Type type);

/// Whether two integers or two floats are the same, whatever their types are;
/// for other attributes, whether the attributes are equal. Zeros with different
/// signs are not the same, nor are NaNs of different types.
bool isSameNumber(mlir::Attribute lhs, mlir::Attribute rhs);

} // namespace pdll

#endif // PDLL_STD_NUMBERS_H
