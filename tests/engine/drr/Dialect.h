// The C++ classes of dialect.td.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef DRR_DIALECT_H
#define DRR_DIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Dialect.h.inc"

#include "Enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Attrs.h.inc"

#define GET_OP_CLASSES
#include "Ops.h.inc"

#endif // DRR_DIALECT_H
