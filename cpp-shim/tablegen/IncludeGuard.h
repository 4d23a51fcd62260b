// Files that protect themselves against a second inclusion.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_INCLUDEGUARD_H
#define PDLL_TABLEGEN_INCLUDEGUARD_H

#include "llvm/ADT/StringRef.h"

namespace pdll {

/// Whether TableGen finds nothing in this text once it has read it: it is in
/// one `#ifndef`, which a `#define` follows. `false` may mean that this is not
/// clear.
bool isGuarded(llvm::StringRef text);

} // namespace pdll

#endif // PDLL_TABLEGEN_INCLUDEGUARD_H
