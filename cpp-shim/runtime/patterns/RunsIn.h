// Where patterns run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_RUNSIN_H
#define PDLL_PATTERNS_RUNSIN_H

namespace pdll {

/// Which program the patterns will run in.
enum class RunsIn {
  /// This one, which knows all operations that can be known.
  ThisProgram,
  /// A program that may know more operations.
  OtherProgram
};

} // namespace pdll

#endif // PDLL_PATTERNS_RUNSIN_H
