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
