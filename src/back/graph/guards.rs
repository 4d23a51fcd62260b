//! What must hold of a match so that its rewrite cannot go wrong.

use super::{
    pattern::{Built, Call, Node, NodeId, Operation, Pattern, Results, Statement, is_range},
    pool::NameId,
};
use crate::mlir::ffi::program::Kind;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A condition on the nodes of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Two operations of a pattern may match the same operation. If the rewrite
    /// erases both, that operation would be erased twice.
    Distinct(NodeId, NodeId),
    /// A matched operation may hold another one in its regions, and may define any
    /// value of the match. If it is erased, what is still needed must not go with it.
    Survives { erased: NodeId, needed: NodeId },
    /// An operation with that name gets the attribute under a name that means
    /// something to it.
    Fits {
        attribute: NodeId,
        operation: NameId,
        name: NameId,
    },
    /// A rewrite that makes a longer range from a matched one may be applied to its
    /// own results, and double them each time, until there is no memory left.
    Bounded(NodeId),
}

/// The guards of a pattern whose rewrite consists of `statements`.
pub(crate) fn collect(pattern: &Pattern, statements: &[&Statement]) -> Vec<Guard> {
    let mut guards = distinct(pattern, statements);
    guards.extend(survivors(pattern, statements));
    guards.extend(fitting(pattern));
    guards.extend(bounded(pattern, statements));
    guards
}

/// The matched operation that a statement erases or replaces, if it does.
pub(crate) fn erased_match(pattern: &Pattern, statement: &Statement) -> Option<NodeId> {
    match statement {
        Statement::Erase(operation)
        | Statement::ReplaceByOperation { operation, .. }
        | Statement::ReplaceByValues { operation, .. } => Some(*operation),
        Statement::Define(_) | Statement::Call(_) | Statement::Insert(..) => None,
    }
    .filter(|operation| {
        let is_operation = matches!(pattern.nodes[*operation], Node::Operation(_));
        is_operation && pattern.nodes.is_matched(*operation)
    })
}

/// Those by which erased operations are different ones.
pub(crate) fn distinct(pattern: &Pattern, statements: &[&Statement]) -> Vec<Guard> {
    let erased: Vec<_> = statements
        .iter()
        .filter_map(|statement| erased_match(pattern, statement))
        .collect();
    let name = |id: NodeId| pattern.nodes.operation(id).name;
    let mut guards = Vec::new();
    for (index, first) in erased.iter().enumerate() {
        for second in &erased[index + 1..] {
            let may_be_same = match (name(*first), name(*second)) {
                (Some(first), Some(second)) => first == second,
                _ => true,
            };
            if may_be_same {
                guards.push(Guard::Distinct(*first, *second));
            }
        }
    }
    guards
}

/// Those by which nothing vanishes that is still needed.
pub(crate) fn survivors(pattern: &Pattern, statements: &[&Statement]) -> Vec<Guard> {
    let mut guards = Vec::new();
    for (index, statement) in statements.iter().enumerate() {
        let Some(erased) = erased_match(pattern, statement) else {
            continue;
        };
        let mut needed = Needed {
            pattern,
            nodes: BTreeSet::new(),
        };
        match statement {
            Statement::ReplaceByOperation { by, .. } => needed.add(*by),
            Statement::ReplaceByValues { by, .. } => needed.add_all(by),
            _ => {}
        }
        for later in &statements[index + 1..] {
            needed.add_statement(later);
        }
        needed.nodes.remove(&erased);
        let moved = moved_parts(pattern, &statements[..index]);
        let leaves = |node: &NodeId| leaves(pattern, *node, erased, &moved);
        needed.nodes.retain(|node| !leaves(node));
        let survives = |needed| Guard::Survives { erased, needed };
        guards.extend(needed.nodes.into_iter().map(survives));
    }
    guards
}

/// The regions and blocks of the match whose contents statements move elsewhere.
pub(crate) fn moved_parts(pattern: &Pattern, statements: &[&Statement]) -> Vec<NodeId> {
    let mut moved = Vec::new();
    for statement in statements {
        let Statement::Define(node) = statement else {
            continue;
        };
        match &pattern.nodes[*node] {
            Node::Operation(operation) => moved.extend(&operation.regions),
            Node::Built(Built::Inlined(inlined)) if !inlined.is_copy => moved.push(inlined.block),
            _ => {}
        }
    }
    moved.retain(|node| pattern.nodes.is_matched(*node));
    moved
}

/// Whether a node of the match is in an operation, in a part of it that moves elsewhere.
fn leaves(pattern: &Pattern, node: NodeId, operation: NodeId, moved: &[NodeId]) -> bool {
    let around = pattern.nodes.parts_around(node);
    let mut inner = around.take_while(|part| *part != operation);
    inner.any(|part| moved.contains(&part))
}

/// The parts of a match that statements need.
struct Needed<'p> {
    pattern: &'p Pattern,
    nodes: BTreeSet<NodeId>,
}

