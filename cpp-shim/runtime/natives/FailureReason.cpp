// Why native functions fail.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/FailureReason.h"

#include <string>

static thread_local std::string failureReason;

void pdll::setFailureReason(llvm::StringRef reason) {
  failureReason = reason.str();
}

void pdll::clearFailureReason() { failureReason.clear(); }

llvm::StringRef pdll::getFailureReason() { return failureReason; }
