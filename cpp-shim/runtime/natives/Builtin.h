// Native functions that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_BUILTIN_H
#define PDLL_NATIVES_BUILTIN_H

#include "natives/Natives.h"

namespace pdll {

/// Adds the native functions that any pattern may need:
///
///   * rewrite `pdll.segment_sizes`(Value, ValueRange, Type or TypeRange, at
///     least one of them) -> Attr: the number of values or types in each;
///   * constraint `pdll.type_of`(Value) -> Type;
///   * constraint `pdll.types_of`(ValueRange) -> TypeRange;
///   * rewrite `pdll.found`(anything): hands its arguments to a MatchCollector.
void addBuiltinNatives(Natives &natives);

/// Takes what patterns that change nothing hand over on this thread, as long as it
/// lives.
class MatchCollector {
public:
  using Receive =
      llvm::function_ref<void(llvm::ArrayRef<mlir::PDLValue> variables)>;

  /// What it borrows outlives it.
  explicit MatchCollector(Receive receive);
  MatchCollector(const MatchCollector &) = delete;
  MatchCollector &operator=(const MatchCollector &) = delete;
  ~MatchCollector();

private:
  Receive previous;
};

} // namespace pdll

#endif // PDLL_NATIVES_BUILTIN_H
