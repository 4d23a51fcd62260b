// Offers the predicates of types; in a file of its own, which programs that do
// not need them leave out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Library.h"
#include "std/Parts.h"

using namespace pdll;

void pdll::offerTypeDefPredicates() { offer(addTypeDefPredicates); }
