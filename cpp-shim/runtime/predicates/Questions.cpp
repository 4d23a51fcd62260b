// Questions about entities by their texts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "predicates/Questions.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace pdll;

namespace {

/// The meanings of all texts about entities of the class `T`.
template <typename T> struct EntriesByText {
  llvm::StringMap<PredicateLeaf<T> *> leaves;
  llvm::StringMap<PredicateNumber<T> *> numbers;
  llvm::StringMap<PredicateParts<T> *> parts;

  EntriesByText() {
    for (const PredicateGroup &group : getPredicateGroups()) {
      const auto &entries = std::get<PredicateEntries<T>>(group);
      add(leaves, entries.leaves);
      add(numbers, entries.numbers);
      add(parts, entries.parts);
    }
  }

  static const EntriesByText &get() {
    static const EntriesByText entries;
    return entries;
  }

private:
  template <typename Function>
  static void add(llvm::StringMap<Function *> &byText,
                  ArrayRef<PredicateEntry<Function>> entries) {
    for (const PredicateEntry<Function> &entry : entries)
      byText[entry.text] = entry.function;
  }
};

} // namespace

template <typename T> PredicateLeaf<T> *pdll::findLeaf(StringRef text) {
  return EntriesByText<T>::get().leaves.lookup(text);
}
template <typename T> PredicateNumber<T> *pdll::findNumber(StringRef text) {
  return EntriesByText<T>::get().numbers.lookup(text);
}
template <typename T> PredicateParts<T> *pdll::findParts(StringRef text) {
  return EntriesByText<T>::get().parts.lookup(text);
}

#define INSTANTIATE(T)                                                         \
  template PredicateLeaf<T> *pdll::findLeaf<T>(StringRef);                     \
  template PredicateNumber<T> *pdll::findNumber<T>(StringRef);                 \
  template PredicateParts<T> *pdll::findParts<T>(StringRef);
INSTANTIATE(Attribute)
INSTANTIATE(Operation *)
INSTANTIATE(Type)
