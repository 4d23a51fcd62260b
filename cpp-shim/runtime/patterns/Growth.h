// How much patterns make grow.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_GROWTH_H
#define PDLL_PATTERNS_GROWTH_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace pdll {

/// How many megabytes patterns may add if nobody says how many.
constexpr int64_t defaultMaxGrowth = 256;

/// Counts what patterns add in one run, so that patterns that let something
/// grow without end do not take all memory. There are three such things:
///
/// * The program: operations with their operands, results, regions and blocks.
/// * Attributes, types and locations, which MLIR never frees. Whatever patterns
///   compute comes from native functions, and is counted when they return it.
///   One attribute may also be in many others, so that it takes little memory
///   but cannot be printed, and one may be nested too deep for that.
/// * The ranges of one match.
///
/// The limits grow with the program, which is measured only when a run adds
/// more than most do. Until then, counting is a few additions, except for
/// attributes in which others are nested: these are remembered from the start.
class Growth {
public:
  /// The program is what is in `root`. Null stands for a program without operations.
  explicit Growth(mlir::Operation *root) : root(root) {}
  /// -1 stands for no limit.
  void setMaxMegabytes(int64_t limit);

  /// An operation has been inserted that was in no block before, with what is
  /// in its regions.
  void addInserted(mlir::Operation *op) {
    if (LLVM_UNLIKELY(op->getNumRegions() != 0 || numNested != 0 ||
                      !op->getParentOp() || !staged.empty()))
      addNested(op);
    else
      programBytes += getBytes(op);
    if (LLVM_UNLIKELY(programBytes > maxProgramBytes))
      checkProgram();
  }
  /// The same of one without regions, which was inserted in the program.
  void addInsertedLeaf(mlir::Operation *op) {
    if (LLVM_UNLIKELY(numNested != 0))
      return addNested(op);
    programBytes += getOwnBytes(op);
    if (LLVM_UNLIKELY(programBytes > maxProgramBytes))
      checkProgram();
  }
  /// An operation is about to be erased. What is in its regions was erased
  /// before.
  void addErased(mlir::Operation *op) {
    programBytes -= getBytes(op);
    if (LLVM_UNLIKELY(!staged.empty()))
      staged.erase(op);
  }
  /// The attributes or the location of an operation may have changed.
  void addModified(mlir::Operation *op);
  /// A function has returned this.
  void addMade(mlir::Attribute attribute);
  void addMade(mlir::Type type);
  /// Ranges in a match that took `bytes` so far get that many elements more.
  /// Returns whether they may.
  bool addRange(size_t bytes, size_t numElements);

  /// Whether patterns must not go on.
  bool isExceeded() const { return exceeded != Limit::None; }
  /// An error that says what grows too much, and what to do.
  mlir::InFlightDiagnostic report(mlir::Location place) const;

private:
  enum class Limit { None, Program, Data, Parts, Depth, Ranges };
  /// The size of an attribute or type with everything in it. What is in it
  /// several times counts as often.
  struct Extent {
    uint64_t numParts = 1;
    uint64_t depth = 1;
  };

  /// About what an operation takes without what is in its blocks.
  static int64_t getBytes(mlir::Operation *op) {
    int64_t bytes = getOwnBytes(op);
    return LLVM_LIKELY(op->getNumRegions() == 0) ? bytes
                                                 : bytes + getRegionBytes(op);
  }
  static int64_t getOwnBytes(mlir::Operation *op) {
    return 100 + 32 * static_cast<int64_t>(op->getNumOperands()) +
           24 * static_cast<int64_t>(op->getNumResults());
  }
  static int64_t getRegionBytes(mlir::Operation *op);
  void addNested(mlir::Operation *op);
  void checkProgram();

  Extent measure(mlir::Attribute attribute);
  Extent measure(mlir::Type type);
  template <typename Whole> Extent measureParts(Whole whole);
  void addLeaf(const void *leaf, size_t bytes);
  void addData(size_t bytes);
  void countPrecisely();
  void exceed(Limit limit) {
    if (exceeded == Limit::None)
      exceeded = limit;
  }

  mlir::Operation *root;
  int64_t maxBytes = defaultMaxGrowth * 1'000'000;
  Limit exceeded = Limit::None;

  /// By how much the program has grown.
  int64_t programBytes = 0;
  int64_t maxProgramBytes = maxBytes;
  bool hasMeasuredProgram = false;
  /// An operation that was inserted with others in its regions, and how many of
  /// these a rewriter may still tell about.
  mlir::Operation *whole = nullptr;
  uint64_t numNested = 0;
  /// Operations that were counted in regions which no operation has taken yet.
  llvm::DenseSet<mlir::Operation *> staged;

  /// What attributes, types and locations take. Up to a small limit, those in
  /// which no others are nested are counted as often as they are returned.
  int64_t dataBytes = 0;
  int64_t maxDataBytes = maxBytes;
  bool isPrecise = false;
  /// Those that were counted.
  llvm::DenseMap<const void *, Extent> known;
};

} // namespace pdll

#endif // PDLL_PATTERNS_GROWTH_H
