//! The functions of the C header `pdll/Pdll.h`, which says what they do and what
//! callers promise. The build compares their types with the header.
//!
//! No panic leaves them: all code that may panic runs inside of `guard`.
//!
//! | module | subject |
//! |---|---|
//! | `compiler`, `builder`, `patterns` | the functions, by the handle that they take |
//! | `handles` | what the handles are |
//! | `caller` | how the program learns what is wrong |
//! | `memory` | objects and strings of the program |

mod builder;
mod caller;
mod compiler;
mod handles;
mod memory;
mod patterns;

use crate::{
    library::pattern_set::PassCompiler,
    mlir::ffi::{guard::guard, registration::register_apply_pass},
};
// The generated declarations are compared with the functions of this module.
use builder::*;
use compiler::*;
use patterns::*;

use header::{PDLL_VERSION_MAJOR, PDLL_VERSION_MINOR};
use mlir_sys::MlirStringRef;

#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_pub,
    unsafe_op_in_unsafe_fn,
    dead_code,
    // C does not know the types of the handles.
    improper_ctypes,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    reason = "generated from Pdll.h"
)]
mod header {
    use super::handles::{
        Applier as PdllApplier, Compiler as PdllCompiler, Patterns as PdllPatterns,
        Sources as PdllBuilder,
    };
    use crate::mlir::ffi::{pass::PassOptions as PdllOptions, shim::PdllNativeFunction};
    use mlir_sys::*;
    include!(concat!(env!("OUT_DIR"), "/pdll_h.rs"));
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionMajor() -> u32 {
    PDLL_VERSION_MAJOR
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionMinor() -> u32 {
    PDLL_VERSION_MINOR
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionText() -> MlirStringRef {
    constant(env!("CARGO_PKG_VERSION"))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionOfMlir() -> MlirStringRef {
    constant(env!("PDLL_LLVM_VERSION"))
}

fn constant(text: &'static str) -> MlirStringRef {
    MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllRegisterPasses() {
    // There is no message to hand on: the shim does nothing that panics.
    let _ = guard(register_apply_pass::<PassCompiler>);
}
