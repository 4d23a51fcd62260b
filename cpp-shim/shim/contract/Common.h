// Strings, messages and callbacks that all parts of the contract use.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_COMMON_H
#define PDLL_CONTRACT_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A borrowed piece of UTF-8.
typedef struct {
  const char *data;
  size_t length;
} PdllString;

// A list of strings.
typedef struct {
  const PdllString *data;
  size_t length;
} PdllStrings;

// Receives a message about a failure that happens outside of any MLIRContext.
typedef void (*PdllErrorCallback)(PdllString message, void *userData);

// Receives a whole text, once.
typedef void (*PdllTextCallback)(PdllString text, void *userData);

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_COMMON_H