impl Needed<'_> {
    fn add_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Define(node) => self.add_definition(*node),
            Statement::Call(Call { arguments, .. }) => {
                self.add_insertion_point();
                self.add_all(arguments);
            }
            Statement::ReplaceByOperation { operation, by } => {
                self.add(*operation);
                self.add(*by);
            }
            Statement::ReplaceByValues { operation, by } => {
                self.add(*operation);
                self.add_all(by);
            }
            Statement::Erase(operation) | Statement::Insert(_, operation) => self.add(*operation),
        }
    }

    fn add_definition(&mut self, node: NodeId) {
        match &self.pattern.nodes[node] {
            Node::Operation(operation) => {
                self.add_insertion_point();
                let Operation {
                    operands,
                    attributes,
                    results,
                    regions,
                    ..
                } = &**operation;
                self.add_all(regions);
                self.add_all(&operands.entries);
                self.add_all(&results.entries);
                for (_, attribute) in attributes {
                    self.add(*attribute);
                }
            }
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                self.add(*operation);
            }
            Node::Range { parts, .. } => self.add_all(parts),
            Node::Built(Built::NewBlock { types, .. }) => self.add_all(types),
            Node::Built(Built::CopiedRegion { region }) => self.add(*region),
            Node::Built(Built::Inlined(inlined)) => {
                self.add_insertion_point();
                self.add(inlined.block);
                self.add_all(&inlined.arguments);
            }
            _ => {}
        }
    }

    fn add_all(&mut self, nodes: &[NodeId]) {
        for node in nodes {
            self.add(*node);
        }
    }

    fn add(&mut self, node: NodeId) {
        match &self.pattern.nodes[node] {
            // The values of a range may vanish after the range is made.
            Node::Range { parts, .. } => self.add_all(parts),
            Node::Result { operation, .. } | Node::Results(Results { operation, .. }) => {
                self.add_owner(*operation);
            }
            _ => self.add_owner(node),
        }
    }

    fn add_owner(&mut self, node: NodeId) {
        let nodes = &self.pattern.nodes;
        if !nodes.is_matched(node) {
            self.add_insertion_point();
            return;
        }
        if matches!(nodes[node], Node::Region(_) | Node::Block(_)) {
            self.nodes.extend(nodes.operation_around(node));
            return;
        }
        let can_vanish = matches!(
            self.pattern.nodes.kind(node),
            Kind::PdllOperation | Kind::PdllValue | Kind::PdllValueRange
        );
        if can_vanish {
            self.nodes.insert(node);
        }
    }

    /// New operations are inserted where the root is, unless a statement says otherwise.
    fn add_insertion_point(&mut self) {
        self.nodes.insert(self.pattern.root);
    }
}

fn fitting(pattern: &Pattern) -> Vec<Guard> {
    let mut guards = Vec::new();
    let mut matched = None;
    for operation in super::statements::created_operations(pattern) {
        let Some(name) = operation.name else {
            continue;
        };
        for (attribute_name, attribute) in &operation.attributes {
            let is_constant = matches!(
                pattern.nodes[*attribute],
                Node::Attribute { value: Some(_), .. }
            );
            if is_constant || !pattern.nodes.is_matched(*attribute) {
                continue;
            }
            let matched = matched.get_or_insert_with(|| matched_attributes(pattern));
            if !matched.contains(&(name, *attribute_name, *attribute)) {
                guards.push(Guard::Fits {
                    attribute: *attribute,
                    operation: name,
                    name: *attribute_name,
                });
            }
        }
    }
    guards
}

/// The attributes that operations of the match have already: the name of the operation, and
/// that of the attribute.
fn matched_attributes(pattern: &Pattern) -> FxHashSet<(NameId, NameId, NodeId)> {
    let matched = pattern.nodes.matched_operations();
    let named = matched.filter_map(|(_, operation)| Some((operation.name?, operation)));
    let attributes = named.flat_map(|(operation, Operation { attributes, .. })| {
        let attributes = attributes.iter();
        attributes.map(move |(name, node)| (operation, *name, *node))
    });
    attributes.collect()
}

fn bounded(pattern: &Pattern, statements: &[&Statement]) -> Vec<Guard> {
    let mut ranges = BTreeSet::new();
    for statement in statements {
        let parts: Vec<NodeId> = match statement {
            Statement::Call(call) if can_lengthen(pattern, call) => call.arguments.clone(),
            Statement::Define(node) => match &pattern.nodes[*node] {
                Node::Operation(operation)
                    if operation.operands.entries.len() > 1
                        || operation.results.entries.len() > 1 =>
                {
                    let [operands, results] = [&operation.operands, &operation.results];
                    [&operands.entries[..], &results.entries[..]].concat()
                }
                Node::Range { parts, .. } if parts.len() > 1 => parts.clone(),
                _ => continue,
            },
            _ => continue,
        };
        ranges.extend(
            parts.into_iter().filter(|part| {
                is_range(pattern.nodes.kind(*part)) && pattern.nodes.is_matched(*part)
            }),
        );
    }
    ranges.into_iter().map(Guard::Bounded).collect()
}

/// Whether a native rewrite may make a longer range from an argument.
fn can_lengthen(pattern: &Pattern, call: &Call) -> bool {
    call.results.iter().any(|result| {
        let kind = pattern.nodes.kind(*result);
        kind == Kind::PdllOperation || is_range(kind)
    })
}
