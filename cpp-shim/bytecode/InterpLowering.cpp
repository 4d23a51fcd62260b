// From pdl to the dialect that MLIR's interpreter reads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/InterpLowering.h"
#include "bytecode/InterpSimplification.h"
#include "bytecode/NameDispatch.h"

#include "mlir/Conversion/PDLToPDLInterp/PDLToPDLInterp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace pdll;

/// Does what `FrozenRewritePatternSet` does with patterns that are not lowered.
static LogicalResult lower(ModuleOp module) {
  auto simplify = [](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  };
  module.getBody()->walk(simplify);
  DenseMap<Operation *, PDLPatternConfigSet *> noConfigurations;
  PassManager manager(module->getName());
  manager.enableVerifier(false);
  manager.addPass(createConvertPDLToPDLInterpPass(noConfigurations));
  if (failed(manager.run(module)))
    return failure();
  module.getBody()->walk(simplify);
  return success();
}

LogicalResult pdll::lowerPatterns(PDLPatternModule &patterns,
                                  PdllPatternUse use) {
  if (failed(lower(patterns.getModule())))
    return failure();
  simplifyInterp(patterns.getModule());
  dispatchNames(patterns, use);
  return success();
}
