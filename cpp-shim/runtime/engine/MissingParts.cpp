// Results that a rewrite uses although they do not exist.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/MissingParts.h"
#include "patterns/MissingResults.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

#include "embedded/Presence.inc"

static std::string describe(const MissingPart &missing, PdllKind kind) {
  if (!missing.op)
    return "this uses a result of an operation that does not exist";
  Access access = Access::Result;
  if (missing.kind == MissingPart::Group)
    access =
        Registers::isRange(kind) ? Access::RangeGroup : Access::SingleGroup;
  return describeMissing(access, missing.op, missing.index);
}

LogicalResult pdll::replaceMissing(const MissingPart &missing,
                                   TypedRegister target, Registers &registers,
                                   PatternRewriter &rewriter) {
  if (failed(reportMissing(rewriter, missing.place,
                           describe(missing, target.kind))))
    return failure();
  if (Registers::isRange(target.kind)) {
    registers.set(target.number, ValueRange());
    return success();
  }
  auto placeholder = UnrealizedConversionCastOp::create(
      rewriter, missing.place, TypeRange(rewriter.getNoneType()), ValueRange());
  registers.set(target.number, Value(placeholder.getResult(0)));
  return success();
}
