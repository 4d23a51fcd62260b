// From a module of pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "factory/CreatePatternSet.h"
#include "bytecode/ByteCodeEngine.h"
#include "check/PatternCheck.h"
#include "conversion/SignatureConversion.h"
#include "patterns/LaterValues.h"
#include "patterns/NativeRewrites.h"

using namespace mlir;
using namespace pdll;

/// Gives the set an engine for the patterns of `module`. This is the only place
/// that knows which engines there are.
static LogicalResult addEngine(PdllPatternSet &set,
                               OwningOpRef<ModuleOp> module,
                               const Natives &natives) {
  RewritePatternSet others(set.context);
  if (set.canConvert())
    addSignaturePatterns(others);
  set.engine = createByteCodeEngine(
      {std::move(module), natives, set.infos, set.use, std::move(others)});
  return success(set.engine != nullptr);
}

std::unique_ptr<PdllPatternSet>
pdll::createPatternSet(OwningOpRef<ModuleOp> module, const Natives &natives,
                       const PatternFilter &filter, PdllPatternUse use) {
  if (failed(filterPatterns(*module, filter)))
    return nullptr;
  openNativeRewrites(*module);
  if (failed(checkPatterns(*module, &natives, RunsIn::ThisProgram)))
    return nullptr;
  auto set = std::make_unique<PdllPatternSet>(module->getContext(), use);
  for (auto pattern : module->getOps<pdl::PatternOp>()) {
    set->infos.push_back(getPatternInfo(pattern));
    set->infos.back().mayUseLaterValues = mayUseLaterValues(pattern);
  }
  if (failed(addEngine(*set, std::move(module), natives)))
    return nullptr;
  return set;
}
