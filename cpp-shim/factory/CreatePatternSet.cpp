// From a module of pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "factory/CreatePatternSet.h"
#include "bytecode/ByteCodeEngine.h"
#include "check/DivisionCheck.h"
#include "check/PatternCheck.h"
#include "conversion/SignatureConversion.h"
#include "engine/NativeEngine.h"
#include "patterns/LaterValues.h"
#include "patterns/NativeRewrites.h"

using namespace mlir;
using namespace pdll;

LogicalResult pdll::preparePatternSet(ModuleOp module, const Natives *natives,
                                      const PatternFilter &filter) {
  if (failed(filterPatterns(module, filter)))
    return failure();
  openNativeRewrites(module);
  if (failed(checkPatterns(module, natives, RunsIn::ThisProgram)))
    return failure();
  LogicalResult result = success();
  for (auto pattern : module.getOps<pdl::PatternOp>())
    if (failed(checkDivisions(pattern)))
      result = failure();
  return result;
}

/// Gives the set an engine for the patterns of `module`. This is the only place
/// that knows which engines there are.
static LogicalResult addEngine(PdllPatternSet &set,
                               OwningOpRef<ModuleOp> module,
                               const Natives &natives,
                               const PdllProgram *program) {
  RewritePatternSet others(set.context);
  if (set.canConvert())
    addSignaturePatterns(others);
  EngineSource source{std::move(module), natives, set.infos, set.use,
                      std::move(others)};
  set.engine = program ? createNativeEngine(std::move(source), *program)
                       : createByteCodeEngine(std::move(source));
  return success(set.engine != nullptr);
}

std::unique_ptr<PdllPatternSet>
pdll::createPatternSet(OwningOpRef<ModuleOp> module, const Natives &natives,
                       const PdllProgram *program, PdllPatternUse use) {
  auto set = std::make_unique<PdllPatternSet>(module->getContext(), use);
  for (auto pattern : module->getOps<pdl::PatternOp>()) {
    set->infos.push_back(getPatternInfo(pattern));
    set->infos.back().mayUseLaterValues = mayUseLaterValues(pattern);
  }
  if (failed(addEngine(*set, std::move(module), natives, program)))
    return nullptr;
  return set;
}
