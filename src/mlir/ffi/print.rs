//! Operations as text.

use super::{
    shim::{self, PdllString},
    strings::bytes,
};
use melior::ir::OperationRef;
use std::{ffi::c_void, mem};

/// How to print an operation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PrintOptions {
    pub(crate) locations: bool,
    pub(crate) generic: bool,
}

/// Appends the text of a valid operation to `out`.
pub(crate) fn print(operation: OperationRef<'_, '_>, options: PrintOptions, out: &mut String) {
    /// The text may be divided anywhere.
    unsafe extern "C" fn append(printed: PdllString, data: *mut c_void) {
        // SAFETY: the data is `text` below, which nothing else borrows; the bytes are
        // valid for the call.
        unsafe { (*data.cast::<Vec<u8>>()).extend_from_slice(bytes(printed)) }
    }
    let PrintOptions { locations, generic } = options;
    let mut text = mem::take(out).into_bytes();
    let data = (&raw mut text).cast();
    // SAFETY: all is borrowed for the call.
    unsafe { shim::pdllPrint(operation.to_raw(), locations, generic, Some(append), data) };
    *out = String::from_utf8(text)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
}
