// What direct constraints said before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_CONSTRAINTMEMO_H
#define PDLL_ENGINE_CONSTRAINTMEMO_H

#include "engine/BoundProgram.h"

#include <vector>

namespace pdll {

/// Remembers what direct constraints such as `IntegerType` and `le` found. It
/// depends on their types and attributes alone, of which a program has few, and
/// to read a number or to make an attribute of one takes longer than to
/// remember it. For one thread.
class ConstraintMemo {
public:
  /// Whether calls of that form are worth remembering.
  static bool covers(llvm::ArrayRef<TypedRegister> arguments,
                     llvm::ArrayRef<TypedRegister> results);

  /// Calls a constraint that is covered, or remembers what an earlier call with
  /// these arguments did. `number` identifies the call. All arguments exist.
  bool call(uint32_t number, const BoundCall &call,
            const void *const *arguments, const void **results);

private:
  static constexpr size_t maxArguments = 2;
  static constexpr size_t maxResults = 2;
  using Arguments = std::array<const void *, maxArguments>;

  struct Entry {
    /// The first one is null in an entry that is not used, and the second one
    /// in that of a call with one argument.
    Arguments arguments;
    std::array<const void *, maxResults> results;
    uint32_t number;
    bool holds;
  };

  /// A table in which a later entry replaces an earlier one. Empty before the
  /// first call.
  std::vector<Entry> entries;
};

} // namespace pdll

#endif // PDLL_ENGINE_CONSTRAINTMEMO_H
