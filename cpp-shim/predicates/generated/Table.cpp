// The table of what ODS predicates mean.
//
// Made by `UPDATE_EXPECT=1 cargo test --release --test predicates` of the
// installed definitions and of library.td; do not edit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off

#include "predicates/Table.h"

using namespace pdll;

namespace mlir {
void addBuiltinPredicates(PredicateTable &table);
void addLLVMPredicates(PredicateTable &table);
void addGPUPredicates(PredicateTable &table);
void addSPIRVPredicates(PredicateTable &table);
void addOpenMPPredicates(PredicateTable &table);
void addTensorPredicates(PredicateTable &table);
void addOtherPredicates(PredicateTable &table);
void addParts(PredicateTable &table);
} // namespace mlir

const PredicateTable &PredicateTable::get() {
  static const PredicateTable table = [] {
    PredicateTable table;
    mlir::addBuiltinPredicates(table);
    mlir::addLLVMPredicates(table);
    mlir::addGPUPredicates(table);
    mlir::addSPIRVPredicates(table);
    mlir::addOpenMPPredicates(table);
    mlir::addTensorPredicates(table);
    mlir::addOtherPredicates(table);
    mlir::addParts(table);
    return table;
  }();
  return table;
}
