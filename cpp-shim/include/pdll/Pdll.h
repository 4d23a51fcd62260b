/* pdll for compilers in C and C++: compiles pattern files while the compiler
 * runs, and applies them.
 *
 *     PdllBuilder *builder = pdllBuilderCreate();
 *     pdllBuilderAddFile(builder, pdllString("patterns.pdll"));
 *     PdllPatterns *patterns =
 *         pdllPatternsCreate(builder, context, onDiagnostic, NULL);
 *     pdllBuilderDestroy(builder);
 *     if (!patterns)
 *       return false;
 *     bool isFine =
 *         pdllPatternsApply(patterns, NULL, module, onDiagnostic, NULL);
 *     pdllPatternsDestroy(patterns);
 *
 * It stands on MLIR's C API, which the program links too, and works on the
 * contexts, modules and operations of the program. docs/c-api.md says how to
 * link, and has a whole program.
 *
 * Stability: functions keep their meaning and are not taken away as long as
 * PDLL_VERSION_MAJOR stays the same; what is added raises PDLL_VERSION_MINOR.
 * Objects are opaque. Structs that functions receive begin with their size, and
 * only grow at their end.
 *
 * Ownership: what a `...Create` function returns belongs to the caller, who
 * gives it to the `...Destroy` function of the same name; null is welcome
 * there. All else is borrowed for the call, and copied where it is kept.
 * Strings have a pointer and a length, and need no NUL byte at the end.
 *
 * Contexts: a set of patterns, and an applier, belong to the context that they
 * were created with, and are destroyed before it.
 *
 * Errors: a function that can fail returns null or false, and says why by its
 * last two arguments, a callback and the user data for it. Before the function
 * returns, the callback gets all that is to be said, on the same thread, and
 * nobody else gets it. Without a callback, it goes to the diagnostic engine of
 * the context; about null handles there is nobody to tell. A null handle is an
 * error, and not the end of the process. No function throws, and no callback
 * may.
 *
 * Threads: several threads may use different objects at once, and the same
 * patterns or the same applier, on operations that do not contain each other.
 * While a builder, options or a compiler are changed, one thread uses them. A
 * function that creates something, or compiles, loads dialects, during which
 * nobody else may use the context.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#ifndef PDLL_PDLL_H
#define PDLL_PDLL_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Support.h"
#include "pdll/Native.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The version of this interface; that of pdll is another. */
#define PDLL_VERSION_MAJOR 1
#define PDLL_VERSION_MINOR 0

