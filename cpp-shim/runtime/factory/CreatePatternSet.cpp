// From a module of pdl to patterns that are ready to be applied.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "factory/CreatePatternSet.h"
#include "check/DivisionCheck.h"
#include "conversion/SignatureConversion.h"
#include "patterns/LaterValues.h"
#include "patterns/NativeRewrites.h"
#include "std/Numbers.h"

using namespace mlir;
using namespace pdll;

/// Checks what the engine needs.
static LogicalResult check(ModuleOp module, RunsIn runsIn,
                           CheckInRust checkInRust) {
  openNativeRewrites(module);
  if (failed(checkPatterns(module, checkInRust)))
    return failure();
  LogicalResult result = success();
  for (auto pattern : module.getOps<pdl::PatternOp>())
    if (failed(checkDivisions(pattern, runsIn)))
      result = failure();
  return result;
}

FailureOr<PatternIndexList>
pdll::preparePatternSet(ModuleOp module, const PatternFilter &filter,
                        CheckInRust checkInRust) {
  FailureOr<PatternIndexList> indices = filterPatterns(module, filter);
  if (failed(indices) ||
      failed(check(module, RunsIn::ThisProgram, checkInRust)))
    return failure();
  return indices;
}

LogicalResult pdll::prepareForElsewhere(ModuleOp module,
                                        CheckInRust checkInRust) {
  return check(module, RunsIn::OtherProgram, checkInRust);
}

std::unique_ptr<PdllPatternSet> pdll::createPatternSet(ModuleOp module,
                                                       const Natives &natives,
                                                       PatternProgram program,
                                                       PdllPatternUse use) {
  MLIRContext *context = module.getContext();
  keepSmallIntegers(context);
  auto set = std::make_unique<PdllPatternSet>(context, use);
  set->infos.reserve(module.getBody()->getOperations().size());
  for (auto pattern : module.getOps<pdl::PatternOp>()) {
    set->infos.push_back(getPatternInfo(pattern));
    set->infos.back().mayUseLaterValues = mayUseLaterValues(pattern);
    set->mayUseLaterValues |= set->infos.back().mayUseLaterValues;
  }
  auto engine = std::make_unique<Engine>(EngineSource{
      context, program.program, program.indices, natives, set->infos});
  if (set->canConvert()) {
    RewritePatternSet others(context);
    addSignaturePatterns(others);
    engine->addMlirPatterns(std::move(others));
  }
  set->engine = std::move(engine);
  return set;
}
