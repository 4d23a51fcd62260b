// The native functions that a set of patterns can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_NATIVES_H
#define PDLL_CONTRACT_NATIVES_H

#include "contract/Conditions.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PdllNatives PdllNatives;

// Creates a table of the functions that pdll brings along. The caller destroys
// it, and may do so before the sets of patterns that were made with it.
PdllNatives *pdllNativesCreate(void);
// Creates one with the functions and what is attached of another one. The two
// share them.
PdllNatives *pdllNativesShare(const PdllNatives *natives);
void pdllNativesDestroy(PdllNatives *natives);

// Keeps `data`, which belongs to the table from now on, as long as the table.
void pdllNativesAttach(PdllNatives *natives, void *data,
                       void (*destroy)(void *data));
// Returns what was attached; null without anything.
void *pdllNativesGetAttached(const PdllNatives *natives);

// Adds the functions that the shared library at `path` registers. `origin` is
// what messages call the library. On failure reports the reason and returns
// false.
bool pdllNativesLoad(PdllNatives *natives, PdllString path, PdllString origin,
                     PdllErrorCallback report, void *userData);

// Adds one function, and owns its user data from then on, also on failure.
// `origin` is what messages call the place where it comes from.
bool pdllNativesAdd(PdllNatives *natives, const PdllNativeFunction *function,
                    PdllString origin, PdllErrorCallback report,
                    void *userData);

// Adds a constraint on one entity: that `condition` holds. Consumes the
// condition. On failure reports the reason and returns false.
bool pdllNativesAddCondition(PdllNatives *natives, PdllString name,
                             PdllCondition *condition, PdllString origin,
                             PdllErrorCallback report, void *userData);

// How the call of a constraint ended.
typedef enum {
  PdllConstraintHolds,
  PdllConstraintFails,
  // It could not be evaluated.
  PdllConstraintBreaks,
  // An argument that is not optional is missing, so there was no call.
  PdllConstraintMissesArgument
} PdllConstraintOutcome;

// Receives a result of a constraint.
typedef void (*PdllNativeResultCallback)(const PdllNativeValue *result,
                                         void *userData);

// Returns whether pdll has a constraint of its own with that name.
bool pdllHasLibraryConstraint(PdllString name);

// Calls the constraint `name`, which exists and returns up to `numResults`
// results. Hands them over in their order if it holds. Otherwise reports the
// reason, if the constraint states one. If `natives` is null, the constraint is
// one of pdll's own.
PdllConstraintOutcome pdllNativesCallConstraint(
    const PdllNatives *natives, MlirContext context, PdllString name,
    const PdllNativeValue *arguments, size_t numArguments, size_t numResults,
    PdllNativeResultCallback receive, PdllErrorCallback report, void *userData);

// What is known of a native function without calling it.
typedef struct {
  bool exists;
  // Functions of pdll that accept several kinds have none.
  bool hasSignature;
  // What it returns by its signature. The function owns this and the origin.
  const PdllKind *results;
  size_t numResults;
  // What messages call the place where it comes from; empty for pdll's own.
  PdllString origin;
} PdllNativeFacts;

// Compares a native function with what it is used for. Hands its signature over
// if that does not accept the use.
PdllNativeFacts
pdllNativesCompare(const PdllNatives *natives, PdllNativeKind kind,
                   PdllString name, const PdllKind *arguments,
                   size_t numArguments, const PdllKind *results,
                   size_t numResults, PdllTextCallback receive, void *userData);

// Receives a native function.
typedef void (*PdllNativeVisitor)(PdllNativeKind kind, PdllString name,
                                  PdllString signature, void *userData);

// Hands over all functions that have a signature, in no particular order.
void pdllNativesVisit(const PdllNatives *natives, PdllNativeVisitor visit,
                      void *userData);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_NATIVES_H
