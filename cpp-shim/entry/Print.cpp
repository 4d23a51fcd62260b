// Prints an operation for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace pdll;

void pdllPrint(MlirOperation operation, bool locations, bool generic,
               PdllTextCallback receive, void *userData) {
  OpPrintingFlags flags;
  flags.assumeVerified();
  if (locations) {
    // Locations stand beside each operation. A table of aliases after the
    // module would take longer to make than the text.
    flags.enableDebugInfo();
    flags.useLocalScope();
  }
  if (generic)
    flags.printGenericOpForm();
  std::string text;
  llvm::raw_string_ostream stream(text);
  // MLIR writes a few bytes at a time.
  stream.SetBufferSize(1 << 16);
  unwrap(operation)->print(stream, flags);
  stream.flush();
  // Only some of the flags make MLIR print a line end.
  if (text.empty() || text.back() != '\n')
    text += '\n';
  receive(toPdllString(text), userData);
}
