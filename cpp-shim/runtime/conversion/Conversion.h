// What a conversion is to reach.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_CONVERSION_CONVERSION_H
#define PDLL_CONVERSION_CONVERSION_H

#include "contract/Conversion.h"

#include "mlir/Transforms/DialectConversion.h"

/// Legal operations and types. It does not change, so that threads may share
/// it.
struct PdllConversion {
  explicit PdllConversion(mlir::MLIRContext &context)
      : context(&context), target(context) {}
  PdllConversion(const PdllConversion &) = delete;
  PdllConversion &operator=(const PdllConversion &) = delete;

  mlir::MLIRContext *context;
  PdllConversionMode mode = PdllConversionPartial;
  mlir::ConversionTarget target;
  /// Which type becomes which ones, as far as options say it.
  llvm::DenseMap<mlir::Type, llvm::SmallVector<mlir::Type>> types;
  mlir::TypeConverter converter;
  /// Whether functions are converted with all that must agree with them.
  bool convertsSignatures = false;
};

#endif // PDLL_CONVERSION_CONVERSION_H
