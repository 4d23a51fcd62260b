// Disjunctions of conditions, which `pdl` cannot express.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_ANYOF_H
#define PDLL_STD_ANYOF_H

#include "natives/Natives.h"

namespace pdll {

/// Adds `pdll.same`(a, b), which compares two types or two attributes. Integers
/// of different types are equal if their values are.
void addSame(Natives &natives);

/// Adds `pdll.any_of`(program, inputs...), which fails if every branch does:
///
///     program ::= [branch, ...]
///     branch  ::= [step, ...]
///     step    ::= [name, array<i64: inputs>, array<i64: results>]
///               | [program]
///               | [program, unit], which must not hold
///
/// A step calls a constraint of the same table, which must outlive the calls.
/// Its inputs and results are numbers of values; those of the inputs of
/// `pdll.any_of` come first.
void addAnyOf(Natives &natives);

/// `pdll.any_of` with these constraints.
mlir::PDLConstraintFunction makeDisjunction(FindConstraint find);

/// `pdll.same` for two types, or for two attributes.
DirectConstraint getDirectSame(PdllKind kind);

/// The functions of the standard library, and these two.
const Natives &getLibraryFunctions();

/// Results of a call that pdll itself makes.
struct CallResults : mlir::PDLResultList {
  explicit CallResults(size_t count) : PDLResultList(count) {}
  using PDLResultList::results;
};

} // namespace pdll

#endif // PDLL_STD_ANYOF_H
