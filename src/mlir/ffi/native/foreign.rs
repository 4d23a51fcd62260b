//! Native functions that are C callbacks of the program. Several pattern sets
//! may share one.

use super::closure::NativeClosure;
use crate::mlir::ffi::{
    pattern_set::Natives,
    shim::{PdllNativeCall, PdllNativeCallback, PdllNativeFunction, PdllNativeKind},
};
use std::{
    ffi::{CStr, CString, c_char, c_void},
    sync::Arc,
};

/// A function of the program, whose user data is ours.
pub(crate) struct ForeignFunction {
    kind: PdllNativeKind,
    name: CString,
    signature: CString,
    call: PdllNativeCallback,
    user_data: UserData,
}

// SAFETY: `pdll/Native.h` asks that any thread may call the function, and
// `pdll/Pdll.h` that any thread may be the last to let go of it.
unsafe impl Send for ForeignFunction {}
// SAFETY: as above.
unsafe impl Sync for ForeignFunction {}

/// Data that is destroyed together with its last owner.
struct UserData {
    pointer: *mut c_void,
    destroy: Option<unsafe extern "C" fn(*mut c_void)>,
}

impl Drop for UserData {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: it is ours, and destroyed once.
            unsafe { destroy(self.pointer) }
        }
    }
}

impl ForeignFunction {
    /// Takes ownership of a function.
    ///
    /// # Errors
    ///
    /// The reason, if the function is invalid. Its user data has been
    /// destroyed, unless its size is wrong.
    ///
    /// # Safety
    ///
    /// The function is null or as `pdll/Native.h` says, but its size and its
    /// kind may be wrong. Its user data is given away.
    pub(crate) unsafe fn new(function: *const PdllNativeFunction) -> Result<Arc<Self>, String> {
        if function.is_null() {
            return Err("the native function is null".to_owned());
        }
        // SAFETY: the caller's promise: there are as many fields as the size
        // says. The kind may be unknown to Rust, and so is read as a number.
        let (kind, name, signature, call, user_data) = unsafe {
            if (&raw const (*function).size).read() < size_of::<PdllNativeFunction>() {
                return Err("`size` of a PdllNativeFunction is not set".to_owned());
            }
            (
                (&raw const (*function).kind).cast::<u32>().read(),
                copy((&raw const (*function).name).read()),
                copy((&raw const (*function).signature).read()),
                (&raw const (*function).call).read(),
                UserData {
                    pointer: (&raw const (*function).userData).read(),
                    destroy: (&raw const (*function).destroy).read(),
                },
            )
        };
        let kinds = [
            PdllNativeKind::PdllNativeConstraint,
            PdllNativeKind::PdllNativeRewrite,
        ];
        let known = kinds.into_iter().find(|known| *known as u32 == kind);
        let Some(kind) = known else {
            let name = name.to_string_lossy();
            return Err(format!(
                "`{name}`: it is neither a constraint nor a rewrite"
            ));
        };
        Ok(Arc::new(ForeignFunction {
            kind,
            name,
            signature,
            call,
            user_data,
        }))
    }

    /// A closure that shares the function with other sets of patterns.
    pub(crate) fn share(self: &Arc<Self>) -> NativeClosure {
        let shared = self.clone();
        NativeClosure {
            name: self.name.to_string_lossy().into_owned(),
            register: Box::new(move |natives, _| shared.register(natives)),
        }
    }

    fn register(self: Arc<Self>, natives: &mut Natives) -> Result<(), String> {
        let function = PdllNativeFunction {
            size: size_of::<PdllNativeFunction>(),
            kind: self.kind,
            name: self.name.as_ptr(),
            signature: self.signature.as_ptr(),
            // The table rejects a null function.
            call: self.call.and(Some(call)),
            userData: Arc::into_raw(self.clone()).cast_mut().cast(),
            destroy: Some(release),
        };
        // SAFETY: any thread may call and destroy it, as it is `Sync` and
        // `Send`.
        unsafe { natives.add(&function, "the program") }
    }
}

/// # Safety
///
/// The text is null or ends with a NUL byte.
unsafe fn copy(text: *const c_char) -> CString {
    if text.is_null() {
        return CString::default();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_owned()
}

unsafe extern "C" fn call(call: *const PdllNativeCall, function: *mut c_void) -> bool {
    // SAFETY: the data is the function that was registered with us, which is
    // called as `pdll/Native.h` says.
    unsafe {
        let function = &*function.cast::<ForeignFunction>();
        function
            .call
            .is_some_and(|callback| callback(call, function.user_data.pointer))
    }
}

unsafe extern "C" fn release(function: *mut c_void) {
    // SAFETY: it was given away by `register`, and is released once.
    drop(unsafe { Arc::<ForeignFunction>::from_raw(function.cast()) });
}
