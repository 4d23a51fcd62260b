// The contract between the Rust library and the C++ shim. It is private to
// pdll: bindgen reads it for the Rust side, and shim sources include it, so
// the two cannot drift apart.
//
// Ownership: every pointer passed in either direction is borrowed for the
// duration of the call, except where a function says that it creates or
// consumes something. Strings are pointer and length, never NUL-terminated.
// No function throws, and no function on the Rust side unwinds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_SHIM_H
#define PDLL_CONTRACT_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "pdll/Native.h"

#ifdef __cplusplus
extern "C" {
#endif

// A borrowed piece of UTF-8.
typedef struct {
  const char *data;
  size_t length;
} PdllString;

// A borrowed list of strings.
typedef struct {
  const PdllString *data;
  size_t length;
} PdllStrings;

// The choices between values of options.
#define PDLL_VALUE(Enumerator, ...) Enumerator,
#define PDLL_CHOICE(Type, Values) typedef enum { Values } Type;
#include "contract/Options.def"

// One message at a place in a source file. `line` and `column` count from 1;
// `line` 0 means that the message has no place.
typedef struct {
  PdllString file;
  uint32_t line;
  uint32_t column;
  PdllString message;
} PdllMessage;

typedef enum {
  PdllSeverityError,
  PdllSeverityWarning,
  PdllSeverityRemark
} PdllSeverity;

// Receives a message about a failure that happens outside of any MLIRContext.
typedef void (*PdllErrorCallback)(PdllString message, void *userData);

// Receives a whole text, once.
typedef void (*PdllTextCallback)(PdllString text, void *userData);

// Hands a diagnostic with `numNotes` notes to the diagnostic engine of
// `context`.
void pdllEmitDiagnostic(MlirContext context, PdllSeverity severity,
                        PdllMessage message, const PdllMessage *notes,
                        size_t numNotes);

// Receives a diagnostic.
typedef void (*PdllDiagnosticReceiver)(PdllSeverity severity,
                                       PdllMessage message,
                                       const PdllMessage *notes,
                                       size_t numNotes, void *userData);

// Takes the diagnostics that this thread gives to the engine of `context`, from
// its creation until it is destroyed. A message has the first place in a file
// that its location names.
typedef struct PdllDiagnosticCapture PdllDiagnosticCapture;
PdllDiagnosticCapture *
pdllDiagnosticCaptureCreate(MlirContext context, PdllDiagnosticReceiver receive,
                            void *userData);
void pdllDiagnosticCaptureDestroy(PdllDiagnosticCapture *capture);

// Patterns that are ready to be applied, by several threads at once.
typedef struct PdllPatternSet PdllPatternSet;

// Which patterns are used: names of patterns, labels, and globs over both. If
// any are enabled, the others are not used; those that are disabled are not
// used, even if they are enabled too.
typedef struct {
  const PdllString *enabled;
  size_t numEnabled;
  const PdllString *disabled;
  size_t numDisabled;
} PdllPatternFilter;

// Which drivers a set of patterns is for.
typedef enum {
  PdllUseAny,
  // Greedy and walk, which are faster without conversions.
  PdllUseRewrite,
  // The same, and walk is made faster rather than greedy.
  PdllUseWalk
} PdllPatternUse;

// Where patterns and their native functions come from.
typedef struct {
  // Pattern files: `.pdll`, or MLIR text or bytecode that holds pdl.
  const PdllString *files;
  size_t numFiles;
  const PdllString *includeDirs;
  size_t numIncludeDirs;
  // Shared libraries of native functions.
  const PdllString *natives;
  size_t numNatives;
  // Whether what `.td` files define is kept in the user's cache, and taken from
  // there.
  bool useOdsCache;
  PdllNativeCode nativeCode;
} PdllPatternSource;

// The native functions that a set of patterns can call.
typedef struct PdllNatives PdllNatives;

// What pattern files compile to: a module of `pdl.pattern` operations, and the
// native functions that they can call.
typedef struct {
  MlirModule module;
  PdllNatives *natives;
} PdllCompiledPatterns;

// Compiles pattern files. The caller owns both parts of the result. On failure
// the errors have gone to the diagnostic engine of `context`, and both parts
// are null.
typedef PdllCompiledPatterns (*PdllCompileCallback)(
    MlirContext context, const PdllPatternSource *source);

// Registers the pass `apply-pdll`, which compiles its patterns by `compile`.
// Only the first call in a process has an effect.
void pdllRegisterApplyPass(PdllCompileCallback compile);

// The values of an option of `apply-pdll`: one, or the elements of a list. Each
// is taken as it is, without quotes or separators.
typedef struct {
  PdllString name;
  PdllStrings values;
} PdllOptionSetting;

// Makes `manager` the textual pipeline `text`. The settings are defaults of each
// `apply-pdll` in it: an option that the text sets itself keeps the value of the
// text. On failure reports the reason and returns false.
bool pdllParsePassPipeline(MlirPassManager manager, PdllString text,
                           const PdllOptionSetting *settings,
                           size_t numSettings, PdllErrorCallback report,
                           void *userData);

// The pass, used without a pass manager.
typedef struct PdllPass PdllPass;

// A pass with default options and no patterns. The caller destroys it.
PdllPass *pdllPassCreate(void);
void pdllPassDestroy(PdllPass *pass);

// Sets one option that does not say where patterns come from. On failure
// reports the reason and returns false.
bool pdllPassSetOption(PdllPass *pass, PdllString name, PdllString value,
                       PdllErrorCallback report, void *userData);

// Copies the options to a pass that is ready to apply `patterns`, which outlive
// it, and loads the dialects that they name. The caller owns the pass, and
// destroys it before the context. On failure the errors have gone to the
// diagnostic engine of `context`, and it is null.
PdllPass *pdllPassPrepare(const PdllPass *pass, MlirContext context,
                          const PdllPatternSet *patterns);

// Applies the patterns of a pass that was prepared, by several threads at once.
// Otherwise as pdllPatternSetApply.
bool pdllPassApply(const PdllPass *pass, MlirOperation root);

// Runs MLIR's own mlir-opt driver, with all upstream dialects, extensions and
// passes, and those that are registered before, and returns its exit code.
int pdllOptMain(int argc, char **argv);

// Loads a dialect plugin and registers its dialects in `registry`, or a pass
// plugin and registers its passes. On failure reports the reason and returns
// false.
bool pdllLoadDialectPlugin(PdllString path, MlirDialectRegistry registry,
                           PdllErrorCallback report, void *userData);
bool pdllLoadPassPlugin(PdllString path, PdllErrorCallback report,
                        void *userData);

// Checks the `expected-error` and similar comments of `buffer`, as mlir-opt's
// --verify-diagnostics does. The verifier owns a copy of the text, takes over
// the diagnostics of `context` from its creation on, and must be finished
// before the context is destroyed.
typedef struct PdllDiagnosticVerifier PdllDiagnosticVerifier;
PdllDiagnosticVerifier *pdllDiagnosticVerifierCreate(MlirContext context,
                                                     PdllString name,
                                                     PdllString buffer);

// Consumes the verifier. Returns whether exactly the expected diagnostics were
// seen; the differences have been printed to standard error.
bool pdllDiagnosticVerifierFinish(PdllDiagnosticVerifier *verifier);

// Parses MLIR text or bytecode; `name` is the file in its locations. The caller
// owns the module, which is null after errors; those went to the diagnostic
// engine of `context`.
MlirModule pdllParseModule(MlirContext context, PdllString text,
                           PdllString name);

// Prints `operation`, which is known to be valid, and hands over the text. The
// C API hands over every piece by itself, which takes longer than printing.
void pdllPrint(MlirOperation operation, bool locations, bool generic,
               PdllTextCallback receive, void *userData);

// What a context knows about an operation's results.
typedef enum {
  // The operation is not registered, or its dialect is not loaded.
  PdllOperationUnknown,
  // It computes its result types itself.
  PdllOperationInfersResults,
  // It may have no results.
  PdllOperationMayHaveNoResults,
  // It has results, whose types it cannot compute.
  PdllOperationNeedsResultTypes
} PdllOperationKind;

// Tells what `context` knows about the operation `name`. With `loadDialect`,
// its dialect is loaded first if it is registered.
PdllOperationKind pdllDescribeOperation(MlirContext context, PdllString name,
                                        bool loadDialect);

// Describes the other MLIR or LLVM that is loaded into this process beside the
// one pdll was built for, through `report`. Returns whether there is one.
bool pdllFindForeignMlir(PdllErrorCallback report, void *userData);

// A TableGen file in memory.
typedef struct {
  PdllString path;
  PdllString text;
} PdllOdsFile;

// What files name in an `include`, and the number of the file it stands for.
typedef struct {
  PdllString name;
  size_t file;
} PdllOdsInclude;

// What to read: the first of the files, which includes the others. Nothing
// else is opened.
typedef struct {
  const PdllOdsFile *files;
  size_t numFiles;
  const PdllOdsInclude *includes;
  size_t numIncludes;
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

// What became of the request of that number. `result` is a `Reply` of
// src/ods/wire.rs, empty without one; `output` is what the process printed.
typedef void (*PdllOdsCallback)(size_t request, PdllOdsOutcome outcome,
                                PdllString result, PdllString output,
                                void *userData);

// Reads TableGen definitions of operations in processes of their own: TableGen
// keeps state for the whole process, and ends it on some errors. At most
// `maxProcesses`, and at least one, run at once. `receive` is called
// once for each request, in any order, by this thread.
void pdllReadOds(const PdllOdsRequest *requests, size_t numRequests,
                 size_t maxProcesses, PdllOdsCallback receive, void *userData);

// A table of the functions that pdll brings along. The caller destroys it; sets
// of patterns do not need it any more.
PdllNatives *pdllNativesCreate(void);
void pdllNativesDestroy(PdllNatives *natives);

// Adds the functions that the shared library at `path` registers. `origin` says
// in messages where they come from. On failure reports the reason and returns
// false.
bool pdllNativesLoad(PdllNatives *natives, PdllString path, PdllString origin,
                     PdllErrorCallback report, void *userData);

// Adds one function, whose user data is taken over, also on failure. `origin`
// says in messages where it comes from.
bool pdllNativesAdd(PdllNatives *natives, const PdllNativeFunction *function,
                    PdllString origin, PdllErrorCallback report,
                    void *userData);

// Receives a native function.
typedef void (*PdllNativeVisitor)(PdllNativeKind kind, PdllString name,
                                  PdllString signature, void *userData);

// Hands over all functions that have a signature, in no order.
void pdllNativesVisit(const PdllNatives *natives, PdllNativeVisitor visit,
                      void *userData);

typedef enum {
  // `text` is a question about `entity` that `parameters` complete.
  PdllConditionLeaf,
  // The number that `text` asks for compares so to `number`.
  PdllConditionCompare,
  // All children hold, or one, or the one child does not; none is asked that
  // the result does not depend on.
  PdllConditionAll,
  PdllConditionAny,
  PdllConditionNot,
  // The child holds of the part `text` of `entity`, which gets the next number.
  PdllConditionWith,
  // The child holds of each, or of some, of the parts `text` of `entity`.
  PdllConditionEach,
  PdllConditionSome
} PdllConditionKind;

typedef enum {
  PdllEqual,
  PdllNotEqual,
  PdllLess,
  PdllLessOrEqual,
  PdllGreater,
  PdllGreaterOrEqual
} PdllComparison;

// A constant: one of these.
typedef struct {
  int64_t number;
  double real;
  PdllString text;
  const int64_t *numbers;
  size_t numNumbers;
} PdllParameter;

// A part of a condition, whose children follow it. src/predicates.rs tells what
// it means.
typedef struct {
  PdllConditionKind kind;
  PdllKind entityKind;
  size_t entity;
  PdllString text;
  const PdllParameter *parameters;
  size_t numParameters;
  PdllComparison comparison;
  int64_t number;
  size_t numChildren;
} PdllConditionNode;

// A condition of an attribute, an operation or a type. May be asked by several
// threads at once.
typedef struct PdllCondition PdllCondition;

// A condition of an entity of that kind, which the caller owns. It is null when
// the meaning of the text of a node is not known; `unknown` is then the index
// of the node.
PdllCondition *pdllConditionCreate(const PdllConditionNode *nodes,
                                   size_t numNodes, PdllKind kind,
                                   size_t *unknown);
void pdllConditionDestroy(PdllCondition *condition);

// Whether it holds of an entity, which is the pointer in its C handle. It holds
// of none of another kind.
bool pdllConditionHolds(const PdllCondition *condition, PdllKind kind,
                        const void *entity);

// Adds a constraint of one entity: that `condition`, which is consumed, holds.
// On failure reports the reason and returns false.
bool pdllNativesAddCondition(PdllNatives *natives, PdllString name,
                             PdllCondition *condition, PdllString origin,
                             PdllErrorCallback report, void *userData);

// Checks and prepares the `pdl.pattern` operations of `module`, which is
// consumed. `filter` may be null. The caller owns the set. On failure the
// errors have gone to the diagnostic engine of the context, and the set is
// null. Loads the dialects that the patterns mention.
PdllPatternSet *pdllPatternSetCreate(MlirModule module,
                                     const PdllNatives *natives,
                                     const PdllPatternFilter *filter,
                                     PdllPatternUse use);
void pdllPatternSetDestroy(PdllPatternSet *patterns);

// Checks the `pdl.pattern` operations of `module`, and lowers what MLIR's run
// time gets wrong, for programs that apply them without pdll. They then call
// functions of src/cpp/support.rs as well. `defined` are the native functions
// that come with the patterns. On failure the errors have gone to the
// diagnostic engine of the context. Loads the dialects that the patterns
// mention.
bool pdllLowerAheadOfTime(MlirModule module, const PdllString *defined,
                          size_t numDefined);

// What a conversion must reach, as the options of `apply-pdll` say it.
// Operations that are in no list are neither legal nor illegal.
typedef struct {
#define PDLL_CONVERSION_OPTION(Type, Member, ...) Type Member;
#include "contract/Options.def"
} PdllConversionOptions;

// Options that have been checked, for several threads at once.
typedef struct PdllConversion PdllConversion;

// Checks the options, and loads the dialects that they name. The caller owns
// the conversion, and destroys it before the context. On failure the errors
// have gone to the diagnostic engine of the context, and it is null.
PdllConversion *pdllConversionCreate(MlirContext context,
                                     const PdllConversionOptions *options);
void pdllConversionDestroy(PdllConversion *conversion);

// How patterns are applied, as the options of `apply-pdll` say it.
typedef struct {
#define PDLL_DRIVER_OPTION(Type, Member, ...) Type Member;
#include "contract/Options.def"
  // What the conversion driver must reach; other drivers ignore it. Borrowed.
  const PdllConversion *conversion;
} PdllDriverOptions;

// Applies patterns below `root`, which must be isolated from above. On failure
// there are errors with the diagnostic engine of the context, and `root` may be
// half rewritten, but is fit to be destroyed.
bool pdllPatternSetApply(const PdllPatternSet *patterns, MlirOperation root,
                         const PdllDriverOptions *options);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_SHIM_H
