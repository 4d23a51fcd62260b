// Verification without diagnostics.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/QuietVerifier.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

std::string pdll::catchDiagnostic(MLIRContext *context,
                                  llvm::function_ref<LogicalResult()> check) {
  std::string message;
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    // The handler also sees diagnostics of other threads.
    if (llvm::get_threadid() != thread)
      return failure();
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  if (succeeded(check()))
    return "";
  return message.empty() ? "invalid" : message;
}

std::string pdll::verifyQuietly(Operation *op) {
  return catchDiagnostic(op->getContext(),
                         [&] { return op->getName().verifyInvariants(op); });
}
