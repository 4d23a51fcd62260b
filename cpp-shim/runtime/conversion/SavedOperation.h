// The state of an operation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_SAVEDOPERATION_H
#define PDLL_CONVERSION_SAVEDOPERATION_H

#include "mlir/IR/Operation.h"

#include <memory>

namespace pdll {

/// What a fold may change of an operation, as it was before.
class SavedOperation {
public:
  explicit SavedOperation(mlir::Operation *op);

  /// Makes the operation as it was.
  void restore();

private:
  struct PropertiesDeleter {
    mlir::OperationName name;
    void operator()(void *properties) const;
  };

  mlir::Operation *op;
  mlir::DictionaryAttr attributes;
  llvm::SmallVector<mlir::Value, 4> operands;
  /// Null if the operation has none.
  std::unique_ptr<void, PropertiesDeleter> properties;
};

} // namespace pdll

#endif // PDLL_CONVERSION_SAVEDOPERATION_H
