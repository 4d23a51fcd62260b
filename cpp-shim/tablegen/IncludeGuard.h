// Recognizes include guards.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_INCLUDEGUARD_H
#define PDLL_TABLEGEN_INCLUDEGUARD_H

#include "llvm/ADT/StringRef.h"

namespace pdll {

/// Whether the text has an include guard, so that TableGen finds nothing in it
/// the second time: all of it is in one `#ifndef`, which a `#define` follows.
/// Returns false in doubt.
bool isGuarded(llvm::StringRef text);

} // namespace pdll

#endif // PDLL_TABLEGEN_INCLUDEGUARD_H
