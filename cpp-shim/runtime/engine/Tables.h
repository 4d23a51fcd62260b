// Tables of what follows in a program.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_TABLES_H
#define PDLL_ENGINE_TABLES_H

#include "support/AddressHash.h"

#include "mlir/Support/LLVM.h"

#include <vector>

namespace pdll {

/// The tables of a program. Each maps keys, which are pointers or small
/// numbers, to instructions.
class Tables {
public:
  struct Entry {
    uintptr_t key;
    uint32_t instruction;
    /// The best rank of the patterns that follow.
    uint32_t bound;
  };

  /// Adds a table, whose keys are different, and returns its index.
  uint32_t add(mlir::ArrayRef<Entry> entries);

  /// The entry of a key, or null.
  const Entry *find(uint32_t table, uintptr_t key) const {
    const Table &found = tables[table];
    const Entry *first = entries.data() + found.first;
    // A few comparisons take less time than a hash.
    if (found.mask == 0) {
      for (const Entry *entry = first, *last = first + found.size;
           entry != last; ++entry)
        if (entry->key == key)
          return entry;
      return nullptr;
    }
    for (uint32_t place = hashAddress(key) & found.mask;;
         place = (place + 1) & found.mask) {
      const Entry &entry = first[place];
      if (entry.key == key)
        return &entry;
      if (entry.key == noKey)
        return nullptr;
    }
  }
  const Entry *find(uint32_t table, const void *key) const {
    return find(table, reinterpret_cast<uintptr_t>(key));
  }

private:
  static constexpr uintptr_t noKey = ~uintptr_t(0);
  static constexpr size_t maxCompared = 4;

  struct Table {
    size_t first;
    uint32_t size;
    /// One less than the number of places, or zero if the table is a list.
    uint32_t mask;
  };

  std::vector<Table> tables;
  std::vector<Entry> entries;
};

} // namespace pdll

#endif // PDLL_ENGINE_TABLES_H
