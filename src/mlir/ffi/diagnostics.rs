//! Messages for the diagnostic engine of a context.

use super::{
    shim::{self, PdllMessage, PdllSeverity},
    strings::string,
};
use crate::base::diagnostic::Severity;
use melior::Context;

/// A message for MLIR's diagnostic engine.
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

    fn raw(&self) -> PdllMessage {
        PdllMessage {
            file: string(&self.file),
            line: self.line,
            column: self.column,
            message: string(&self.text),
        }
    }
}

/// Reports a diagnostic to the engine of a context.
pub(crate) fn emit(context: &Context, severity: Severity, message: &Message, notes: &[Message]) {
    let severity = match severity {
        Severity::Error => PdllSeverity::PdllSeverityError,
        Severity::Warning => PdllSeverity::PdllSeverityWarning,
        Severity::Remark => PdllSeverity::PdllSeverityRemark,
    };
    let notes: Vec<_> = notes.iter().map(Message::raw).collect();
    // SAFETY: all strings are borrowed for the call.
    unsafe {
        shim::pdllEmitDiagnostic(
            context.to_raw(),
            severity,
            message.raw(),
            notes.as_ptr(),
            notes.len(),
        );
    }
}
