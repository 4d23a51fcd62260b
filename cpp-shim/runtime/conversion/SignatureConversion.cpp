// Conversion of the types of functions, and of all that must agree with them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/SignatureConversion.h"
#include "contract/Names.h"
#include "conversion/ConversionMonitor.h"
#include "conversion/RemapValues.h"
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
                              ArrayRef<ValueGroup> operands);
  LogicalResult recreate(ArrayRef<ValueGroup> operands);
  void convertCallAttributes(Operation *created, ArrayRef<ValueGroup> operands);
  size_t countTypes(Type type);

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

static SmallVector<Value> join(ArrayRef<ValueGroup> groups) {
  SmallVector<Value> values;
  for (const ValueGroup &group : groups)
    llvm::append_range(values, group);
  return values;
}

LogicalResult SignatureConverter::convert() {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return convertFunction(function);
  SmallVector<ValueGroup> operands;
  if (failed(remapValues(rewriter, monitor.getConversion(),
                         op->getOperands(), operands)))
    return failure();
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    return convertBranch(branch, operands);
  if (isReturn(op)) {
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(join(operands)); });
    return success();
  }
  return recreate(operands);
}

/// The attributes of arguments or results that become `size` ones each. Those
/// of one that does not stay one belong to none.
template <typename GetSize>
static SmallVector<Attribute> convertAttributes(ArrayAttr attributes,
                                                GetSize getSize) {
  SmallVector<Attribute> converted;
  auto none = DictionaryAttr::get(attributes.getContext());
  for (auto [index, attribute] : llvm::enumerate(attributes)) {
    size_t size = getSize(index);
    converted.append(size, size == 1 ? attribute : none);
  }
  return converted;
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
  ArrayAttr ofInputs = function.getAllArgAttrs();
  ArrayAttr ofResults = function.getAllResultAttrs();
  rewriter.modifyOpInPlace(function, [&] {
    function.setType(FunctionType::get(function.getContext(),
                                       inputs.getConvertedTypes(), results));
    if (ofInputs)
      function.setAllArgAttrs(convertAttributes(ofInputs, [&](size_t index) {
        auto mapping = inputs.getInputMapping(index);
        return mapping ? mapping->size : 0;
      }));
    if (ofResults)
      function.setAllResultAttrs(
          convertAttributes(ofResults, [&](size_t index) {
            return countTypes(type.getResult(index));
          }));
  });
  return success();
}

LogicalResult SignatureConverter::convertBranch(BranchOpInterface branch,
                                                ArrayRef<ValueGroup> operands) {
  // The others, such as conditions, are as the operation needs them.
  SmallVector<SmallVector<Value>> forwarded;
  for (OperandRange range : getForwarded(branch)) {
    SmallVector<Value> &values = forwarded.emplace_back();
    // No range without operands says where it begins.
    if (!range.empty())
      values = join(operands.slice(range.getBeginOperandIndex(), range.size()));
  }
  rewriter.modifyOpInPlace(op, [&] {
    for (auto [index, values] : llvm::enumerate(forwarded))
      branch.getSuccessorOperands(index).getMutableForwardedOperands().assign(
          values);
  });
  return success();
}

LogicalResult SignatureConverter::recreate(ArrayRef<ValueGroup> operands) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(join(operands));
  state.addAttributes(op->getAttrs());
  if (failed(converter.convertTypes(op->getResultTypes(), state.types)))
    return failure();
  Operation *created = rewriter.create(state);
  convertCallAttributes(created, operands);
  SmallVector<Value> results(created->getResults());
  monitor.addReplaced(op);
  if (auto groups = divideReplacement(op, results, monitor.getConversion()))
    rewriter.replaceOpWithMultiple(op, std::move(*groups));
  else
    rewriter.replaceOp(op, created);
  return success();
}

/// Attributes of a call are about what it passes to the function and gets back.
void SignatureConverter::convertCallAttributes(Operation *created,
                                               ArrayRef<ValueGroup> operands) {
  auto call = dyn_cast<ArgAndResultAttrsOpInterface>(created);
  if (!call)
    return;
  if (ArrayAttr attributes = call.getArgAttrsAttr()) {
    // The function that is called may be an operand, too.
    operands = operands.take_back(attributes.size());
    call.setArgAttrsAttr(rewriter.getArrayAttr(convertAttributes(
        attributes, [&](size_t index) { return operands[index].size(); })));
  }
  if (ArrayAttr attributes = call.getResAttrsAttr())
    call.setResAttrsAttr(
        rewriter.getArrayAttr(convertAttributes(attributes, [&](size_t index) {
          return countTypes(op->getResult(index).getType());
        })));
}

/// The number of types that `type` becomes.
size_t SignatureConverter::countTypes(Type type) {
  SmallVector<Type> types;
  // Callers have converted it before.
  (void)converter.convertType(type, types);
  return types.size();
}

void pdll::addSignaturePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  // The options of the conversion may load this dialect later. That would
  // destroy the names of its operations, which MLIR keeps in the patterns.
  context->getOrLoadDialect("func");
  patterns.add(std::make_unique<SignaturePattern>(context));
}
