// Texts of constraints and operations, as the tables have them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Texts.h"

#include "mlir/TableGen/Attribute.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
namespace tblgen = mlir::tblgen;

std::string pdll::lineOf(StringRef summary) {
  SmallVector<StringRef> lines;
  summary.trim().split(lines, '\n');
  return join(map_range(lines, [](StringRef line) { return line.trim(); }),
              " ");
}

std::string pdll::conditionOf(const tblgen::Constraint &constraint) {
  if (constraint.getPredicate().isNull())
    return "true";
  return constraint.getConditionTemplate();
}

StringRef pdll::storageOf(const Record &attribute) {
  // A plain attribute constraint names no class.
  return attribute.isSubClassOf("Attr")
             ? tblgen::Attribute(&attribute).getStorageType()
             : "::mlir::Attribute";
}
