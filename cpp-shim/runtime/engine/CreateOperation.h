// Creates the operations of a rewrite.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_CREATEOPERATION_H
#define PDLL_ENGINE_CREATEOPERATION_H

#include "engine/BoundProgram.h"

namespace pdll {

/// Creates an operation with what registers hold, which is not in a block yet.
/// The run fails if that cannot be right. Of the regions `given`, it has the
/// number, and infers its result types from them. It infers nothing if it is
/// known which `types` it would infer.
mlir::Operation *
createOperation(const BoundCreation &creation, const Registers &registers,
                mlir::Location loc, mlir::PatternRewriter &rewriter,
                const TypeInference &inference,
                llvm::ArrayRef<mlir::Region *> given = {},
                std::optional<llvm::ArrayRef<mlir::Type>> types = {});

} // namespace pdll

#endif // PDLL_ENGINE_CREATEOPERATION_H
