// The records that rewrite rules mention, as bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_RULERECORDS_H
#define PDLL_TABLEGEN_RULERECORDS_H

#include "tablegen/Files.h"
#include "tablegen/Predicates.h"
#include "tablegen/Wire.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/TableGen/Record.h"

namespace pdll {

/// Records, each of which has a number.
class RuleRecords {
public:
  /// Returns the number of a record, which gets one if it has none.
  size_t add(const llvm::Record *record);

  /// Writes all records, and those that they mention.
  void write(OdsWire &wire, const OdsFiles &files, OdsPredicates &predicates);

private:
  llvm::MapVector<const llvm::Record *, size_t> numbers;
};

} // namespace pdll

#endif // PDLL_TABLEGEN_RULERECORDS_H
