// Reading TableGen definitions of operations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_ODS_H
#define PDLL_CONTRACT_ODS_H

#include "contract/Common.h"

#ifdef __cplusplus
extern "C" {
#endif

// A TableGen file in memory.
typedef struct {
  PdllString path;
  PdllString text;
} PdllOdsFile;

// A name that files use in an `include`, and the index of the file that it
// stands for.
typedef struct {
  PdllString name;
  size_t file;
} PdllOdsInclude;

// What to read of a file.
typedef enum {
  // Operations and constraints.
  PdllOdsDefinitions,
  // These, and rewrite rules.
  PdllOdsDefinitionsAndRules
} PdllOdsContents;

// What to read: the first of the files, which includes the others. No other
// file is opened.
typedef struct {
  const PdllOdsFile *files;
  size_t numFiles;
  const PdllOdsInclude *includes;
  size_t numIncludes;
  PdllOdsContents contents;
  uint32_t timeoutSeconds;
} PdllOdsRequest;

typedef enum {
  // The process handed over what it read, or TableGen's errors.
  PdllOdsRead,
  // It ended in another way; `code` is its exit code.
  PdllOdsExited,
  // A signal ended it; `code` is the signal.
  PdllOdsKilled,
  // It did not end in time.
  PdllOdsTimedOut,
  // It could not be started; `code` is an `errno`.
  PdllOdsNotStarted
} PdllOdsStatus;

typedef struct {
  PdllOdsStatus status;
  int code;
} PdllOdsOutcome;

// Receives the outcome of the request with that index. `result` is a `Reply`
// of src/front/ods/wire.rs, or empty if the process handed over nothing; `output` is
// what the process printed.
typedef void (*PdllOdsCallback)(size_t request, PdllOdsOutcome outcome,
                                PdllString result, PdllString output,
                                void *userData);

// Reads each request in a child process, because TableGen keeps state for the
// whole process and ends the process on some errors. At most `maxProcesses`
// children, and at least one, run at once. Calls `receive` once for each
// request, in any order, on this thread.
void pdllReadOds(const PdllOdsRequest *requests, size_t numRequests,
                 size_t maxProcesses, PdllOdsCallback receive, void *userData);

// The cases in a `Reply` that have numbers there. The enums of the same names
// in src/front/ods have the same cases in the same order.

typedef enum {
  PdllOdsError,
  PdllOdsWarning,
  PdllOdsRemark,
  PdllOdsNote
} PdllOdsMessageKind;

typedef enum { PdllOdsSingle, PdllOdsOptional, PdllOdsVariadic } PdllOdsArity;

// What the definition of an operation says about a region.
typedef enum {
  // Nothing.
  PdllOdsAnyRegion,
  // It has a block.
  PdllOdsRequiredRegion,
  // It has at most some number of blocks.
  PdllOdsOptionalRegion,
  // There may be any number of such regions.
  PdllOdsVariadicRegion
} PdllOdsRegion;

// Where the type of a result comes from. The number after it is the index of
// the operand group, attribute or result, and the text is a C++ expression: the
// type in terms of that of `$_self`, or a built type in terms of `$_builder`.
typedef enum {
  PdllOdsBuiltType,
  PdllOdsTypeOfOperand,
  PdllOdsTypeOfAttribute,
  PdllOdsTypeOfResult
} PdllOdsTypeSource;

typedef enum { PdllOdsCounted, PdllOdsSegments, PdllOdsEqual } PdllOdsLengths;

typedef enum { PdllOdsAttribute, PdllOdsType, PdllOdsOperation } PdllOdsSubject;

typedef enum {
  PdllOdsLeaf,
  PdllOdsAnd,
  PdllOdsOr,
  PdllOdsNot,
  PdllOdsSubstitute,
  PdllOdsConcat
} PdllOdsFlatPredicate;

typedef enum {
  PdllOdsUnsetValue,
  PdllOdsDagValue,
  PdllOdsRecordValue,
  PdllOdsTextValue,
  PdllOdsNumberValue,
  PdllOdsOtherValue
} PdllOdsValue;

typedef enum {
  PdllOdsOperationRecord,
  PdllOdsTypeRecord,
  PdllOdsAttributeRecord,
  PdllOdsPropertyRecord,
  PdllOdsConstraintRecord,
  PdllOdsNativeCallRecord,
  PdllOdsMarkerRecord,
  PdllOdsOtherRecord
} PdllOdsRecordKind;

typedef enum {
  PdllOdsConditionMeaning,
  PdllOdsCodeMeaning,
  PdllOdsLibraryMeaning
} PdllOdsPredicateMeaning;

typedef enum {
  PdllOdsVariableTerm,
  PdllOdsApplicationTerm,
  PdllOdsPredicateTerm,
  PdllOdsNumberTerm
} PdllOdsTerm;

// What an argument of an operation is in a type rule.
typedef enum {
  PdllOdsRuleOperand,
  PdllOdsRuleRange,
  PdllOdsRuleAttribute
} PdllOdsRuleArgument;

typedef enum {
  PdllOdsOperandsArgument,
  PdllOdsAttributeArgument,
  PdllOdsPropertyArgument
} PdllOdsArgumentKind;

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_ODS_H
