// The conditions of constraints, as a list in which they share their parts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_PREDICATES_H
#define PDLL_TABLEGEN_PREDICATES_H

#include "tablegen/Wire.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/TableGen/Record.h"

#include <vector>

namespace mlir::tblgen {
class Constraint;
}

namespace pdll {

/// The predicates of all constraints of one set of records.
class OdsPredicates {
public:
  /// Writes the number of the predicate of a constraint, or nothing if it has
  /// none. This must come before MLIR's own functions, which do not survive an
  /// unknown kind of predicate.
  void writeNumber(OdsWire &wire, const mlir::tblgen::Constraint &constraint);

  /// Writes the list. Children come before their parents.
  void writeAll(OdsWire &wire);

private:
  unsigned number(const llvm::Record *def);
  void write(OdsWire &wire, const llvm::Record &def);

  std::vector<const llvm::Record *> predicates;
  llvm::DenseMap<const llvm::Record *, unsigned> numberOfPredicate;
};

} // namespace pdll

#endif // PDLL_TABLEGEN_PREDICATES_H
