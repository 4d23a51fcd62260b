//! The list of the dialects and operations of MLIR, which `pdll-opt` has instead of MLIR
//! itself.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use expect_test::expect_file;
use melior::{Context, dialect::DialectRegistry, utility::register_all_dialects};
use pdll::internals::listed::{LIST, make_list};

/// Without a list, everything is left to `pdll-opt-full`.
#[test]
fn is_what_mlir_has() {
    if LIST.is_none() {
        return;
    }
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    let file = concat!(
        "../../src/mlir/listed/llvm_",
        env!("PDLL_LLVM_MAJOR"),
        ".txt"
    );
    expect_file![file].assert_eq(&make_list(&context));
}
