// What finds the patterns that match an operation, and rewrites it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_ENGINE_H
#define PDLL_PATTERNS_ENGINE_H

#include "contract/PatternSet.h"
#include "natives/Natives.h"
#include "patterns/PatternInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

#include <memory>
#include <optional>

namespace pdll {

class CurrentRun;

/// What an engine is made of. Patterns are known by their index in `module`.
struct EngineSource {
  /// Patterns that have passed the checks of pdll, and nothing else.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The native functions that the patterns call. The engine keeps no reference
  /// to them.
  const Natives &natives;
  /// What the patterns are called. Outlives the engine.
  llvm::ArrayRef<PatternInfo> infos;
  /// What the engine is for. An engine for `PdllUseAny` tells the watcher of
  /// the current run about its rewrites; see RewriteWatcher.h.
  PdllPatternUse use;
  /// Patterns in C++ that MLIR's drivers need as well.
  mlir::RewritePatternSet others;
};

/// The operations that patterns can begin with.
struct Roots {
  llvm::DenseSet<mlir::OperationName> names;
  /// Whether some pattern begins with operations of any name.
  bool includeAll = false;
};

/// Matches and rewrites operations in one run of a driver, on one thread.
class Matcher {
public:
  virtual ~Matcher() = default;

  /// Rewrites `op` by the first pattern that matches it and does not decline.
  /// New operations go to the insertion point of `rewriter`. Tells the run
  /// about each pattern that begins to rewrite. Fails if no pattern rewrote.
  virtual mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op, mlir::PatternRewriter &rewriter) = 0;
};

/// Patterns in the form in which they are matched. Drivers, monitors and
/// reports use this interface only. An engine does not change, so that threads
/// may share it.
class Engine {
public:
  virtual ~Engine() = default;

  /// Whether a pattern can match `op`, as far as its name tells.
  bool mayMatch(mlir::Operation *op) const {
    return roots.includeAll || roots.names.contains(op->getName());
  }

  /// Creates a matcher for a run, which outlives it.
  virtual std::unique_ptr<Matcher> createMatcher(CurrentRun &run) const = 0;

  /// The same patterns in the form that MLIR's own drivers take, together with
  /// the other patterns of the source.
  virtual const mlir::FrozenRewritePatternSet &getMlirPatterns() const = 0;

  /// The index of one of MLIR's patterns. Returns nothing for a pattern that
  /// comes from elsewhere.
  virtual std::optional<size_t>
  getIndex(const mlir::Pattern &pattern) const = 0;

  /// Whether MLIR's patterns of the engine tell the current run that they begin
  /// to rewrite. Otherwise, they match whenever a driver begins with them.
  virtual bool announcesMatches() const = 0;

protected:
  explicit Engine(Roots roots) : roots(std::move(roots)) {}
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

private:
  Roots roots;
};

} // namespace pdll

#endif // PDLL_PATTERNS_ENGINE_H
