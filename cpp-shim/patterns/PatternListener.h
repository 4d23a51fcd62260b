// What MLIR's drivers tell about patterns, by index.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_PATTERNLISTENER_H
#define PDLL_PATTERNS_PATTERNLISTENER_H

#include "patterns/CurrentRun.h"
#include "patterns/Engine.h"

namespace pdll {

/// A run that listens to a driver of MLIR's. The driver names patterns by
/// objects, and this is the only place that translates them to indices.
class PatternListener : public mlir::RewriterBase::Listener, public CurrentRun {
public:
  void notifyPatternBegin(const mlir::Pattern &pattern,
                          mlir::Operation *op) final {
    if (std::optional<size_t> index = getIndex(pattern))
      beginPattern(*index, op);
    else
      beginOtherPattern(op);
  }
  void notifyPatternEnd(const mlir::Pattern &pattern,
                        mlir::LogicalResult status) final {
    if (std::optional<size_t> index = getIndex(pattern))
      endPattern(*index, status);
    else
      endOtherPattern(status);
  }

protected:
  PatternListener(RunKind kind, const Engine &engine)
      : CurrentRun(kind), engine(engine) {}

  /// The same about a pattern that is not in the engine.
  virtual void beginOtherPattern(mlir::Operation * /*op*/) {}
  virtual void endOtherPattern(mlir::LogicalResult /*status*/) {}

private:
  /// A pattern that begins mostly ends before another one begins.
  std::optional<size_t> getIndex(const mlir::Pattern &pattern) {
    if (&pattern != lastPattern) {
      lastPattern = &pattern;
      lastIndex = engine.getIndex(pattern);
    }
    return lastIndex;
  }

  const Engine &engine;
  const mlir::Pattern *lastPattern = nullptr;
  std::optional<size_t> lastIndex;
};

} // namespace pdll

#endif // PDLL_PATTERNS_PATTERNLISTENER_H
