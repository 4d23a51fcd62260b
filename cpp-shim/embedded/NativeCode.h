// The declarations that C++ code in pattern files is compiled with, after those
// of pdll/NativeRegistry.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_EMBEDDED_NATIVECODE_H
#define PDLL_EMBEDDED_NATIVECODE_H

#include "pdll/NativeRegistry.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <complex>

namespace pdll {

#include "embedded/Named.inc"
#include "embedded/Returned.inc"

} // namespace pdll

using namespace mlir;

// pdll looks for this text in the messages of the compiler, and tries another one.
#define PDLL_OTHER_NAMES "pdll: MLIR has other names of types"
#if defined(PDLL_MLIR_FROM_CLANG)
static_assert(pdll_type_names::isNamed<llvm::APInt>("llvm::APInt") &&
                  pdll_type_names::isNamed<long>("long") &&
                  pdll_type_names::isNamed<unsigned long>("unsigned long") &&
                  pdll_type_names::isNamed<std::complex<llvm::APFloat>>(
                      "std::complex<llvm::APFloat>") &&
                  pdll_type_names::isNamed<OpTrait::NOperands<2>::Impl<void *>>(
                      "mlir::OpTrait::NOperands<2>::Impl<void *>"),
              PDLL_OTHER_NAMES);
#elif defined(PDLL_MLIR_FROM_GCC) && defined(__clang__)
static_assert(false, PDLL_OTHER_NAMES);
#endif

#endif // PDLL_EMBEDDED_NATIVECODE_H
