// Native functions that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/Builtin.h"
#include "contract/Names.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pdll;

#include "embedded/Guards.inc"

namespace {
/// Who takes matches on this thread; nobody outside of a collector.
thread_local MatchCollector::Receive receiver = nullptr;
} // namespace

MatchCollector::MatchCollector(Receive receive)
    : previous(std::exchange(receiver, receive)) {}

MatchCollector::~MatchCollector() { receiver = previous; }

static LogicalResult handOver(PatternRewriter &, PDLResultList &,
                              ArrayRef<PDLValue> arguments) {
  if (!receiver)
    return failure();
  receiver(arguments);
  return success();
}

void pdll::addBuiltinNatives(Natives &natives) {
  // They have no signature because their arguments may be of several kinds.
  llvm::cantFail(natives.add(PdllNativeRewrite, PDLL_FN_SEGMENT_SIZES,
                             {std::nullopt, getSegmentSizes, ""}));
  llvm::cantFail(natives.add(PdllNativeRewrite, PDLL_FN_BOUND_TYPES,
                             {std::nullopt, getBoundTypes, ""}));
  llvm::cantFail(natives.add(PdllNativeRewrite, PDLL_FN_FOUND,
                             {std::nullopt, handOver, ""}));
  natives.addOwn(PdllNativeConstraint, PDLL_FN_TYPE_OF, "(Value) -> Type",
                 getTypeOf);
  natives.addOwn(PdllNativeConstraint, PDLL_FN_TYPES_OF,
                 "(ValueRange) -> TypeRange", getTypesOf);
}
