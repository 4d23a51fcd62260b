/* Native constraints and rewrites for pattern files, from a shared library.
 *
 * A library exports one function, pdllGetNativeLibrary. It returns the version
 * that the library was built for, and the callback that registers its
 * functions:
 *
 *     static bool isEven(const PdllNativeCall *call, void *userData) {
 *       MlirAttribute value = pdllGetAttribute(&call->arguments[0]);
 *       return mlirAttributeIsAInteger(value) &&
 *              mlirIntegerAttrGetValueInt(value) % 2 == 0;
 *     }
 *     static void registerFunctions(const PdllNativeApi *api,
 *                                   PdllNativeRegistry *registry) {
 *       PdllNativeFunction function = {sizeof function};
 *       function.kind = PdllNativeConstraint;
 *       function.name = "IsEven";
 *       function.signature = "(Attr)";
 *       function.call = isEven;
 *       api->add(registry, &function);
 *     }
 *     PDLL_NATIVE_LIBRARY(registerFunctions)
 *
 * In C++, pdll/NativeRegistry.h is easier: it takes lambdas with MLIR's own
 * types.
 *
 * Stability: structs only grow at their end. A struct that is passed between
 * pdll and a library begins with its size, or comes from the side that knows
 * the larger version. A change that breaks libraries increases
 * PDLL_NATIVE_VERSION.
 *
 * Ownership: the arguments of a call are valid until the call returns. pdll
 * copies the strings of a registered function.
 *
 * Threads: a pass runs on many operations at once. Several threads may call a
 * function at the same time.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#ifndef PDLL_NATIVE_H
#define PDLL_NATIVE_H

#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PDLL_NATIVE_VERSION 1

#define PDLL_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of an argument or result. */
typedef enum {
  PdllAttribute,
  PdllOperation,
  PdllType,
  PdllTypeRange,
  PdllValue,
  PdllValueRange
} PdllKind;

/* An argument or result. `elements` are the pointers in MLIR's C handles. A
 * range has any number of elements, and other kinds have one element. If an
 * argument that the signature marks with `?` is missing, `isNull` is set and
 * there are no elements. */
typedef struct {
  PdllKind kind;
  bool isNull;
  size_t numElements;
  void *const *elements;
} PdllNativeValue;

typedef struct PdllNativeResults PdllNativeResults;
typedef struct PdllNativeRegistry PdllNativeRegistry;
typedef struct PdllNativeApi PdllNativeApi;

/* A call of a function. */
typedef struct {
  const PdllNativeApi *api;
  MlirContext context;
  /* A rewrite creates and changes operations with the rewriter. A constraint
   * must not use it. */
  MlirPatternRewriter rewriter;
  size_t numArguments;
  const PdllNativeValue *arguments;
  /* Receives the results, through `api->addResult`. */
  PdllNativeResults *results;
} PdllNativeCall;

/* A constraint returns true if it holds, and a rewrite returns true if it
 * succeeds. If a rewrite returns false, the pass fails; the rewrite passes the
 * reason to `api->fail`. A constraint that cannot be evaluated also calls
 * `api->fail` and returns false. */
typedef bool (*PdllNativeCallback)(const PdllNativeCall *call, void *userData);

typedef enum { PdllNativeConstraint, PdllNativeRewrite } PdllNativeKind;

/* A function to register. The signature uses the syntax of pattern files:
 *
 *     (Op, Attr?, Value...) -> (Attr, TypeRange)
 *
 * The kinds are `Attr`, `Op`, `Type`, `TypeRange`, `Value` and `ValueRange`.
 * The suffix `?` allows a missing argument. Without it, a missing argument
 * makes a constraint fail, and is an error for a rewrite. The suffix `...`
 * allows any number of arguments in the place of the last one. */
