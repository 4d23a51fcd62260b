//! `invalid-operation`: the definition of an operation that is created says that two of
//! its types are equal, and they are different literals.

use super::{
    Judge,
    invalid_operation::{NAME, known_type, results},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Operation, Pattern},
    host::LiteralId,
    ods::{self, Arity, Group, Ods, TypeSource, TypeSourceKind},
};
use std::iter::zip;

/// Adds the warnings about a pattern.
pub(super) fn check(
    pattern: &Pattern,
    ods: &Ods,
    host: &mut dyn Judge,
    diagnostics: &mut Diagnostics,
) {
    for node in &pattern.nodes[pattern.rewrite_start..] {
        let NodeKind::Operation(operation) = &node.kind else {
            continue;
        };
        let name = operation.name.as_ref();
        let Some(definition) = name.and_then(|name| ods.operation(name)) else {
            continue;
        };
        diagnostics.extend(first_conflict(pattern, node, operation, definition, host));
    }
}

fn first_conflict(
    pattern: &Pattern,
    node: &Node,
    operation: &Operation,
    definition: &ods::Operation,
    host: &mut dyn Judge,
) -> Option<Diagnostic> {
    let is_single = |group: &Group| group.arity == Arity::Single;
    let groups = definition.operands.iter().chain(&definition.results);
    let types = results(operation, pattern)?;
    if !groups.clone().all(is_single)
        || definition.type_sources.len() != types.len()
        || definition.operands.len() != operation.operands.len()
    {
        return None;
    }
    for (index, (ty, source)) in zip(types, &definition.type_sources).enumerate() {
        let Some((other, group)) = source_of(source, operation, types, definition, pattern) else {
            continue;
        };
        let (Some(found), Some(needed)) = (literal(*ty, pattern), literal(other, pattern)) else {
            continue;
        };
        if host.exclude_each_other(found, needed) {
            let result = &definition.results[index].name;
            let message = format!(
                "the definition of `{}` gives result `{result}` the type of `{group}`, which is another one",
                definition.name
            );
            let warning = Diagnostic::warning(NAME, pattern.nodes[ty.index()].span, message);
            return Some(
                pattern
                    .with_callers(warning, node)
                    .note(
                        pattern.nodes[other.index()].span,
                        "the other type is this one",
                    )
                    .note(definition.span, "the operation is defined here"),
            );
        }
    }
    None
}

/// The type that a result must have, and the name of the group that has it.
fn source_of<'d>(
    source: &TypeSource,
    operation: &Operation,
    types: &[NodeId],
    definition: &'d ods::Operation,
    pattern: &Pattern,
) -> Option<(NodeId, &'d str)> {
    let index = source.index as usize;
    if !source.is_same() {
        return None;
    }
    match source.kind {
        TypeSourceKind::Operand => {
            let ty = known_type(*operation.operands.get(index)?, pattern)?;
            Some((ty, &definition.operands[index].name))
        }
        TypeSourceKind::Result => Some((*types.get(index)?, &definition.results[index].name)),
        TypeSourceKind::Built | TypeSourceKind::Attribute => None,
    }
}

fn literal(ty: NodeId, pattern: &Pattern) -> Option<LiteralId> {
    match pattern.nodes[ty.index()].kind {
        NodeKind::TypeLiteral(literal) => Some(literal),
        _ => None,
    }
}
