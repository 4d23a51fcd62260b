// Bodies of native functions, for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Bodies.h"
#include "contract/Strings.h"
#include "evaluator/Body.h"
#include "evaluator/Functions.h"
#include "predicates/Questions.h"

#include "mlir/CAPI/IR.h"

using namespace mlir;
using namespace pdll;

void pdllBodyVisitFunctions(PdllBodyFunctionVisitor visit, void *userData) {
  for (const CodeFunctionEntry &entry : CodeFunctions::get().getEntries())
    visit(toPdllString(entry.name), toPdllString(entry.parameters),
          toPdllString(entry.result), userData);
}

void pdllBodyVisitClasses(PdllBodyClassVisitor visit, void *userData) {
  for (const CodeClass &one : getCodeClasses())
    visit(one.isType ? PdllType : PdllAttribute, toPdllString(one.name),
          toPdllString(llvm::join(one.bases, " ")), userData);
}

template <typename T> static PdllQuestionKind findQuestion(StringRef text) {
  if (findLeaf<T>(text))
    return PdllQuestionOfTruth;
  return findNumber<T>(text) ? PdllQuestionOfNumber : PdllQuestionUnknown;
}

PdllQuestionKind pdllBodyFindQuestion(PdllKind kind, PdllString text) {
  switch (kind) {
  case PdllAttribute:
    return findQuestion<Attribute>(toStringRef(text));
  case PdllOperation:
    return findQuestion<Operation *>(toStringRef(text));
  case PdllType:
    return findQuestion<Type>(toStringRef(text));
  case PdllTypeRange:
  case PdllValue:
  case PdllValueRange:
    return PdllQuestionUnknown;
  }
  llvm_unreachable("all kinds are covered");
}
