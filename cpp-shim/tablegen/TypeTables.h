// Type definitions and predicates of TableGen records, as bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_TYPETABLES_H
#define PDLL_TABLEGEN_TYPETABLES_H

#include "tablegen/Files.h"

#include "llvm/TableGen/Record.h"

namespace pdll {

/// Writes records of the class `TypeDef` or `AttrDef`, as `type_defs` and
/// `attr_defs` of src/front/ods/wire.rs.
void writeTypeDefs(OdsWire &wire, const llvm::RecordKeeper &records,
                   llvm::ArrayRef<const llvm::Record *> defs,
                   const OdsFiles &files);

/// Writes records of the class `Predicate` of src/front/std/PdlTypes.td, as
/// `type_predicates` of src/front/ods/wire.rs. A record that is not as that class
/// makes it is an error of TableGen.
void writeTypePredicates(OdsWire &wire,
                         llvm::ArrayRef<const llvm::Record *> defs,
                         const OdsFiles &files);

/// Writes records of the class `PdlTypeRule` of that file, as `type_rules`,
/// with errors in the same way.
void writeTypeRules(OdsWire &wire, llvm::ArrayRef<const llvm::Record *> defs,
                    const OdsFiles &files);

} // namespace pdll

#endif // PDLL_TABLEGEN_TYPETABLES_H
