// The native functions that every set of patterns can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_FACTORY_DEFAULTNATIVES_H
#define PDLL_FACTORY_DEFAULTNATIVES_H

#include "natives/Natives.h"

/// A table that contains them from its creation on.
struct PdllNatives : pdll::Natives {
  PdllNatives();

  /// What the creator of the table keeps with it.
  std::shared_ptr<void> attached;
};

#endif // PDLL_FACTORY_DEFAULTNATIVES_H
