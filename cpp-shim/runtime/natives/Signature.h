// The kinds of parameters and results of native functions.
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

/// The name of a kind in pattern files.
llvm::StringRef getKindName(PdllKind kind);

/// Whether `range` is the kind of ranges of entities of the kind `element`.
bool isOneOf(PdllKind element, PdllKind range);

/// The names of several kinds, separated by commas.
std::string getKindNames(llvm::ArrayRef<PdllKind> kinds);

/// A parameter of a native function.
struct NativeParameter {
  PdllKind kind;
  /// Whether the function is also called if the argument is missing.
  bool isOptional = false;
};

/// The kinds of the parameters and results of a native function.
class NativeSignature {
public:
  /// Reads a signature as pdll/Native.h describes it, or fails with a reason.
  static llvm::Expected<NativeSignature> parse(llvm::StringRef text);

  /// The signature as pdll/Native.h describes it. Equal signatures have the
  /// same text.
  std::string getText() const;
  llvm::ArrayRef<PdllKind> getResults() const { return results; }
  /// The parameter for an argument of a call that the signature accepts.
  const NativeParameter &getParameter(size_t argument) const;
  /// Whether a parameter is a range.
  bool hasRanges() const;
  /// Whether a call may have these arguments and results. A single value or
  /// type may stand where a range is expected.
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
