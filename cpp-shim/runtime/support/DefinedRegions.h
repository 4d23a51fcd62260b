// What the definitions of MLIR's operations say about regions, and MLIR's
// classes do not tell.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_DEFINEDREGIONS_H
#define PDLL_SUPPORT_DEFINEDREGIONS_H

#include "llvm/ADT/ArrayRef.h"

namespace pdll {

/// The regions of operations whose blocks need no terminator, or one that is
/// implied.
struct DefinedRegions {
  const char *operation;
  /// The name of the terminator; empty if none is needed.
  const char *end;
  /// For each region, `b` if it has a block, or `-` if it has none. Regions of
  /// which there may be any number are left out.
  const char *regions;
};

/// The number of operands of a structured operation.
struct StructuredOperands {
  const char *operation;
  unsigned count;
};

/// Both tables are sorted by the names of the operations.
llvm::ArrayRef<DefinedRegions> getDefinedRegions();
llvm::ArrayRef<StructuredOperands> getStructuredOperands();

} // namespace pdll

#endif // PDLL_SUPPORT_DEFINEDREGIONS_H
