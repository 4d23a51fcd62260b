// The program that finds and applies patterns. src/back/matcher makes it from a
// module of the dialect pdl, and cpp-shim/runtime/engine runs it.
//
// The program consists of one tree, which finds the patterns that match an
// operation by its structure, and of one routine per pattern, which goes on
// with native constraints and rewrites. Both work on registers of their own.
// Register 0 is the operation that is matched.
//
// A register holds a pointer: an operation, a region, a block, a place, a value, an
// attribute or a type. A range takes two registers in a row, which are named by the first of them. A
// *typed register* in a record is two words: a PdllKind, and a register.
//
// An instruction of a match may *fail*. Execution then goes back to the last
// alternative that was left: that of a `Try`, the next attribute of a
// `SwitchAttributes`, or the next operation of an `EachUser` or `EachInside`. If
// there is none, the tree is done, or the routine ends without a match. Registers
// keep their contents when execution goes back.
//
// A *word* is an index into `words`, where a record of any length begins.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_PROGRAM_H
#define PDLL_CONTRACT_PROGRAM_H

#include "contract/Common.h"

#include "mlir-c/IR.h"
#include "pdll/Native.h"

#ifdef __cplusplus
extern "C" {
#endif

// Stands for a name, an instruction or a register that does not exist.
#define PDLL_NONE 0xffffffffu

// The lists of an operation.
typedef enum { PdllOperands, PdllResults } PdllList;

// What is in an operation: its regions, the blocks of a region, and the arguments
// and operations of a block.
typedef enum {
  PdllRegions,
  PdllBlocks,
  PdllArguments,
  PdllOperations
} PdllParts;

// What an instruction does. Comments name its fields `kind`, `a`, `b` and `c`.
// `a` is the register of the result, if there is one.
typedef enum {
  // Loads. They fail if there is nothing to load.

  // The operation that defines the value b.
  PdllLoadDefinition,
  // The first element of the range of values b.
  PdllLoadFirst,
  // The element c of the list `kind` (a PdllList) of the operation b.
  PdllLoadElement,
  // The elements of the list `kind` of the operation b, from element c on.
  PdllLoadRest,
  // A group of a list of the operation b, as a single value. c is a word with
  // the layout and the index of the group.
  PdllLoadGroup,
  // The same as a range.
  PdllLoadGroups,
  // The attribute of the operation b with the name c.
  PdllLoadAttribute,
  // The type of the attribute b.
  PdllLoadAttributeType,
  // The type of the value b.
  PdllLoadType,
  // The types of the range of values b.
  PdllLoadTypes,
  // The constant b. If it is an array of types, a range of types.
  PdllLoadConstant,
  // The region c of the operation b.
  PdllLoadRegion,
  // The block c of the region b.
  PdllLoadBlock,
  // The argument c of the block b.
  PdllLoadArgument,
  // The arguments of the block b from c on.
  PdllLoadArguments,
  // The last operation of the block b.
  PdllLoadLast,
  // The operation around the operation b.
  PdllLoadParent,

  // Tests. They fail unless this holds.

  // The operation a has the name b.
  PdllTestName,
  // The list `kind` of the operation a has b elements.
  PdllTestCount,
  // The same with at least b elements.
  PdllTestCountAtLeast,
  // The list of the operation a can be divided as the layout b says.
  PdllTestLayout,
  // The attribute or type a is the constant b.
  PdllTestConstant,
  // The range of types a is the array of types of the constant b.
  PdllTestTypes,
  // The value a is the result b of the operation that defines it.
  PdllTestResultNumber,
  // The registers a and b of that kind (a PdllKind) are equal. Ranges are equal
  // if their elements are. What does not exist equals nothing.
  PdllTestEqual,
  // The value a is the argument c of the block b.
  PdllTestArgument,
  // The operation, region or block a has b of the parts `kind` (a PdllParts).
  PdllTestParts,
  // The operation a is in the block b, and not in an operation there.
  PdllTestInside,

  // Choices.

  // Continues at the instruction that a table has for the name of the operation
  // a. Fails if it has none. The word b is: the number of entries, and for each
  // a name and an instruction.
  PdllSwitchName,
  // The same with the constants that the attribute or type a may be.
  PdllSwitchConstant,
  // The same with the number of elements in the list `kind` of the operation a.
  PdllSwitchCount,
  // The same with the number of the parts `kind` (a PdllParts) of the operation, region
  // or block a. A number that is larger than any in the table counts as c.
  PdllSwitchParts,
  // For each attribute of the operation a that the table has, an alternative.
  // The word b is: the number of entries, and for each a name, an instruction,
  // and the bound of what follows.
  PdllSwitchAttributes,
  // Continues with the next instruction. Leaves an alternative at the
  // instruction a, with the bound b.
  PdllTry,
  // Makes the operations that use the value b, or the first element of the
  // range of values b, the register a, one after another, in the order of the
  // value's list of uses. `kind` is the kind of b. The number of steps for one
  // operation is limited.
  PdllEachUser,
  // Makes the operations of the block b the register a, one after another, in their
  // order. They count among the steps for one operation.
  PdllEachInside,
  // Continues at the instruction a.
  PdllJump,
  // The structure of the pattern with the rank a matches. Execution goes back
  // to the last alternative.
  PdllAccept,
  PdllFail,

  // Calls and guards of a match, which fail unless this holds.

  // The native constraint that the word a describes: its name, the number of
  // its arguments, their typed registers, the number of its results, their
  // typed registers, and a constant with the location of the call. If b is not
  // zero, the constraint must fail instead, and its results do not exist.
  PdllCallConstraint,
  // The operations a and b are different.
  PdllTestDistinct,
  // The register b of that kind outlives the operation a: an operation is not
  // in a, and a value is not defined by a or in a.
  PdllTestSurvives,
  // An operation with the name b can have the attribute a under the name c.
  PdllTestFits,
  // The range a of that kind is not excessively long. Otherwise the run fails,
  // with an error that names the pattern, whose location is the constant c.
  PdllTestBounded,

  // The rewrite, in which nothing goes back. It may also use the instructions
  // LoadRest, LoadType, LoadTypes and LoadConstant. What these do not find does
  // not exist. LoadArgument and LoadArguments load those of new blocks, which exist.

  // The pattern with the rank a begins to rewrite. The word b is: the number of
  // matched operations, and for each a register, the root first. Created
  // operations have their locations.
  PdllBeginRewrite,
  // Copies the elements of the range a of that kind, so that the range no
  // longer depends on what it was taken from.
  PdllKeepRange,
  // The result of the operation b. The word c is: its index, and a constant
  // with the location where a missing result is an error.
  PdllTakeResult,
  // A group of results of the operation b. The word c is: the layout, the index
  // of the group, and a constant with the location. `kind` says whether the
  // result is a value or a range.
  PdllTakeGroup,
  // A range of what the word b lists: the number of parts, and for each a typed
  // register. `kind` is the kind of the result.
  PdllMakeRange,
  // A new operation. The word b is: its name; the number of operands, and their
  // typed registers; the number of attributes, and for each a name, a
  // PdllAttributeSource, and a constant or register; the number of regions, and for
  // each a PdllRegionSource and a register; a PdllResultTypes, and what follows that.
  // Without regions it has those that its definition implies.
  PdllCreate,
  // A new region without blocks, which a PdllCreate will take.
  PdllNewRegion,
  // A new block at the end of the new region b, whose arguments have the types that
  // the word c lists: the number of parts, and for each a typed register. The place
  // is the end of that block from then on.
  PdllNewBlock,
  // A new region with a copy of what is in the region b.
  PdllCopyRegion,
  // The place where operations are inserted: before the root at the beginning.
  PdllTakePlace,
  // Changes that place. `kind` is a PdllInsertion, which says what b is.
  PdllInsert,
  // Moves the operations of the block b to the place, or copies them if `kind` is not
  // zero. The word c lists values that take the place of its arguments. The last
  // operation is left out if it may be a terminator, and a, a range of values, has its
  // operands.
  PdllInline,
  // The native rewrite that the word a describes, like that of a constraint.
  PdllCallRewrite,
  // The results of the operation b replace the operation a.
  PdllReplaceByOperation,
  // What the word b lists replaces the operation a: the number of values, and
  // their typed registers.
  PdllReplaceByValues,
  // The operation a is erased.
  PdllErase,
  // The rewrite is done.
  PdllEndRewrite,

  // Only where a program is ready to run.

  // Several native constraints, which are remembered together. a is an index
  // into BoundProgram::callSets. b more instructions are skipped, which belong
  // to the set.
  PdllCallSet,
  // Several instructions, of which all but the first follow and are skipped: a
  // TestName and two or one TestCount;
  PdllTestNameAndCounts,
  PdllTestNameAndCount,
  // two TestCount;
  PdllTestCounts,
  // a LoadRegion, the test that the region has one block, and a LoadBlock;
  PdllLoadOnlyBlock,
  // a LoadElement and a LoadDefinition;
  PdllLoadElementDefinition,
  // a LoadElement and a TestArgument.
  PdllLoadElementTestArgument
} PdllOpcode;

// Where an attribute of a new operation comes from.
typedef enum {
  PdllConstantAttribute,
  // A register of the match. `PdllTestFits` has checked that it fits.
  PdllMatchedAttribute,
  // A register of the rewrite. It is an error if it does not fit.
  PdllComputedAttribute
} PdllAttributeSource;

// Where a region of a new operation comes from.
typedef enum {
  // A new region.
  PdllBuiltRegion,
  // A region of a matched operation, which is moved and leaves an empty one.
  PdllMovedRegion
} PdllRegionSource;

// A place where operations are inserted.
typedef enum {
  // The place b.
  PdllAtPlace,
  // Before the operation b.
  PdllBefore,
  // At the start of the block b.
  PdllAtStart
} PdllInsertion;

// The result types of a new operation.
typedef enum {
  // The number of types, and for each a typed register.
  PdllListedTypes,
  // If the operation can infer its result types, these. Otherwise those of the
  // operation in the register that follows, or none if that is PDLL_NONE.
  PdllOpenTypes,
  // Those of the operation in the register that follows.
  PdllSameTypes
} PdllResultTypes;

// How the sizes of groups are found.
typedef enum {
  // All ranges have the same length.
  PdllEqualRanges,
  // All groups have one element.
  PdllSingleRanges,
  // By the attribute with the sizes of the segments.
  PdllSegments,
  // By that attribute if the operation is registered and has it, and otherwise
  // as for PdllEqualRanges.
  PdllSegmentsIfRegistered
} PdllDivision;

// How a list of an operation is divided. The groups are a text: `1` for a
// single element, `*` for a range, and `d` for a range of operands that are all
// results of the operation which defines the first of them. If the text is
// empty, it is not known which groups there are. Then a group is the segment
// with its index, or without segments all elements from that index on.
typedef struct {
  PdllList list;
  PdllDivision division;
  PdllString groups;
  // The name of the operation, or PDLL_NONE.
  uint32_t operation;
} PdllLayout;

typedef struct {
  // A PdllOpcode.
  uint16_t opcode;
  uint16_t kind;
  uint32_t a;
  uint32_t b;
  uint32_t c;
} PdllInstruction;

typedef enum {
  PdllConstantIsAttribute,
  // A TypeAttr that stands for its type.
  PdllConstantIsType,
  // An ArrayAttr of TypeAttrs that stands for their types.
  PdllConstantIsTypes
} PdllConstantKind;

typedef struct {
  MlirAttribute attribute;
  PdllConstantKind kind;
} PdllConstant;

// A pattern. Its rank is its index in the program: the smaller the rank, the
// earlier it is tried.
typedef struct {
  // The index of the pattern in the module.
  uint32_t index;
  // The name of the root, or PDLL_NONE.
  uint32_t root;
  // The routine for an operation that nothing is known about, other than that
  // it has the name of the root.
  uint32_t whole;
  // The routine for an operation whose structure the tree has accepted.
  uint32_t accepted;
  uint32_t numRegisters;
  // Not zero if an accepted structure is a match, and is always rewritten.
  uint32_t isCertain;
  // A word: the number of operations that the rewrite creates, and their names.
  uint32_t created;
} PdllProgramPattern;

// The part of the tree for operations of one name.
typedef struct {
  uint32_t name;
  // PDLL_NONE if only one pattern can match these operations. There is no tree
  // then: the whole routine of that pattern finds out whether it matches.
  uint32_t instruction;
  // The best rank of its patterns.
  uint32_t bound;
} PdllProgramRoot;

typedef struct {
  const PdllInstruction *instructions;
  size_t numInstructions;
  const uint32_t *words;
  size_t numWords;
  const PdllString *names;
  size_t numNames;
  const PdllConstant *constants;
  size_t numConstants;
  const PdllLayout *layouts;
  size_t numLayouts;
  const PdllProgramPattern *patterns;
  size_t numPatterns;
  const PdllProgramRoot *roots;
  size_t numRoots;
  // The part of the tree for operations of any name. Its `name` is PDLL_NONE,
  // and so is its instruction if there is no such part.
  PdllProgramRoot anyRoot;
  // The number of registers of the tree.
  uint32_t numTreeRegisters;
} PdllProgram;

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_PROGRAM_H
