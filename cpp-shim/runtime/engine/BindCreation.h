// What is known about a creation before a program runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_ENGINE_BINDCREATION_H
#define PDLL_ENGINE_BINDCREATION_H

#include "engine/ProgramReader.h"

#include <map>
#include <vector>

namespace pdll {

/// Reads the record of a created operation.
BoundCreation bindCreation(ProgramReader &reader, uint32_t word);

/// Numbers the creations of a program. Those that make the same of the same
/// operands, types and attributes have the same number, in whichever patterns
/// they stand, if their operations are remembered once they were valid.
class CreationKinds {
public:
  uint32_t getNumber(const BoundCreation &creation);

private:
  std::map<std::vector<uintptr_t>, uint32_t> remembered;
  uint32_t count = 0;
};

} // namespace pdll

#endif // PDLL_ENGINE_BINDCREATION_H
