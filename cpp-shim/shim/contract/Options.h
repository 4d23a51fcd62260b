// The types of the options of passes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONTRACT_OPTIONS_H
#define PDLL_CONTRACT_OPTIONS_H

#include "contract/Common.h"

#ifdef __cplusplus
extern "C" {
#endif

// The choices between values.
#define PDLL_VALUE(Enumerator, ...) Enumerator,
#define PDLL_CHOICE(Type, Values) typedef enum { Values } Type;
#include "contract/Options.def"

#ifdef __cplusplus
}
#endif

#endif // PDLL_CONTRACT_OPTIONS_H
