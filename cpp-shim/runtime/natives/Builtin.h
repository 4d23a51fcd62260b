// Native functions that pdll adds to patterns by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_NATIVES_BUILTIN_H
#define PDLL_NATIVES_BUILTIN_H

#include "natives/Natives.h"

namespace pdll {

/// Adds the native functions that any pattern may need:
///
///   * rewrite `pdll.segment_sizes`(Value, ValueRange, Type or TypeRange, at
///     least one of them) -> Attr: the number of values or types in each;
///   * constraint `pdll.type_of`(Value) -> Type;
///   * constraint `pdll.types_of`(ValueRange) -> TypeRange.
void addBuiltinNatives(Natives &natives);

} // namespace pdll

#endif // PDLL_NATIVES_BUILTIN_H
