// From a module of pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_FACTORY_CREATEPATTERNSET_H
#define PDLL_FACTORY_CREATEPATTERNSET_H

#include "check/PatternCheck.h"
#include "contract/Program.h"
#include "engine/PatternSet.h"
#include "natives/Natives.h"
#include "patterns/Filter.h"

#include <memory>

namespace pdll {

/// Drops the `pdl.pattern` operations of `module` that `filter` does not
/// select, and checks the others. Loads the dialects that they mention. Returns
/// the indices of those that are left; see PatternIndices. On failure the reason
/// has been reported.
mlir::FailureOr<PatternIndexList>
preparePatternSet(mlir::ModuleOp module, const PatternFilter &filter,
                  CheckInRust checkInRust);

/// Checks patterns that another process applies with pdll, all but their calls
/// of native functions. That process may know more operations.
mlir::LogicalResult prepareForElsewhere(mlir::ModuleOp module,
                                        CheckInRust checkInRust);

/// A program that applies patterns.
struct PatternProgram {
  const PdllProgram &program;
  /// Which of its patterns the set has.
  PatternIndices indices;
};

/// Makes a set of the patterns of `module`, which have been prepared. The set
/// refers to none of the arguments afterwards.
std::unique_ptr<PdllPatternSet> createPatternSet(mlir::ModuleOp module,
                                                 const Natives &natives,
                                                 PatternProgram program,
                                                 PdllPatternUse use);

} // namespace pdll

#endif // PDLL_FACTORY_CREATEPATTERNSET_H
