// What finds the patterns that match an operation, and rewrites it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_ENGINE_H
#define PDLL_ENGINE_ENGINE_H

#include "engine/EngineSource.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

#include <memory>
#include <optional>

namespace pdll {

struct BoundPattern;
struct BoundProgram;

/// Patterns in the form in which they are matched. Drivers, monitors and
/// reports know a pattern by its index in the set. An engine does not change
/// after its creation, so that threads may share it. A `Matcher` applies its
/// patterns in one run.
class Engine {
public:
  explicit Engine(const EngineSource &source);
  ~Engine();
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

  /// Makes the patterns that MLIR's drivers take, together with `others`.
  /// Belongs to the creation.
  void addMlirPatterns(mlir::RewritePatternSet others);

  /// Whether a pattern can match `op`, as far as its name tells.
  bool mayMatch(mlir::Operation *op) const {
    return includesAllRoots || roots.contains(op->getName());
  }

  /// Whether patterns begin with operations of that name.
  bool hasRoot(mlir::OperationName name) const { return roots.contains(name); }
  /// Whether patterns begin with operations of any name.
  bool matchesAnyName() const { return includesAllRoots; }
  /// The ranks of the patterns that begin with operations of that name, in
  /// ascending order.
  llvm::ArrayRef<uint32_t> getRanks(mlir::OperationName name) const;
  /// Whether these patterns are plain, and use no values that are computed
  /// later; see PlainRewrites.h.
  bool isPlain(mlir::OperationName name) const;
  /// Whether some pattern looks at what is around operations.
  bool looksAround() const { return hasLooksAround; }

  /// Whether matches of `op` depend on nothing but `op` and the definitions
  /// within reach. One that fails then fails again until these change.
  bool isLocal(mlir::Operation *op) const;
  /// The number of definitions, one after another, that local matches go
  /// through.
  unsigned getReach() const { return reach; }
  /// Whether rewrites call functions that may change the program.
  bool callsFunctionsThatChange() const { return hasFunctionsThatChange; }

  /// The same patterns in the form that MLIR's own drivers take. They tell the
  /// current run when they begin to rewrite.
  const mlir::FrozenRewritePatternSet &getMlirPatterns() const {
    return patterns;
  }

  /// The index of one of MLIR's patterns. Returns nothing for a pattern that
  /// comes from elsewhere.
  std::optional<size_t> getIndex(const mlir::Pattern &pattern) const;

  const BoundProgram &getProgram() const { return *program; }
  llvm::ArrayRef<PatternInfo> getInfos() const { return infos; }

private:
  /// The patterns that begin with operations of one name.
  struct Root {
    bool isLocal = true;
    bool isPlain = true;
    llvm::SmallVector<uint32_t, 1> ranks;
  };

  void addPattern(const BoundPattern &pattern, uint32_t rank);

  std::unique_ptr<const BoundProgram> program;
  llvm::ArrayRef<PatternInfo> infos;
  llvm::DenseMap<mlir::OperationName, Root> roots;
  /// Whether some pattern begins with operations of any name.
  bool includesAllRoots = false;
  /// Whether all patterns of that kind are local.
  bool areAllRootsLocal = true;
  unsigned reach = 0;
  bool hasFunctionsThatChange = false;
  bool hasLooksAround = false;
  mlir::FrozenRewritePatternSet patterns;
  llvm::DenseMap<const mlir::Pattern *, size_t> indices;
};

} // namespace pdll

#endif // PDLL_ENGINE_ENGINE_H
