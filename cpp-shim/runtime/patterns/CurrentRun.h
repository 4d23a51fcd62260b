// What patterns reach of the run that applies them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_CURRENTRUN_H
#define PDLL_PATTERNS_CURRENTRUN_H

#include "contract/Pass.h"
#include "patterns/Growth.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"

#include <memory>
#include <vector>

namespace pdll {

class RewriteWatcher;
class TypePatterns;

/// How the call of a native rewrite ended.
enum class CallOutcome {
  Done,
  /// The function failed. It may have said why; see FailureReason.h.
  Failed,
  /// The function asked for a change that the run cannot make. The run knows
  /// the reason.
  Refused
};

/// How many users of values a pattern looks at to match one operation if nobody
/// says how many.
constexpr uint64_t defaultMaxSearchedUsers = 1 << 20;

enum class RunKind { Rewriting, Conversion };

/// One run of a driver, as the engine, native functions and guards see it. From
/// its construction to its destruction, a run is the current one of its thread,
/// except while a newer run stands in for it.
class CurrentRun {
public:
  /// The newest run of this thread; null outside of runs.
  static CurrentRun *get();

  /// Makes the run of this thread fail, if there is one. For code that cannot
  /// fail itself, such as most native functions. The reason has been reported.
  static void failCurrent();
  /// The same, and reports the reason unless the run has failed before: what
  /// happens after the first problem may only be a consequence of it.
  static void failCurrent(mlir::InFlightDiagnostic &reason);

  RunKind getRunKind() const { return kind; }
  bool hasFailed() const { return failed; }

  /// The maximum number of users of values that a pattern looks at to match one
  /// operation.
  uint64_t getMaxSearchedUsers() const { return maxSearchedUsers; }
  /// -1 stands for no limit.
  void setMaxSearchedUsers(int64_t limit) {
    maxSearchedUsers = static_cast<uint64_t>(limit);
  }

  /// Whether the limit that this run shares with others allows one more rewrite.
  bool mayRewrite() const {
    return !rewriteLimit || rewriteLimit->made < rewriteLimit->max;
  }
  void countRewrite() {
    if (rewriteLimit)
      ++rewriteLimit->made;
  }
  /// Null for no limit. It outlives the run.
  void setRewriteLimit(PdllRewriteLimit *limit) { rewriteLimit = limit; }

  /// What this run has added.
  Growth &getGrowth() { return growth; }

  /// The engine begins to rewrite `op` by the pattern with this index.
  virtual void beginPattern(size_t pattern, mlir::Operation *op) = 0;
  /// The rewrite that began last has ended.
  virtual void endPattern(size_t pattern, mlir::LogicalResult status) = 0;

  /// Whether rewrites may leave their end to `replaceRoot`.
  bool replacesRoots() const { return canReplaceRoots; }
  /// Inserts operations that are in no block and have all operands before
  /// `root`, replaces its results by values of the same types, and erases it.
  /// Verifies those of the new operations that are `unverified`. Returns
  /// false, and has changed nothing, if that must be done step by step, by a
  /// rewriter.
  virtual bool replaceRoot(mlir::Operation * /*root*/,
                           llvm::ArrayRef<mlir::Operation *> /*created*/,
                           llvm::ArrayRef<mlir::Value> /*by*/,
                           llvm::ArrayRef<mlir::Operation *> /*unverified*/) {
    return false;
  }

  /// Calls a native rewrite with the rewriter that this run allows it.
  virtual CallOutcome callRewrite(
      mlir::PatternRewriter &rewriter,
      llvm::function_ref<mlir::LogicalResult(mlir::PatternRewriter &)> call);

  /// The running pattern cannot rewrite for that reason, and the driver takes
  /// its changes back. Only rewriters of conversions can recover.
  virtual void recover(llvm::StringRef /*reason*/) {}

  /// Whether the running pattern must not use `op` any more, because `op`, or an
  /// operation around it, was erased or replaced.
  virtual bool isErased(mlir::Operation * /*op*/) const { return false; }

  /// The watcher of each rewrite while it happens, or null.
  virtual RewriteWatcher *getWatcher() { return nullptr; }

  /// Keeps a region that a rewrite has built, and that no operation has taken
  /// when the rewrite failed.
  void keepUntilEnd(std::unique_ptr<mlir::Region> region) {
    leftovers.push_back(std::move(region));
  }

  /// The patterns that say what types become, in a conversion; or null.
  virtual TypePatterns *getTypePatterns() { return nullptr; }

protected:
  /// The run rewrites what is in `root`.
  CurrentRun(RunKind kind, mlir::Operation *root);
  CurrentRun(const CurrentRun &) = delete;
  CurrentRun &operator=(const CurrentRun &) = delete;
  virtual ~CurrentRun();

  bool failed = false;
  bool canReplaceRoots = false;

private:
  RunKind kind;
  uint64_t maxSearchedUsers = defaultMaxSearchedUsers;
  PdllRewriteLimit *rewriteLimit = nullptr;
  Growth growth;
  std::vector<std::unique_ptr<mlir::Region>> leftovers;
  /// The run that this one stands in for on its thread.
  CurrentRun *previous;
};

} // namespace pdll

#endif // PDLL_PATTERNS_CURRENTRUN_H
