// Native functions that are called through the C interface.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_FOREIGN_H
#define PDLL_NATIVES_FOREIGN_H

#include "natives/Natives.h"

namespace pdll {

/// Adds a function that is called through the C interface. Owns its user data
/// from then on, also on failure.
llvm::Error addForeignNative(Natives &natives,
                             const PdllNativeFunction &function,
                             llvm::StringRef origin);

/// Adds the functions of a library that has been loaded.
llvm::Error addNativeLibrary(Natives &natives, const PdllNativeLibrary *library,
                             llvm::StringRef origin);

} // namespace pdll

#endif // PDLL_NATIVES_FOREIGN_H
