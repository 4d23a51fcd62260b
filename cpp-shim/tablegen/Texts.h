// Texts of constraints and operations, as the tables have them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_TEXTS_H
#define PDLL_TABLEGEN_TEXTS_H

#include "mlir/TableGen/Constraint.h"
#include "llvm/TableGen/Record.h"

#include <string>

namespace pdll {

/// Joins the lines of a summary.
std::string lineOf(llvm::StringRef summary);

/// The C++ expression that must be true for what the constraint is about.
std::string conditionOf(const mlir::tblgen::Constraint &constraint);

/// The C++ class that stores an attribute of this constraint.
llvm::StringRef storageOf(const llvm::Record &attribute);

} // namespace pdll

#endif // PDLL_TABLEGEN_TEXTS_H
