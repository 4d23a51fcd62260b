//! A native function that a pattern file defines.

use crate::{
    base::source::Span,
    code::text::function::subject_type,
    front::hir::{CodeSlot, Native, NativeBody},
    mlir::ffi::{
        native::{NativeKind, declare},
        pattern_set::Natives,
    },
};

/// A function that a pattern calls, and the place of its definition.
#[derive(Debug)]
pub(crate) struct Definition {
    /// The function. No other function of its kind has its name.
    pub(crate) native: Native,
    /// The name of the file that defines it.
    pub(crate) file: String,
    /// The calls in patterns.
    pub(crate) uses: Vec<Span>,
}

impl Definition {
    /// Adds the function to `natives` for checks of patterns, without its code.
    ///
    /// # Errors
    ///
    /// The reason, if the name is taken.
    pub(super) fn declare(&self, natives: &mut Natives, origin: &str) -> Result<(), String> {
        let kind = if self.native.is_constraint {
            NativeKind::Constraint
        } else {
            NativeKind::Rewrite
        };
        declare(natives, kind, &self.native.name, &self.signature(), origin)
    }

    /// The signature as `pdll/Native.h` describes it.
    pub(crate) fn signature(&self) -> String {
        let names = |slots: &[CodeSlot]| {
            let names: Vec<_> = slots.iter().map(|slot| slot.ty.name()).collect();
            names.join(", ")
        };
        match &self.native.body {
            NativeBody::Predicate { subject, .. } => format!("({})", subject_type(*subject).name()),
            NativeBody::Code {
                parameters,
                results,
                ..
            } => format!("({}) -> ({})", names(parameters), names(results)),
        }
    }
}
