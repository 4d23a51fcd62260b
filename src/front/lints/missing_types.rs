//! `missing-types`: the rewrite uses the results of an operation that it creates, and
//! nobody can know their types.

use super::Judge;
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{NodeId, NodeKind, Pattern},
    host::OperationKnowledge,
    ods::Ods,
};

/// Adds the warnings about a pattern.
pub(super) fn check(
    pattern: &Pattern,
    ods: &Ods,
    host: &mut dyn Judge,
    diagnostics: &mut Diagnostics,
) {
    for (index, node) in pattern.nodes.iter().enumerate().skip(pattern.rewrite_start) {
        let NodeKind::Operation(operation) = &node.kind else {
            continue;
        };
        let (Some(name), None) = (&operation.name, &operation.result_types) else {
            continue;
        };
        if !has_used_results(pattern, NodeId(index as u32))
            || ods.operation(name).is_some()
            || host.operation(name) != OperationKnowledge::Unknown
        {
            continue;
        }
        let message = format!("the types of these results are missing: `{name}` is not known");
        let warning = Diagnostic::warning("missing-types", node.span, message);
        diagnostics.push(pattern.with_callers(warning, node).help(
            "write them, as in `op<…>(…) -> (t)`, or include the `.td` file that defines the operation",
        ));
    }
}

/// Whether an operand, an argument or a replacement is a result of the operation. As a
/// whole, it may replace one whose types it gets.
fn has_used_results(pattern: &Pattern, operation: NodeId) -> bool {
    let created = &pattern.nodes[operation.index()..];
    created.iter().any(|node| match node.kind {
        NodeKind::Result { operation: of, .. }
        | NodeKind::Results { operation: of }
        | NodeKind::ResultGroup { operation: of, .. } => of == operation,
        _ => false,
    })
}
