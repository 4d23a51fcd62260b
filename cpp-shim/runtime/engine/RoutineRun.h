// Matches one pattern, including what its native constraints say.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_ROUTINERUN_H
#define PDLL_ENGINE_ROUTINERUN_H

#include "engine/ConstraintMemo.h"
#include "engine/Matching.h"
#include "patterns/CurrentRun.h"
#include "patterns/PatternInfo.h"
#include "support/Versions.h"

namespace pdll {

/// Which of the routines of a pattern runs.
enum class Routine {
  /// For an operation whose structure the tree has accepted.
  Accepted,
  /// For any operation with the name of the root.
  Whole
};

/// Runs the routines of a program up to the rewrite, one after another. A
/// rewrite continues with the same registers.
class RoutineRun : Matching<RoutineRun> {
public:
  /// `infos` are those of the set. `run` may be null.
  RoutineRun(const BoundProgram &program, llvm::ArrayRef<PatternInfo> infos,
             CurrentRun *run)
      : Matching(program, program.numRoutineRegisters), infos(infos), run(run) {
  }

  /// Returns the beginning of the rewrite if `pattern` matches `op`, and null
  /// otherwise. Native constraints get `rewriter`, which then inserts before
  /// `op`.
  const PdllInstruction *match(const BoundPattern &matched, Routine routine,
                               mlir::Operation *op,
                               mlir::PatternRewriter &ofDriver) {
    pattern = &matched;
    rewriter = &ofDriver;
    if (isUsed(memory))
      memory.Reset();
    begin(op);
    return Matching::run(routine == Routine::Accepted ? matched.accepted
                                                      : matched.whole);
  }

  using Matching::getNumSearched;
  Registers &getRegisters() { return registers; }
  /// Ranges that live up to the next match.
  llvm::BumpPtrAllocator &getMemory() { return memory; }
  CurrentRun *getRun() const { return run; }
  /// What counts how much patterns make grow; null without a run.
  Growth *getGrowth() const { return run ? &run->getGrowth() : nullptr; }

private:
  friend Matching<RoutineRun>;

  bool execute(const PdllInstruction &instruction);
  bool isUseless(uint32_t) const { return false; }
  bool mustStop() const { return run && run->hasFailed(); }
  bool maySearch(size_t numUsers) {
    return numUsers <= getMaxUsers() || reportSearch();
  }
  uint64_t getMaxUsers() const {
    return run ? run->getMaxSearchedUsers() : defaultMaxSearchedUsers;
  }
  bool reportSearch();
  bool reportGrowth();

  bool callConstraint(const PdllInstruction &call);
  bool callSet(const PdllInstruction &instruction);
  bool testBounded(const PdllInstruction &test);

  llvm::ArrayRef<PatternInfo> infos;
  CurrentRun *run;
  llvm::BumpPtrAllocator memory;
  ConstraintMemo memo;
  const BoundPattern *pattern = nullptr;
  mlir::PatternRewriter *rewriter = nullptr;
};

extern template const PdllInstruction *Matching<RoutineRun>::run(uint32_t);

} // namespace pdll

#endif // PDLL_ENGINE_ROUTINERUN_H
