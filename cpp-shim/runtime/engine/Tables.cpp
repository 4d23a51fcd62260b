// Tables of what follows in a program.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Tables.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pdll;

uint32_t Tables::add(ArrayRef<Entry> added) {
  Table table{entries.size(), static_cast<uint32_t>(added.size()), 0};
  if (added.size() <= maxCompared) {
    llvm::append_range(entries, added);
  } else {
    // At most two places of three are taken.
    size_t numPlaces = llvm::PowerOf2Ceil(added.size() + added.size() / 2 + 1);
    table.mask = static_cast<uint32_t>(numPlaces - 1);
    entries.resize(table.first + numPlaces, Entry{noKey, 0, 0});
    for (const Entry &entry : added) {
      uint32_t place = hashAddress(entry.key) & table.mask;
      while (entries[table.first + place].key != noKey)
        place = (place + 1) & table.mask;
      entries[table.first + place] = entry;
    }
  }
  tables.push_back(table);
  return static_cast<uint32_t>(tables.size() - 1);
}
