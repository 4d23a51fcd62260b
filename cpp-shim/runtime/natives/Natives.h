// The native functions that pattern files can name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_NATIVES_H
#define PDLL_NATIVES_NATIVES_H

#include "natives/Signature.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <optional>

namespace pdll {

/// A constraint of types and attributes alone: takes the pointers in its
/// arguments, none of which is null, and sets those of its results if it holds.
using DirectConstraint =
    std::function<bool(const void *const *arguments, const void **results)>;

/// A native constraint or rewrite. PDL uses one function type for both.
struct Native {
  /// The kinds of its parameters and results. Functions of pdll that accept
  /// several kinds have no signature, and check their arguments themselves.
  std::optional<NativeSignature> signature;
  mlir::PDLConstraintFunction function;
  /// How messages call the place where it comes from; empty for pdll's own
  /// functions.
  std::string origin;
  /// The same constraint without the lists of PDL, if it needs none.
  DirectConstraint direct = nullptr;

  /// The index of the first argument that is missing although it is not
  /// optional.
  std::optional<size_t>
  findMissing(llvm::ArrayRef<mlir::PDLValue> arguments) const;
};

/// Finds a constraint by its name, or returns null.
using FindConstraint = std::function<const Native *(llvm::StringRef name)>;

class Natives;

/// Returns the tables that may have a function of that name, or all of them.
/// They do not change any more, and live as long as the process.
using GetLibraries = llvm::SmallVector<const Natives *, 3>(
    std::optional<llvm::StringRef> name);

/// The native functions that a set of patterns can call. Copies share one
/// table.
class Natives {
public:
  Natives() = default;
  /// A table that also has the functions of libraries. To make a library takes
  /// longer than to compile a pattern, so it is not asked for before somebody
  /// looks for a name that may be in it.
  explicit Natives(GetLibraries *getLibraries) : getLibraries(getLibraries) {}

  /// Adds a function. Fails if the name is taken.
  llvm::Error add(PdllNativeKind kind, llvm::StringRef name, Native native);
  /// Adds one of pdll's own functions, whose name and signature must be right.
  void addOwn(PdllNativeKind kind, llvm::StringRef name,
              llvm::StringRef signature, mlir::PDLConstraintFunction function,
              DirectConstraint direct = nullptr);

  const Native *lookup(PdllNativeKind kind, llvm::StringRef name) const;
  /// Visits the functions of a kind, in no order.
  void visit(PdllNativeKind kind,
             llvm::function_ref<void(llvm::StringRef name, const Native &)>
                 visitor) const;

  /// Finds constraints for a function of the table, which cannot own it: the
  /// table must outlive the calls.
  FindConstraint getConstraintFinder() const;

private:
  using Functions = llvm::StringMap<Native>;
  /// By kind.
  std::shared_ptr<Functions> functions[2] = {std::make_shared<Functions>(),
                                             std::make_shared<Functions>()};
  /// Null if there are no libraries.
  GetLibraries *getLibraries = nullptr;
};

} // namespace pdll

#endif // PDLL_NATIVES_NATIVES_H
