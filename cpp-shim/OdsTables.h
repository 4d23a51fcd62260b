// Operations and constraints of TableGen records, as JSON.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ODSTABLES_H
#define PDLL_ODSTABLES_H

#include "OdsFiles.h"

#include "llvm/Support/JSON.h"
#include "llvm/TableGen/Record.h"

namespace pdll {

/// Writes the fields of an object: what `records` define.
void writeOdsTables(llvm::json::OStream &json,
                    const llvm::RecordKeeper &records, const OdsFiles &files);

} // namespace pdll

#endif // PDLL_ODSTABLES_H
