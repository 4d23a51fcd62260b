// The pass of a plugin with patterns of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PASS_PLUGINPASS_H
#define PDLL_PASS_PLUGINPASS_H

#include "embedded/Plugin.h"

#include "llvm/Support/Error.h"

namespace pdll {

/// Registers the pass of `plugin`, which must outlive the process's passes.
/// Fails if there is a pass of that name already.
llvm::Error registerPluginPass(const PdllPlugin &plugin);

} // namespace pdll

#endif // PDLL_PASS_PLUGINPASS_H
