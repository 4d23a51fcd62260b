//! The `expected-error` comments of a test.

use super::{shim, strings::string};
use melior::Context;

/// Checks the `expected-error` comments of a buffer against the diagnostics of
/// a context.
pub(crate) struct DiagnosticVerifier {
    raw: *mut shim::PdllDiagnosticVerifier,
}

impl DiagnosticVerifier {
    /// Takes over the diagnostics of `context`, until [`Self::finish`].
    pub(crate) fn new(context: &Context, name: &str, buffer: &str) -> Self {
        // SAFETY: the strings are borrowed for the call and copied there.
        let raw = unsafe {
            shim::pdllDiagnosticVerifierCreate(context.to_raw(), string(name), string(buffer))
        };
        DiagnosticVerifier { raw }
    }

    /// Whether exactly the expected diagnostics were reported. Prints the
    /// differences. The context must still be alive.
    pub(crate) fn finish(self) -> bool {
        // SAFETY: the verifier is consumed, as `self` is.
        unsafe { shim::pdllDiagnosticVerifierFinish(self.raw) }
    }
}
