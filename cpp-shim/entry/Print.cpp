// Prints operations in one piece.
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
    // Beside each operation, rather than as a table of aliases behind the
    // module: that table takes longer to make than the text.
    flags.enableDebugInfo();
    flags.useLocalScope();
  }
  if (generic)
    flags.printGenericOpForm();
  std::string text;
  llvm::raw_string_ostream stream(text);
  unwrap(operation)->print(stream, flags);
  // Whether a line end is printed depends on the flags.
  if (text.empty() || text.back() != '\n')
    text += '\n';
  receive(toPdllString(text), userData);
}
