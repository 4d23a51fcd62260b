// The entry points for native functions and sets of patterns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Strings.h"
#include "factory/CreatePatternSet.h"
#include "natives/Foreign.h"
#include "predicates/Interpreter.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

PdllNatives *pdllNativesCreate() { return new PdllNatives; }

void pdllNativesDestroy(PdllNatives *natives) { delete natives; }

/// Hands over the reason of a failure. Returns whether there was none.
static bool succeed(llvm::Error error, PdllErrorCallback report,
                    void *userData) {
  if (!error)
    return true;
  report(toPdllString(llvm::toString(std::move(error))), userData);
  return false;
}

bool pdllNativesLoad(PdllNatives *natives, PdllString path, PdllString origin,
                     PdllErrorCallback report, void *userData) {
  return succeed(
      loadNativeLibrary(*natives, toStringRef(path), toStringRef(origin)),
      report, userData);
}

bool pdllNativesAdd(PdllNatives *natives, const PdllNativeFunction *function,
                    PdllString origin, PdllErrorCallback report,
                    void *userData) {
  return succeed(addForeignNative(*natives, *function, toStringRef(origin)),
                 report, userData);
}

void pdllNativesVisit(const PdllNatives *natives, PdllNativeVisitor visit,
                      void *userData) {
  for (PdllNativeKind kind : {PdllNativeConstraint, PdllNativeRewrite})
    for (const auto &entry : natives->get(kind))
      if (const auto &signature = entry.second.signature)
        visit(kind, toPdllString(entry.getKey()),
              toPdllString(signature->getText()), userData);
}

static SmallVector<StringRef> toStringRefs(const PdllString *strings,
                                           size_t count) {
  return llvm::map_to_vector(llvm::ArrayRef(strings, count), toStringRef);
}

bool pdllNativesAddCondition(PdllNatives *natives, PdllString name,
                             PdllCondition *condition, PdllString origin,
                             PdllErrorCallback report, void *userData) {
  return succeed(
      addCondition(*natives, toStringRef(name), condition, toStringRef(origin)),
      report, userData);
}

PdllPatternSet *pdllPatternSetCreate(MlirModule module,
                                     const PdllNatives *natives,
                                     const PdllPatternFilter *filter,
                                     PdllPatternUse use) {
  PatternFilter selected;
  if (filter)
    selected = {toStringRefs(filter->enabled, filter->numEnabled),
                toStringRefs(filter->disabled, filter->numDisabled)};
  return createPatternSet(unwrap(module), *natives, selected, use).release();
}

void pdllPatternSetDestroy(PdllPatternSet *patterns) { delete patterns; }
