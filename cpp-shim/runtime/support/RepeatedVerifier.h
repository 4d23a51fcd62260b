// Verification of many operations that are invalid in the same way.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_REPEATEDVERIFIER_H
#define PDLL_SUPPORT_REPEATEDVERIFIER_H

#include "mlir/IR/Operation.h"

namespace pdll {

/// Says which operations are valid while patterns change a program.
///
/// The error of MLIR's verifier costs as much as printing the function, even if
/// nobody reads it. So after some operations of a kind were found invalid, all
/// others of that kind are taken for invalid, too. That must do no harm.
class RepeatedVerifier {
public:
  /// Whether `verify` succeeds for `op`, without diagnostics.
  bool isValid(mlir::Operation *op,
               llvm::function_ref<llvm::LogicalResult()> verify);

private:
  /// How many operations of a kind were found invalid.
  llvm::DenseMap<llvm::hash_code, unsigned> failures;
};

} // namespace pdll

#endif // PDLL_SUPPORT_REPEATEDVERIFIER_H
