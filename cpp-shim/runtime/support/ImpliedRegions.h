// The regions that the definition of an operation implies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_IMPLIEDREGIONS_H
#define PDLL_SUPPORT_IMPLIEDREGIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

#include <functional>
#include <optional>

namespace pdll {

#include "embedded/Regions.inc"

/// What the definition of an operation implies about its regions.
struct ImpliedRegions {
  /// What `impliedBlocks` takes.
  llvm::SmallVector<const char *, 2> ends;
  /// Whether `structuredBody` fills the only region, with that argument.
  bool isStructured = false;
  unsigned numOperands = 0;
};

/// The regions of an operation that is created without any. Nothing if its
/// definition leaves open what is in them.
std::optional<ImpliedRegions> findImpliedRegions(mlir::OperationName name);

/// The terminator that the definition of an operation implies, if it has nothing
/// but a name; otherwise an empty text.
llvm::StringRef findImpliedEnd(mlir::OperationName name);

Regions makeRegions(const ImpliedRegions &implied, mlir::MLIRContext *context);

} // namespace pdll

#endif // PDLL_SUPPORT_IMPLIEDREGIONS_H
