//! Objects and strings of a program in C.

use crate::mlir::ffi::guard::guard;
use mlir_sys::MlirStringRef;
use std::{ptr, slice};

/// Hands an object to the program, or null.
pub(super) fn boxed<T>(object: Option<T>) -> *mut T {
    object.map_or(ptr::null_mut(), |object| Box::into_raw(Box::new(object)))
}

/// Destroys an object that was handed out.
///
/// # Safety
///
/// The object is null, or was boxed, and is given away.
pub(super) unsafe fn destroy<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller's promise.
        let object = unsafe { Box::from_raw(object) };
        // The program no longer listens to errors about this object.
        let _ = guard(|| drop(object));
    }
}

/// Copies a string.
///
/// # Safety
///
/// The string is valid for reads.
pub(super) unsafe fn text(string: MlirStringRef) -> String {
    // SAFETY: the caller's promise.
    String::from_utf8_lossy(unsafe { bytes(string) }).into_owned()
}

/// Borrows the bytes of a string.
///
/// # Safety
///
/// The string is valid for reads, for as long as the bytes are used.
pub(super) unsafe fn bytes<'a>(string: MlirStringRef) -> &'a [u8] {
    if string.data.is_null() || string.length == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(string.data.cast(), string.length) }
}
