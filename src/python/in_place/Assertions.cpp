// The end of a process in which an assertion of the C++ library fails.
//
// The library has this function since gcc 12, and everything else that pdll needs since
// gcc 11. With this one, the module runs on older systems than the one that builds it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>

namespace std {

[[noreturn]] void __glibcxx_assert_fail(const char *file, int line,
                                        const char *function,
                                        const char *condition) noexcept {
  fprintf(stderr, "%s:%d: %s: Assertion '%s' failed.\n", file, line, function,
          condition);
  abort();
}

} // namespace std
