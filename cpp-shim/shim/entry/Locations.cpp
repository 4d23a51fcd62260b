// Locations for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Location.h"

using namespace mlir;

MlirLocation pdllLocationGet(MlirAttribute file, unsigned line,
                             unsigned column) {
  return wrap(Location(
      FileLineColLoc::get(cast<StringAttr>(unwrap(file)), line, column)));
}
