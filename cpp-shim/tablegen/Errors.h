// Collects TableGen's diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_ERRORS_H
#define PDLL_TABLEGEN_ERRORS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/SourceMgr.h"

#include <string>
#include <vector>

namespace pdll {

/// A message of TableGen.
struct OdsMessage {
  llvm::SourceMgr::DiagKind kind;
  llvm::SMLoc place;
  std::string text;
};

/// Collects TableGen's messages in `messages` from now on. TableGen calls
/// `giveUp`, which must not return, after an error that it does not survive.
void collectOdsMessages(std::vector<OdsMessage> &messages,
                        llvm::function_ref<void()> giveUp);

/// Notes in each error from now on that it is about the operation with this
/// definition.
void setOperationOfOdsErrors(llvm::SMLoc definition);

} // namespace pdll

#endif // PDLL_TABLEGEN_ERRORS_H
