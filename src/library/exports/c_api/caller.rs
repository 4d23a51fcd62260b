//! How a program in C learns what is wrong.

use super::header::{PdllDiagnostic, PdllDiagnosticCallback};
use crate::{
    base::diagnostic::Severity,
    mlir::ffi::{
        capture::{Capture, Captured},
        diagnostics::{self, Message},
        guard::guard,
        plugins::foreign_mlir,
    },
};
use melior::{Context, ContextRef};
use mlir_sys::{
    MlirContext, MlirDiagnosticSeverity, MlirDiagnosticSeverity_MlirDiagnosticError,
    MlirDiagnosticSeverity_MlirDiagnosticNote, MlirDiagnosticSeverity_MlirDiagnosticRemark,
    MlirDiagnosticSeverity_MlirDiagnosticWarning, MlirStringRef,
};
use std::{ffi::c_void, ptr};

/// The callback of a program, and the data that it gets.
#[derive(Clone, Copy)]
pub(super) struct Caller {
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
}

impl Caller {
    pub(super) fn new(callback: PdllDiagnosticCallback, user_data: *mut c_void) -> Self {
        Caller {
            callback,
            user_data,
        }
    }

    /// Runs a function that may report to the diagnostic engine of the context.
    /// If there is a callback, it gets these diagnostics.
    pub(super) fn run<T>(
        &self,
        context: ContextRef<'static>,
        run: impl FnOnce(&'static Context) -> Option<T>,
    ) -> Option<T> {
        // SAFETY: the program keeps the context alive. The reference is to our
        // handle of it, but nothing keeps that, only what is in the handle.
        let context = unsafe { context.to_ref() };
        let capture = self.callback.map(|_| Capture::new(context));
        let result = guard(|| run(context)).unwrap_or_else(|problem| {
            diagnostics::emit(
                context,
                Severity::Error,
                &Message::without_place(problem),
                &[],
            );
            None
        });
        for diagnostic in capture.map(Capture::finish).unwrap_or_default() {
            self.tell(&diagnostic);
        }
        result
    }

    /// Returns an argument. Reports an error if it is null.
    pub(super) fn needs<T>(&self, argument: Option<T>, name: &str) -> Option<T> {
        if argument.is_none() {
            self.tell_error(format!("the argument `{name}` is null"));
        }
        argument
    }

    /// Returns a context in which objects can be created. Reports an error if
    /// it is null, or if the process contains another MLIR.
    pub(super) fn context(&self, context: MlirContext) -> Option<ContextRef<'static>> {
        let handle = (!context.ptr.is_null()).then_some(context);
        let context = self.needs(handle, "context")?;
        if let Some(problem) = foreign_mlir() {
            self.tell_error(format!("cannot use pdll in this process: {problem}"));
            return None;
        }
        // SAFETY: the program keeps the context alive.
        Some(unsafe { ContextRef::from_raw(context) })
    }

    pub(super) fn tell_error(&self, text: String) {
        self.tell(&Captured {
            severity: Severity::Error,
            message: Message::without_place(text),
            notes: Vec::new(),
        });
    }

    fn tell(&self, diagnostic: &Captured) {
        let Some(callback) = self.callback else {
            return;
        };
        let notes: Vec<_> = diagnostic
            .notes
            .iter()
            .map(|note| raw(MlirDiagnosticSeverity_MlirDiagnosticNote, note, &[]))
            .collect();
        let notes: Vec<_> = notes.iter().map(ptr::from_ref).collect();
        let severity = match diagnostic.severity {
            Severity::Error => MlirDiagnosticSeverity_MlirDiagnosticError,
            Severity::Warning => MlirDiagnosticSeverity_MlirDiagnosticWarning,
            Severity::Remark => MlirDiagnosticSeverity_MlirDiagnosticRemark,
        };
        let diagnostic = raw(severity, &diagnostic.message, &notes);
        // SAFETY: what it gets is valid for the call.
        unsafe { callback(&raw const diagnostic, self.user_data) }
    }
}

/// Borrows a message as the struct of the C header.
fn raw(
    severity: MlirDiagnosticSeverity,
    message: &Message,
    notes: &[*const PdllDiagnostic],
) -> PdllDiagnostic {
    let string = |text: &str| MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    };
    PdllDiagnostic {
        size: size_of::<PdllDiagnostic>(),
        severity,
        message: string(&message.text),
        file: string(&message.file),
        line: message.line,
        column: message.column,
        numNotes: notes.len(),
        notes: notes.as_ptr(),
    }
}
