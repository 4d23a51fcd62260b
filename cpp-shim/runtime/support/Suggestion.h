// Suggestions for misspelt names.
//
// src/front/base/diagnostic/suggestion.rs does the same for names in pattern files. Here,
// it serves names that only C++ knows, also in plugins without the Rust
// library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_SUGGESTION_H
#define PDLL_SUPPORT_SUGGESTION_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace pdll {

/// Finds the known name that somebody may have meant by `name`.
class Suggestion {
public:
  explicit Suggestion(llvm::StringRef name)
      // At most a third of the letters may differ, rounded up, and at most
      // half of them, as in src/front/base/diagnostic/suggestion.rs.
      : name(name),
        distance(std::min((name.size() + 2) / 3, name.size() / 2) + 1) {}

  /// `known` must outlive the suggestion.
  void consider(llvm::StringRef known) {
    size_t found = name.edit_distance(known, /*AllowReplacements=*/true,
                                      /*MaxEditDistance=*/distance);
    // The order of the candidates varies between runs, so ties need a rule.
    if (found < distance ||
        (found == distance && !best.empty() && known < best)) {
      distance = found;
      best = known;
    }
  }

  /// The closest of all names considered; empty if no name is close.
  llvm::StringRef get() const { return best; }

private:
  llvm::StringRef name;
  size_t distance;
  llvm::StringRef best;
};

} // namespace pdll

#endif // PDLL_SUPPORT_SUGGESTION_H
