// The native functions that pattern files can name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_H
#define PDLL_NATIVES_H

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// Makes the native functions known that pdll brings along:
///
///   * rewrite `pdll.segment_sizes`(Value, ValueRange, Type or TypeRange, any
///     number of them but none) -> Attr: how many each of them is;
///   * constraint `pdll.type_of`(Value) -> Type;
///   * constraint `pdll.types_of`(ValueRange) -> TypeRange.
void registerBuiltinNatives(mlir::PDLPatternModule &patterns);

/// Checks that every native function that `patterns` name is registered, and
/// that the ones of pdll get and give what they are made for. For a name that
/// it does not know, the run time would call any other function instead.
mlir::LogicalResult checkNatives(mlir::PDLPatternModule &patterns);

} // namespace pdll

#endif // PDLL_NATIVES_H
