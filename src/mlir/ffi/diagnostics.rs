//! Messages for the diagnostic engine of a context.

use super::{
    shim::{self, PdllMessage, PdllRemark, PdllSeverity},
    strings::{string, text},
};
use crate::base::diagnostic::Severity;
use melior::{
    Context,
    diagnostic::{self as mlir, DiagnosticHandlerId},
    ir::Location,
};
use mlir_sys::{
    MlirDiagnostic, MlirLogicalResult, mlirContextAttachDiagnosticHandler, mlirDiagnosticGetNote,
};
use std::{ffi::c_void, marker::PhantomData};

/// A message for MLIR's diagnostic engine.
#[derive(Clone)]
pub(crate) struct Message {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) text: String,
}

impl Message {
    /// A message without a place in a file.
    pub(crate) fn without_place(text: String) -> Self {
        Message {
            file: String::new(),
            line: 0,
            column: 0,
            text,
        }
    }

    pub(super) fn raw(&self) -> PdllMessage {
        PdllMessage {
            file: string(&self.file),
            line: self.line,
            column: self.column,
            message: string(&self.text),
        }
    }
}

/// A diagnostic or a note that the engine hands to a handler.
#[derive(Clone, Copy)]
pub(crate) struct Raised<'a> {
    raw: MlirDiagnostic,
    handler: PhantomData<&'a ()>,
}

impl<'a> Raised<'a> {
    pub(crate) fn diagnostic(self) -> mlir::Diagnostic<'a> {
        // SAFETY: it is alive while the handler runs.
        unsafe { mlir::Diagnostic::from_raw(self.raw) }
    }

    /// The name that pdll has given it, or an empty text.
    pub(crate) fn name(self) -> String {
        // SAFETY: as above.
        unsafe { text(shim::pdllDiagnosticGetName(self.raw)) }
    }

    /// Whether it goes away without its notes, which are other warnings.
    pub(crate) fn needs_notes(self) -> bool {
        // SAFETY: as above.
        unsafe { shim::pdllDiagnosticNeedsNotes(self.raw) }
    }

    pub(crate) fn notes(self) -> impl Iterator<Item = Raised<'a>> {
        let count = self.diagnostic().note_count();
        (0..count).map(move |index| Raised {
            // SAFETY: there is a note of that index, which lives as long.
            raw: unsafe { mlirDiagnosticGetNote(self.raw, index.cast_signed()) },
            handler: PhantomData,
        })
    }
}

/// Attaches a handler to a context, as melior does, that also learns the names of
/// diagnostics. It returns whether nobody else shall get the diagnostic.
pub(crate) fn attach<F>(context: &Context, handler: F) -> DiagnosticHandlerId
where
    F: FnMut(Raised<'_>) -> bool + Send + 'static,
{
    unsafe extern "C" fn handle<F: FnMut(Raised<'_>) -> bool>(
        raw: MlirDiagnostic,
        handler: *mut c_void,
    ) -> MlirLogicalResult {
        let raised = Raised {
            raw,
            handler: PhantomData,
        };
        // SAFETY: the handler lives until it is detached, and the engine calls one
        // handler at a time.
        let is_taken = unsafe { (*handler.cast::<F>())(raised) };
        MlirLogicalResult {
            value: is_taken.into(),
        }
    }
    unsafe extern "C" fn destroy<F>(handler: *mut c_void) {
        // SAFETY: it was boxed below, and is destroyed once.
        drop(unsafe { Box::from_raw(handler.cast::<F>()) });
    }
    // SAFETY: the engine owns the handler from now on.
    unsafe {
        DiagnosticHandlerId::from_raw(mlirContextAttachDiagnosticHandler(
            context.to_raw(),
            Some(handle::<F>),
            Box::into_raw(Box::new(handler)).cast(),
            Some(destroy::<F>),
        ))
    }
}

/// Reports a diagnostic to the engine of a context.
pub(crate) fn emit(context: &Context, severity: Severity, message: &Message, notes: &[Message]) {
    emit_named(context, severity, "", message, notes);
}

/// A text about a location of MLIR's.
#[derive(Debug, Clone)]
pub(crate) struct Remark<'c> {
    pub(crate) location: Location<'c>,
    pub(crate) text: String,
}

impl Remark<'_> {
    pub(super) fn raw(&self) -> PdllRemark {
        PdllRemark {
            location: self.location.to_raw(),
            text: string(&self.text),
        }
    }
}

/// Reports a diagnostic to the engine of the context of its locations. `name` is what
/// `-W` calls it, or empty.
pub(crate) fn emit_at(
    severity: Severity,
    name: &'static str,
    message: &Remark<'_>,
    notes: &[Remark<'_>],
) {
    let notes: Vec<_> = notes.iter().map(Remark::raw).collect();
    // SAFETY: all strings are borrowed for the call, and the locations are of one context.
    unsafe {
        shim::pdllEmitDiagnosticAt(
            raw_severity(severity),
            string(name),
            message.raw(),
            notes.as_ptr(),
            notes.len(),
        );
    }
}

/// As [`emit`], with the name that `-W` calls the diagnostic.
pub(crate) fn emit_named(
    context: &Context,
    severity: Severity,
    name: &'static str,
    message: &Message,
    notes: &[Message],
) {
    let notes: Vec<_> = notes.iter().map(Message::raw).collect();
    // SAFETY: all strings are borrowed for the call.
    unsafe {
        shim::pdllEmitDiagnostic(
            context.to_raw(),
            raw_severity(severity),
            string(name),
            message.raw(),
            notes.as_ptr(),
            notes.len(),
        );
    }
}

pub(super) fn raw_severity(severity: Severity) -> PdllSeverity {
    match severity {
        Severity::Error => PdllSeverity::PdllSeverityError,
        Severity::Warning => PdllSeverity::PdllSeverityWarning,
        Severity::Remark => PdllSeverity::PdllSeverityRemark,
    }
}
