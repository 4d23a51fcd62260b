// Sets of patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_PATTERNSET_H
#define PDLL_CONTRACT_PATTERNSET_H

#include "contract/Diagnostics.h"
#include "contract/Natives.h"
#include "contract/Program.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Patterns that are ready to be applied, by several threads at once.
typedef struct PdllPatternSet PdllPatternSet;

// Selects patterns by names, labels, and globs over both. If the list of
// enabled patterns is not empty, all others are dropped. Disabled patterns are
// dropped even if they are enabled too.
typedef struct {
  const PdllString *enabled;
  size_t numEnabled;
  const PdllString *disabled;
  size_t numDisabled;
} PdllPatternFilter;

// The drivers that a set of patterns must support.
typedef enum {
  PdllUseAny,
  // Greedy and walk. Creating the set takes less time.
  PdllUseRewrite
} PdllPatternUse;

// Checks the `pdl.pattern` operations of `module` as Rust does: sets those of
// `areSound`, one for each, to false that it refuses. It has reported why.
typedef void (*PdllPatternCheck)(MlirModule module, bool *areSound,
                                 size_t numPatterns, void *userData);

// Checks the `pdl.pattern` operations of `module`, after it has dropped those
// that `filter`, which may be null, does not select. Loads the dialects that
// the patterns mention. Calls `check` once, unless something is wrong before.
// Returns false on failure; the errors have gone to the diagnostic engine of the
// context.
bool pdllPatternSetPrepare(MlirModule module, const PdllPatternFilter *filter,
                           PdllPatternCheck check, void *userData);

// Creates a set of the `pdl.pattern` operations of `module`, which have been
// prepared. `program` was made from the module after that. The caller owns the
// set, which refers to none of the arguments. It is never null.
PdllPatternSet *pdllPatternSetCreate(MlirModule module,
                                     const PdllNatives *natives,
                                     const PdllProgram *program,
                                     PdllPatternUse use);
void pdllPatternSetDestroy(PdllPatternSet *patterns);

// Adds a warning about the pattern file to what is known of the pattern with that
// index. The message has a place. `name` is what -W calls the warning, and lives
// as long as the process.
void pdllPatternSetAddWarning(PdllPatternSet *patterns, size_t pattern,
                              PdllString name, PdllMessage message);

// Checks the `pdl.pattern` operations of `module`, all but their calls of
// native functions, for another process that applies them with pdll, and may
// know more operations. Loads dialects and reports errors in the same way.
bool pdllCheckForElsewhere(MlirModule module, PdllPatternCheck check,
                           void *userData);

// Returns whether that looks at what calls of a native function say.
bool pdllAreCallsChecked(PdllString function);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_PATTERNSET_H
