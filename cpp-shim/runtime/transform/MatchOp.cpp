// Handles to what patterns match.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "transform/MatchOp.h"
#include "natives/Builtin.h"
#include "run/WalkDriver.h"
#include "transform/ScriptPatterns.h"

#include "mlir/Dialect/PDL/IR/PDLTypes.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace pdll;

namespace {

using Found = SmallVector<transform::MappedValue>;

/// Collects the values of each variable over all matches.
class Collection {
public:
  explicit Collection(size_t numVariables) : found(numVariables) {}

  void add(ArrayRef<PDLValue> variables) {
    for (auto [values, variable] : llvm::zip_equal(found, variables))
      add(values, variable);
  }

  void setResults(transform::TransformResults &results,
                  ResultRange handles) const {
    for (auto [handle, values] : llvm::zip_equal(handles, found))
      results.setMappedValues(handle, values);
  }

private:
  static void add(Found &values, PDLValue variable);

  SmallVector<Found> found;
};

} // namespace

void Collection::add(Found &values, PDLValue variable) {
  if (auto *op = variable.dyn_cast<Operation *>())
    values.emplace_back(op);
  else if (auto value = variable.dyn_cast<Value>())
    values.emplace_back(value);
  else if (auto attribute = variable.dyn_cast<Attribute>())
    values.emplace_back(attribute);
  else if (auto type = variable.dyn_cast<Type>())
    values.emplace_back(Attribute(TypeAttr::get(type)));
  else if (variable.isa<ValueRange>())
    values.append(variable.cast<ValueRange>().begin(),
                  variable.cast<ValueRange>().end());
  else
    for (Type type : variable.cast<TypeRange>())
      values.emplace_back(Attribute(TypeAttr::get(type)));
}

/// Checks that a handle of that type can stand for values of a type of `pdl`.
static LogicalResult checkHandle(Operation *op, Type handle, Type found,
                                 StringRef what, Location place) {
  Type element = pdl::getRangeElementTypeOrSelf(found);
  auto check = [&](bool fits, StringRef kind, StringRef type) -> LogicalResult {
    if (fits)
      return success();
    InFlightDiagnostic error = op->emitOpError()
                               << "gives " << what << ", which stands for "
                               << kind << ", the type " << handle
                               << "; write `" << type << "`";
    error.attachNote(place) << "in the pattern here";
    return error;
  };
  if (isa<pdl::OperationType>(element))
    return check(isa<transform::TransformHandleTypeInterface>(handle),
                 "operations", "!transform.any_op");
  if (isa<pdl::ValueType>(element))
    return check(isa<transform::TransformValueHandleTypeInterface>(handle),
                 "values", "!transform.any_value");
  return check(isa<transform::TransformParamTypeInterface>(handle),
               isa<pdl::TypeType>(element) ? "types" : "attributes",
               "!transform.any_param");
}

ParseResult MatchOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand root;
  ArrayAttr names;
  FunctionType type;
  if (parsePatterns(parser, result) || parser.parseKeyword("in") ||
      parser.parseOperand(root))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("bind")) &&
      parser.parseAttribute(names, variables, result.attributes))
    return failure();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(ArrayRef(root), type.getInputs(), parser.getNameLoc(),
                                result.operands);
}

void MatchOp::print(OpAsmPrinter &printer) {
  Operation *op = *this;
  printer << ' ' << op->getAttr(ScriptAttributes::patterns) << " in "
          << op->getOperand(0);
  if (Attribute names = op->getAttr(variables))
    printer << " bind " << names;
  printer.printOptionalAttrDict(op->getAttrs(),
                                {ScriptAttributes::patterns, variables});
  printer << " : ";
  printer.printFunctionalType(op);
}

SmallVector<std::string> MatchOp::getVariables() {
  SmallVector<std::string> names;
  if (auto array = (*this)->getAttrOfType<ArrayAttr>(variables))
    for (auto name : array.getAsValueRange<StringAttr>())
      names.push_back(name.str());
  return names;
}

LogicalResult MatchOp::verify() {
  Operation *op = *this;
  if (failed(verifyScriptAttributes(op, {variables})))
    return failure();
  if (Attribute names = op->getAttr(variables)) {
    auto array = dyn_cast<ArrayAttr>(names);
    if (!array || array.empty() ||
        !llvm::all_of(array, llvm::IsaPred<StringAttr>))
      return emitOpError("needs names of variables after `bind`, as in "
                         "`[\"root\", \"x\"]`");
  }
  size_t numHandles = std::max<size_t>(getVariables().size(), 1);
  if (op->getNumResults() != numHandles)
    return emitOpError() << "has " << op->getNumResults()
                         << " results, and needs " << numHandles
                         << ", one for each variable";
  if (!isa<transform::TransformHandleTypeInterface>(
          op->getOperand(0).getType()))
    return emitOpError("needs a handle to operations after `in`");
  return success(compile() != nullptr);
}

std::shared_ptr<const PdllPatternSet> MatchOp::compile() {
  SmallVector<std::string> names = getVariables();
  auto check = [&](size_t index, Type found, Location place) {
    std::string what =
        names.empty() ? "the root" : "`" + names[index] + "`";
    return checkHandle(*this, (*this)->getResult(index).getType(), found, what,
                       place);
  };
  FoundVariables variables{names, check};
  return compileScriptPatterns(*this, &variables);
}

DiagnosedSilenceableFailure
MatchOp::apply(transform::TransformRewriter &,
               transform::TransformResults &results,
               transform::TransformState &state) {
  auto set = compileOnce(*this, state, [&] { return compile(); });
  if (!set)
    return DiagnosedSilenceableFailure::definiteFailure();
  Collection collection((*this)->getNumResults());
  auto receive = [&](ArrayRef<PDLValue> found) { collection.add(found); };
  MatchCollector collector(receive);
  PdllDriverOptions options = {};
  options.maxNumRewrites = -1;
  options.maxSearchedUsers = defaultMaxSearchedUsers;
  options.maxGrowth = defaultMaxGrowth;
  for (Operation *root : state.getPayloadOps((*this)->getOperand(0))) {
    PatternTotals totals;
    if (failed(applyByWalk(*set, root, options, totals, /*record=*/nullptr)))
      return emitDefiniteFailure("cannot find what the patterns match");
  }
  collection.setResults(results, (*this)->getResults());
  return DiagnosedSilenceableFailure::success();
}

void MatchOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle((*this)->getOpOperands(), effects);
  transform::producesHandle((*this)->getResults(), effects);
  transform::onlyReadsPayload(effects);
}
