// From a module of pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "factory/CreatePatternSet.h"
#include "bytecode/FreezePatterns.h"
#include "bytecode/Prepare.h"

using namespace mlir;
using namespace pdll;

std::unique_ptr<PdllPatternSet>
pdll::createPatternSet(OwningOpRef<ModuleOp> module, const Natives &natives,
                       const PatternFilter &filter, PdllPatternUse use) {
  PDLPatternModule patterns(std::move(module));
  if (failed(filterPatterns(patterns.getModule(), filter)) ||
      failed(checkPatterns(patterns, natives)))
    return nullptr;
  return freezePatterns(std::move(patterns), use);
}
