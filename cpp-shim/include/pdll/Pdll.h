/* pdll for compilers in C and C++: compiles pattern files at run time, and
 * applies the patterns.
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
 * The interface uses MLIR's C API, which the program also links. It works on
 * the contexts, modules and operations of the program. docs/c-api.md has a
 * complete program, and says how to link it.
 *
 * Stability: while PDLL_VERSION_MAJOR stays the same, no function is removed or
 * changes its meaning. Additions increase PDLL_VERSION_MINOR. Objects are
 * opaque. Structs that functions receive begin with their size, and only grow
 * at their end.
 *
 * Ownership: the caller owns the result of a `...Create` function and passes it
 * to the `...Destroy` function with the same prefix, which also accepts null.
 * All other arguments are borrowed for the call, and copied if pdll keeps them.
 * Strings have a pointer and a length, and need no NUL byte at the end.
 *
 * Contexts: a pattern set and an applier belong to the context that they were
 * created with. Destroy them before the context.
 *
 * Errors: a function that can fail returns null or false. Its last two
 * parameters are a diagnostic callback and the user data for it. The callback
 * receives all diagnostics of the call, on the same thread, before the function
 * returns. Without a callback, the diagnostic engine of the context receives
 * them. A null handle is an error, which is reported only if there is a
 * callback. No function throws, and callbacks must not throw.
 *
 * Threads: several threads can use different objects at once. They can also use
 * the same pattern set or the same applier, on operations that do not contain
 * each other. While a thread changes a builder, options or a compiler, no other
 * thread may use that object. Functions that create or compile something load
 * dialects: those that the patterns and options mention, and `pdl`. Unless all of
 * these are loaded, no other thread may use the context during such a call.
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

/* The version of this interface, which is independent of the version of pdll.
 */
#define PDLL_VERSION_MAJOR 1
#define PDLL_VERSION_MINOR 0

