// Services of MLIR that its C API lacks or provides too slowly.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_MLIR_H
#define PDLL_CONTRACT_MLIR_H

#include "contract/Diagnostics.h"

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Parses MLIR text or bytecode; locations name `name` as the file. The caller
// owns the module. On failure the errors have gone to the diagnostic engine of
// `context`, and the module is null.
MlirModule pdllParseModule(MlirContext context, PdllString text,
                           PdllString name);

// The location of a position in a file, whose name is a string attribute. The C
// API looks the name up for each location.
MlirLocation pdllLocationGet(MlirAttribute file, unsigned line,
                             unsigned column);

// Prints `operation`, which must be valid, and hands over its text in pieces,
// between which a character may be divided. Those of the C API are so small that
// the calls take longer than the printing itself.
void pdllPrint(MlirOperation operation, bool locations, bool generic,
               PdllTextCallback receive, void *userData);

// Registers the builtin dialect and `pdl`, and for all other names dialects
// that have nothing. Whoever asks for one of them loads it, and leaves a trace.
void pdllRegisterStandIns(MlirContext context, const PdllString *names,
                          size_t count);

// Whether such a dialect is loaded.
bool pdllHasLoadedStandIn(MlirContext context);

// How many results the operations of a name have.
typedef enum {
  PdllResultsNone,
  PdllResultsOne,
  // Always as many.
  PdllResultsSeveral,
  PdllResultsVariadic
} PdllNumResults;

// What a context knows about an operation.
typedef struct {
  bool hasDialect;
  // Its dialect is loaded, and knows all of its operations, but not this one.
  bool isMissing;
  // Otherwise nothing that follows is known.
  bool isRegistered;
  // The operation computes its result types itself.
  bool infersResults;
  PdllNumResults results;
  // -1 if it may differ.
  int64_t numOperands;
  // An attribute holds the sizes of its groups.
  bool hasOperandSegments;
  bool hasResultSegments;
  // It has neither regions nor successors.
  bool isPlain;
} PdllOperationFacts;

// The regions of an operation that is created without any.
typedef struct {
  size_t count;
  // A function of the definition builds the only one from the operands, whose
  // number is 0 if it may differ.
  bool isStructured;
  unsigned numOperands;
} PdllImpliedRegions;

// Receives a region that is not structured: the name of what ends its only
// block, an empty text if nothing does, or no text if it has no block.
typedef void (*PdllRegionCallback)(const PdllString *end, void *userData);

// Finds the regions of an operation whose dialect is loaded, or none if nothing
// implies them.
PdllImpliedRegions pdllGetImpliedRegions(MlirContext context, PdllString name,
                                         PdllRegionCallback receive,
                                         void *userData);

// Returns the name of the terminator that ends the blocks of an operation, if its
// definition implies one that has nothing but a name; otherwise an empty text. It lives
// as long as the process.
PdllString pdllGetImpliedEnd(MlirContext context, PdllString name);

// Returns what `context` knows about the operation `name`. With `loadDialect`,
// loads its dialect first if that is registered.
PdllOperationFacts pdllGetOperationFacts(MlirContext context, PdllString name,
                                         bool loadDialect);

// Hands over the names of all dialects that are loaded or can be, one by one.
void pdllVisitAvailableDialects(MlirContext context, PdllTextCallback receive,
                                void *userData);
// Hands over the names of the operations of a loaded dialect, without its own.
void pdllVisitOperations(MlirContext context, PdllString dialect,
                         PdllTextCallback receive, void *userData);

// Returns whether an operation, which is registered, can infer its result types without a
// crash if it has the attributes and operands.
bool pdllMayInferTypes(MlirLocation location, PdllString operation,
                       const MlirNamedAttribute *attributes,
                       size_t numAttributes, const MlirValue *operands,
                       size_t numOperands);

// Hands over the names of the attributes that the definition of an operation, which is
// registered, has.
void pdllVisitAttributes(MlirContext context, PdllString operation,
                         PdllTextCallback receive, void *userData);

// Returns whether operations with that name, which is registered, may have the
// attributes. Otherwise reports a diagnostic that begins with `message`, and
// that -W calls `name`.
bool pdllVerifyInherentAttributes(PdllString operation,
                                  const MlirNamedAttribute *attributes,
                                  size_t numAttributes, PdllSeverity severity,
                                  PdllString name, PdllRemark message);

// Returns whether `operation` has a trait of MLIR's core, such as
// `IsCommutative`.
bool pdllHasTrait(MlirOperation operation, PdllString trait);

// Returns the type of `attribute`, or null if it has none.
MlirType pdllAttributeGetType(MlirAttribute attribute);

// Returns whether operations with the name `operation` may have `attribute`
// under that name. What pdll knows nothing about may have any.
bool pdllAttributeFits(MlirAttribute attribute, PdllString operation,
                       PdllString name);

// Returns whether the process holds another MLIR or LLVM beside the one that
// pdll was built for, and describes it to `report` if so.
bool pdllFindForeignMlir(PdllErrorCallback report, void *userData);

// Returns whether MLIR has the names of types that Clang spells, and not those of
// GCC; see pdll/TypeNames.h.
bool pdllIsMlirFromClang(void);

// Loads a dialect plugin and registers its dialects in `registry`, or a pass
// plugin and registers its passes. On failure reports the reason and returns
// false.
bool pdllLoadDialectPlugin(PdllString path, MlirDialectRegistry registry,
                           PdllErrorCallback report, void *userData);
bool pdllLoadPassPlugin(PdllString path, PdllErrorCallback report,
                        void *userData);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_MLIR_H
