//! `never-matches`: the definition of an operation excludes a type or attribute
//! that the match section demands of it.

use super::Judge;
use crate::{
    diagnostic::{Diagnostic, Diagnostics},
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
    let matcher = &pattern.nodes[..pattern.rewrite_start];
    for node in matcher {
        let NodeKind::Operation(operation) = &node.kind else {
            continue;
        };
        let name = operation.name.as_ref();
        let Some(definition) = name.and_then(|name| ods.operation(name)) else {
            continue;
        };
        for demand in demands(operation, definition, matcher, host) {
            if let Some(constraint) = ods.constraint(demand.constraint)
                && host.satisfies(demand.literal, constraint) == Some(false)
            {
                diagnostics.push(warning(pattern, node, definition, &demand, constraint));
            }
        }
    }
}

/// A literal that a match demands where the definition has a constraint.
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
    matcher: &[Node],
    host: &mut dyn Judge,
) -> Vec<Demand<'d>> {
    let mut demands = vec![];
    let mut add_types = |entries: &[NodeId], groups: &'d [Group], what| {
        // One range may stand for all groups.
        if entries.len() != groups.len() {
            return;
        }
        for (entry, group) in zip(entries, groups) {
            let literal = literal_type(*entry, matcher);
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
        demands.extend(attribute_demands(operation, definition, matcher));
    }
    demands
}

/// The literal type that a value must have, or that stands for a type, and the
/// node of that literal.
fn literal_type(entry: NodeId, matcher: &[Node]) -> Option<(LiteralId, NodeId)> {
    match matcher[entry.index()].kind {
        NodeKind::TypeLiteral(literal) => Some((literal, entry)),
        NodeKind::Operand { ty: Some(ty) } => literal_type(ty, matcher),
        _ => None,
    }
}

fn attribute_demands<'d>(
    operation: &Operation,
    definition: &'d ods::Operation,
    matcher: &[Node],
) -> Vec<Demand<'d>> {
    let demand = |(name, value): &(_, NodeId)| {
        let mut attributes = definition.attributes.iter();
        let attribute = attributes.find(|attribute| attribute.name == *name)?;
        let NodeKind::AttributeLiteral(literal) = matcher[value.index()].kind else {
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
    node: &Node,
    definition: &ods::Operation,
    demand: &Demand<'_>,
    constraint: &ods::Constraint,
) -> Diagnostic {
    let (name, of) = (&definition.name, &demand.of);
    let message = format!("the pattern never matches: `{name}` cannot have this {of}");
    let at = &pattern.nodes[demand.at.index()];
    let wanted = match constraint.summary.as_str() {
        "" => format!("`{}`", constraint.name),
        summary => format!("`{}`, {summary}", constraint.name),
    };
    let diagnostic = Diagnostic::warning("never-matches", at.span, message);
    pattern
        .with_callers(diagnostic, node)
        .note(definition.span, format!("its {of} must be {wanted}"))
}
