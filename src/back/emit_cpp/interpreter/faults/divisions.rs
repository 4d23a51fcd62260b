//! Groups of operands and results that the interpreter does not find, and results that
//! may not exist.
//!
//! It takes single operands and results from the front. A range reaches to the end, and a
//! group of results is a single value if it is all that follows, unless the operation is
//! registered and has an attribute with the sizes of its groups.

use super::{Found, Subject};
use crate::{
    back::graph::pattern::{Node, NodeId, Results, Statement, is_range},
    back::matcher::layout::{Size, Slot},
    front::ods::{Arity, Group},
    mlir::ffi::{
        known_operations::has_one_result,
        program::{Division, Layout, List},
    },
};

/// A matched operation whose groups are elsewhere.
pub(super) fn undivided<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let nodes = &subject.pattern.nodes;
    let (operation, list) = nodes.matched_operations().find_map(|(id, _)| {
        let lists = [List::PdllOperands, List::PdllResults];
        let wrong = lists
            .into_iter()
            .find(|list| is_undivided(subject, id, *list));
        wrong.map(|list| (id, list))
    })?;
    let what = match list {
        List::PdllOperands => "operands",
        List::PdllResults => "results",
    };
    let name = subject.described(operation);
    Some((
        subject.place(operation),
        format!("it does not find the groups of {what} of {name}"),
    ))
}

fn is_undivided(subject: &mut Subject<'_, '_>, id: NodeId, list: List) -> bool {
    let nodes = &subject.pattern.nodes;
    let operation = nodes.operation(id);
    let divided = subject.layouts.divide(operation, list, nodes, subject.pool);
    let layout = match divided.size {
        Size::Divisible(layout) => subject.layouts.get(layout),
        // An operation of any name may have sizes.
        Size::AtLeast(count) => return count != 0 && operation.name.is_none(),
        Size::Any | Size::Exactly(_) => return false,
    };
    match layout.division {
        Division::PdllSegments => {
            let definition = subject.definition(id);
            let defined = definition.map(|definition| match list {
                List::PdllOperands => &definition.operands[..],
                List::PdllResults => &definition.results[..],
            });
            let groups = defined.unwrap_or_default().iter();
            let mut leading = groups.take(leading(&layout.groups));
            leading.any(|group| group.arity != Arity::Single)
        }
        Division::PdllSegmentsIfRegistered => !ends_in_only_range(layout),
        Division::PdllEqualRanges | Division::PdllSingleRanges => true,
    }
}

/// A group of results that is elsewhere.
pub(super) fn misread<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let pattern = subject.pattern;
    let nodes = pattern.nodes.matched().chain(pattern.nodes.in_rewrite());
    let mut accesses = nodes.filter_map(|(_, node)| match node {
        Node::Results(results) if results.index.is_some() => Some(results),
        _ => None,
    });
    let results = accesses.find(|results| is_misread(subject, results))?;
    Some((
        subject.location(results.location),
        format!(
            "it does not find group {} of the results of {}",
            results.index.unwrap_or_default(),
            described(subject, results.operation)
        ),
    ))
}

fn is_misread(subject: &mut Subject<'_, '_>, results: &Results) -> bool {
    let nodes = &subject.pattern.nodes;
    match subject.layouts.access(results, nodes, subject.pool) {
        Slot::Rest(_) => false,
        Slot::Element(index) => {
            let number = match (&results.groups, &nodes[results.operation]) {
                (Some((_, groups)), _) => groups.len(),
                (None, Node::Operation(operation)) => operation.results.entries.len(),
                (None, _) => return false,
            };
            number != index as usize + 1
        }
        Slot::Group(layout, index) => {
            let layout = subject.layouts.get(layout);
            let is_last = index as usize == leading(&layout.groups) && is_range(results.kind);
            match layout.division {
                Division::PdllSegments => false,
                Division::PdllSegmentsIfRegistered => !(is_last && ends_in_only_range(layout)),
                // Without groups, nothing is known about their places.
                Division::PdllEqualRanges | Division::PdllSingleRanges => !layout.groups.is_empty(),
            }
        }
    }
}

