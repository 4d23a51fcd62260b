// What native functions take and give.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_SIGNATURE_H
#define PDLL_NATIVES_SIGNATURE_H

#include "pdll/Native.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/Error.h"

#include <string>

namespace pdll {

/// The kind of a value of the dialect pdl.
PdllKind getKind(mlir::Type pdlType);

/// What pattern files call a kind.
llvm::StringRef getKindName(PdllKind kind);

/// Kinds, as pattern files list them.
std::string getKindNames(llvm::ArrayRef<PdllKind> kinds);

/// What stands behind the parameters of a function with these results.
std::string getResultsText(llvm::ArrayRef<PdllKind> results);

/// A parameter of a native function.
struct NativeParameter {
  PdllKind kind;
  /// Whether the function is called without it, too.
  bool isOptional = false;
};

/// What a native function takes and gives.
class NativeSignature {
public:
  /// Reads a signature as pdll/Native.h describes it, or fails with a reason.
  static llvm::Expected<NativeSignature> parse(llvm::StringRef text);

  /// In the words of pdll/Native.h, and in one shape for all that mean the
  /// same.
  std::string getText() const;
  llvm::ArrayRef<PdllKind> getResults() const { return results; }
  /// The parameter that an argument is for; there is one.
  const NativeParameter &getParameter(size_t argument) const;
  /// Whether a call has what it takes and gives.
  bool accepts(llvm::ArrayRef<PdllKind> arguments,
               llvm::ArrayRef<PdllKind> results) const;

private:
  std::vector<NativeParameter> parameters;
  /// Whether the last parameter takes any number of arguments.
  bool isVariadic = false;
  std::vector<PdllKind> results;
};

} // namespace pdll

#endif // PDLL_NATIVES_SIGNATURE_H
