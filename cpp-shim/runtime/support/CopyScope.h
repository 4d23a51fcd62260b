// Marks copies of operations that the program had before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_COPYSCOPE_H
#define PDLL_SUPPORT_COPYSCOPE_H

namespace pdll {

/// While one exists, the operations that this thread inserts are copies of
/// others, or new ones with copies of regions. A conversion treats what is
/// copied like the originals, which it has not created.
class CopyScope {
public:
  enum class Kind { None, Operations, Regions };

  explicit CopyScope(Kind kind) : previous(active) { active = kind; }
  ~CopyScope() { active = previous; }
  CopyScope(const CopyScope &) = delete;
  CopyScope &operator=(const CopyScope &) = delete;

  static Kind getActive() { return active; }

private:
  Kind previous;
  static inline thread_local Kind active = Kind::None;
};

} // namespace pdll

#endif // PDLL_SUPPORT_COPYSCOPE_H
