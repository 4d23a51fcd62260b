// Conversion of the types of functions, and of all that must agree with them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/SignatureConversion.h"
#include "contract/Names.h"
#include "conversion/ConversionMonitor.h"
#include "support/Traits.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace pdll;

static constexpr StringLiteral patternName =
    PDLL_LIBRARY_PREFIX "convert_signature";

/// The operations by which the dialect `func` names functions. Those of other
/// dialects have function types of their own.
static constexpr StringLiteral callNames[] = {"func.call", "func.call_indirect",
                                              "func.constant"};

/// The type of a function that can be converted, null for other operations.
static FunctionType getFunctionType(Operation *op) {
  auto function = dyn_cast_if_present<FunctionOpInterface>(op);
  return function ? dyn_cast<FunctionType>(function.getFunctionType())
                  : FunctionType();
}

/// Whether `op` stands right in the body of such a function.
static bool isInFunction(Operation *op) {
  return bool(getFunctionType(op->getParentOp()));
}

static bool isReturn(Operation *op) {
  return isReturnLike(op->getName()) && isInFunction(op);
}

bool pdll::canHaveSignature(RegisteredOperationName name) {
  return name.hasInterface<FunctionOpInterface>() ||
         name.hasInterface<BranchOpInterface>() ||
         name.hasInterface<RegionBranchTerminatorOpInterface>() ||
         llvm::is_contained(callNames, name.getStringRef());
}

bool pdll::hasSignature(Operation *op) {
  if (isa<FunctionOpInterface>(op))
    return bool(getFunctionType(op));
  if (llvm::is_contained(callNames, op->getName().getStringRef()))
    return true;
  return isa<BranchOpInterface>(op) ? isInFunction(op) : isReturn(op);
}

/// The operands that `branch` passes to blocks.
static SmallVector<OperandRange> getForwarded(BranchOpInterface branch) {
  SmallVector<OperandRange> ranges;
  for (unsigned index = 0; index < branch->getNumSuccessors(); ++index)
    ranges.push_back(branch.getSuccessorOperands(index).getForwardedOperands());
  return ranges;
}

bool pdll::hasLegalSignature(Operation *op, const TypeConverter &converter) {
  if (!hasSignature(op))
    return true;
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return converter.isSignatureLegal(getFunctionType(op)) &&
           converter.isLegal(&function.getFunctionBody());
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    return llvm::all_of(getForwarded(branch), [&](OperandRange operands) {
      return converter.isLegal(operands.getTypes());
    });
  return converter.isLegal(op);
}

namespace {

/// Converts one operation.
class SignatureConverter {
public:
  SignatureConverter(Operation *op, ConversionPatternRewriter &rewriter,
                     ConversionMonitor &monitor)
      : op(op), rewriter(rewriter), monitor(monitor),
        converter(monitor.getConversion().converter) {}

  LogicalResult convert();

private:
  LogicalResult convertFunction(FunctionOpInterface function);
  LogicalResult convertBranch(BranchOpInterface branch,
                              ArrayRef<Value> operands);
  LogicalResult recreate(ArrayRef<Value> operands);

  Operation *op;
  ConversionPatternRewriter &rewriter;
  ConversionMonitor &monitor;
  const TypeConverter &converter;
};

/// Converts all operations that have a signature. MLIR compares the benefit of
/// a pattern for any operation with those for one name when it tries them, so
/// the user's patterns come first. It attaches patterns for an interface to
/// names, and then orders them by costs instead.
class SignaturePattern : public RewritePattern {
public:
  explicit SignaturePattern(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/0, context) {
    setDebugName(patternName);
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override;
};

} // namespace

LogicalResult
SignaturePattern::matchAndRewrite(Operation *op,
                                  PatternRewriter &rewriter) const {
  // Only in a conversion the rewriter is one of conversions.
  ConversionMonitor *monitor = ConversionMonitor::getCurrent();
  if (!monitor || !monitor->getConversion().convertsSignatures ||
      hasLegalSignature(op, monitor->getConversion().converter))
    return failure();
  monitor->beginOtherRewrite(rewriter);
  LogicalResult result =
      SignatureConverter(op, static_cast<ConversionPatternRewriter &>(rewriter),
                         *monitor)
          .convert();
  monitor->endOtherRewrite(rewriter, result);
  return result;
}

LogicalResult SignatureConverter::convert() {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return convertFunction(function);
  SmallVector<Value> operands;
  if (failed(rewriter.getRemappedValues(op->getOperands(), operands)))
    return failure();
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    return convertBranch(branch, operands);
  if (isReturn(op)) {
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
    return success();
  }
  return recreate(operands);
}

LogicalResult
SignatureConverter::convertFunction(FunctionOpInterface function) {
  FunctionType type = getFunctionType(op);
  TypeConverter::SignatureConversion inputs(type.getNumInputs());
  SmallVector<Type> results;
  if (failed(converter.convertSignatureArgs(type.getInputs(), inputs)) ||
      failed(converter.convertTypes(type.getResults(), results)) ||
      failed(rewriter.convertRegionTypes(&function.getFunctionBody(), converter,
                                         &inputs)))
    return failure();
  rewriter.modifyOpInPlace(function, [&] {
    function.setType(FunctionType::get(function.getContext(),
                                       inputs.getConvertedTypes(), results));
  });
  return success();
}

LogicalResult SignatureConverter::convertBranch(BranchOpInterface branch,
                                                ArrayRef<Value> operands) {
  // The others, such as conditions, are as the operation needs them.
  SmallVector<Value> converted(op->getOperands());
  for (OperandRange range : getForwarded(branch))
    for (size_t index = 0; index < range.size(); ++index)
      converted[range.getBeginOperandIndex() + index] =
          operands[range.getBeginOperandIndex() + index];
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(converted); });
  return success();
}

LogicalResult SignatureConverter::recreate(ArrayRef<Value> operands) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addAttributes(op->getAttrs());
  if (failed(converter.convertTypes(op->getResultTypes(), state.types)))
    return failure();
  Operation *created = rewriter.create(state);
  monitor.addReplaced(op);
  rewriter.replaceOp(op, created);
  return success();
}

void pdll::addSignaturePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  // The options of the conversion may load this dialect later. That would
  // destroy the names of its operations, which MLIR keeps in the patterns.
  context->getOrLoadDialect("func");
  patterns.add(std::make_unique<SignaturePattern>(context));
}
