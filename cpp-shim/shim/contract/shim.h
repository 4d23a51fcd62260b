// The contract between the Rust library and the C++ shim: all of its headers.
// It is private to pdll. bindgen reads it for the Rust side, and the sources of
// the shim include the headers that they use, so the two cannot drift apart.
//
// Ownership: every pointer that is passed in either direction is borrowed for
// the duration of the call, unless a function says that it creates or consumes
// something. Strings are pointer and length, never NUL-terminated. No function
// throws, and no function on the Rust side unwinds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_SHIM_H
#define PDLL_CONTRACT_SHIM_H

#include "contract/Bodies.h"
#include "contract/Common.h"
#include "contract/Conditions.h"
#include "contract/Conversion.h"
#include "contract/Diagnostics.h"
#include "contract/Mlir.h"
#include "contract/Names.h"
#include "contract/Natives.h"
#include "contract/Ods.h"
#include "contract/Options.h"
#include "contract/Pass.h"
#include "contract/PatternSet.h"
#include "contract/Program.h"
#include "contract/TextPlaces.h"

#endif // PDLL_CONTRACT_SHIM_H
