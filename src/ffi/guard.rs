//! The guard between Rust code and the C++ that calls it.

use std::{
    any::Any,
    panic::{self, AssertUnwindSafe},
};

/// Runs Rust code that C++ called. A panic, which is always our bug, becomes a
/// message and does not cross into C++.
pub(crate) fn guard<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(run)).map_err(|payload| internal_error(&*payload))
}

/// The message for a panic of ours.
pub fn internal_error(payload: &(dyn Any + Send)) -> String {
    let reason = panic_message(payload);
    format!("internal error of pdll, please report it: {reason}")
}

/// The message of a panic.
pub(super) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}
