// Random numbers for LLVM, which names temporary files with them.
//
// The C library has this function since 2.36, and everything else that pdll needs since
// 2.34. With this one, programs run on older systems than the one that builds them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>

extern "C" uint32_t arc4random() noexcept {
  uint32_t number;
  ssize_t size = getrandom(&number, sizeof(number), 0);
  // A request as small as this one is not interrupted.
  if (size != sizeof(number))
    abort();
  return number;
}
