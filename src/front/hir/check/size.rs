//! Whether the pattern has fewer nodes than the limit.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::Pattern,
};

/// The maximum number of nodes of a pattern. The engine has no such limit. But calls that
/// double what they call double the pattern, and their analysis must end.
pub(crate) const MAX_NODES: usize = 1 << 20;

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
