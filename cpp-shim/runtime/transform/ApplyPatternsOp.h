// Patterns for `transform.apply_patterns`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TRANSFORM_APPLYPATTERNSOP_H
#define PDLL_TRANSFORM_APPLYPATTERNSOP_H

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"

namespace pdll {

/// Gives patterns to the `transform.apply_patterns` around it:
///
///     transform.apply_patterns.pdll ["a.pdll", @pattern] {enable_patterns = ["A*"]}
///
/// The verifier compiles them, so that a script with wrong patterns does not run.
class ApplyPatternsOp
    : public mlir::Op<
          ApplyPatternsOp, mlir::OpTrait::ZeroRegions,
          mlir::OpTrait::ZeroResults, mlir::OpTrait::ZeroSuccessors,
          mlir::OpTrait::ZeroOperands,
          mlir::transform::PatternDescriptorOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyPatternsOp)
  using Op::Op;

  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  static llvm::StringRef getOperationName() {
    return "transform.apply_patterns.pdll";
  }
  static mlir::ParseResult parse(mlir::OpAsmParser &parser,
                                 mlir::OperationState &result);
  void print(mlir::OpAsmPrinter &printer);
  mlir::LogicalResult verify();

  void populatePatterns(mlir::RewritePatternSet &patterns);
  void populatePatternsWithState(mlir::RewritePatternSet &patterns,
                                 mlir::transform::TransformState &state);
};

/// Stands in the program where patterns of a script have failed, so that the program is
/// not valid: `transform.apply_patterns` itself cannot fail for that reason. It has an
/// interface because the dialect wants one of all its operations.
class FailedOp
    : public mlir::Op<FailedOp, mlir::OpTrait::ZeroRegions,
                      mlir::OpTrait::ZeroResults,
                      mlir::OpTrait::ZeroSuccessors,
                      mlir::OpTrait::ZeroOperands,
                      mlir::transform::PatternDescriptorOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailedOp)
  using Op::Op;

  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  static llvm::StringRef getOperationName() { return "transform.pdll.failed"; }
  mlir::LogicalResult verify();
  void populatePatterns(mlir::RewritePatternSet &) {}
};

} // namespace pdll

#endif // PDLL_TRANSFORM_APPLYPATTERNSOP_H
