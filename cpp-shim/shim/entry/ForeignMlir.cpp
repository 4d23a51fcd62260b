// Tells Rust about a second MLIR or LLVM in the process, and about the compiler
// that built the first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ForeignMlir.h"
#include "support/Traits.h"
#include "contract/Mlir.h"
#include "contract/Strings.h"

using namespace pdll;

bool pdllFindForeignMlir(PdllErrorCallback report, void *userData) {
  std::optional<std::string> foreign = findForeignMlir();
  if (foreign && report)
    report(toPdllString(*foreign), userData);
  return foreign.has_value();
}

bool pdllIsMlirFromClang() { return isMlirFromClang(); }
