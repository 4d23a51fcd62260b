// From a module of pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_FACTORY_CREATEPATTERNSET_H
#define PDLL_FACTORY_CREATEPATTERNSET_H

#include "natives/Natives.h"
#include "patterns/Filter.h"
#include "patterns/PatternSet.h"

#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace pdll {

/// Checks the `pdl.pattern` operations of `module` that `filter` selects, and
/// prepares them for `use`. Loads the dialects that the patterns mention. The
/// set does not refer to `natives` afterwards. On failure the reason has been
/// reported, and the set is null.
std::unique_ptr<PdllPatternSet>
createPatternSet(mlir::OwningOpRef<mlir::ModuleOp> module,
                 const Natives &natives, const PatternFilter &filter,
                 PdllPatternUse use);

} // namespace pdll

#endif // PDLL_FACTORY_CREATEPATTERNSET_H