#ifdef __cplusplus
extern "C" {
#endif

/* Borrows a text that ends with a NUL byte; null is the empty text. */
static inline MlirStringRef pdllString(const char *text) {
  MlirStringRef string;
  string.data = text;
  string.length = text ? strlen(text) : 0;
  return string;
}

/* The version of the interface that the library has. A program that was
 * compiled with this header runs with it if the major number is the same, and
 * the minor number is not smaller. */
uint32_t pdllVersionMajor(void);
uint32_t pdllVersionMinor(void);

/* The versions of pdll and of the MLIR that it was built for, as in `22.1.8`;
 * valid for ever. */
MlirStringRef pdllVersionText(void);
MlirStringRef pdllVersionOfMlir(void);

typedef struct PdllDiagnostic PdllDiagnostic;

/* Something to tell the user. */
struct PdllDiagnostic {
  size_t size;
  MlirDiagnosticSeverity severity;
  /* In lower case, and without a full stop. */
  MlirStringRef message;
  /* Where it is, counted from 1. Without a place, the file is empty, and the
   * numbers are 0. */
  MlirStringRef file;
  uint32_t line;
  uint32_t column;
  /* Explanations, which have no notes of their own. */
  size_t numNotes;
  const PdllDiagnostic *const *notes;
};

/* Receives a diagnostic, which is valid until it returns. */
typedef void (*PdllDiagnosticCallback)(const PdllDiagnostic *diagnostic,
                                       void *userData);

/* How pattern files are compiled to modules, without being run. */
typedef struct PdllCompiler PdllCompiler;

PdllCompiler *pdllCompilerCreate(void);
void pdllCompilerDestroy(PdllCompiler *compiler);

/* Adds a folder in which `#include` looks for files, after that of the file
 * which includes. */
void pdllCompilerAddIncludeDir(PdllCompiler *compiler, MlirStringRef path);

/* Says whether what `.td` files define is kept in the user's cache folder, and
 * taken from there, which it is otherwise. */
void pdllCompilerEnableOdsCache(PdllCompiler *compiler, bool isEnabled);

/* Compiles a PDLL file, or text, to a module of `pdl.pattern` operations, which
 * the caller owns, and destroys with mlirModuleDestroy. On errors it is null.
 * Warnings are told, too. The name of a text is for messages, and its folder is
 * where includes are looked for. */
MlirModule pdllCompilerCompileFile(const PdllCompiler *compiler,
                                   MlirContext context, MlirStringRef path,
                                   PdllDiagnosticCallback callback,
                                   void *userData);
MlirModule pdllCompilerCompileText(const PdllCompiler *compiler,
                                   MlirContext context, MlirStringRef name,
                                   MlirStringRef text,
                                   PdllDiagnosticCallback callback,
                                   void *userData);

/* What a set of patterns is made of. What is wrong with it is told when a set
 * is created. */
typedef struct PdllBuilder PdllBuilder;

PdllBuilder *pdllBuilderCreate(void);
void pdllBuilderDestroy(PdllBuilder *builder);

/* Adds a pattern file: PDLL, or MLIR text or bytecode that holds `pdl.pattern`
 * operations, which the end of its name or its first bytes tell. */
void pdllBuilderAddFile(PdllBuilder *builder, MlirStringRef path);

/* Adds a pattern file that is in memory. Its name is for messages, says by its
 * end what the text is, and is where includes are looked for. */
void pdllBuilderAddText(PdllBuilder *builder, MlirStringRef name,
                        MlirStringRef text);

/* Adds the `pdl.pattern` operations in a module, which is copied. */
void pdllBuilderAddModule(PdllBuilder *builder, MlirModule module);

/* As for a compiler. */
void pdllBuilderAddIncludeDir(PdllBuilder *builder, MlirStringRef path);
void pdllBuilderEnableOdsCache(PdllBuilder *builder, bool isEnabled);

/* Adds a shared library of native functions; see pdll/Native.h. */
void pdllBuilderAddNativeLibrary(PdllBuilder *builder, MlirStringRef path);

/* Adds a native function. Its user data is taken over, also when something is
 * wrong with the function: `destroy` is called once, when the builder is gone,
 * and all sets and appliers that were created with it. Several threads may call
 * the function at once. */
void pdllBuilderAddNative(PdllBuilder *builder,
                          const PdllNativeFunction *function);

/* Uses only the patterns that are enabled, and none that are disabled. A name
 * is that of a pattern (`file:line` if it has none), a label, or the stem of a
 * file name; `*` stands for any letters, and `?` for any one. */
void pdllBuilderEnablePatterns(PdllBuilder *builder, MlirStringRef name);
void pdllBuilderDisablePatterns(PdllBuilder *builder, MlirStringRef name);

/* Says whether native functions whose C++ code is in the pattern files are
 * compiled by the system's compiler, and run; otherwise they are errors. */
void pdllBuilderEnableNativeCode(PdllBuilder *builder, bool isEnabled);

/* Patterns that have been compiled and checked, and cannot change any more. */
typedef struct PdllPatterns PdllPatterns;

/* Compiles what the builder names, which can be used again. Loads the dialects
 * that the patterns mention. On errors the set is null; warnings are not told.
 */
PdllPatterns *pdllPatternsCreate(const PdllBuilder *builder,
                                 MlirContext context,
                                 PdllDiagnosticCallback callback,
                                 void *userData);
void pdllPatternsDestroy(PdllPatterns *patterns);

/* Values of the options of the pass `apply-pdll`, apart from those that say
 * where patterns come from, which a builder has. They start with the defaults
 * of the pass. */
typedef struct PdllOptions PdllOptions;

PdllOptions *pdllOptionsCreate(void);
void pdllOptionsDestroy(PdllOptions *options);

/* Sets an option by the name that the pass has for it, as in `driver` and
 * `walk`, or `max-iterations` and `5`. The elements of a list have commas
 * between them; a list that is set again gets more elements. An option that is
 * not there, or cannot have that value, is an error and keeps its value. */
bool pdllOptionsSet(PdllOptions *options, MlirStringRef name,
                    MlirStringRef value, PdllDiagnosticCallback callback,
                    void *userData);

/* Patterns with options that have been checked. */
typedef struct PdllApplier PdllApplier;

/* Checks the options, which may be null for the defaults, and loads the
 * dialects that they name. The applier keeps what it needs of the patterns and
 * the options, both of which may be destroyed before it. The files of the
 * options `report` and `trace` are written when the applier is destroyed. */
PdllApplier *pdllApplierCreate(const PdllPatterns *patterns,
                               const PdllOptions *options,
                               PdllDiagnosticCallback callback, void *userData);
void pdllApplierDestroy(PdllApplier *applier);

/* Applies the patterns to what is in an operation of the same context, which is
 * isolated from above, such as a module or a function. If that fails, the
 * operation may be half rewritten, and must not be used for more than to look
 * at it and to destroy it. What conversions remark is told, too. The program is
 * not verified as a whole. */
bool pdllApplierApply(const PdllApplier *applier, MlirOperation operation,
                      PdllDiagnosticCallback callback, void *userData);

/* Does the same with an applier for this one call. As that may load dialects,
 * threads share an applier instead. */
bool pdllPatternsApply(const PdllPatterns *patterns, const PdllOptions *options,
                       MlirOperation operation, PdllDiagnosticCallback callback,
                       void *userData);

/* Registers the pass `apply-pdll` with MLIR, so that pipelines can name it, as
 * in mlirParsePassPipeline. A second call does nothing. */
void pdllRegisterPasses(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PDLL_PDLL_H */
