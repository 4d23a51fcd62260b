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
use std::cell::OnceCell;

/// Checks patterns, and keeps the names that misspelt ones are compared with.
#[derive(Default)]
pub(super) struct Checker {
    known: OnceCell<Known>,
}

impl Checker {
    /// Adds the warnings about a pattern.
    pub(super) fn check(
        &self,
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
            let known = self.known.get_or_init(|| Known::new(ods, host));
            let Some(known) = known.similar(name) else {
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

/// The operations that MLIR or an included file has, by their dialects and by what follows
/// these. To look at all of them for each name would take longer than the rest of a check.
struct Known {
    by_part: FxHashMap<SmolStr, Vec<SmolStr>>,
}

impl Known {
    fn new(ods: &Ods, host: &dyn Judge) -> Self {
        let included = ods.operations().map(|operation| operation.name.as_str());
        let listed = host.listed_operations().lines();
        let mut by_part: FxHashMap<SmolStr, Vec<SmolStr>> = FxHashMap::default();
        for name in included.chain(listed) {
            let Some((dialect, mnemonic)) = name.split_once('.') else {
                continue;
            };
            for part in [dialect, mnemonic] {
                by_part.entry(part.into()).or_default().push(name.into());
            }
        }
        Known { by_part }
    }

    /// One whose name differs a little in the dialect or in what follows it.
    fn similar(&self, name: &str) -> Option<&str> {
        let (dialect, mnemonic) = name.split_once('.')?;
        let near = [dialect, mnemonic].into_iter();
        let near = near.filter_map(|part| self.by_part.get(part));
        closest(name, near.flatten().map(SmolStr::as_str))
    }
}
