//! `pdll-opt opt`: MLIR's mlir-opt with the pass `apply-pdll`.

use crate::{
    library::pattern_set::PassCompiler,
    mlir::ffi::{opt_main::opt_main, registration::register_apply_pass},
};

/// Runs the command with the arguments after its name. Returns the exit code of
/// mlir-opt, which prints by itself.
pub fn run(arguments: &[String]) -> i32 {
    register_apply_pass::<PassCompiler>();
    let program = ["mlir-opt".to_owned()];
    opt_main::<PassCompiler>(&[&program, arguments].concat())
}
