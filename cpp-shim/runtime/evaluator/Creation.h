// Operations that bodies of native functions create.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EVALUATOR_CREATION_H
#define PDLL_EVALUATOR_CREATION_H

#include "evaluator/Value.h"

#include "mlir/IR/PatternMatch.h"

namespace pdll {

/// The parts of an operation, as expressions have them.
struct CodeCreation {
  llvm::StringRef name;
  mlir::Location loc;
  /// For each group of results a list of types, or nothing if the operation infers
  /// them.
  const CodeValue &types;
  /// For each group of operands a list of values.
  const CodeList &operands;
  /// Lists of a name and an attribute, which is null if it is left out.
  const CodeList &attributes;
  /// Whether the operation has the sizes of its groups.
  bool hasOperandSegments, hasResultSegments;
};

/// Creates an operation. Returns nothing, and records why, if there is none of that
/// name, or one of its parts is null.
std::optional<mlir::Operation *>
createOperation(mlir::PatternRewriter &rewriter, const CodeCreation &creation);

} // namespace pdll

#endif // PDLL_EVALUATOR_CREATION_H
