// The classes of the operations of MLIR's dialect for tests that rules use.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UPSTREAM_RULES_TESTOPS_H
#define UPSTREAM_RULES_TESTOPS_H

#include "TestAttributes.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Traits.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "TestOps.h.inc"

#endif // UPSTREAM_RULES_TESTOPS_H
