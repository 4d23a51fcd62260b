// The arithmetic of C++.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EVALUATOR_INTEGERS_H
#define PDLL_EVALUATOR_INTEGERS_H

#include "contract/Bodies.h"

#include <optional>

namespace pdll {

/// The integer as one of the type.
int64_t wrapInteger(int64_t value, PdllIntegerType type);
/// The integer of the type as a floating-point number, or as a `float`.
double toReal(int64_t value, PdllIntegerType type, bool isSingle);

/// The result of an operator for integers of a type. Nothing if C++ does not
/// define it: a division by zero, or one that overflows.
std::optional<int64_t> computeInteger(PdllBodyOperator operation,
                                      PdllIntegerType type, int64_t left,
                                      int64_t right);
double computeReal(PdllBodyOperator operation, double left, double right);

} // namespace pdll

#endif // PDLL_EVALUATOR_INTEGERS_H
