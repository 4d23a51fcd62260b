// Marks copies of operations that the program had before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_SUPPORT_COPYSCOPE_H
#define PDLL_SUPPORT_COPYSCOPE_H

namespace pdll {

/// While one exists, the operations that this thread inserts are copies of
/// others. A conversion treats those like the originals, which it has not
/// created.
class CopyScope {
public:
  CopyScope() : previous(active) { active = true; }
  ~CopyScope() { active = previous; }
  CopyScope(const CopyScope &) = delete;
  CopyScope &operator=(const CopyScope &) = delete;

  static bool isActive() { return active; }

private:
  bool previous;
  static inline thread_local bool active = false;
};

} // namespace pdll

#endif // PDLL_SUPPORT_COPYSCOPE_H
