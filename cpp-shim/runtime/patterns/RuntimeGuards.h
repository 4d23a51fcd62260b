// What the engine checks of attributes and ranges while patterns run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_RUNTIMEGUARDS_H
#define PDLL_PATTERNS_RUNTIMEGUARDS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"

namespace pdll {

/// Whether `operation` can have `attribute` under `name`. An attribute that
/// does not fit would lead to a null property.
bool fits(mlir::RegisteredOperationName operation, mlir::StringAttr name,
          mlir::Attribute attribute);

/// Returns an attribute that a native rewrite returned if it fits. Otherwise
/// the current run fails, with an error at `place`, and the result is null.
mlir::Attribute getFitting(mlir::RegisteredOperationName operation,
                           mlir::StringAttr name, mlir::Attribute attribute,
                           mlir::Location place);

/// Whether a matched range of `length` elements is not excessively long, as
/// when a pattern doubles it again and again. Otherwise the current run fails,
/// with an error that names the place of the pattern. `root` is the location of
/// the operation that is rewritten.
bool isBounded(size_t length, mlir::Location root, mlir::Location pattern);

} // namespace pdll

#endif // PDLL_PATTERNS_RUNTIMEGUARDS_H
