// Creates sets of patterns for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Strings.h"
#include "factory/CreatePatternSet.h"
#include "factory/DefaultNatives.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace pdll;

static SmallVector<StringRef> toStringRefs(const PdllString *strings,
                                           size_t count) {
  return llvm::map_to_vector(llvm::ArrayRef(strings, count), toStringRef);
}

bool pdllPatternSetPrepare(MlirModule module, const PdllPatternFilter *filter,
                           PdllPatternCheck check, void *userData) {
  PatternFilter selected;
  if (filter)
    selected = {toStringRefs(filter->enabled, filter->numEnabled),
                toStringRefs(filter->disabled, filter->numDisabled)};
  return succeeded(preparePatternSet(
      unwrap(module), selected,
      [&](ModuleOp module, MutableArrayRef<bool> areSound) {
        check(wrap(module), areSound.data(), areSound.size(), userData);
      }));
}

PdllPatternSet *pdllPatternSetCreate(MlirModule module,
                                     const PdllNatives *natives,
                                     const PdllProgram *program,
                                     PdllPatternUse use) {
  return createPatternSet(unwrap(module), *natives, {*program, {}}, use)
      .release();
}

void pdllPatternSetDestroy(PdllPatternSet *patterns) { delete patterns; }

void pdllPatternSetAddWarning(PdllPatternSet *patterns, size_t pattern,
                              PdllString name, PdllMessage message) {
  Location place =
      FileLineColLoc::get(patterns->context, toStringRef(message.file),
                          message.line, message.column);
  patterns->infos[pattern].warnings.push_back(
      {place, toStringRef(message.message).str(), toStringRef(name)});
}
