// What direct constraints said before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_CONSTRAINTMEMO_H
#define PDLL_ENGINE_CONSTRAINTMEMO_H

#include "engine/BoundProgram.h"

#include <array>
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
  /// Whether there is room for that many arguments and results.
  static bool canHold(size_t numArguments, size_t numResults) {
    return numArguments <= maxArguments && numResults <= maxResults;
  }

  /// Returns whether `call` holds, which reads these arguments, and sets these
  /// results. `number` identifies the call. If it was called with the same
  /// arguments before, it is not called again, and the results are set here.
  template <typename Call>
  bool ask(uint32_t number, llvm::ArrayRef<TypedRegister> arguments,
           llvm::ArrayRef<TypedRegister> results, Registers &registers,
           Call &&call) {
    Question question = {{}, number};
    for (auto [index, argument] : llvm::enumerate(arguments))
      question.arguments[index] = registers.get(argument.number);
    if (LLVM_LIKELY(!entries.empty())) {
      const Entry &known = entries[question.getPlace()];
      if (LLVM_LIKELY(known.question == question)) {
        if (known.holds)
          for (auto [index, result] : llvm::enumerate(results))
            registers.set(result.number, known.results[index]);
        return known.holds;
      }
    }
    // A call that fails need not set them.
    for (TypedRegister result : results)
      registers.setMissing(result);
    bool holds = call();
    if (!mayChange(arguments, registers) && !mayChange(results, registers))
      remember(question, holds, results, registers);
    return holds;
  }

private:
  static constexpr size_t maxArguments = 4;
  static constexpr size_t maxResults = 6;
  /// A power of two.
  static constexpr unsigned numEntriesLog2 = 8;

  struct Question {
    /// Those that do not exist are null.
    std::array<const void *, maxArguments> arguments;
    uint32_t number;

    bool operator==(const Question &other) const {
      uintptr_t difference = number ^ other.number;
      for (size_t index = 0; index < maxArguments; ++index)
        difference |= reinterpret_cast<uintptr_t>(arguments[index]) ^
                      reinterpret_cast<uintptr_t>(other.arguments[index]);
      return difference == 0;
    }
    size_t getPlace() const {
      uint64_t bits = number;
      for (const void *argument : arguments)
        bits = bits * 37 + reinterpret_cast<uintptr_t>(argument);
      return (bits * 0x9e3779b97f4a7c15u) >> (64 - numEntriesLog2);
    }
  };
  struct Entry {
    Question question = {{}, PDLL_NONE};
    std::array<const void *, maxResults> results;
    bool holds;
  };

  static bool mayChange(llvm::ArrayRef<TypedRegister> typed,
                        const Registers &registers);
  void remember(const Question &question, bool holds,
                llvm::ArrayRef<TypedRegister> results,
                const Registers &registers);

  /// A table in which a later entry replaces an earlier one. Empty before the
  /// first call.
  std::vector<Entry> entries;
};

} // namespace pdll

#endif // PDLL_ENGINE_CONSTRAINTMEMO_H
