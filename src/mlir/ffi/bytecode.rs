//! Operations as MLIR bytecode.

use melior::ir::OperationRef;
use mlir_sys::{MlirStringRef, mlirOperationWriteBytecode};
use std::{ffi::c_void, slice};

/// Writes a valid operation as bytecode.
pub fn write(operation: OperationRef<'_, '_>) -> Vec<u8> {
    unsafe extern "C" fn receive(written: MlirStringRef, data: *mut c_void) {
        // SAFETY: the data is `bytes`, which nothing else borrows; what is
        // written is valid for the call.
        unsafe {
            let written = slice::from_raw_parts(written.data.cast(), written.length);
            (*data.cast::<Vec<u8>>()).extend_from_slice(written);
        }
    }
    let mut bytes = Vec::<u8>::new();
    // SAFETY: all is borrowed for the call.
    unsafe {
        mlirOperationWriteBytecode(operation.to_raw(), Some(receive), (&raw mut bytes).cast());
    }
    bytes
}
