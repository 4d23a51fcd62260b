// Applying sets of patterns, directly or by the pass `apply-pdll`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_PASS_H
#define PDLL_CONTRACT_PASS_H

#include "contract/Conversion.h"
#include "contract/PatternSet.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  PdllDriverGreedy,
  PdllDriverWalk,
  PdllDriverConversion
} PdllDriver;

typedef enum {
  PdllRegionSimplifyDisabled,
  PdllRegionSimplifyNormal,
  PdllRegionSimplifyAggressive
} PdllRegionSimplify;

typedef enum {
  PdllStrictnessAny,
  PdllStrictnessExistingAndNew,
  PdllStrictnessExisting
} PdllStrictness;

// How patterns are applied. The options are those of `apply-pdll`; -1 means no
// limit.
typedef struct {
  PdllDriver driver;
  bool topDown;
  PdllRegionSimplify regionSimplify;
  int64_t maxIterations;
  int64_t maxNumRewrites;
  bool fold;
  bool cseConstants;
  PdllStrictness strictness;
  bool testConvergence;
  // What the conversion driver must reach; other drivers ignore it. Borrowed.
  const PdllConversion *conversion;
} PdllDriverOptions;

// The defaults of `apply-pdll`.
PdllDriverOptions pdllDefaultDriverOptions(void);

// Applies patterns below `root`, which must be isolated from above. On failure
// the errors have gone to the diagnostic engine of the context, and `root` may
// be half rewritten, but can safely be destroyed.
bool pdllPatternSetApply(const PdllPatternSet *patterns, MlirOperation root,
                         const PdllDriverOptions *options);

// What to do with native functions whose code is in pattern files.
typedef enum {
  // Report them as errors.
  PdllNativeCodeOff,
  // Compile them with the system's C++ compiler.
  PdllNativeCodeCompile
} PdllNativeCode;

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
} PdllPatternSource;

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

// Values that replace the defaults of the options of `apply-pdll`. `options`
// is the text between the braces of a textual pipeline, without the lists of
// files.
typedef struct {
  const PdllString *patterns;
  size_t numPatterns;
  const PdllString *includeDirs;
  size_t numIncludeDirs;
  const PdllString *natives;
  size_t numNatives;
  PdllString options;
} PdllApplyDefaults;

// Registers the pass `apply-pdll`, which compiles its patterns by `compile`.
// Only the first call in a process has an effect. `defaults` may be null. The
// contents are copied.
void pdllRegisterApplyPass(PdllCompileCallback compile,
                           const PdllApplyDefaults *defaults);

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
