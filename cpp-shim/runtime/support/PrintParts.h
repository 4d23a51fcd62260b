// Prints a large module on several threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_PRINTPARTS_H
#define PDLL_SUPPORT_PRINTPARTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace pdll {

/// Whether nothing in one of the operations of `module` depends on what is in
/// another one, so that MLIR prints each of them by itself in the same way.
bool hasOnlyParts(mlir::ModuleOp module);

/// Prints `module`, which `hasOnlyParts`, with a line end. The text is that of
/// `module.print(stream, flags)`. The flags must ask for a local scope. The
/// threads are those of the context.
void printParts(mlir::ModuleOp module, const mlir::OpPrintingFlags &flags,
                llvm::raw_ostream &stream);

} // namespace pdll

#endif // PDLL_SUPPORT_PRINTPARTS_H
