//! `pdll-opt opt`: MLIR's mlir-opt with the pass `apply-pdll`.

use crate::{
    ffi::{
        opt_main::opt_main,
        registration::{ApplyDefaults, register_apply_pass},
    },
    pattern_set::PassCompiler,
};

/// Runs the command with the arguments after its name. Returns the exit code of
/// mlir-opt, which prints by itself.
pub fn run(arguments: &[String]) -> i32 {
    register_apply_pass::<PassCompiler>(&ApplyDefaults::default());
    let program = ["mlir-opt".to_owned()];
    opt_main(&[&program, arguments].concat())
}
