// Operations and constraints of TableGen records, as bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_TABLES_H
#define PDLL_TABLEGEN_TABLES_H

#include "tablegen/Files.h"
#include "tablegen/Wire.h"

#include "llvm/TableGen/Record.h"

namespace pdll {

/// Writes the contents of `records` as `Tables` of src/front/ods/wire.rs.
void writeOdsTables(OdsWire &wire, const llvm::RecordKeeper &records,
                    const OdsFiles &files, PdllOdsContents contents);

} // namespace pdll

#endif // PDLL_TABLEGEN_TABLES_H
