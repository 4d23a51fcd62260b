// Questions about entities by their texts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PREDICATES_QUESTIONS_H
#define PDLL_PREDICATES_QUESTIONS_H

#include "predicates/Table.h"

namespace pdll {

/// What a text about an entity of the class `T` means; null if it is unknown.
/// `T` is `Attribute`, `Operation *` or `Type`.
template <typename T> PredicateLeaf<T> *findLeaf(llvm::StringRef text);
template <typename T> PredicateNumber<T> *findNumber(llvm::StringRef text);
template <typename T> PredicateParts<T> *findParts(llvm::StringRef text);

} // namespace pdll

#endif // PDLL_PREDICATES_QUESTIONS_H
