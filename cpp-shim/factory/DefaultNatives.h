// The native functions that every set of patterns can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_FACTORY_DEFAULTNATIVES_H
#define PDLL_FACTORY_DEFAULTNATIVES_H

#include "natives/Natives.h"

/// A table that holds all of them from its creation on.
struct PdllNatives : pdll::Natives {
  PdllNatives();
};

#endif // PDLL_FACTORY_DEFAULTNATIVES_H
