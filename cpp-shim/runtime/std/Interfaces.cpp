// Interfaces of operations, by name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Interfaces.h"
#include "support/Suggestion.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/MemorySlotInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

using Question = bool (*)(Operation *);

template <typename Interface> static bool has(Operation *op) {
  return isa<Interface>(op);
}

static const llvm::StringMap<Question> &getInterfaces() {
  static const llvm::StringMap<Question> interfaces = {
#define INTERFACE(name) {#name, has<name>}
      // clang-format off
      INTERFACE(BranchOpInterface),
      INTERFACE(CallOpInterface),
      INTERFACE(CallableOpInterface),
      INTERFACE(CastOpInterface),
      INTERFACE(ConditionallySpeculatable),
      INTERFACE(DestinationStyleOpInterface),
      INTERFACE(FunctionOpInterface),
      INTERFACE(InferIntRangeInterface),
      INTERFACE(InferShapedTypeOpInterface),
      INTERFACE(InferTypeOpInterface),
      INTERFACE(LoopLikeOpInterface),
      INTERFACE(MemoryEffectOpInterface),
      INTERFACE(OffsetSizeAndStrideOpInterface),
      INTERFACE(RegionBranchOpInterface),
      INTERFACE(RegionBranchTerminatorOpInterface),
      INTERFACE(ReifyRankedShapedTypeOpInterface),
      INTERFACE(SelectLikeOpInterface),
      INTERFACE(ShapedDimOpInterface),
      INTERFACE(SubsetOpInterface),
      INTERFACE(SymbolOpInterface),
      INTERFACE(SymbolUserOpInterface),
      INTERFACE(TilingInterface),
      INTERFACE(ValueBoundsOpInterface),
      INTERFACE(VectorTransferOpInterface),
      INTERFACE(VectorUnrollOpInterface),
      INTERFACE(ViewLikeOpInterface),
      INTERFACE(WeightedBranchOpInterface),
  // clang-format on
#undef INTERFACE
  };
  return interfaces;
}

bool pdll::isInterface(StringRef name) {
  return getInterfaces().contains(name);
}

StringRef pdll::getClosestInterface(StringRef name) {
  Suggestion suggestion(name);
  for (StringRef known : getInterfaces().keys())
    suggestion.consider(known);
  return suggestion.get();
}

bool pdll::hasInterface(Operation *op, StringRef name) {
  Question question = getInterfaces().lookup(name);
  return question && question(op);
}
