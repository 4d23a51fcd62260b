// Why native functions fail.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/FailureReason.h"
#include "contract/Names.h"
#include "llvm/ADT/Twine.h"

static thread_local std::string failureReason;

void pdll::setFailureReason(llvm::StringRef reason) {
  failureReason = reason.str();
}

void pdll::clearFailureReason() { failureReason.clear(); }

llvm::StringRef pdll::getFailureReason() { return failureReason; }

std::string pdll::describeFailure(llvm::StringRef kind, llvm::StringRef name) {
  // The functions of a predicate are called like it, with suffixes.
  if (name.consume_front(PDLL_LIBRARY_PREFIX))
    for (llvm::StringRef clause :
         {"_check", "_capture", "_evaluate", "_test", "_take", "_make"})
      if (name.consume_back(clause))
        break;
  std::string text = ("native " + kind + " `" + name + "` failed").str();
  return failureReason.empty() ? text : text + ": " + failureReason;
}
