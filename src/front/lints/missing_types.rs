//! `missing-types`: the rewrite uses the results of an operation that it creates, writes no
//! types for them, and the name of the operation looks like a misspelt one.
//!
//! That an operation is not known here is no reason to warn: it may be where the patterns
//! run.

use super::Judge;
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, closest},
    hir::{NodeId, NodeKind, Pattern},
    host::OperationKnowledge,
    ods::Ods,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// Checks patterns, and remembers which names look like others.
#[derive(Default)]
pub(super) struct Checker {
    similar: FxHashMap<SmolStr, Option<SmolStr>>,
}

impl Checker {
    /// Adds the warnings about a pattern.
    pub(super) fn check(
        &mut self,
        pattern: &Pattern,
        ods: &Ods,
        host: &mut dyn Judge,
        diagnostics: &mut Diagnostics,
    ) {
        let used = with_used_results(pattern);
        for (index, node) in pattern.nodes.iter().enumerate().skip(pattern.rewrite_start) {
            let NodeKind::Operation(operation) = &node.kind else {
                continue;
            };
            let (Some(name), None) = (&operation.name, &operation.result_types) else {
                continue;
            };
            if !used.contains(&NodeId(index as u32))
                || ods.operation(name).is_some()
                || host.operation(name) != OperationKnowledge::Unknown
            {
                continue;
            }
            let known = self.similar.entry(name.clone());
            let Some(known) = known.or_insert_with(|| similar(name, ods, host)) else {
                continue;
            };
            let message = format!("the types of these results are missing: `{name}` is not known");
            let warning = Diagnostic::warning("missing-types", node.span, message);
            let help =
                format!("did you mean `{known}`? Otherwise, write them: `op<{name}>(…) -> (t)`");
            diagnostics.push(pattern.with_callers(warning, node).help(help));
        }
    }
}

/// The created operations of which an operand, an argument or a replacement is a result. As
/// a whole, one may replace another one whose types it gets.
fn with_used_results(pattern: &Pattern) -> FxHashSet<NodeId> {
    let created = pattern.nodes[pattern.rewrite_start..].iter();
    let operations = created.filter_map(|node| match node.kind {
        NodeKind::Result { operation, .. }
        | NodeKind::Results { operation }
        | NodeKind::ResultGroup { operation, .. } => Some(operation),
        _ => None,
    });
    operations.collect()
}

/// An operation that MLIR or an included file has, and whose name differs a little in the
/// dialect or in what follows it.
fn similar(name: &str, ods: &Ods, host: &dyn Judge) -> Option<SmolStr> {
    let (dialect, mnemonic) = name.split_once('.')?;
    let is_near = |known: &&str| {
        known
            .split_once('.')
            .is_some_and(|parts| parts.0 == dialect || parts.1 == mnemonic)
    };
    let included = ods.operations().map(|operation| operation.name.as_str());
    let listed = host.listed_operations().lines();
    closest(name, included.chain(listed).filter(is_near)).map(SmolStr::from)
}
