// The parts of the standard library, by subject. Each belongs to the file of
// its name in src/front/std, which documents the functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_STD_PARTS_H
#define PDLL_STD_PARTS_H

#include "natives/Natives.h"

namespace pdll {

void addAttributeFunctions(Natives &natives);
void addNumberFunctions(Natives &natives);
void addConstantFunctions(Natives &natives);
void addTypeFunctions(Natives &natives);
void addPredicates(Natives &natives);
void addTypeDefPredicates(Natives &natives);
void addWrittenTypePredicates(Natives &natives);
void addShapeFunctions(Natives &natives);
void addPermutationFunctions(Natives &natives);
void addUseFunctions(Natives &natives);
void addRangeFunctions(Natives &natives);
void addOperationFunctions(Natives &natives);
void addLocationFunctions(Natives &natives);
void addRegionFunctions(Natives &natives);
void addSymbolFunctions(Natives &natives);

} // namespace pdll

#endif // PDLL_STD_PARTS_H
