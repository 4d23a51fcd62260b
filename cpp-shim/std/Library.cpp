// The standard library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Library.h"
#include "contract/Names.h"
#include "std/Interfaces.h"
#include "std/Parts.h"

using namespace mlir;
using namespace pdll;

void pdll::addStandardLibrary(Natives &natives) {
  addAttributeFunctions(natives);
  addNumberFunctions(natives);
  addConstantFunctions(natives);
  addTypeFunctions(natives);
  addShapeFunctions(natives);
  addPermutationFunctions(natives);
  addUseFunctions(natives);
  addRangeFunctions(natives);
  addOperationFunctions(natives);
  addRegionFunctions(natives);
  addSymbolFunctions(natives);
}

/// The string that a call passes, or null if only a match will tell.
static StringAttr getString(Value argument) {
  auto attribute = argument.getDefiningOp<pdl::AttributeOp>();
  return attribute ? dyn_cast_if_present<StringAttr>(attribute.getValueAttr())
                   : StringAttr();
}

void pdll::loadDialectsOfLibrary(ModuleOp patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.walk([&](pdl::ApplyNativeRewriteOp call) {
    if (call.getName() == PDLL_LIBRARY_PREFIX "MaterializeConstant")
      context->getOrLoadDialect("arith");
    if (call.getName() != PDLL_LIBRARY_PREFIX "CreateWithRegions" ||
        call.getArgs().empty())
      return;
    if (StringAttr name = getString(call.getArgs().front()))
      context->getOrLoadDialect(name.getValue().split('.').first);
  });
}

LogicalResult pdll::checkLibraryCalls(ModuleOp patterns) {
  LogicalResult result = success();
  patterns.walk([&](pdl::ApplyNativeConstraintOp call) {
    if (call.getName() != PDLL_LIBRARY_PREFIX "HasInterface" ||
        call.getArgs().size() != 2)
      return;
    StringAttr name = getString(call.getArgs()[1]);
    if (!name || isInterface(name))
      return;
    result = emitError(call.getLoc(), "`")
             << name.getValue() << "` is not one of the interfaces of MLIR";
  });
  return result;
}
