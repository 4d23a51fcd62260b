// Shapes. A scalable dimension of a vector is dynamic: its size is a multiple of
// the number in the type.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_SHAPES_H
#define PDLL_STD_SHAPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"

#include <optional>

namespace pdll {

/// The sizes of a shape, if it has a rank.
std::optional<llvm::SmallVector<int64_t>> getShape(mlir::ShapedType type);

/// The sizes that patterns write, where any negative size means a dynamic one.
llvm::SmallVector<int64_t> getSizes(mlir::DenseI64ArrayAttr shape);

/// The sizes as an attribute, or null if the shape has no rank.
mlir::DenseI64ArrayAttr getShapeAttr(mlir::ShapedType type);

/// Whether a shape has a rank and no dynamic dimension.
bool isStatic(mlir::ShapedType type);

/// The number of elements, or null if it is not known or does not fit 64 bits.
mlir::IntegerAttr getNumElements(mlir::ShapedType type);

/// The size of a dimension, or null if the type has no such dimension, or if it
/// is dynamic.
mlir::IntegerAttr getStaticSize(mlir::Type type, mlir::IntegerAttr dim);

} // namespace pdll

#endif // PDLL_STD_SHAPES_H
