//! `never-matches` and `invalid-operation`: the definition of an operation excludes a
//! type or attribute that the match section demands of it, or that the rewrite gives it.

use super::{Judge, invalid_operation};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Operation, Pattern},
    host::{LiteralId, OperationKnowledge},
    ods::{self, Group, Ods},
};
use std::iter::zip;

/// Adds the warnings about a pattern.
pub(super) fn check(
    pattern: &Pattern,
    ods: &Ods,
    host: &mut dyn Judge,
    diagnostics: &mut Diagnostics,
) {
    for (index, node) in pattern.nodes.iter().enumerate() {
        let NodeKind::Operation(operation) = &node.kind else {
            continue;
        };
        let name = operation.name.as_ref();
        let Some(definition) = name.and_then(|name| ods.operation(name)) else {
            continue;
        };
        let is_created = index >= pattern.rewrite_start;
        for demand in demands(operation, definition, &pattern.nodes, host) {
            if let Some(constraint) = ods.constraint(demand.constraint)
                && host.satisfies(demand.literal, constraint) == Some(false)
            {
                diagnostics.push(warning(
                    pattern,
                    (node, is_created),
                    definition,
                    &demand,
                    constraint,
                ));
            }
        }
    }
}

/// A literal that a pattern has where the definition has a constraint.
struct Demand<'d> {
    literal: LiteralId,
    at: NodeId,
    /// The name of the constraint.
    constraint: &'d str,
    /// Such as "result `sum`".
    of: String,
}

fn demands<'d>(
    operation: &Operation,
    definition: &'d ods::Operation,
    nodes: &[Node],
    host: &mut dyn Judge,
) -> Vec<Demand<'d>> {
    let mut demands = vec![];
    let mut add_types = |entries: &[NodeId], groups: &'d [Group], what| {
        // One range may stand for all groups.
        if entries.len() != groups.len() {
            return;
        }
        for (entry, group) in zip(entries, groups) {
            let literal = literal_type(*entry, nodes);
            demands.extend(literal.map(|(literal, at)| Demand {
                literal,
                at,
                constraint: &group.constraint,
                of: format!("{what} `{}`", group.name),
            }));
        }
    };
    let types = operation.result_types.as_deref().unwrap_or_default();
    add_types(&operation.operands, &definition.operands, "operand");
    add_types(types, &definition.results, "result");
    // MLIR itself knows what it thinks of the attributes of others.
    if host.operation(&definition.name) == OperationKnowledge::Unknown {
        demands.extend(attribute_demands(operation, definition, nodes));
    }
    demands
}

/// The literal type that a value must have, or that stands for a type, and the
/// node of that literal.
fn literal_type(entry: NodeId, nodes: &[Node]) -> Option<(LiteralId, NodeId)> {
    match nodes[entry.index()].kind {
        NodeKind::TypeLiteral(literal) => Some((literal, entry)),
        NodeKind::Operand { ty: Some(ty) } => literal_type(ty, nodes),
        _ => None,
    }
}

fn attribute_demands<'d>(
    operation: &Operation,
    definition: &'d ods::Operation,
    nodes: &[Node],
) -> Vec<Demand<'d>> {
    let demand = |(name, value): &(_, NodeId)| {
        let mut attributes = definition.attributes.iter();
        let attribute = attributes.find(|attribute| attribute.name == *name)?;
        let NodeKind::AttributeLiteral(literal) = nodes[value.index()].kind else {
            return None;
        };
        Some(Demand {
            literal,
            at: *value,
            constraint: &attribute.constraint,
            of: format!("attribute `{name}`"),
        })
    };
    operation.attributes.iter().filter_map(demand).collect()
}

fn warning(
    pattern: &Pattern,
    (node, is_created): (&Node, bool),
    definition: &ods::Operation,
    demand: &Demand<'_>,
    constraint: &ods::Constraint,
) -> Diagnostic {
    let (name, of) = (&definition.name, &demand.of);
    let (warning, start) = match is_created {
        true => (invalid_operation::NAME, ""),
        false => ("never-matches", "the pattern never matches: "),
    };
    let message = format!("{start}`{name}` cannot have this {of}");
    let at = &pattern.nodes[demand.at.index()];
    let wanted = match constraint.summary.as_str() {
        "" => format!("`{}`", constraint.name),
        summary => format!("`{}`, {summary}", constraint.name),
    };
    let diagnostic = Diagnostic::warning(warning, at.span, message);
    pattern
        .with_callers(diagnostic, node)
        .note(definition.span, format!("its {of} must be {wanted}"))
}
