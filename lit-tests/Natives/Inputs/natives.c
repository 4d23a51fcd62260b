// A library of native functions in C.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pdll/Native.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdlib.h>

// How often functions are called of one that is registered twice.
typedef struct {
  int64_t next;
} Counter;

static bool isEven(const PdllNativeCall *call, void *userData) {
  (void)userData;
  MlirAttribute value = pdllGetAttribute(&call->arguments[0]);
  return mlirAttributeIsAInteger(value) &&
         mlirIntegerAttrGetValueInt(value) % 2 == 0;
}

// Whether there is no attribute.
static bool isMissing(const PdllNativeCall *call, void *userData) {
  (void)userData;
  return call->arguments[0].isNull;
}

// The first type of a range, and the others.
static bool split(const PdllNativeCall *call, void *userData) {
  (void)userData;
  const PdllNativeValue *types = &call->arguments[0];
  if (types->numElements == 0)
    return false;
  pdllAddType(call, pdllGetTypeAt(types, 0));
  call->api->addResult(call->results, PdllTypeRange, types->numElements - 1,
                       types->elements + 1);
  return true;
}

// All values in one range, in reverse.
static bool reverse(const PdllNativeCall *call, void *userData) {
  (void)userData;
  void *values[8];
  size_t count = call->numArguments;
  for (size_t i = 0; i < count; ++i)
    values[count - 1 - i] = pdllGetElement(&call->arguments[i]);
  call->api->addResult(call->results, PdllValueRange, count, values);
  return true;
}

static bool count(const PdllNativeCall *call, void *userData) {
  Counter *counter = userData;
  MlirType i64 = mlirIntegerTypeGet(call->context, 64);
  pdllAddAttribute(call, mlirIntegerAttrGet(i64, counter->next++));
  return true;
}

static bool fail(const PdllNativeCall *call, void *userData) {
  (void)userData;
  call->api->fail(call->results, "nobody can do that");
  return false;
}

static bool failSilently(const PdllNativeCall *call, void *userData) {
  (void)call;
  (void)userData;
  return false;
}

static bool giveNull(const PdllNativeCall *call, void *userData) {
  (void)userData;
  pdllAddElement(call, PdllAttribute, NULL);
  return true;
}

static bool giveTwo(const PdllNativeCall *call, void *userData) {
  (void)userData;
  void *attributes[2] = {(void *)mlirUnitAttrGet(call->context).ptr,
                         (void *)mlirUnitAttrGet(call->context).ptr};
  call->api->addResult(call->results, PdllAttribute, 2, attributes);
  return true;
}

static bool giveNoKind(const PdllNativeCall *call, void *userData) {
  (void)userData;
  pdllAddElement(call, (PdllKind)99, call);
  return true;
}

static bool failWithoutReason(const PdllNativeCall *call, void *userData) {
  (void)userData;
  call->api->fail(call->results, NULL);
  return false;
}

static bool giveNothing(const PdllNativeCall *call, void *userData) {
  (void)call;
  (void)userData;
  return true;
}

static void add(const PdllNativeApi *api, PdllNativeRegistry *registry,
                PdllNativeKind kind, const char *name, const char *signature,
                PdllNativeCallback call) {
  PdllNativeFunction function = {.size = sizeof function,
                                 .kind = kind,
                                 .name = name,
                                 .signature = signature,
                                 .call = call};
  api->add(registry, &function);
}

static void registerFunctions(const PdllNativeApi *api,
                              PdllNativeRegistry *registry) {
  add(api, registry, PdllNativeConstraint, "IsEven", "(Attr)", isEven);
  add(api, registry, PdllNativeConstraint, "IsMissing", "(Attr?)", isMissing);
  add(api, registry, PdllNativeConstraint, "Split",
      "(TypeRange) -> (Type, TypeRange)", split);
  add(api, registry, PdllNativeConstraint, "GiveNothing", "(Value) -> Type",
      giveNothing);
  add(api, registry, PdllNativeConstraint, "CannotTell", "(Value)", fail);
  add(api, registry, PdllNativeRewrite, "Reverse", "(Value...) -> ValueRange",
      reverse);
  add(api, registry, PdllNativeRewrite, "Fail", "(Value) -> Value", fail);
  add(api, registry, PdllNativeRewrite, "FailSilently", "(Op)", failSilently);
  add(api, registry, PdllNativeRewrite, "GiveNull", "() -> Attr", giveNull);
  add(api, registry, PdllNativeRewrite, "GiveTooMuch", "(Op)", giveNull);
  add(api, registry, PdllNativeRewrite, "GiveTwo", "() -> Attr", giveTwo);
  add(api, registry, PdllNativeRewrite, "GiveNoKind", "() -> Attr", giveNoKind);
  add(api, registry, PdllNativeRewrite, "FailWithoutReason", "(Op)",
      failWithoutReason);

  Counter *counter = malloc(sizeof *counter);
  counter->next = 40;
  PdllNativeFunction function = {.size = sizeof function,
                                 .kind = PdllNativeRewrite,
                                 .name = "Count",
                                 .signature = "() -> Attr",
                                 .call = count,
                                 .userData = counter,
                                 .destroy = free};
  api->add(registry, &function);
}

PDLL_NATIVE_LIBRARY(registerFunctions)
