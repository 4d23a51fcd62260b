// Parses MLIR under a name of the caller's choice.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace pdll;

MlirModule pdllParseModule(MlirContext context, PdllString text,
                           PdllString name) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      toStringRef(text), ParserConfig(unwrap(context)), toStringRef(name));
  return wrap(module.release());
}
