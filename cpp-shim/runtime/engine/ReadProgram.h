// The program that a finished plugin carries.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_READPROGRAM_H
#define PDLL_ENGINE_READPROGRAM_H

#include "contract/Program.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace pdll {

/// A program that was written as the attribute `pdll.program` of a module. Its
/// texts and constants belong to the context of the module.
class StoredProgram {
public:
  /// Fails if `module` has no program, if another version of pdll wrote it, or
  /// if it is not as it was written.
  static llvm::Expected<StoredProgram> read(mlir::ModuleOp module);

  /// The program, which refers to this object.
  PdllProgram get() const;

private:
  friend class ProgramParser;

  std::vector<PdllInstruction> instructions;
  std::vector<uint32_t> words;
  std::vector<PdllString> names;
  std::vector<PdllConstant> constants;
  std::vector<PdllLayout> layouts;
  std::vector<PdllProgramPattern> patterns;
  std::vector<PdllProgramRoot> roots;
  PdllProgramRoot anyRoot{PDLL_NONE, PDLL_NONE, PDLL_NONE};
  uint32_t numTreeRegisters = 0;
};

} // namespace pdll

#endif // PDLL_ENGINE_READPROGRAM_H
