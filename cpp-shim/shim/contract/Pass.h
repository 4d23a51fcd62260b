// Applying sets of patterns, directly or by the pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_PASS_H
#define PDLL_CONTRACT_PASS_H

#include "contract/Conversion.h"
#include "contract/Diagnostics.h"
#include "contract/PatternSet.h"

#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

// How many rewrites all runs together may make that share this, and how many they
// have made. Such runs are on one thread.
typedef struct {
  uint64_t max;
  uint64_t made;
} PdllRewriteLimit;

// How to apply patterns, as the options of `apply-pdll` say it.
typedef struct {
#define PDLL_DRIVER_OPTION(Type, Member, ...) Type Member;
#include "contract/Options.def"
  // What the conversion driver must reach; other drivers ignore it. Borrowed.
  const PdllConversion *conversion;
  // When it is reached, no pattern matches any more. Null for none. Borrowed.
  // Conversions ignore it.
  PdllRewriteLimit *rewriteLimit;
} PdllDriverOptions;

// Applies patterns below `root`, which must be isolated from above. On failure
// the errors have gone to the diagnostic engine of the context, and `root` may
// be half rewritten, but can safely be destroyed.
bool pdllPatternSetApply(const PdllPatternSet *patterns, MlirOperation root,
                         const PdllDriverOptions *options);

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
  // Whether to keep the definitions of `.td` files in the user's cache, and to
  // reuse those that are there.
  bool useOdsCache;
  PdllNativeCode nativeCode;
  // Headers that C++ code in pattern files sees.
  const PdllString *nativePreludes;
  size_t numNativePreludes;
  // Whether rules are left out whose code does not run without a compiler.
  bool skipUnsupported;
  // Whether operations may be missing from the included definitions of their
  // dialect.
  bool allowUnknownOperations;
  // Which patterns the pass will use. Functions that only others call are not
  // checked.
  PdllPatternFilter filter;
  // More patterns, `pdl` in MLIR's bytecode; empty for none.
  PdllString script;
  // Whether the patterns only find: instead of rewriting, each hands over the values of
  // these variables, of which it must have all, to PDLL_FN_FOUND. Without variables, it
  // is the root alone.
  bool onlyFinds;
  PdllStrings variables;
} PdllPatternSource;

// What pattern files compile to: a set of patterns, and what it was made from,
// which are `pdl.pattern` operations that have been prepared, and the native
// functions that they can call.
typedef struct {
  PdllPatternSet *set;
  MlirModule module;
  PdllNatives *natives;
} PdllCompiledPatterns;

// Compiles pattern files, and prepares the patterns for `use`. The caller owns
// all parts of the result. On failure the errors have gone to the diagnostic
// engine of `context`, and all parts are null.
typedef PdllCompiledPatterns (*PdllCompileCallback)(
    MlirContext context, const PdllPatternSource *source, PdllPatternUse use);

// Says why the patterns of a module, which have been prepared, match operations
// inside of `root`, or do not. Hands the text over, once; it is a line of JSON.
// Several threads may call this at once.
typedef void (*PdllExplainCallback)(MlirModule module,
                                    const PdllNatives *natives,
                                    MlirOperation root,
                                    PdllTextCallback receive, void *userData);

// Registers the pass `apply-pdll`, which compiles its patterns by `compile`, and
// if somebody asks, explains what they match by `explain`. Only the first call in
// a process has an effect.
void pdllRegisterApplyPass(PdllCompileCallback compile,
                           PdllExplainCallback explain);

// Adds the operations of transform scripts that name patterns to contexts with that
// registry. They compile their patterns by `compile`, which stays the same for a process.
void pdllRegisterScriptOperations(MlirDialectRegistry registry,
                                  PdllCompileCallback compile);

// Runs MLIR's own mlir-opt driver, with all upstream dialects, extensions and
// passes, the passes that are registered so far, and the operations of transform
// scripts. Returns its exit code.
int pdllOptMain(int argc, char **argv, PdllCompileCallback compile);

// Whether a pass or a pipeline of that name is registered.
bool pdllIsPassRegistered(PdllString name);

// The values of an option of `apply-pdll`: one, or the elements of a list. Each
// is taken as it is, without quotes or separators.
typedef struct {
  PdllString name;
  PdllStrings values;
} PdllOptionSetting;

// Takes the lines of a trace, from one thread at a time; null for nobody.
typedef struct {
  PdllTextCallback receive;
  void *userData;
} PdllTraceSink;

// Makes `manager` the textual pipeline `text`. The settings are defaults of
// each `apply-pdll` in it: an option that the text sets itself keeps the value
// of the text. Each also gives its trace to the sink, whose data outlives the
// manager, and keeps to the limit, which may be null, and otherwise does so, too. A
// trace then begins with the last rewrite that the limit allows. On failure reports
// the reason and returns false.
bool pdllParsePassPipeline(MlirPassManager manager, PdllString text,
                           const PdllOptionSetting *settings,
                           size_t numSettings, PdllTraceSink trace,
                           PdllRewriteLimit *limit, PdllErrorCallback report,
                           void *userData);

// The pass, used without a pass manager.
typedef struct PdllPass PdllPass;

// Creates a pass with default options and without patterns. The caller destroys
// it.
PdllPass *pdllPassCreate(void);
void pdllPassDestroy(PdllPass *pass);

// Sets one option, other than those that say where patterns come from. On
// failure reports the reason and returns false.
bool pdllPassSetOption(PdllPass *pass, PdllString name, PdllString value,
                       PdllErrorCallback report, void *userData);

// Creates a pass with the same options that is ready to apply `patterns`, which
// must outlive it. Loads the dialects that the options name. The caller owns
// the new pass, and destroys it before the context. On failure the errors have
// gone to the diagnostic engine of `context`, and the result is null.
PdllPass *pdllPassPrepare(const PdllPass *pass, MlirContext context,
                          const PdllPatternSet *patterns);

// Applies the patterns of a prepared pass, as pdllPatternSetApply does. Several
// threads may call this at once.
bool pdllPassApply(const PdllPass *pass, MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_PASS_H
