// Parts of patterns that many checks and repairs ask for.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/PatternParts.h"
#include "contract/Names.h"

using namespace mlir;
using namespace pdll;

std::optional<RegisteredOperationName>
pdll::getRegisteredName(pdl::OperationOp op) {
  return RegisteredOperationName::lookup(op.getOpName().value_or(""),
                                         op.getContext());
}

size_t pdll::countGivenRegions(pdl::OperationOp op) {
  return llvm::count_if(op.getAttributeValueNames(), [](Attribute name) {
    return cast<StringAttr>(name).getValue().starts_with(PDLL_REGION_PREFIX);
  });
}

bool pdll::buildsRegion(pdl::ApplyNativeRewriteOp call) {
  static constexpr StringRef names[] = {
      PDLL_FN_NEW_REGION, PDLL_FN_NEW_BLOCK, PDLL_FN_ARGUMENT,
      PDLL_FN_ARGUMENTS,  PDLL_FN_PLACE,     PDLL_FN_INSERT_AT};
  return llvm::is_contained(names, call.getName());
}

bool pdll::changesPlace(pdl::ApplyNativeRewriteOp call) {
  static constexpr StringRef names[] = {
      PDLL_FN_INSERT_BEFORE, PDLL_FN_INSERT_AT_START, PDLL_FN_COPY_REGION,
      PDLL_FN_INLINE_BLOCK, PDLL_FN_INLINE_COPY};
  return llvm::is_contained(names, call.getName());
}
