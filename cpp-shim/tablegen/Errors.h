// TableGen's diagnostics, collected.
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

/// One message of TableGen.
struct OdsMessage {
  llvm::SourceMgr::DiagKind kind;
  llvm::SMLoc place;
  std::string text;
};

/// Where TableGen's messages go from now on, and what it does after an error
/// that it does not survive: the function must not return.
void collectOdsMessages(std::vector<OdsMessage> &messages,
                        llvm::function_ref<void()> giveUp);

/// From now on errors are about the operation that is defined here.
void setOperationOfOdsErrors(llvm::SMLoc definition);

} // namespace pdll

#endif // PDLL_TABLEGEN_ERRORS_H
