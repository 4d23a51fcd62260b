//! Whether the pattern is short enough for PDL's run time.

use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    hir::Pattern,
};

/// The maximum number of nodes of a pattern. PDL's run time numbers the values of
/// all patterns with 16 bits.
pub(crate) const MAX_NODES: usize = u16::MAX as usize;

pub(super) fn check(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let nodes = pattern.nodes.len();
    if nodes > MAX_NODES {
        let message = format!("this pattern has {nodes} PDL operations, but at most {MAX_NODES}");
        diagnostics.push(
            Diagnostic::error(pattern.span, format!("{message} are supported"))
                .help("split it, or use native functions"),
        );
    }
}
