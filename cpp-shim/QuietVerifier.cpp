// Verification without diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "QuietVerifier.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

std::string pdll::verifyQuietly(Operation *op) {
  std::string message;
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(op->getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    // Other threads have their own diagnostics.
                                    if (llvm::get_threadid() != thread)
                                      return failure();
                                    if (message.empty())
                                      message = diagnostic.str();
                                    return success();
                                  });
  if (failed(op->getName().verifyInvariants(op)) && message.empty())
    message = "invalid";
  return message;
}
