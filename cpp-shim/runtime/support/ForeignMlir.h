// Detection of a second MLIR or LLVM in the process.
//
// Two copies keep two registries of types and passes, which ends in a crash far
// from the cause; so pdll looks for a second copy early and names it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_FOREIGNMLIR_H
#define PDLL_SUPPORT_FOREIGNMLIR_H

#include <optional>
#include <string>

namespace pdll {

/// Describes another MLIR or LLVM that is loaded beside the one that pdll uses,
/// if there is one.
std::optional<std::string> findForeignMlir();

/// Whether MLIR is in this program or library, and no other library can call it.
bool isMlirHidden();

} // namespace pdll

#endif // PDLL_SUPPORT_FOREIGNMLIR_H
