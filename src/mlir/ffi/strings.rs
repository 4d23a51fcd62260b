//! Strings, and reasons of failures, on their way over the boundary.

use super::shim::{self, PdllString};
use std::{ffi::c_void, slice};

/// Runs a function of the shim that reports the reason of a failure through a
/// callback.
pub(super) fn reported(
    run: impl FnOnce(shim::PdllErrorCallback, *mut c_void) -> bool,
) -> Result<(), String> {
    unsafe extern "C" fn report(message: PdllString, data: *mut c_void) {
        // SAFETY: the data is the string below, which nothing else borrows.
        unsafe { (*data.cast::<String>()).push_str(&text(message)) };
    }
    let mut message = String::new();
    if run(Some(report), (&raw mut message).cast()) {
        Ok(())
    } else {
        Err(message)
    }
}

/// Borrows a string for a call.
pub(super) fn string(text: &str) -> PdllString {
    PdllString {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

/// Copies a string of a caller.
///
/// # Safety
///
/// The string is valid for reads; its data may be null if it is empty.
pub(super) unsafe fn text(string: PdllString) -> String {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(string) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Borrows the bytes of a string of a caller.
///
/// # Safety
///
/// As for [`text`]; the bytes are borrowed for as long as the string is valid.
pub(super) unsafe fn bytes<'a>(string: PdllString) -> &'a [u8] {
    if string.length == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(string.data.cast(), string.length) }
}
