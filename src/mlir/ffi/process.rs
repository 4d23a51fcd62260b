//! What concerns the whole process: its end and its memory.

/// Ends the process at once. Threads that still run see nothing of it, while a return
/// from `main` would destroy what libraries have set up, MLIR's tables among them, under
/// their hands.
pub fn end_process(code: u8) -> ! {
    // SAFETY: the function takes any number and does not return.
    unsafe { libc::_exit(code.into()) }
}

/// Returns memory that is free to the system. The allocator keeps what lies between
/// pieces that are in use.
pub(crate) fn return_memory() {
    // SAFETY: the function may be called at any time, from any thread.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
