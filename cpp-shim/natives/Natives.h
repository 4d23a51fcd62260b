// The native functions that pattern files can name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_NATIVES_H
#define PDLL_NATIVES_NATIVES_H

#include "natives/Signature.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace pdll {

/// A native constraint or rewrite. PDL's type for both is the same.
struct Native {
  /// What it takes and gives. Functions of pdll that take different kinds have
  /// none, and check what they get themselves.
  std::optional<NativeSignature> signature;
  mlir::PDLConstraintFunction function;
  /// Where it comes from, for messages; empty for what pdll brings along.
  std::string origin;

  /// The number of the first argument that is not there but should be.
  std::optional<size_t>
  findMissing(llvm::ArrayRef<mlir::PDLValue> arguments) const;
};

/// The native functions that a set of patterns can call.
class Natives {
public:
  /// Adds a function of that signature. Fails if the name is taken.
  llvm::Error add(PdllNativeKind kind, llvm::StringRef name, Native native);
  /// The same for pdll's own functions, whose names and signatures are right.
  void addOwn(PdllNativeKind kind, llvm::StringRef name,
              llvm::StringRef signature, mlir::PDLConstraintFunction function);

  const Native *lookup(PdllNativeKind kind, llvm::StringRef name) const;
  const llvm::StringMap<Native> &get(PdllNativeKind kind) const {
    return kind == PdllNativeConstraint ? constraints : rewrites;
  }

private:
  llvm::StringMap<Native> constraints;
  llvm::StringMap<Native> rewrites;
};

} // namespace pdll

#endif // PDLL_NATIVES_NATIVES_H
