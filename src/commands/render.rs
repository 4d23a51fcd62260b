//! The diagnostics of a command, as its options ask for them.

use super::options::{Common, ErrorFormat};
use crate::{
    base::diagnostic::{Diagnostic, Severity, count, json, pretty, text, visible},
    base::source::SourceMap,
};

/// Renders diagnostics, and their number if there are several. JSON is for
/// programs, and has neither a limit nor a summary.
pub(super) fn render(sources: &SourceMap, shown: &[Diagnostic], common: &Common) -> String {
    let format = common.error_format();
    let (mut errors, mut warnings, mut left_out) = (0, 0, 0);
    let mut out = String::new();
    for diagnostic in shown {
        match diagnostic.severity {
            Severity::Error => errors += 1,
            Severity::Warning => warnings += 1,
            Severity::Remark => {}
        }
        let limit = common.error_limit;
        let is_over = diagnostic.severity == Severity::Error && limit != 0 && errors > limit;
        match format {
            ErrorFormat::Json => out += &json::render(sources, diagnostic),
            _ if is_over => left_out += 1,
            ErrorFormat::Text => {
                let shown = text::render(sources, diagnostic);
                // Tools get the bytes of the file.
                out += &match common.is_for_terminal() {
                    true => visible(&shown),
                    false => shown.into(),
                };
            }
            ErrorFormat::Pretty => out += &pretty::render(sources, diagnostic, common.colored()),
        }
    }
    if format != ErrorFormat::Json && errors + warnings > 1 {
        out += &summary(errors, warnings, left_out);
    }
    out
}

/// A line with the number of errors and warnings.
fn summary(errors: usize, warnings: usize, left_out: usize) -> String {
    let counts = [(errors, "error"), (warnings, "warning")];
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    let counts: Vec<_> = counts.map(|(number, what)| count(*number, what)).collect();
    let mut line = counts.join(", ");
    if left_out > 0 {
        let errors = count(left_out, "error");
        line += &format!("; {errors} not shown, use `--error-limit=0` to see all");
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_what_there_is() {
        assert_eq!(summary(2, 1, 0), "2 errors, 1 warning\n");
        assert_eq!(summary(0, 2, 0), "2 warnings\n");
        assert_eq!(
            summary(21, 0, 1),
            "21 errors; 1 error not shown, use `--error-limit=0` to see all\n"
        );
    }
}
