// Builds and evaluates conditions for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "predicates/Interpreter.h"

using namespace pdll;

PdllCondition *pdllConditionCreate(const PdllConditionNode *nodes,
                                   size_t numNodes, PdllKind kind,
                                   size_t *unknown) {
  return createCondition(llvm::ArrayRef(nodes, numNodes), kind, *unknown)
      .release();
}

void pdllConditionDestroy(PdllCondition *condition) { delete condition; }

bool pdllConditionHolds(const PdllCondition *condition, PdllKind kind,
                        const void *entity) {
  return kind == condition->kind && condition->holds(entity);
}
