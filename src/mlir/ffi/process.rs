//! The end of the process.

/// Ends the process at once. Threads that still run see nothing of it, while a return
/// from `main` would destroy what libraries have set up, MLIR's tables among them, under
/// their hands.
pub fn end_process(code: u8) -> ! {
    // SAFETY: the function takes any number and does not return.
    unsafe { libc::_exit(code.into()) }
}
