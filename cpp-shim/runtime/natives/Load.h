// Loads shared libraries of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_LOAD_H
#define PDLL_NATIVES_LOAD_H

#include "natives/Natives.h"

namespace pdll {

/// Loads the shared library at `path`, and adds the functions that it
/// registers; messages call it `origin`. The library stays loaded. Fails if it
/// is not a library of native functions, was built for another version, or
/// makes a mistake in what it registers.
llvm::Error loadNativeLibrary(Natives &natives, llvm::StringRef path,
                              llvm::StringRef origin);

} // namespace pdll

#endif // PDLL_NATIVES_LOAD_H
