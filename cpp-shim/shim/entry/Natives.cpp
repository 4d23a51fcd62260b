// Creates tables of native functions for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Natives.h"
#include "contract/Bodies.h"
#include "contract/Strings.h"
#include "evaluator/Body.h"
#include "factory/DefaultNatives.h"
#include "natives/Foreign.h"
#include "natives/Load.h"
#include "predicates/Interpreter.h"
#include "std/Library.h"

using namespace mlir;
using namespace pdll;

PdllNatives *pdllNativesCreate() {
  offerTypeDefPredicates();
  return new PdllNatives;
}

PdllNatives *pdllNativesShare(const PdllNatives *natives) {
  return new PdllNatives(*natives);
}

void pdllNativesDestroy(PdllNatives *natives) { delete natives; }

void pdllNativesAttach(PdllNatives *natives, void *data,
                       void (*destroy)(void *data)) {
  natives->attached = std::shared_ptr<void>(data, destroy);
}

void *pdllNativesGetAttached(const PdllNatives *natives) {
  return natives->attached.get();
}

/// Reports the reason of a failure. Returns whether there was no failure.
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

bool pdllNativesAddCondition(PdllNatives *natives, PdllString name,
                             PdllCondition *condition, PdllString origin,
                             PdllErrorCallback report, void *userData) {
  return succeed(addCondition(*natives, toStringRef(name),
                              std::unique_ptr<const PdllCondition>(condition),
                              toStringRef(origin)),
                 report, userData);
}

bool pdllNativesAddBody(PdllNatives *natives, const PdllBodyFunction *function,
                        const PdllBodyNode *nodes, size_t numNodes,
                        PdllErrorCallback report, void *userData) {
  return succeed(addBody(*natives, *function, ArrayRef(nodes, numNodes)),
                 report, userData);
}

void pdllNativesVisit(const PdllNatives *natives, PdllNativeVisitor visit,
                      void *userData) {
  for (PdllNativeKind kind : {PdllNativeConstraint, PdllNativeRewrite})
    natives->visit(kind, [&](StringRef name, const Native &native) {
      if (const auto &signature = native.signature)
        visit(kind, toPdllString(name), toPdllString(signature->getText()),
              userData);
    });
}

PdllNativeFacts
pdllNativesCompare(const PdllNatives *natives, PdllNativeKind kind,
                   PdllString name, const PdllKind *arguments,
                   size_t numArguments, const PdllKind *results,
                   size_t numResults, PdllTextCallback receive,
                   void *userData) {
  const Native *native = natives->lookup(kind, toStringRef(name));
  if (!native)
    return {};
  PdllNativeFacts facts = {};
  facts.exists = true;
  facts.origin = toPdllString(native->origin);
  if (const std::optional<NativeSignature> &signature = native->signature) {
    facts.hasSignature = true;
    facts.results = signature->getResults().data();
    facts.numResults = signature->getResults().size();
    if (!signature->accepts(ArrayRef(arguments, numArguments),
                            ArrayRef(results, numResults)))
      receive(toPdllString(signature->getText()), userData);
  }
  return facts;
}
