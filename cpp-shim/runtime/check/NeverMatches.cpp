// Warnings about operations that no program can contain.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/NeverMatches.h"
#include "check/KnownOperations.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"
#include "std/Library.h"
#include "support/WarningName.h"

using namespace mlir;
using namespace pdll;

static InFlightDiagnostic warn(pdl::OperationOp op) {
  return emitNamedWarning(op.getLoc(), PDLL_WARNING_NEVER_MATCHES)
         << "nothing matches `" << *op.getOpName() << "`: ";
}

/// Warns at `loc` of a name that no operation has.
static void warnOfUnknownName(StringRef name, Location loc) {
  MLIRContext *context = loc.getContext();
  StringRef dialect = name.split('.').first;
  if (isUnknownToItsDialect(name, context)) {
    InFlightDiagnostic warning =
        emitNamedWarning(loc, PDLL_WARNING_NEVER_MATCHES)
        << "nothing matches `" << name << "`: the dialect `" << dialect
        << "` has no such operation";
    suggestOperation(warning, name, context);
    return;
  }
  std::string near = findInNearDialect(name, context);
  if (!near.empty())
    emitNamedWarning(loc, PDLL_WARNING_NEVER_MATCHES)
        << "nothing matches `" << name << "`, unless a dialect `" << dialect
        << "` is registered; did you mean `" << near << "`?";
}

static void warnOfShape(pdl::OperationOp op, RegisteredOperationName name) {
  if (std::optional<unsigned> expected = findNumOperands(op, name)) {
    warn(op) << "it has " << *expected
             << (*expected == 1 ? " operand" : " operands") << ", not "
             << op.getOperandValues().size();
    return;
  }
  // That reports what is wrong.
  NamedAttrList constants = getConstantAttributes(op);
  (void)name.verifyInherentAttrs(constants, [&] { return warn(op); });
}

void pdll::warnIfNeverMatches(pdl::PatternOp pattern) {
  for (auto op : pattern.getBodyRegion().getOps<pdl::OperationOp>()) {
    if (std::optional<RegisteredOperationName> known = getRegisteredName(op))
      warnOfShape(op, *known);
    else if (std::optional<StringRef> name = op.getOpName())
      warnOfUnknownName(*name, op.getLoc());
  }
  for (auto call :
       pattern.getBodyRegion().getOps<pdl::ApplyNativeConstraintOp>())
    if (StringAttr name = getOperationName(call))
      if (!call.getIsNegated())
        warnOfUnknownName(name, call.getLoc());
}
