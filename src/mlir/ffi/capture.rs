//! Diagnostics of a context, captured for one caller.

use super::{
    diagnostics::{self, Message},
    shim::{self, PdllMessage, PdllSeverity},
    strings::text,
};
use crate::base::diagnostic::Severity;
use melior::Context;
use std::{ffi::c_void, marker::PhantomData, ptr::NonNull, slice};

/// A diagnostic as data.
pub(crate) struct Captured {
    pub(crate) severity: Severity,
    pub(crate) message: Message,
    pub(crate) notes: Vec<Message>,
}

impl Captured {
    /// Reports it to the engine of a context, as if it had not been captured.
    pub(crate) fn emit(&self, context: &Context) {
        diagnostics::emit(context, self.severity, &self.message, &self.notes);
    }
}

/// Captures the diagnostics that this thread reports to a context.
pub(crate) struct Capture<'c> {
    raw: NonNull<shim::PdllDiagnosticCapture>,
    /// Boxed, because C++ knows where it is.
    captured: NonNull<Vec<Captured>>,
    context: PhantomData<&'c Context>,
}

impl<'c> Capture<'c> {
    /// Starts to capture.
    pub(crate) fn new(context: &'c Context) -> Self {
        let captured = NonNull::from(Box::leak(Box::<Vec<Captured>>::default()));
        // SAFETY: the list lives until the capture is destroyed.
        let raw = unsafe {
            shim::pdllDiagnosticCaptureCreate(
                context.to_raw(),
                Some(receive),
                captured.as_ptr().cast(),
            )
        };
        Capture {
            raw: NonNull::new(raw).expect("`new` never returns null"),
            captured,
            context: PhantomData,
        }
    }

    /// Stops, and returns the captured diagnostics in their order.
    pub(crate) fn finish(self) -> Vec<Captured> {
        // SAFETY: only this thread writes to the list, and not now.
        std::mem::take(unsafe { &mut *self.captured.as_ptr() })
    }
}

impl Drop for Capture<'_> {
    fn drop(&mut self) {
        // SAFETY: both are ours, and only the capture uses the list.
        unsafe {
            shim::pdllDiagnosticCaptureDestroy(self.raw.as_ptr());
            drop(Box::from_raw(self.captured.as_ptr()));
        }
    }
}

unsafe extern "C" fn receive(
    severity: PdllSeverity,
    message: PdllMessage,
    notes: *const PdllMessage,
    count: usize,
    captured: *mut c_void,
) {
    // SAFETY: the data is the list of the capture, which nothing else borrows
    // meanwhile, and all else is valid for the call.
    unsafe {
        let notes = match count {
            0 => &[],
            _ => slice::from_raw_parts(notes, count),
        };
        (*captured.cast::<Vec<Captured>>()).push(Captured {
            severity: match severity {
                PdllSeverity::PdllSeverityError => Severity::Error,
                PdllSeverity::PdllSeverityWarning => Severity::Warning,
                PdllSeverity::PdllSeverityRemark => Severity::Remark,
            },
            message: copy(message),
            notes: notes.iter().map(|note| copy(*note)).collect(),
        });
    }
}

/// # Safety
///
/// The strings are valid.
unsafe fn copy(message: PdllMessage) -> Message {
    // SAFETY: the caller's promise.
    let (file, text) = unsafe { (text(message.file), text(message.message)) };
    Message {
        file,
        line: message.line,
        column: message.column,
        text,
    }
}
