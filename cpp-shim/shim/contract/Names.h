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
// On a `pdl.operation`, i32: how many regions it has, if the pattern says so.
#define PDLL_ATTR_NUM_REGIONS "pdll.num_regions"
// On a `pdl.operation`, a unit: it is the last one of its block.
#define PDLL_ATTR_LAST "pdll.last"
// On a call of PDLL_FN_REGION, PDLL_FN_BLOCK, PDLL_FN_ARGUMENT or PDLL_FN_ARGUMENTS, i32:
// the index of the region, block, argument, or first argument.
#define PDLL_ATTR_INDEX "pdll.index"
// On a call of PDLL_FN_REGION, i32: how many blocks it has, if the pattern says so.
#define PDLL_ATTR_NUM_BLOCKS "pdll.num_blocks"
// On a call of PDLL_FN_BLOCK, i32: how many arguments it has, if the pattern says so.
#define PDLL_ATTR_NUM_ARGUMENTS "pdll.num_arguments"
// On a call of PDLL_FN_BLOCK, a unit: the block has only the operations of the pattern.
#define PDLL_ATTR_EXACT "pdll.exact"
// The name of the attribute of a matched `pdl.operation` whose value is its block, a
// result of PDLL_FN_BLOCK.
#define PDLL_PARENT "pdll.parent"
// How the names of the attributes of a created `pdl.operation` start whose values are
// its regions, in order. The index of the region follows.
#define PDLL_REGION_PREFIX "pdll.region."
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
// The rewrite of a pattern that only finds: hands over the variables that it takes.
#define PDLL_FN_FOUND "pdll.found"
#define PDLL_FN_TYPE_OF "pdll.type_of"
#define PDLL_FN_TYPES_OF "pdll.types_of"
// What is in an operation that is matched. They are written as constraints, of which each
// takes what it is a part of: a region takes an operation, a block a region, an argument
// or the arguments from one on a block, and their types if the pattern knows them. A
// region or block is a `!pdl.attribute`, for want of a type.
#define PDLL_FN_REGION "pdll.region"
#define PDLL_FN_BLOCK "pdll.block"
#define PDLL_FN_ARGUMENT "pdll.argument"
#define PDLL_FN_ARGUMENTS "pdll.arguments"
// What a rewrite does with regions, blocks, and places, which are written as
// `!pdl.attribute`, too. `PDLL_FN_ARGUMENT` and `PDLL_FN_ARGUMENTS` take new blocks as well.
// A new region without blocks, which belongs to no operation yet.
#define PDLL_FN_NEW_REGION "pdll.new_region"
// A new block at the end of a new region. The types of its arguments follow the region.
// What is created from then on stands at the end of the block.
#define PDLL_FN_NEW_BLOCK "pdll.new_block"
// The place where operations are created at this moment.
#define PDLL_FN_PLACE "pdll.place"
// Makes that the place: again, or before an operation, or at the start of a block.
#define PDLL_FN_INSERT_AT "pdll.insert_at"
#define PDLL_FN_INSERT_BEFORE "pdll.insert_before"
#define PDLL_FN_INSERT_AT_START "pdll.insert_at_start"
// Functions of the library that are no native functions, because they take or return
// regions and blocks; see src/front/std/regions.pdll.
#define PDLL_FN_COPY_REGION "pdll.CopyRegion"
#define PDLL_FN_INLINE_BLOCK "pdll.InlineBlock"
#define PDLL_FN_INLINE_COPY "pdll.InlineCopy"
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
#define PDLL_ODS_WIRE_VERSION 13

// The layout of the JSON in PDLL_ATTR_CONSTRAINTS. It changes with every change
// of that layout; see src/library/pattern_set/embedded.rs.
#define PDLL_CONSTRAINTS_VERSION 3

// The layout of PDLL_ATTR_PROGRAM, and the meaning of the program in it. It
// changes with every change of src/back/matcher/embed.rs and contract/Program.h.
#define PDLL_PROGRAM_VERSION 7

#endif // PDLL_CONTRACT_NAMES_H
