// What somebody may have meant.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_SUGGESTION_H
#define PDLL_SUPPORT_SUGGESTION_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace pdll {

/// Finds the known name that `name` may be a slip of.
class Suggestion {
public:
  explicit Suggestion(llvm::StringRef name)
      // As for the names in a pattern file: a third of the letters at most, and
      // less than half of them.
      : name(name),
        distance(std::min((name.size() + 2) / 3, name.size() / 2) + 1) {}

  /// `known` must outlive the suggestion.
  void consider(llvm::StringRef known) {
    size_t found = name.edit_distance(known, /*AllowReplacements=*/true,
                                      /*MaxEditDistance=*/distance);
    // Of names at the same distance, the same one in every run.
    if (found < distance ||
        (found == distance && !best.empty() && known < best)) {
      distance = found;
      best = known;
    }
  }

  /// The best of all considered; empty if none is close.
  llvm::StringRef get() const { return best; }

private:
  llvm::StringRef name;
  size_t distance;
  llvm::StringRef best;
};

} // namespace pdll

#endif // PDLL_SUPPORT_SUGGESTION_H
