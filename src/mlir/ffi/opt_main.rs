//! MLIR's mlir-opt driver.

use super::{
    registration::{CompilePatterns, compiler},
    shim,
};
use std::{
    ffi::{CString, c_char},
    ptr,
};

/// Runs the driver on these arguments; the first one is the name of the
/// program. `C` compiles the patterns of transform scripts. Returns its exit code.
pub(crate) fn opt_main<C: CompilePatterns>(arguments: &[String]) -> i32 {
    let arguments: Vec<_> = arguments
        .iter()
        // No argument of a process holds a NUL.
        .map(|argument| CString::new(argument.as_str()).unwrap_or_default())
        .collect();
    let mut pointers: Vec<*mut c_char> = arguments
        .iter()
        .map(|argument| argument.as_ptr().cast_mut())
        .collect();
    let count = pointers.len() as i32;
    pointers.push(ptr::null_mut());
    // SAFETY: the array is what `main` would get; LLVM's command line parser
    // does not write to it.
    unsafe { shim::pdllOptMain(count, pointers.as_mut_ptr(), compiler::<C>()) }
}
