//! What MLIR's interpreter of `pdl` gets wrong, as errors.

use crate::{
    back::check,
    back::emit_cpp::{self, Fault},
    back::graph::Checked,
    base::diagnostic::{Diagnostic, LOST_RESULT, Severity},
    base::source::Disk,
    front::ods::Ods,
    library::session::Session,
    mlir::diagnostics::spans,
};
use melior::{
    Context,
    ir::{Location, Module},
};

/// How faults are reported.
#[derive(Clone, Copy)]
pub(super) struct Report {
    /// The name by which `-W` can make the errors warnings, if it can.
    pub(super) name: Option<&'static str>,
    /// What to do instead.
    pub(super) help: &'static str,
    /// Whether any MLIR must run the patterns, as text. Types that end some of them are
    /// faults then, and calls are the caller's business.
    pub(super) is_for_any_mlir: bool,
}

impl Report {
    /// Reports what the interpreter gets wrong in a module that is checked here. Without
    /// the graph, other errors have gone to the diagnostic engine.
    pub(super) fn faults<'m, 'c>(
        self,
        context: &'c Context,
        module: &'m Module<'c>,
        definitions: &Ods,
        session: &mut Session<'_>,
    ) -> Option<Checked<'m, 'c>> {
        self.refuse_lost_results(session);
        let graph = check::for_elsewhere(context, module)?;
        let mut faults = emit_cpp::faults(&graph, definitions);
        if self.is_for_any_mlir {
            faults.extend(emit_cpp::open_types(&graph));
        }
        faults.retain(|fault| !(self.is_for_any_mlir && fault.is_foreign_call));
        for fault in faults {
            let error = self.error(&fault, session);
            session.diagnostics.push(error);
        }
        Some(graph)
    }

    /// These are warnings for those who may run one of the patterns alone.
    fn refuse_lost_results(self, session: &mut Session<'_>) {
        let mut all = session.diagnostics.take();
        for one in &mut all {
            if one.name == Some(LOST_RESULT) {
                one.name = self.name;
                one.severity = Severity::Error;
            }
        }
        session.diagnostics.extend(all);
    }

    fn error(self, fault: &Fault<'_>, session: &mut Session<'_>) -> Diagnostic {
        let name = match &*fault.pattern {
            "" => "this pattern".to_owned(),
            name => format!("`{name}`"),
        };
        let message = format!("MLIR's interpreter cannot run {name}: {}", fault.reason);
        let mut error = error_at(fault.location, message, session).help(self.help);
        error.name = self.name;
        error
    }
}

/// An error at a place, with the calls that lead to it.
pub(super) fn error_at(
    location: Location<'_>,
    message: String,
    session: &mut Session<'_>,
) -> Diagnostic {
    let mut spans = spans(location, &mut session.sources, &Disk).into_iter();
    let error = Diagnostic::new(Severity::Error, spans.next(), message);
    spans.fold(error, |error, caller| error.note(caller, "called here"))
}
