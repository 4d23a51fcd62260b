//! Whether what the rewrite section copies or inlines is a part of the match.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    contract::{COPY_REGION, INLINE_BLOCK, INLINE_COPY, LIBRARY_PREFIX},
    hir::{NodeKind, Pattern},
};

/// Reports calls that copy or inline what the rewrite section makes itself.
pub(super) fn check(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    for node in &pattern.nodes {
        let NodeKind::Call(call) = &node.kind else {
            continue;
        };
        let [part, ..] = call.arguments[..] else {
            continue;
        };
        let part = &pattern.nodes[part.index()].kind;
        let (what, is_matched, help) = match &*call.function {
            COPY_REGION => {
                let is_matched = matches!(part, NodeKind::Region { .. });
                (
                    "region",
                    is_matched,
                    "copy the region of the match again, or give the new one to an operation",
                )
            }
            INLINE_BLOCK | INLINE_COPY => {
                let is_matched = matches!(part, NodeKind::Block { .. });
                let help = "write what is in the new block where the call stands";
                ("block", is_matched, help)
            }
            _ => continue,
        };
        if is_matched {
            continue;
        }
        let name = call.function.strip_prefix(LIBRARY_PREFIX);
        let name = name.unwrap_or(&call.function);
        let message =
            format!("`{name}` takes a {what} of the match, and this one is made by the rewrite");
        let error = Diagnostic::error(node.span, message).help(help);
        diagnostics.push(pattern.with_callers(error, node));
    }
}
