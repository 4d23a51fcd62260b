// Warnings about operations that no program can contain.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "check/NeverMatches.h"
#include "check/KnownOperations.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"

using namespace mlir;
using namespace pdll;

static InFlightDiagnostic warn(pdl::OperationOp op) {
  return emitWarning(op.getLoc(), PDLL_WARNING_NEVER_MATCHES)
         << *op.getOpName() << "`: ";
}

static void warnOfUnknownName(pdl::OperationOp op) {
  StringRef name = *op.getOpName();
  if (!isUnknownToItsDialect(name, op.getContext()))
    return;
  InFlightDiagnostic warning = warn(op);
  warning << "the dialect `" << name.split('.').first
          << "` has no such operation";
  suggestOperation(warning, name, op.getContext());
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
    else if (op.getOpName())
      warnOfUnknownName(op);
  }
}
