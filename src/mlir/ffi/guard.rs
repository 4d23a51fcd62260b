//! The guard between Rust code and the C++ that calls it.

use std::{
    any::Any,
    cell::Cell,
    panic::{self, AssertUnwindSafe, PanicHookInfo},
};

/// Runs Rust code that C++ called. A panic, which is always our bug, becomes a
/// message and does not cross into C++.
pub(crate) fn guard<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(run)).map_err(|payload| internal_error(&*payload))
}

/// The message for a panic of ours, which this thread has caught.
pub(crate) fn internal_error(payload: &(dyn Any + Send)) -> String {
    let reason = panic_message(payload);
    let place = PLACE.take().map(|place| format!(", at {place}"));
    let place = place.unwrap_or_default();
    format!("internal error of pdll, please report it: {reason}{place}")
}

thread_local! {
    /// The place of the last panic of this thread.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Keeps the place of a panic for [`internal_error`]. A program sets this as its
/// panic hook, which is the only one to learn the place.
pub(crate) fn keep_place(panic: &PanicHookInfo<'_>) {
    PLACE.set(panic.location().map(ToString::to_string));
}

/// The message of a panic.
pub(super) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::{guard, keep_place};
    use std::panic;

    #[test]
    fn the_place_of_a_panic_is_told_once() {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            keep_place(panic);
            usual(panic);
        }));
        let message = guard(|| panic!("no {}", "way")).expect_err("it panics");
        let start = "internal error of pdll, please report it: no way, at src/mlir/ffi/guard.rs:";
        assert!(message.starts_with(start), "{message}");
        let message = super::internal_error(&"no way");
        assert!(message.ends_with(": no way"), "{message}");
    }
}
