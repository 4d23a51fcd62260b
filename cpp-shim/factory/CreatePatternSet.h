// From a module of pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_FACTORY_CREATEPATTERNSET_H
#define PDLL_FACTORY_CREATEPATTERNSET_H

#include "contract/Program.h"
#include "natives/Natives.h"
#include "patterns/Filter.h"
#include "patterns/PatternSet.h"

#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace pdll {

/// Drops the `pdl.pattern` operations of `module` that `filter` does not
/// select, and checks the others. Loads the dialects that they mention. Without
/// `natives`, patterns may call any native function. On failure the reason has
/// been reported.
mlir::LogicalResult preparePatternSet(mlir::ModuleOp module,
                                      const Natives *natives,
                                      const PatternFilter &filter);

/// Makes a set of patterns that have been prepared. `program` was made from the
/// same module; without it, MLIR's interpreter applies the patterns. The set
/// refers neither to it nor to `natives` afterwards. On failure the reason has
/// been reported, and the set is null.
std::unique_ptr<PdllPatternSet>
createPatternSet(mlir::OwningOpRef<mlir::ModuleOp> module,
                 const Natives &natives, const PdllProgram *program,
                 PdllPatternUse use);

} // namespace pdll

#endif // PDLL_FACTORY_CREATEPATTERNSET_H