/// A result that a rewrite uses, and that may not exist.
pub(super) fn missing<'c>(subject: &mut Subject<'_, 'c>) -> Option<Found<'c>> {
    let statements = subject.pattern.rewrite.iter();
    let mut defined = statements.filter_map(|statement| match statement {
        Statement::Define(node) => Some(*node),
        _ => None,
    });
    let (owner, index, location) = defined.find_map(|node| {
        let (access, exists) = match &subject.pattern.nodes[node] {
            Node::Result {
                operation,
                index,
                location,
            } => (
                (*operation, *index, *location),
                has_result(subject, *operation, *index),
            ),
            Node::Results(results) => (
                (results.operation, results.index?, results.location),
                has_group(subject, results, results.index?),
            ),
            _ => return None,
        };
        (!exists).then_some(access)
    })?;
    let name = described(subject, owner);
    Some((
        subject.location(location),
        format!("it ends the program if {name} has no result {index}"),
    ))
}

fn has_group(subject: &Subject<'_, '_>, results: &Results, index: u32) -> bool {
    let owner = results.operation;
    let definition = defined_results(subject, owner);
    if is_range(results.kind) {
        let is_defined = results.groups.is_some() || definition.is_some();
        return index == 0 || is_defined || has_result(subject, owner, index - 1);
    }
    let index_in_list = index as usize;
    let groups = results.groups.as_ref().map(|(_, groups)| groups.as_bytes());
    let group = definition.and_then(|groups| groups.get(index_in_list));
    groups.is_some_and(|groups| groups.get(index_in_list) == Some(&b'1'))
        || group.is_some_and(|group| group.arity == Arity::Single)
        || has_result(subject, owner, index)
}

/// Whether every operation that is meant has the result `index`.
fn has_result(subject: &Subject<'_, '_>, owner: NodeId, index: u32) -> bool {
    let definition = defined_results(subject, owner).unwrap_or_default().iter();
    let certain = definition.take_while(|group| group.arity == Arity::Single);
    let has_only_one = || {
        let name = operation_name(subject, owner);
        index == 0 && name.is_some_and(|name| has_one_result(subject.context, name))
    };
    certain.count() > index as usize || is_written(subject, owner, index) || has_only_one()
}

/// Whether the pattern says that there is the result.
fn is_written(subject: &Subject<'_, '_>, owner: NodeId, index: u32) -> bool {
    let nodes = &subject.pattern.nodes;
    let Node::Operation(operation) = &nodes[owner] else {
        return false;
    };
    let entries = operation.results.entries.iter();
    let single = entries.take_while(|entry| !is_range(nodes.kind(**entry)));
    let is_matched = |(_, node): (_, &Node)| {
        matches!(node, Node::Result { operation, index: at, .. }
            if *operation == owner && *at >= index)
    };
    single.count() > index as usize || nodes.matched().any(is_matched)
}

fn defined_results<'s>(subject: &Subject<'s, '_>, owner: NodeId) -> Option<&'s [Group]> {
    let definition = subject.ods.operation(operation_name(subject, owner)?)?;
    Some(&definition.results)
}

/// The name of an operation, unless a native function returns it.
fn operation_name<'s>(subject: &Subject<'s, '_>, owner: NodeId) -> Option<&'s str> {
    match &subject.pattern.nodes[owner] {
        Node::Operation(_) => subject.name(owner),
        _ => None,
    }
}

fn described(subject: &Subject<'_, '_>, owner: NodeId) -> String {
    match operation_name(subject, owner) {
        Some(name) => format!("`{name}`"),
        None => "the operation".to_owned(),
    }
}

/// The number of single groups before the first range.
fn leading(groups: &str) -> usize {
    groups.find(|group| group != '1').unwrap_or(groups.len())
}

fn ends_in_only_range(layout: &Layout) -> bool {
    leading(&layout.groups) + 1 == layout.groups.len()
}
