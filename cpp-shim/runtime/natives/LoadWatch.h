// Names the library that ends the process while it is loaded.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_LOADWATCH_H
#define PDLL_NATIVES_LOADWATCH_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace pdll {

/// Runs `load`, which loads the library that messages call `origin`. If the
/// library exits or throws, prints an error and exits with a failure.
void watchLoading(llvm::StringRef origin, llvm::function_ref<void()> load);

} // namespace pdll

#endif // PDLL_NATIVES_LOADWATCH_H
