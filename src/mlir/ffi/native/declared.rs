//! Native functions that patterns are checked against, but that nothing calls.

use super::NativeKind;
use crate::mlir::ffi::{
    pattern_set::Natives,
    shim::{PdllNativeCall, PdllNativeFunction},
};
use std::{
    ffi::{CString, c_void},
    ptr,
};

/// Adds a function whose signature alone is known. It fails if a pattern calls it
/// all the same.
///
/// # Errors
///
/// The reason, if the name is taken, or the signature is invalid.
pub(crate) fn declare(
    natives: &mut Natives,
    kind: NativeKind,
    name: &str,
    signature: &str,
    origin: &str,
) -> Result<(), String> {
    let text = |text: &str| CString::new(text).map_err(|_| "a name has a NUL byte".to_owned());
    let (name, signature) = (text(name)?, text(signature)?);
    let function = PdllNativeFunction {
        size: size_of::<PdllNativeFunction>(),
        kind: kind.raw(),
        name: name.as_ptr(),
        signature: signature.as_ptr(),
        call: Some(fail),
        userData: ptr::null_mut(),
        destroy: None,
    };
    // SAFETY: there is no user data, and any thread may call `fail`.
    unsafe { natives.add(&function, origin) }
}

unsafe extern "C" fn fail(_: *const PdllNativeCall, _: *mut c_void) -> bool {
    false
}
