// What an engine is made of.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_ENGINESOURCE_H
#define PDLL_ENGINE_ENGINESOURCE_H

#include "contract/Program.h"
#include "natives/Natives.h"
#include "patterns/Filter.h"
#include "patterns/PatternInfo.h"

namespace pdll {

/// What an engine is made of.
struct EngineSource {
  mlir::MLIRContext *context;
  /// The engine keeps no reference to the program.
  const PdllProgram &program;
  /// Which patterns of the program the set has, and their indices there.
  PatternIndices indices;
  /// The native functions that the patterns call. The engine shares the table.
  const Natives &natives;
  /// What the patterns are called, by their indices. Outlives the engine.
  llvm::ArrayRef<PatternInfo> infos;
};

} // namespace pdll

#endif // PDLL_ENGINE_ENGINESOURCE_H
