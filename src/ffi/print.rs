//! Operations as text.

use super::{
    shim::{self, PdllString},
    strings::bytes,
};
use melior::ir::OperationRef;
use std::ffi::c_void;

/// How to print an operation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PrintOptions {
    pub(crate) locations: bool,
    pub(crate) generic: bool,
}

/// Appends the text of a valid operation to `out`.
pub(crate) fn print(operation: OperationRef<'_, '_>, options: PrintOptions, out: &mut String) {
    unsafe extern "C" fn receive(printed: PdllString, data: *mut c_void) {
        // SAFETY: the data is `out`, which nothing else borrows; the text is
        // valid for the call.
        unsafe {
            let printed = String::from_utf8_lossy(bytes(printed));
            (*data.cast::<String>()).push_str(&printed);
        }
    }
    let data = (&raw mut *out).cast();
    let PrintOptions { locations, generic } = options;
    // SAFETY: all is borrowed for the call.
    unsafe {
        shim::pdllPrint(operation.to_raw(), locations, generic, Some(receive), data);
    }
}
