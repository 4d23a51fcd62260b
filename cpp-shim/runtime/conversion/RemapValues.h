// What stands for values in a conversion that is running.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_REMAPVALUES_H
#define PDLL_CONVERSION_REMAPVALUES_H

#include "conversion/Conversion.h"

namespace pdll {

/// The values that stand for one value.
using ValueGroup = llvm::SmallVector<mlir::Value>;

/// For each of `values`, adds what stands for it, with its converted types.
/// Fails if nothing can.
mlir::LogicalResult remapValues(mlir::ConversionPatternRewriter &rewriter,
                                const PdllConversion &conversion,
                                mlir::ValueRange values,
                                llvm::SmallVectorImpl<ValueGroup> &groups);

/// Divides values that replace `op`: those for each of its results, if the
/// types of these are converted to more or fewer types than one.
std::optional<llvm::SmallVector<ValueGroup>>
divideReplacement(mlir::Operation *op, llvm::ArrayRef<mlir::Value> values,
                  const PdllConversion &conversion);

/// Says why `values` cannot replace the results of `op`, if these become more
/// or fewer values.
std::optional<std::string>
explainDivision(mlir::Operation *op, llvm::ArrayRef<mlir::Value> values,
                const PdllConversion &conversion);

} // namespace pdll

#endif // PDLL_CONVERSION_REMAPVALUES_H
