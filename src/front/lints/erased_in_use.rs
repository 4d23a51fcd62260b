//! `erased-in-use`: a pattern erases an operation whose result another operation of its
//! match uses, and leaves that one as it is.
//!
//! Each such rewrite fails. Native rewrites may change anything, so that there is no
//! warning if the pattern calls one.

use super::graph::{calls_native_rewrite, removed};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Pattern},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds the warnings about a pattern.
pub(super) fn check(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let (matched, rewrite) = pattern.nodes.split_at(pattern.rewrite_start);
    let erased = rewrite.iter().filter_map(|node| match node.kind {
        NodeKind::Erase { operation } => Some((operation, node)),
        _ => None,
    });
    let mut erased = erased.peekable();
    if erased.peek().is_none() || calls_native_rewrite(pattern) {
        return;
    }
    let gone: FxHashSet<_> = rewrite.iter().filter_map(removed).collect();
    let mut users: FxHashMap<NodeId, &Node> = FxHashMap::default();
    for (index, node) in matched.iter().enumerate() {
        let NodeKind::Operation(user) = &node.kind else {
            continue;
        };
        // One in a region goes with what is around it.
        if gone.contains(&NodeId(index as u32)) || user.inside.is_some() {
            continue;
        }
        for value in &user.operands {
            if let Some(defining) = result_of(pattern, *value) {
                users.entry(defining).or_insert(node);
            }
        }
    }
    for (defining, erase) in erased {
        let Some(user) = users.get(&defining) else {
            continue;
        };
        let message = "this erases an operation whose result is still in use";
        let warning = Diagnostic::warning("erased-in-use", erase.span, message);
        diagnostics.push(
            pattern
                .with_callers(warning, erase)
                .note(user.span, "this operation uses it")
                .help("replace or erase that operation, too, or replace this one"),
        );
    }
}

/// The operation whose result a value is. A range of results may be empty.
fn result_of(pattern: &Pattern, value: NodeId) -> Option<NodeId> {
    match pattern.nodes[value.index()].kind {
        NodeKind::Result { operation, .. }
        | NodeKind::ResultGroup {
            operation,
            is_range: false,
            ..
        } => Some(operation),
        _ => None,
    }
}
