//! Operations as text.

use super::{
    shim::{self, PdllString, PdllTextCallback},
    strings::bytes,
};
use melior::ir::{Module, OperationRef};
use std::{ffi::c_void, mem};

/// How to print an operation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PrintOptions {
    pub(crate) locations: bool,
    pub(crate) generic: bool,
}

/// Appends the text of a valid operation to `out`.
pub(crate) fn print(operation: OperationRef<'_, '_>, options: PrintOptions, out: &mut String) {
    let PrintOptions { locations, generic } = options;
    receive(out, |receive, data| {
        // SAFETY: all is borrowed for the call.
        unsafe { shim::pdllPrint(operation.to_raw(), locations, generic, receive, data) }
    });
}

/// Appends the text of a module to `out`, and returns whether the module is valid.
/// Without threads, that would take longer.
pub(crate) fn print_and_verify(
    module: &Module<'_>,
    options: PrintOptions,
    out: &mut String,
) -> bool {
    let PrintOptions { locations, generic } = options;
    receive(out, |receive, data| {
        // SAFETY: all is borrowed for the call, and no other thread has the context,
        // which cannot be sent to one.
        unsafe { shim::pdllPrintAndVerify(module.to_raw(), locations, generic, receive, data) }
    })
}

/// Runs a function that hands text to the receiver that it gets, and appends the text
/// to `out`. The text may be divided anywhere.
fn receive<R>(out: &mut String, run: impl FnOnce(PdllTextCallback, *mut c_void) -> R) -> R {
    unsafe extern "C" fn append(printed: PdllString, data: *mut c_void) {
        // SAFETY: the data is `text` below, which nothing else borrows; the bytes are
        // valid for the call.
        unsafe { (*data.cast::<Vec<u8>>()).extend_from_slice(bytes(printed)) }
    }
    let mut text = mem::take(out).into_bytes();
    let result = run(Some(append), (&raw mut text).cast());
    *out = String::from_utf8(text)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    result
}
