//! Rewrites that use what they have erased. The interpreter takes the statements in the
//! order of the source, and looks at each value where it is used.

use super::{Found, Subject};
use crate::back::graph::{
    guards::{Guard, distinct, survivors},
    pattern::{Node, NodeId, Pattern, Results, Statement, is_range},
    statements::for_each_reference,
};
use rustc_hash::FxHashSet;

/// A statement that needs an operation after it was erased: its place if it was the root,
/// or a range of its operands or types.
pub(super) fn used_later<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let pattern = subject.pattern;
    let mut erased = Vec::new();
    for (index, statement) in pattern.rewrite.iter().enumerate() {
        let problem = if creates(pattern, statement) && erased.contains(&pattern.root) {
            Some("it creates operations at the root, which this rewrite erases before")
        } else if uses_range_of(pattern, statement, &erased) {
            Some("it loses a range with the operation that has it, which is erased before")
        } else {
            None
        };
        if let Some(problem) = problem {
            return Some((subject.locations.statements[index], problem.to_owned()));
        }
        erased.extend(erased_operation(statement));
    }
    None
}

fn creates(pattern: &Pattern, statement: &Statement) -> bool {
    matches!(statement, Statement::Define(node)
        if matches!(pattern.nodes[*node], Node::Operation(_)))
}

fn erased_operation(statement: &Statement) -> Option<NodeId> {
    match statement {
        Statement::Erase(operation)
        | Statement::ReplaceByOperation { operation, .. }
        | Statement::ReplaceByValues { operation, .. } => Some(*operation),
        Statement::Define(_) | Statement::Call(_) | Statement::Insert(..) => None,
    }
}

fn uses_range_of(pattern: &Pattern, statement: &Statement, erased: &[NodeId]) -> bool {
    let mut uses = false;
    for_each_reference(pattern, statement, |node| {
        uses |= is_range(pattern.nodes.kind(node))
            && pattern.nodes.is_matched(node)
            && erased.iter().any(|owner| has_range(pattern, *owner, node));
    });
    uses
}

/// Whether an operation has a matched range.
fn has_range(pattern: &Pattern, owner: NodeId, range: NodeId) -> bool {
    let Node::Operation(operation) = &pattern.nodes[owner] else {
        return false;
    };
    let mut operands = operation.operands.entries.iter();
    let is_or_has_types = |operand: &NodeId| {
        *operand == range
            || matches!(pattern.nodes[*operand], Node::Operands { types: Some(types) }
                if types == range)
    };
    operands.any(is_or_has_types) || operation.results.entries.contains(&range)
}

/// An operation that is erased, and that may be, or hold, another part of the match which
/// is still needed.
pub(super) fn shared<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let statements: Vec<_> = subject.pattern.rewrite.iter().collect();
    let mut guards = distinct(subject.pattern, &statements);
    guards.extend(survivors(subject.pattern, &statements));
    let (erased, reason) = guards.into_iter().find_map(|guard| match guard {
        Guard::Distinct(first, second) => may_be_same(subject, first, second)
            .then_some((first, "it erases an operation twice if it matches twice")),
        Guard::Survives { erased, needed } => may_vanish(subject, erased, needed).then_some((
            erased,
            "it erases this although the rewrite still needs what may vanish with it",
        )),
        Guard::Fits { .. } | Guard::Bounded(_) => None,
    })?;
    Some((subject.place(erased), reason.to_owned()))
}

/// Whether two matched operations can be the same one. An operation does not define its
/// own operands.
fn may_be_same(subject: &Subject<'_, '_>, first: NodeId, second: NodeId) -> bool {
    let may_share_name = match (subject.name(first), subject.name(second)) {
        (Some(first), Some(second)) => first == second,
        _ => true,
    };
    let [of_first, of_second] = [first, second].map(|one| producers(subject.pattern, one));
    may_share_name && !of_first.contains(&second) && !of_second.contains(&first)
}

/// Whether a needed part of the match may be gone with `erased`.
fn may_vanish(subject: &Subject<'_, '_>, erased: NodeId, needed: NodeId) -> bool {
    let nodes = &subject.pattern.nodes;
    if matches!(nodes[needed], Node::Operation(_)) {
        return may_be_same(subject, erased, needed) || may_hold(subject, erased, needed);
    }
    // The operands of the operation, and of those that define them, stay.
    let producers = producers(subject.pattern, erased);
    let mut operations = producers.iter().map(|one| nodes.operation(*one));
    !operations.any(|operation| operation.operands.entries.contains(&needed))
}

/// Whether one operation can be in a region of another one. No operation sees the results
/// of both then.
fn may_hold(subject: &Subject<'_, '_>, outer: NodeId, inner: NodeId) -> bool {
    let definition = subject.definition(outer);
    let mut operations = subject.pattern.nodes.matched_operations();
    let sees_both = |(user, _): (NodeId, _)| {
        let visible = producers(subject.pattern, user);
        visible.contains(&outer) && visible.contains(&inner)
    };
    definition.is_none_or(|definition| !definition.regions.is_empty()) && !operations.any(sees_both)
}

/// An operation, those that define its operands, and so on.
fn producers(pattern: &Pattern, operation: NodeId) -> FxHashSet<NodeId> {
    let mut found = FxHashSet::default();
    let mut pending = vec![operation];
    while let Some(next) = pending.pop() {
        if !found.insert(next) {
            continue;
        }
        let operands = pattern.nodes.operation(next).operands.entries.iter();
        pending.extend(operands.filter_map(|node| match &pattern.nodes[*node] {
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                Some(*operation)
            }
            _ => None,
        }));
    }
    found
}
