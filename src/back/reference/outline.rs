//! What a pattern demands, before it is compared with anything.

mod bodies;

use super::{
    Reference,
    record::{Demand, Division, Mention},
};
use crate::{
    back::graph::{
        guards,
        pattern::{Node, NodeId, Operation, Pattern, Results},
        statements,
    },
    mlir::ffi::program::List,
};
use std::collections::VecDeque;

/// A demand, and the demand that leads to its subject: unless that one is met, it is
/// not known what the subject is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outlined {
    pub(crate) demand: Demand,
    pub(crate) parent: Option<usize>,
}

/// What a pattern demands, and where.
pub(super) struct Outline {
    /// In the order in which a match tests them. What always holds is left out.
    pub(super) demands: Vec<Outlined>,
    /// By the index of the node: where a match first finds what it stands for.
    pub(super) mentions: Vec<Option<Mention>>,
}

pub(super) fn outline(reference: &Reference<'_>, pattern: &Pattern) -> Outline {
    let mut outline = Outliner {
        reference,
        pattern,
        bound: vec![false; pattern.nodes.len()],
        is_compared: vec![false; pattern.nodes.len()],
        mentions: vec![None; pattern.nodes.len()],
        found: VecDeque::new(),
        returned: Vec::new(),
        demands: Vec::new(),
    };
    outline.unify(pattern.root, Mention::Root, None);
    loop {
        while let Some((node, parent)) = outline.found.pop_front() {
            outline.compare(node, parent);
        }
        let found = outline.find_used().map(|node| (node, Mention::User));
        let Some((node, mention)) = found.or_else(|| outline.find_inside()) else {
            break;
        };
        let parent = outline.demand(Demand::Presence(node), None);
        outline.unify(node, mention, Some(parent));
    }
    for (node, _) in pattern.nodes.matched() {
        outline.locate(node);
    }
    outline.conditions();
    Outline {
        demands: outline.demands,
        mentions: outline.mentions,
    }
}

struct Outliner<'r, 'a> {
    reference: &'r Reference<'a>,
    pattern: &'r Pattern,
    bound: Vec<bool>,
    is_compared: Vec<bool>,
    mentions: Vec<Option<Mention>>,
    /// Operations, and the demands that lead to them.
    found: VecDeque<(NodeId, Option<usize>)>,
    /// Where operations have parts that must equal results of constraints.
    returned: Vec<(NodeId, Mention)>,
    demands: Vec<Outlined>,
}

impl Outliner<'_, '_> {
    fn demand(&mut self, demand: Demand, parent: Option<usize>) -> usize {
        self.demands.push(Outlined { demand, parent });
        self.demands.len() - 1
    }

    fn unify(&mut self, node: NodeId, mention: Mention, parent: Option<usize>) {
        if let Node::Returned { .. } = self.pattern.nodes[node] {
            self.returned.push((node, mention));
        } else if self.bound[node.index()] {
            self.demand(Demand::Same(node, mention), parent);
        } else {
            self.bound[node.index()] = true;
            self.mentions[node.index()] = Some(mention);
            self.first(node, parent);
        }
    }

    /// What a node demands of the first part that it stands for.
    fn first(&mut self, node: NodeId, parent: Option<usize>) {
        let pattern = self.pattern;
        match &pattern.nodes[node] {
            Node::Operation(_) => self.found.push_back((node, parent)),
            Node::Operand { ty }
            | Node::Operands { types: ty }
            | Node::Argument { ty, .. }
            | Node::Arguments { types: ty, .. } => {
                self.type_of(node, *ty, parent);
            }
            Node::Attribute { value, ty } => {
                if value.is_some() {
                    self.demand(Demand::Constant(node), parent);
                }
                if let Some(ty) = ty {
                    let demand = Demand::Type { of: node, ty: *ty };
                    let parent = self.demand(demand, parent);
                    self.type_of(node, Some(*ty), Some(parent));
                }
            }
            Node::Type { value } | Node::Types { value } => {
                if value.is_some() {
                    self.demand(Demand::Constant(node), parent);
                }
            }
            Node::Result { operation, .. } => {
                let parent = self.demand(Demand::Definition(node), parent);
                self.unify(*operation, Mention::DefinitionOf(node), Some(parent));
                self.demand(Demand::ResultNumber(node), Some(parent));
            }
            Node::Results(results) => {
                let parent = self.demand(Demand::Definition(node), parent);
                self.unify(results.operation, Mention::DefinitionOf(node), Some(parent));
                self.demand(Demand::Results(node), Some(parent));
            }
            Node::Region(_)
            | Node::Block(_)
            | Node::Range { .. }
            | Node::Returned { .. }
            | Node::Built(_) => {}
        }
    }

