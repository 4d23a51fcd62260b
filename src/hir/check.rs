//! What must hold of a finished pattern, and what the user is told otherwise.
//!
//! | module | question |
//! |---|---|
//! | `binding` | does everything hang together with the root |
//! | `counts` | are there as many replacements as results |
//! | `result_types` | can the operations that are created get their result types |

mod binding;
mod counts;
mod result_types;

use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    hir::Pattern,
    host::Host,
    ods::Ods,
};

/// Reports what MLIR does not check of a pattern and does not survive. Without
/// errors, the pattern can be lowered.
///
/// `ods` holds the definitions of operations that are known, and `host` is asked
/// about others.
pub fn check(pattern: &Pattern, ods: &Ods, host: &mut dyn Host, diagnostics: &mut Diagnostics) {
    let errors_before = diagnostics.error_count();
    if pattern.nodes.len() == pattern.rewrite_start {
        // It would match again and again, and MLIR cannot read it back.
        diagnostics.push(Diagnostic::error(
            pattern.rewrite_span,
            "this rewrite does nothing",
        ));
    }
    binding::check_match(pattern, diagnostics);
    binding::check_rewrite(pattern, diagnostics);
    counts::check(pattern, ods, diagnostics);
    if diagnostics.error_count() == errors_before {
        result_types::check(pattern, ods, host, diagnostics);
    }
}