typedef struct {
  size_t size;
  PdllNativeKind kind;
  const char *name;
  const char *signature;
  PdllNativeCallback call;
  void *userData;
  /* Called once with `userData`, after the last call of the function. May be
   * null. */
  void (*destroy)(void *userData);
} PdllNativeFunction;

/* The functions that pdll provides to a library. */
struct PdllNativeApi {
  size_t size;
  uint32_t version;
  /* Registers a function. If it is invalid, the library fails to load. */
  void (*add)(PdllNativeRegistry *registry, const PdllNativeFunction *function);
  /* Appends a result, in the order of the signature. Copies `elements`. */
  void (*addResult)(PdllNativeResults *results, PdllKind kind,
                    size_t numElements, void *const *elements);
  /* Makes the pass fail with this reason when the function returns false. */
  void (*fail)(PdllNativeResults *results, const char *reason);
  /* Makes the library fail to load for this reason. */
  void (*refuse)(PdllNativeRegistry *registry, const char *reason);
};

/* The description of a library. */
typedef struct {
  size_t size;
  uint32_t version;
  /* The size of PdllNativeApi that the library knows. */
  size_t apiSize;
  void (*registerFunctions)(const PdllNativeApi *api,
                            PdllNativeRegistry *registry);
} PdllNativeLibrary;

/* Defined by the library, which owns the result. */
PDLL_EXPORT const PdllNativeLibrary *pdllGetNativeLibrary(void);

/* Defines pdllGetNativeLibrary. */
#define PDLL_NATIVE_LIBRARY(registerFunctions)                                 \
  const PdllNativeLibrary *pdllGetNativeLibrary(void) {                        \
    static const PdllNativeLibrary library = {                                 \
        sizeof(PdllNativeLibrary), PDLL_NATIVE_VERSION, sizeof(PdllNativeApi), \
        registerFunctions};                                                    \
    return &library;                                                           \
  }

/* Returns the element of an argument that is not a range, or null if it is
 * missing. */
static inline void *pdllGetElement(const PdllNativeValue *value) {
  return value->numElements ? value->elements[0] : NULL;
}
static inline MlirAttribute pdllGetAttribute(const PdllNativeValue *value) {
  MlirAttribute attribute = {pdllGetElement(value)};
  return attribute;
}
static inline MlirOperation pdllGetOperation(const PdllNativeValue *value) {
  MlirOperation operation = {pdllGetElement(value)};
  return operation;
}
static inline MlirType pdllGetType(const PdllNativeValue *value) {
  MlirType type = {pdllGetElement(value)};
  return type;
}
static inline MlirValue pdllGetValue(const PdllNativeValue *value) {
  MlirValue result = {pdllGetElement(value)};
  return result;
}

/* Return an element of an argument that is a range. */
static inline MlirType pdllGetTypeAt(const PdllNativeValue *range,
                                     size_t index) {
  MlirType type = {range->elements[index]};
  return type;
}
static inline MlirValue pdllGetValueAt(const PdllNativeValue *range,
                                       size_t index) {
  MlirValue value = {range->elements[index]};
  return value;
}

/* Append a result that is not a range. */
static inline void pdllAddElement(const PdllNativeCall *call, PdllKind kind,
                                  const void *element) {
  void *elements[1] = {(void *)element};
  call->api->addResult(call->results, kind, 1, elements);
}
static inline void pdllAddAttribute(const PdllNativeCall *call,
                                    MlirAttribute attribute) {
  pdllAddElement(call, PdllAttribute, attribute.ptr);
}
static inline void pdllAddOperation(const PdllNativeCall *call,
                                    MlirOperation operation) {
  pdllAddElement(call, PdllOperation, operation.ptr);
}
static inline void pdllAddType(const PdllNativeCall *call, MlirType type) {
  pdllAddElement(call, PdllType, type.ptr);
}
static inline void pdllAddValue(const PdllNativeCall *call, MlirValue value) {
  pdllAddElement(call, PdllValue, value.ptr);
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PDLL_NATIVE_H */
