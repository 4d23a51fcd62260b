// A set of addresses that takes little time per element.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_ADDRESSSET_H
#define PDLL_SUPPORT_ADDRESSSET_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"

#include <array>
#include <vector>

namespace pdll {

/// A set of addresses of objects that are aligned to eight bytes. It keeps a
/// bit for each place in a page of memory. Objects that are used together
/// mostly lie near each other, so most accesses find the page that was used
/// last.
class AddressSet {
public:
  bool contains(const void *address) const {
    Place place = getPlace(address);
    const Page *page = findPage(place.page);
    return page && (*page)[place.word] & place.bit;
  }

  /// Returns whether the address was not in the set before.
  bool insert(const void *address) {
    Place place = getPlace(address);
    uint64_t &word = getPage(place.page)[place.word];
    bool isNew = !(word & place.bit);
    word |= place.bit;
    return isNew;
  }

  /// Returns whether the address was in the set.
  bool erase(const void *address) {
    Place place = getPlace(address);
    Page *page = findPage(place.page);
    if (!page)
      return false;
    uint64_t &word = (*page)[place.word];
    bool wasThere = word & place.bit;
    word &= ~place.bit;
    return wasThere;
  }

  void clear() {
    indices.clear();
    pages.clear();
    lastNumber = noPage;
  }

private:
  static constexpr unsigned pageBits = 12;
  static constexpr unsigned alignmentBits = 3;
  static constexpr uintptr_t noPage = ~uintptr_t(0);
  using Page = std::array<uint64_t, (1 << (pageBits - alignmentBits)) / 64>;

  struct Place {
    uintptr_t page;
    unsigned word;
    uint64_t bit;
  };

  static Place getPlace(const void *address) {
    auto number = reinterpret_cast<uintptr_t>(address);
    auto slot = static_cast<unsigned>(
        (number & ((uintptr_t(1) << pageBits) - 1)) >> alignmentBits);
    return {number >> pageBits, slot / 64, uint64_t(1) << (slot % 64)};
  }

  Page *findPage(uintptr_t number) const {
    if (number != lastNumber) {
      auto found = indices.find(number);
      if (found == indices.end())
        return nullptr;
      lastNumber = number;
      lastIndex = found->second;
    }
    return const_cast<Page *>(&pages[lastIndex]);
  }

  Page &getPage(uintptr_t number) {
    if (Page *page = findPage(number))
      return *page;
    lastNumber = number;
    lastIndex = pages.size();
    indices[number] = lastIndex;
    pages.push_back({});
    return pages.back();
  }

  /// The index in `pages` of each page that has had an element.
  llvm::DenseMap<uintptr_t, size_t> indices;
  std::vector<Page> pages;
  /// The page that was used last.
  mutable uintptr_t lastNumber = noPage;
  mutable size_t lastIndex = 0;
};

} // namespace pdll

#endif // PDLL_SUPPORT_ADDRESSSET_H
