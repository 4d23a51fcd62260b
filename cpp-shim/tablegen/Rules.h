// Rewrite rules of TableGen records, as bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_RULES_H
#define PDLL_TABLEGEN_RULES_H

#include "tablegen/Files.h"
#include "tablegen/Predicates.h"
#include "tablegen/Wire.h"

#include "llvm/TableGen/Record.h"

namespace pdll {

/// Writes the rules, which are records of the class `Pattern`, and the records
/// that they mention. Reports rules that are not as that class makes them.
void writeOdsRules(OdsWire &wire, llvm::ArrayRef<const llvm::Record *> rules,
                   const OdsFiles &files, OdsPredicates &predicates);

} // namespace pdll

#endif // PDLL_TABLEGEN_RULES_H
