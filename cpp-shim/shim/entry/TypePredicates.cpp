// The predicates of types for programs that patterns are compiled into.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Library.h"

#include "embedded/TypePredicates.inc"

void pdllOfferTypePredicates() { pdll::offerTypeDefPredicates(); }
