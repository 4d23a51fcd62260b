// The names of the traits of operations that MLIR has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_TRAITNAMES_H
#define PDLL_STD_TRAITNAMES_H

#include "llvm/ADT/StringRef.h"

namespace pdll {

/// The trait of MLIR with that name, or else the one that may have been meant;
/// empty if there is none. Names stand without the namespace `mlir::OpTrait`.
llvm::StringRef getClosestTrait(llvm::StringRef name);

} // namespace pdll

#endif // PDLL_STD_TRAITNAMES_H
