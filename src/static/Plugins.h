// Why no plugin is loaded.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STATIC_PLUGINS_H
#define PDLL_STATIC_PLUGINS_H

#include "llvm/ADT/StringRef.h"

namespace pdll {

/// A plugin has another MLIR, which the linker would load beside the one inside.
inline constexpr llvm::StringLiteral noPlugins =
    "this program has MLIR inside and cannot load plugins of MLIR; use an "
    "`mlir-opt` with the plugin `libpdll.so`, or the `pdll-opt` that is built "
    "where MLIR is installed";

} // namespace pdll

#endif // PDLL_STATIC_PLUGINS_H
