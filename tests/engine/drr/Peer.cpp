// Registers the dialect of the rules, and the patterns that mlir-tblgen makes of
// them.
//
// The test writes `Rules.inc`: it includes the patterns of each file, in a
// namespace with the name of the file, and defines `RULE_FILES`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dialect.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

//===- The dialect --------------------------------------------------------===//

#include "Dialect.cpp.inc"

#include "Enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Attrs.cpp.inc"

#define GET_OP_CLASSES
#include "Ops.cpp.inc"

void drr::DrrDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Attrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Ops.cpp.inc"
      >();
}

LogicalResult
drr::WidthOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                               ValueRange operands, DictionaryAttr attributes,
                               OpaqueProperties properties, RegionRange regions,
                               SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  types.push_back(IntegerType::get(context, adaptor.getWidth()));
  return success();
}

OpFoldResult drr::ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===- The rules ----------------------------------------------------------===//

#include "Rules.inc"

#include "Passes.h"

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "drr", "1", [](DialectRegistry *registry) {
            registry->insert<drr::DrrDialect>();
          }};
}
