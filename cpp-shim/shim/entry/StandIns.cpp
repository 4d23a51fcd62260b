// Dialects without operations, which stand for those of another program.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace pdll;

void pdllRegisterStandIns(MlirContext context, const PdllString *names,
                          size_t count) {
  DialectRegistry registry;
  registry.insert<BuiltinDialect, pdl::PDLDialect>();
  for (const PdllString &name : ArrayRef(names, count))
    if (!registry.getDialectAllocator(toStringRef(name)))
      registry.insertDynamic(toStringRef(name),
                             [](MLIRContext *, DynamicDialect *) {});
  unwrap(context)->appendDialectRegistry(registry);
}

bool pdllHasLoadedStandIn(MlirContext context) {
  return llvm::any_of(
      unwrap(context)->getLoadedDialects(),
      [](Dialect *dialect) { return isa<DynamicDialect>(dialect); });
}
