// Conversions between the strings of the contract and LLVM's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_STRINGS_H
#define PDLL_CONTRACT_STRINGS_H

#include "contract/Common.h"

#include "llvm/ADT/StringRef.h"

namespace pdll {

inline llvm::StringRef toStringRef(PdllString string) {
  return llvm::StringRef(string.data, string.length);
}

inline PdllString toPdllString(llvm::StringRef string) {
  return PdllString{string.data(), string.size()};
}

} // namespace pdll

#endif // PDLL_CONTRACT_STRINGS_H
