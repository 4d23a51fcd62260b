// The tables of what ODS predicates mean.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test repository predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

using namespace pdll;

namespace mlir {
PredicateGroup getBuiltinPredicates();
PredicateGroup getLLVMPredicates();
PredicateGroup getGPUPredicates();
PredicateGroup getSPIRVPredicates();
PredicateGroup getOpenMPPredicates();
PredicateGroup getTensorPredicates();
PredicateGroup getOtherPredicates();
PredicateGroup getPartPredicates();
} // namespace mlir

llvm::SmallVector<PredicateGroup> pdll::getPredicateGroups() {
  return {
      mlir::getBuiltinPredicates(),
      mlir::getLLVMPredicates(),
      mlir::getGPUPredicates(),
      mlir::getSPIRVPredicates(),
      mlir::getOpenMPPredicates(),
      mlir::getTensorPredicates(),
      mlir::getOtherPredicates(),
      mlir::getPartPredicates(),
  };
}
