// The native functions that every set of patterns can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "factory/DefaultNatives.h"
#include "conversion/ConversionNatives.h"
#include "natives/Builtin.h"
#include "std/AnyOf.h"
#include "std/Library.h"

using namespace pdll;

PdllNatives::PdllNatives() : Natives(getStandardLibrary) {
  addBuiltinNatives(*this);
  addDisjunctions(*this);
  addConversionNatives(*this);
}
