// Operations that infer their result types when a pattern creates them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_PATTERNS_TYPEINFERENCE_H
#define PDLL_PATTERNS_TYPEINFERENCE_H

#include "support/ImpliedRegions.h"

#include "mlir/IR/OperationSupport.h"

#include <memory>

namespace pdll {

/// An operation that is about to be created.
struct Creation {
  mlir::OperationName name;
  /// Where errors are reported.
  mlir::Location loc;
  mlir::NamedAttrList attributes;
  llvm::SmallVector<mlir::Value> operands;
  /// Null if it has no regions.
  const Regions *regions = nullptr;
  /// The regions that it will have, if it is given some.
  llvm::SmallVector<mlir::Region *> given = {};
  /// Whether all operands exist.
  bool isComplete = true;
};

/// Lets operations infer their result types, if they can do so without a crash.
/// Remembers which can. Threads may share it.
class TypeInference {
public:
  TypeInference();
  ~TypeInference();

  /// Finds the result types of an operation that implements
  /// InferTypeOpInterface. If that fails, the current run fails. An operation
  /// that no types make valid gets any types, and its verifier will report it.
  void infer(const Creation &creation,
             llvm::SmallVectorImpl<mlir::Type> &types) const;

  /// Whether the operation can infer its result types without a crash.
  bool mayInfer(const Creation &creation) const;

private:
  class Expectations;
  std::unique_ptr<Expectations> expectations;
};

} // namespace pdll

#endif // PDLL_PATTERNS_TYPEINFERENCE_H
