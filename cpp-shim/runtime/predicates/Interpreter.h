// Checks the conditions that ODS constraints demand.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PREDICATES_INTERPRETER_H
#define PDLL_PREDICATES_INTERPRETER_H

#include "contract/Conditions.h"
#include "natives/Natives.h"

#include <memory>

namespace pdll {
class Condition;
} // namespace pdll

/// A condition on entities of one kind. It does not change, so that threads may
/// share it.
struct PdllCondition {
  PdllCondition(PdllKind kind,
                std::unique_ptr<const pdll::Condition> condition);
  ~PdllCondition();

  /// Evaluates the condition for an entity of its kind, the pointer inside its
  /// C handle.
  bool holds(const void *entity) const;

  const PdllKind kind;

private:
  std::unique_ptr<const pdll::Condition> condition;
};

namespace pdll {

/// Builds a condition. Returns null if the text of some node is unknown, and
/// sets `unknown` to the index of that node.
std::unique_ptr<PdllCondition>
createCondition(llvm::ArrayRef<PdllConditionNode> nodes, PdllKind kind,
                size_t &unknown);

/// Adds the constraint that `condition` holds. Fails if the name is taken.
llvm::Error addCondition(Natives &natives, llvm::StringRef name,
                         std::unique_ptr<const PdllCondition> condition,
                         llvm::StringRef origin);

} // namespace pdll

#endif // PDLL_PREDICATES_INTERPRETER_H