#ifdef __cplusplus
extern "C" {
#endif

/* Borrows a string that ends with a NUL byte. Null is the empty string. */
static inline MlirStringRef pdllString(const char *text) {
  MlirStringRef string;
  string.data = text;
  string.length = text ? strlen(text) : 0;
  return string;
}

/* Return the interface version of the library. A program that was compiled with
 * this header can use the library if its major version is the same and its
 * minor version is not smaller. */
uint32_t pdllVersionMajor(void);
uint32_t pdllVersionMinor(void);

/* Return the versions of pdll and of the MLIR that it was built for, such as
 * `22.1.8`. The strings are always valid. */
MlirStringRef pdllVersionText(void);
MlirStringRef pdllVersionOfMlir(void);

typedef struct PdllDiagnostic PdllDiagnostic;

/* A message for the user. */
struct PdllDiagnostic {
  size_t size;
  MlirDiagnosticSeverity severity;
  /* Begins in lower case, and has no full stop. */
  MlirStringRef message;
  /* The location. Lines and columns count from 1. Without a location, the file
   * is empty, and the numbers are 0. */
  MlirStringRef file;
  uint32_t line;
  uint32_t column;
  /* Explanations, which have no notes themselves. */
  size_t numNotes;
  const PdllDiagnostic *const *notes;
};

/* Receives a diagnostic, which is valid until the callback returns. */
typedef void (*PdllDiagnosticCallback)(const PdllDiagnostic *diagnostic,
                                       void *userData);

/* Compiles pattern files to modules without running them. */
typedef struct PdllCompiler PdllCompiler;

PdllCompiler *pdllCompilerCreate(void);
void pdllCompilerDestroy(PdllCompiler *compiler);

/* Adds a folder that `#include` searches after the folder of the including
 * file. */
void pdllCompilerAddIncludeDir(PdllCompiler *compiler, MlirStringRef path);

/* Turns the cache of `.td` definitions in the user's cache folder on or off. It
 * is on by default. */
void pdllCompilerEnableOdsCache(PdllCompiler *compiler, bool isEnabled);

/* Compile a PDLL file or text to a module of `pdl.pattern` operations, or
 * rewrite rules if the name ends in `.td`. The caller owns the module and
 * destroys it with mlirModuleDestroy. On errors, the module is null. The
 * callback also receives warnings. The name of a text appears in messages;
 * `#include` searches the folder in that name. */
MlirModule pdllCompilerCompileFile(const PdllCompiler *compiler,
                                   MlirContext context, MlirStringRef path,
                                   PdllDiagnosticCallback callback,
                                   void *userData);
MlirModule pdllCompilerCompileText(const PdllCompiler *compiler,
                                   MlirContext context, MlirStringRef name,
                                   MlirStringRef text,
                                   PdllDiagnosticCallback callback,
                                   void *userData);

/* The sources of a pattern set. pdllPatternsCreate reports their errors. */
typedef struct PdllBuilder PdllBuilder;

PdllBuilder *pdllBuilderCreate(void);
void pdllBuilderDestroy(PdllBuilder *builder);

/* Adds a pattern file: PDLL, rewrite rules in a `.td` file, or MLIR text or
 * bytecode with `pdl.pattern` operations. The end of its name or its first
 * bytes determine which. */
void pdllBuilderAddFile(PdllBuilder *builder, MlirStringRef path);

/* Adds a pattern file that is in memory. Its name appears in messages, and its
 * end determines the format. `#include` searches the folder in that name. */
void pdllBuilderAddText(PdllBuilder *builder, MlirStringRef name,
                        MlirStringRef text);

/* Adds the `pdl.pattern` operations in a module. Copies the module. */
void pdllBuilderAddModule(PdllBuilder *builder, MlirModule module);

/* The same settings as those of a compiler. */
void pdllBuilderAddIncludeDir(PdllBuilder *builder, MlirStringRef path);
void pdllBuilderEnableOdsCache(PdllBuilder *builder, bool isEnabled);

/* Adds a shared library of native functions; see pdll/Native.h. */
void pdllBuilderAddNativeLibrary(PdllBuilder *builder, MlirStringRef path);

/* Adds a native function and takes ownership of its user data, even if the
 * function is invalid. `destroy` is called once, after the builder and all
 * pattern sets and appliers that were created with it are destroyed. Several
 * threads may call the function at once. */
void pdllBuilderAddNative(PdllBuilder *builder,
                          const PdllNativeFunction *function);

/* Select patterns. If patterns are enabled, only these are used. Disabled
 * patterns are never used. `name` is the name of a pattern, a label, or the
 * stem of a file name. A pattern without a name has the name `file:line`. `*`
 * matches any characters, and `?` matches any single character. */
void pdllBuilderEnablePatterns(PdllBuilder *builder, MlirStringRef name);
void pdllBuilderDisablePatterns(PdllBuilder *builder, MlirStringRef name);

/* Turns C++ code in pattern files on or off. If it is on, the system's compiler
 * compiles the code, and pdll runs it. If it is off, which is the default, code
 * that does not run without a compiler is an error. */
void pdllBuilderEnableNativeCode(PdllBuilder *builder, bool isEnabled);

/* Adds a C++ header that C++ code in pattern files sees, as if it included it.
 * Rewrite rules call helpers that are declared nowhere else. */
void pdllBuilderAddNativePrelude(PdllBuilder *builder, MlirStringRef path);

/* Sets whether rewrite rules of `.td` files are left out whose C++ code does not
 * run without a compiler, unless native code is on. By default, they are
 * errors. */
void pdllBuilderSkipUnsupported(PdllBuilder *builder, bool isEnabled);

/* Sets whether patterns may mention operations that the definitions of an included
 * dialect lack. By default, they are errors. */
void pdllBuilderAllowUnknownOperations(PdllBuilder *builder, bool isEnabled);

/* A pattern set: compiled, checked and immutable. */
typedef struct PdllPatterns PdllPatterns;

/* Compiles the sources in the builder, which can be used again. Loads the
 * dialects that the patterns mention. On errors, the result is null. Does not
 * report warnings. */
PdllPatterns *pdllPatternsCreate(const PdllBuilder *builder,
                                 MlirContext context,
                                 PdllDiagnosticCallback callback,
                                 void *userData);
void pdllPatternsDestroy(PdllPatterns *patterns);

/* The options of the pass `apply-pdll`, except those that name the sources of
 * the patterns, which are in the builder. They start with the defaults of the
 * pass.
 */
typedef struct PdllOptions PdllOptions;

PdllOptions *pdllOptionsCreate(void);
void pdllOptionsDestroy(PdllOptions *options);

/* Sets an option by its name in the pass, for example `driver` to `walk`, or
 * `max-iterations` to `5`. Commas separate the elements of a list. Setting a
 * list again appends elements. An unknown option is an error. So is an invalid
 * value; the option then keeps its value. */
bool pdllOptionsSet(PdllOptions *options, MlirStringRef name,
                    MlirStringRef value, PdllDiagnosticCallback callback,
                    void *userData);

/* A pattern set with checked options. */
typedef struct PdllApplier PdllApplier;

/* Checks the options, and loads the dialects that they name. Null options are
 * the defaults. The patterns and the options can be destroyed before the
 * applier. The files of the options `report` and `trace` are written when the
 * applier is destroyed. */
PdllApplier *pdllApplierCreate(const PdllPatterns *patterns,
                               const PdllOptions *options,
                               PdllDiagnosticCallback callback, void *userData);
void pdllApplierDestroy(PdllApplier *applier);

/* Applies the patterns inside an operation of the same context. The operation
 * must be isolated from above, such as a module or a function. On failure, the
 * operation may be half rewritten; the caller may only inspect and destroy it.
 * The callback also receives the remarks of a conversion.
 *
 * As in MLIR's own drivers, what the patterns did is not verified as a whole:
 * that takes longer than to apply them. Patterns may have left something that
 * refers to a symbol that they erased, for example. Call mlirOperationVerify,
 * unless a pass manager does. */
bool pdllApplierApply(const PdllApplier *applier, MlirOperation operation,
                      PdllDiagnosticCallback callback, void *userData);

/* Does the same with an applier for this call only. This may load dialects; unless
 * they are loaded, several threads must share an applier instead. */
bool pdllPatternsApply(const PdllPatterns *patterns, const PdllOptions *options,
                       MlirOperation operation, PdllDiagnosticCallback callback,
                       void *userData);

/* Registers the pass `apply-pdll` with MLIR, so that mlirParsePassPipeline and
 * other pipelines can name it. A second call does nothing. */
void pdllRegisterPasses(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PDLL_PDLL_H */