    fn type_of(&mut self, of: NodeId, ty: Option<NodeId>, parent: Option<usize>) {
        if let Some(ty) = ty {
            self.unify(ty, Mention::TypeOf(of), parent);
        }
    }

    fn compare(&mut self, node: NodeId, parent: Option<usize>) {
        let pattern = self.pattern;
        let expected = pattern.nodes.operation(node);
        self.is_compared[node.index()] = true;
        // A name decides what all else means.
        let parent = match expected.name {
            Some(_) => Some(self.demand(Demand::Name(node), parent)),
            None => parent,
        };
        self.list(node, expected, List::PdllOperands, parent);
        for (index, (_, attribute)) in expected.attributes.iter().enumerate() {
            let presence = self.demand(Demand::Attribute(node, index), parent);
            self.unify(*attribute, Mention::Attribute(node, index), Some(presence));
        }
        self.list(node, expected, List::PdllResults, parent);
        self.body(node, parent);
        self.block_around(node, parent);
    }

    fn list(&mut self, node: NodeId, expected: &Operation, list: List, parent: Option<usize>) {
        let rule = self.reference.rule(expected, list, &self.pattern.nodes);
        let parent = match rule.division {
            Division::Whole => parent,
            _ => Some(self.demand(Demand::Groups(node, list), parent)),
        };
        let entries = match list {
            List::PdllOperands => &expected.operands.entries,
            List::PdllResults => &expected.results.entries,
        };
        for (index, entry) in entries.iter().enumerate() {
            self.unify(*entry, Mention::Entry(node, list, index), parent);
        }
    }

    /// An operation that has not been found, and uses a value of the match.
    fn find_used(&mut self) -> Option<NodeId> {
        let pattern = self.pattern;
        for (node, operation) in pattern.nodes.matched_operations() {
            if self.bound[node.index()] {
                continue;
            }
            for entry in &operation.operands.entries {
                if self.locate(*entry) {
                    return Some(node);
                }
            }
        }
        None
    }

    /// Whether it is known what a node stands for.
    fn locate(&mut self, node: NodeId) -> bool {
        if self.bound[node.index()] {
            return true;
        }
        let is_known = match &self.pattern.nodes[node] {
            Node::Result { operation, .. } => self.locate_results(node, *operation, true),
            Node::Results(Results {
                operation, index, ..
            }) => self.locate_results(node, *operation, index.is_some()),
            Node::Attribute { value, .. } | Node::Type { value } | Node::Types { value } => {
                value.is_some()
            }
            Node::Returned { .. } => {
                return self.returned.iter().any(|(returned, _)| *returned == node);
            }
            _ => false,
        };
        self.bound[node.index()] = is_known;
        is_known
    }

    fn locate_results(&mut self, node: NodeId, operation: NodeId, may_be_missing: bool) -> bool {
        let is_known = self.bound[operation.index()];
        if is_known && may_be_missing {
            self.demand(Demand::Presence(node), None);
        }
        is_known
    }

    /// Native constraints, and what the rewrite needs.
    fn conditions(&mut self) {
        let pattern = self.pattern;
        for (index, call) in pattern.constraints.iter().enumerate() {
            let parent = self.demand(Demand::Constraint(index), None);
            for (node, mention) in self.returned.clone() {
                if call.results.contains(&node) {
                    self.demand(Demand::Same(node, mention), Some(parent));
                }
            }
        }
        let guards = guards::collect(pattern, &statements::ordered_statements(pattern));
        for index in 0..guards.len() {
            self.demand(Demand::Guard(index), None);
        }
    }
}
