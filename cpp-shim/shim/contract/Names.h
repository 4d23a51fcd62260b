// The names and version numbers that Rust and C++ must spell alike. Rust has them in
// src/front/contract.rs, and a test compares the two. This header holds nothing but
// macros, one on a line, so that C can read it too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_NAMES_H
#define PDLL_CONTRACT_NAMES_H

// Attributes of `pdl` operations, for what the dialect itself cannot express.
// Hand-written `pdl` may use them, so they are documented for users and stay as
// they are.

// On a `pdl.pattern`: an array of its labels.
#define PDLL_ATTR_LABELS "pdll.labels"
// On a `pdl.pattern`, a unit: the pattern may be applied to its own results.
#define PDLL_ATTR_BOUNDED_RECURSION "pdll.bounded_recursion"
// On a `pdl.operation`, units: the operation has an attribute for the sizes of
// its groups.
#define PDLL_ATTR_OPERAND_SEGMENTS "pdll.operand_segments"
#define PDLL_ATTR_RESULT_SEGMENTS "pdll.result_segments"
// On a `pdl.operation`, units: all of its groups that are ranges have the same
// length.
#define PDLL_ATTR_EQUAL_OPERAND_RANGES "pdll.equal_operand_ranges"
#define PDLL_ATTR_EQUAL_RESULT_RANGES "pdll.equal_result_ranges"
// On a `pdl.operation`, units: all of its groups have one value, because the
// pattern writes one of those that have the same length as a single value.
#define PDLL_ATTR_SINGLE_OPERAND_RANGES "pdll.single_operand_ranges"
#define PDLL_ATTR_SINGLE_RESULT_RANGES "pdll.single_result_ranges"
// On a `pdl.operation` of a rewrite, a unit: the operation is created without
// results. Modules made before have it; now an empty range of types says so.
#define PDLL_ATTR_NO_RESULTS "pdll.no_results"
// On a `pdl.results` with an index: how the definition of the operation divides
// its results, if the pattern does not write them. The text is
// `division groups`, where `division` is nothing, `segments`, or `equal`, and
// `groups` has a `1` for a single result and a `*` for a range.
#define PDLL_ATTR_RESULT_GROUPS "pdll.result_groups"
// On a module of compiled patterns: the conditions of its ODS constraints, as
// JSON. Only Rust reads and writes it.
#define PDLL_ATTR_CONSTRAINTS "pdll.constraints"
// On the module of a finished plugin: the program that applies its patterns.
// Rust writes it, and engine/ReadProgram.cpp reads it.
#define PDLL_ATTR_PROGRAM "pdll.program"

// Names with this prefix belong to pdll. The functions of the standard library
// are called `pdll.NAME`.
#define PDLL_LIBRARY_PREFIX "pdll."

// The root of a pattern that says what the type of its result becomes. There are
// no such operations.
#define PDLL_CONVERT_TYPE "pdll.convert_type"

// How the names of the predicates of types start: with the prefix of the library and
// the namespace of C++ classes.
#define PDLL_TYPE_PREDICATES "pdll.mlir::"

#define PDLL_FN_SEGMENT_SIZES "pdll.segment_sizes"
#define PDLL_FN_BOUND_TYPES "pdll.bound_types"
#define PDLL_FN_TYPE_OF "pdll.type_of"
#define PDLL_FN_TYPES_OF "pdll.types_of"
// Compares two types or two attributes, where integers of different types may be
// equal.
#define PDLL_FN_SAME "pdll.same"
// Evaluates a disjunction of conditions: an array, and the types and attributes
// that they mention; see std/AnyOf.h.
#define PDLL_FN_ANY_OF "pdll.any_of"

// The names of warnings that C++ gives, by which -W selects them; see
// support/WarningName.h. No message is recognized by its words.
#define PDLL_WARNING_NEVER_MATCHES "never-matches"
#define PDLL_WARNING_NEVER_FIRED "never-fired"

// The layout of what TableGen's process hands over; see src/front/ods/wire.rs. It
// changes with every change of that layout, and so does the name of the entries
// in the user's cache.
#define PDLL_ODS_WIRE_VERSION 8

// The layout of the JSON in PDLL_ATTR_CONSTRAINTS. It changes with every change
// of that layout; see src/library/pattern_set/embedded.rs.
#define PDLL_CONSTRAINTS_VERSION 2

// The layout of PDLL_ATTR_PROGRAM, and the meaning of the program in it. It
// changes with every change of src/back/matcher/embed.rs and contract/Program.h.
#define PDLL_PROGRAM_VERSION 3

#endif // PDLL_CONTRACT_NAMES_H
