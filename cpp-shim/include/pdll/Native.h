/* Native constraints and rewrites for pattern files, from a shared library.
 *
 * A library exports one function, pdllGetNativeLibrary, by which it says what
 * it was built for, and registers its functions when it is asked to:
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
 * C++ has it easier with pdll/NativeRegistry.h, which takes lambdas with MLIR's
 * own types.
 *
 * Stability: structs only grow at their end, and each that crosses begins with
 * its size, or comes from the side that knows the larger one. A change that
 * breaks libraries raises PDLL_NATIVE_VERSION.
 *
 * Ownership: what a call gets is valid until the call returns. Strings that are
 * registered are copied.
 *
 * Threads: a pass runs on many operations at once, so a function may be called
 * by several threads at the same time.
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

/* An argument or result: how many elements of its kind there are, and the
 * pointers that MLIR's C handles hold. What is not a range has one element. An
 * argument that the signature marks with `?` has none when it is not there, and
 * then `isNull` is set. */
typedef struct {
  PdllKind kind;
  bool isNull;
  size_t numElements;
  void *const *elements;
} PdllNativeValue;

typedef struct PdllNativeResults PdllNativeResults;
typedef struct PdllNativeRegistry PdllNativeRegistry;
typedef struct PdllNativeApi PdllNativeApi;

/* One call of a function. */
typedef struct {
  const PdllNativeApi *api;
  MlirContext context;
  /* A rewrite creates and changes operations by it; a constraint leaves it
   * alone. */
  MlirPatternRewriter rewriter;
  size_t numArguments;
  const PdllNativeValue *arguments;
  /* Takes the results, by `api->addResult`. */
  PdllNativeResults *results;
} PdllNativeCall;

/* A constraint returns whether it holds, a rewrite whether all went well. A
 * rewrite that did not makes the pass fail; it says why by `api->fail`. So does
 * a constraint that cannot tell, and returns false. */
typedef bool (*PdllNativeCallback)(const PdllNativeCall *call, void *userData);

typedef enum { PdllNativeConstraint, PdllNativeRewrite } PdllNativeKind;

/* What is registered. The signature has the words of pattern files, as in
 *
 *     (Op, Attr?, Value...) -> (Attr, TypeRange)
 *
 * Kinds are `Attr`, `Op`, `Type`, `TypeRange`, `Value` and `ValueRange`. With
 * `?`, the function is also called when the argument is not there; otherwise a
 * constraint fails and a rewrite is an error. With `...`, the last argument may
 * be there any number of times. */
typedef struct {
  size_t size;
  PdllNativeKind kind;
  const char *name;
  const char *signature;
  PdllNativeCallback call;
  void *userData;
  /* Called once with `userData`, when nothing can call the function any more;
   * may be null. */
  void (*destroy)(void *userData);
} PdllNativeFunction;

/* What pdll does for a library. */
struct PdllNativeApi {
  size_t size;
  uint32_t version;
  /* Registers a function. A mistake in it makes the library fail to load. */
  void (*add)(PdllNativeRegistry *registry, const PdllNativeFunction *function);
  /* Appends a result, in the order of the signature. `elements` is copied. */
  void (*addResult)(PdllNativeResults *results, PdllKind kind,
                    size_t numElements, void *const *elements);
  /* Makes the pass fail when the function returns false, for that reason. */
  void (*fail)(PdllNativeResults *results, const char *reason);
};

/* What a library says about itself. */
typedef struct {
  size_t size;
  uint32_t version;
  /* The size of PdllNativeApi that the library knows. */
  size_t apiSize;
  void (*registerFunctions)(const PdllNativeApi *api,
                            PdllNativeRegistry *registry);
} PdllNativeLibrary;

/* Defined by the library, which keeps what it returns. */
PDLL_EXPORT const PdllNativeLibrary *pdllGetNativeLibrary(void);

/* Defines it. */
#define PDLL_NATIVE_LIBRARY(registerFunctions)                                 \
  const PdllNativeLibrary *pdllGetNativeLibrary(void) {                        \
    static const PdllNativeLibrary library = {                                 \
        sizeof(PdllNativeLibrary), PDLL_NATIVE_VERSION, sizeof(PdllNativeApi), \
        registerFunctions};                                                    \
    return &library;                                                           \
  }

/* The element of an argument that is no range, null if it is not there. */
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

/* An element of an argument that is a range. */
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

/* Appends a result that is no range. */
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
