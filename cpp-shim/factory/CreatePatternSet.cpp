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

/// Checks what all engines of pdll need. Without `natives`, it does not check
/// that native functions exist.
static LogicalResult check(ModuleOp module, const Natives *natives,
                           RunsIn runsIn) {
  openNativeRewrites(module);
  if (failed(checkPatterns(module, natives, runsIn)))
    return failure();
  LogicalResult result = success();
  for (auto pattern : module.getOps<pdl::PatternOp>())
    if (failed(checkDivisions(pattern, runsIn)))
      result = failure();
  return result;
}

FailureOr<PatternIndexList>
pdll::preparePatternSet(ModuleOp module, const Natives *natives,
                        const PatternFilter &filter) {
  FailureOr<PatternIndexList> indices = filterPatterns(module, filter);
  if (failed(indices) || failed(check(module, natives, RunsIn::ThisProgram)))
    return failure();
  return indices;
}

LogicalResult pdll::prepareForElsewhere(ModuleOp module) {
  return check(module, /*natives=*/nullptr, RunsIn::OtherProgram);
}

/// Gives the set an engine for the patterns of `module`. This is the only place
/// that knows which engines there are.
static LogicalResult addEngine(PdllPatternSet &set,
                               OwningOpRef<ModuleOp> module,
                               const Natives &natives, PatternProgram program) {
  RewritePatternSet others(set.context);
  if (set.canConvert())
    addSignaturePatterns(others);
  EngineSource source{std::move(module), natives, set.infos, set.use,
                      std::move(others)};
  set.engine = program.program
                   ? createNativeEngine(std::move(source), *program.program,
                                        program.indices)
                   : createByteCodeEngine(std::move(source));
  return success(set.engine != nullptr);
}

std::unique_ptr<PdllPatternSet>
pdll::createPatternSet(OwningOpRef<ModuleOp> module, const Natives &natives,
                       PatternProgram program, PdllPatternUse use) {
  auto set = std::make_unique<PdllPatternSet>(module->getContext(), use);
  for (auto pattern : module->getOps<pdl::PatternOp>()) {
    set->infos.push_back(getPatternInfo(pattern));
    set->infos.back().mayUseLaterValues = mayUseLaterValues(pattern);
  }
  if (failed(addEngine(*set, std::move(module), natives, program)))
    return nullptr;
  return set;
}
