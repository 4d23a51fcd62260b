// Handles to what patterns match.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TRANSFORM_MATCHOP_H
#define PDLL_TRANSFORM_MATCHOP_H

#include "engine/PatternSet.h"

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pdll {

/// Finds what patterns match inside of the operations of a handle, without rewriting it,
/// and gives handles to the values of variables:
///
///     %root, %init = transform.pdll.match ["a.pdll"] in %f bind ["root", "init"]
///         : (!transform.any_op) -> (!transform.any_op, !transform.any_value)
///
/// Each handle has one element for each match, or more for a variable that is a range.
/// Without variables, there is one handle, to the roots.
class MatchOp
    : public mlir::Op<MatchOp, mlir::OpTrait::ZeroRegions,
                      mlir::OpTrait::VariadicResults,
                      mlir::OpTrait::ZeroSuccessors, mlir::OpTrait::OneOperand,
                      mlir::transform::TransformOpInterface::Trait,
                      mlir::MemoryEffectOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MatchOp)
  using Op::Op;

  static constexpr llvm::StringLiteral variables = "variables";

  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
  static llvm::StringRef getOperationName() { return "transform.pdll.match"; }
  static mlir::ParseResult parse(mlir::OpAsmParser &parser,
                                 mlir::OperationState &result);
  void print(mlir::OpAsmPrinter &printer);
  mlir::LogicalResult verify();

  mlir::DiagnosedSilenceableFailure
  apply(mlir::transform::TransformRewriter &rewriter,
        mlir::transform::TransformResults &results,
        mlir::transform::TransformState &state);
  void
  getEffects(llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &effects);

private:
  llvm::SmallVector<std::string> getVariables();
  std::shared_ptr<const PdllPatternSet> compile();
};

} // namespace pdll

#endif // PDLL_TRANSFORM_MATCHOP_H
