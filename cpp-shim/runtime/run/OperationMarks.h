// Marks on operations that take little time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_RUN_OPERATIONMARKS_H
#define PDLL_RUN_OPERATIONMARKS_H

#include "mlir/IR/Operation.h"

#include <array>
#include <memory>

namespace pdll {

/// Marks operations, by their addresses. Operations do not overlap, so at most
/// one begins in as many bytes of memory as one takes at least, and a byte is
/// kept for these. Operations that are visited one after another mostly lie
/// near each other, so most accesses find the page that was used last.
class OperationMarks {
public:
  enum Mark : uint8_t {
    /// The operation is on the list of those to visit.
    Listed = 1,
    /// No pattern has matched it, and none will.
    Failed = 2,
    /// A conversion has replaced or erased it, and will destroy it at its end.
    Replaced = 4
  };

  /// The marks of one operation, as long as it exists and nobody clears all.
  class Marks {
  public:
    explicit Marks(uint8_t &bits) : bits(bits) {}

    bool has(Mark mark) const { return bits & mark; }
    /// Returns whether the operation did not have the mark before.
    bool add(Mark mark) {
      bool isNew = !has(mark);
      bits |= mark;
      return isNew;
    }
    /// Returns whether the operation had the mark.
    bool take(Mark mark) {
      bool wasThere = has(mark);
      bits &= static_cast<uint8_t>(~mark);
      return wasThere;
    }
    void clear() { bits = 0; }

  private:
    uint8_t &bits;
  };

  Marks get(mlir::Operation *op) {
    auto address = reinterpret_cast<uintptr_t>(op);
    if (LLVM_UNLIKELY(address / pageSize != lastNumber))
      usePage(address / pageSize);
    return Marks((*last)[address % pageSize / minSize]);
  }

  /// Takes all marks from an operation.
  void clear(mlir::Operation *op) { get(op).clear(); }
  /// Takes all marks from all operations.
  void clear() {
    pages.clear();
    last = nullptr;
    lastNumber = noPage;
  }

private:
  static constexpr size_t minSize = 64;
  static_assert(sizeof(mlir::Operation) >= minSize);
  static constexpr uintptr_t pageSize = 1 << 16;
  static constexpr uintptr_t noPage = ~uintptr_t(0);
  using Page = std::array<uint8_t, pageSize / minSize>;

  /// Makes a page the last one.
  LLVM_ATTRIBUTE_NOINLINE void usePage(uintptr_t number) {
    std::unique_ptr<Page> &page = pages[number];
    if (!page)
      page = std::make_unique<Page>();
    last = page.get();
    lastNumber = number;
  }

  /// The pages that have had marks.
  llvm::DenseMap<uintptr_t, std::unique_ptr<Page>> pages;
  /// The page that was used last.
  Page *last = nullptr;
  uintptr_t lastNumber = noPage;
};

} // namespace pdll

#endif // PDLL_RUN_OPERATIONMARKS_H
