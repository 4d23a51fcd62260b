// Operations whose verifiers look at the operations alone.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/PlainVerifiers.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace pdll;

bool pdll::hasPlainVerifier(OperationName name) {
  ArrayRef<const char *> table = getPlainVerifiers();
  auto isBefore = [](StringRef entry, StringRef wanted) {
    return entry < wanted;
  };
  const char *const *entry =
      llvm::lower_bound(table, name.getStringRef(), isBefore);
  return entry != table.end() && name.getStringRef() == *entry;
}
