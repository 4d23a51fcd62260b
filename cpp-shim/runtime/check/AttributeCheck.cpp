// The attributes of `pdl` operations that belong to pdll.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/AttributeCheck.h"
#include "contract/Names.h"
#include "support/Suggestion.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"

using namespace mlir;
using namespace pdll;

namespace {

enum class Contents { Unit, Checked };

struct KnownAttribute {
  StringRef name;
  /// The operation that it says something about.
  StringRef operation;
  /// Whether the attribute is a unit, or is checked where it is used.
  Contents contents;
};

} // namespace

static ArrayRef<KnownAttribute> getKnownAttributes() {
  static constexpr StringLiteral module = "builtin.module";
  static constexpr StringLiteral pattern = "pdl.pattern";
  static constexpr StringLiteral operation = "pdl.operation";
  static constexpr StringLiteral results = "pdl.results";
  static const KnownAttribute known[] = {
      {PDLL_ATTR_LABELS, pattern, Contents::Checked},
      {PDLL_ATTR_BOUNDED_RECURSION, pattern, Contents::Unit},
      {PDLL_ATTR_OPERAND_SEGMENTS, operation, Contents::Unit},
      {PDLL_ATTR_RESULT_SEGMENTS, operation, Contents::Unit},
      {PDLL_ATTR_EQUAL_OPERAND_RANGES, operation, Contents::Unit},
      {PDLL_ATTR_EQUAL_RESULT_RANGES, operation, Contents::Unit},
      {PDLL_ATTR_SINGLE_OPERAND_RANGES, operation, Contents::Unit},
      {PDLL_ATTR_SINGLE_RESULT_RANGES, operation, Contents::Unit},
      {PDLL_ATTR_NO_RESULTS, operation, Contents::Unit},
      {PDLL_ATTR_RESULT_GROUPS, results, Contents::Checked},
      {PDLL_ATTR_CONSTRAINTS, module, Contents::Checked},
      {PDLL_ATTR_PROGRAM, module, Contents::Checked},
  };
  return known;
}

static InFlightDiagnostic reportUnknown(Operation *op, StringRef name) {
  InFlightDiagnostic error = emitError(op->getLoc())
                             << "pdll has no attribute `" << name << "`";
  // A prefix that is right must not make up for the rest.
  Suggestion suggestion(name.drop_front(strlen(PDLL_LIBRARY_PREFIX)));
  for (const KnownAttribute &known : getKnownAttributes())
    suggestion.consider(known.name.drop_front(strlen(PDLL_LIBRARY_PREFIX)));
  if (!suggestion.get().empty())
    error << "; did you mean `" PDLL_LIBRARY_PREFIX << suggestion.get() << "`?";
  return error;
}

static LogicalResult checkAttribute(Operation *op, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  const KnownAttribute *known =
      llvm::find_if(getKnownAttributes(), [&](const KnownAttribute &one) {
        return one.name == name;
      });
  if (known == getKnownAttributes().end())
    return reportUnknown(op, name);
  if (op->getName().getStringRef() != known->operation)
    return emitError(op->getLoc())
           << "`" << name << "` belongs on a `" << known->operation
           << "`, but is on a `" << op->getName() << "`";
  if (known->contents == Contents::Unit && !isa<UnitAttr>(attribute.getValue()))
    return emitError(op->getLoc())
           << "`" << name << "` must have no value, but is "
           << attribute.getValue();
  return success();
}

LogicalResult pdll::checkAttributes(ModuleOp module) {
  LogicalResult result = success();
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (attribute.getName().getValue().starts_with(PDLL_LIBRARY_PREFIX) &&
          failed(checkAttribute(op, attribute)))
        result = failure();
  });
  return result;
}
