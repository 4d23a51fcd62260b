//! What is known while an operation is compared with a pattern.

use super::{
    Reference,
    record::{Demand, Finding, Mention, Part, PartId, Replacement, Step, Tested},
};
use crate::{
    back::graph::{
        pattern::{Node, NodeId, Pattern},
        pool::ConstantId,
    },
    mlir::ffi::{
        entity::{self, Entity},
        program::ConstantKind,
    },
};
use melior::ir::OperationRef;
use std::collections::VecDeque;

/// A choice of users, and all that follows from it.
#[derive(Clone)]
pub(super) struct Attempt<'r, 'a> {
    pub(super) reference: &'r Reference<'a>,
    pub(super) pattern: &'r Pattern,
    /// A constant that stands for another one.
    pub(super) replacement: Option<Replacement<'a>>,
    /// The first part that a node stands for.
    pub(super) bound: Vec<Option<PartId>>,
    /// Where operations have parts that must equal results of constraints.
    pub(super) returned: Vec<(NodeId, Mention, PartId)>,
    /// Operations that have been found, and are to be compared in this order.
    pub(super) found: VecDeque<(NodeId, PartId)>,
    /// By the index of the node: whether the operation has been compared.
    pub(super) is_compared: Vec<bool>,
    pub(super) parts: Vec<Part<'a>>,
    pub(super) tests: Vec<Tested<'a>>,
}

impl<'r, 'a> Attempt<'r, 'a> {
    pub(super) fn new(
        reference: &'r Reference<'a>,
        pattern: &'r Pattern,
        replacement: Option<Replacement<'a>>,
    ) -> Self {
        Attempt {
            reference,
            pattern,
            replacement,
            bound: vec![None; pattern.nodes.len()],
            returned: Vec::new(),
            found: VecDeque::new(),
            is_compared: vec![false; pattern.nodes.len()],
            // About as many as there will be.
            parts: Vec::with_capacity(2 * pattern.nodes.len()),
            tests: Vec::with_capacity(2 * pattern.nodes.len()),
        }
    }

    /// Whether all tests hold so far.
    pub(super) fn holds(&self) -> bool {
        self.tests.iter().all(|test| test.holds)
    }

    pub(super) fn add_part(
        &mut self,
        parent: Option<PartId>,
        step: Step,
        entity: Option<Entity<'a>>,
    ) -> PartId {
        self.parts.push(Part {
            parent,
            step,
            entity,
        });
        PartId(self.parts.len() - 1)
    }

    pub(super) fn entity(&self, part: PartId) -> Option<&Entity<'a>> {
        self.parts[part.0].entity.as_ref()
    }

    /// The operation that a part is.
    pub(super) fn operation(&self, part: PartId) -> OperationRef<'a, 'a> {
        match self.entity(part) {
            Some(Entity::Operation(operation)) => *operation,
            other => panic!("{other:?} is not an operation"),
        }
    }

    /// Makes a test.
    pub(super) fn test(
        &mut self,
        demand: Demand,
        subject: PartId,
        finding: Finding<'a>,
        holds: bool,
    ) {
        self.tests.push(Tested {
            demand,
            subject,
            other: None,
            finding,
            holds,
        });
    }

    /// Makes a test that compares the subject with another part.
    pub(super) fn test_with(
        &mut self,
        demand: Demand,
        [subject, other]: [PartId; 2],
        finding: Finding<'a>,
        holds: bool,
    ) {
        self.tests.push(Tested {
            demand,
            subject,
            other: Some(other),
            finding,
            holds,
        });
    }

    /// Tests that two parts are equal. What does not exist equals nothing.
    pub(super) fn test_same(&mut self, demand: Demand, subject: PartId, other: PartId) {
        let entity = self.entity(subject).cloned();
        let holds = entity.is_some() && entity.as_ref() == self.entity(other);
        let finding = entity.map_or(Finding::Nothing, Finding::Entity);
        self.test_with(demand, [subject, other], finding, holds);
    }

    /// The part that a node of the match section stands for, if it is known, after a
    /// test that it exists.
    pub(super) fn locate(&mut self, node: NodeId) -> Option<PartId> {
        if let Some(part) = self.bound[node.index()] {
            return Some(part);
        }
        let part = match &self.pattern.nodes[node] {
            Node::Result { operation, .. } => {
                let owner = self.bound[operation.index()]?;
                self.locate_results(node, owner)
            }
            Node::Results(results) => {
                let owner = self.bound[results.operation.index()]?;
                self.locate_results(node, owner)
            }
            Node::Attribute {
                value: Some(value), ..
            }
            | Node::Type { value: Some(value) }
            | Node::Types { value: Some(value) } => {
                let constant = self.constant(*value);
                self.add_part(None, Step::Constant, Some(constant))
            }
            // The constraint is called later.
            Node::Returned { .. } => {
                let mut mentions = self.returned.iter();
                return Some(mentions.find(|(returned, _, _)| *returned == node)?.2);
            }
            _ => return None,
        };
        self.bound[node.index()] = Some(part);
        Some(part)
    }

    /// The results of an operation that a node means, after a test that they exist.
    fn locate_results(&mut self, node: NodeId, owner: PartId) -> PartId {
        let part = self.results(node, owner);
        let entity = self.entity(part).cloned();
        let holds = entity.is_some();
        let finding = entity.map_or(Finding::Nothing, Finding::Entity);
        let demand = Demand::Presence(node);
        self.test(demand, part, finding, holds);
        part
    }

    fn constant(&self, id: ConstantId) -> Entity<'a> {
        let constant = self.reference.pool().constants()[id.0 as usize];
        match constant.kind {
            ConstantKind::PdllConstantIsAttribute => Entity::Attribute(constant.attribute),
            ConstantKind::PdllConstantIsType => {
                Entity::Type(entity::constant_type(constant.attribute))
            }
            ConstantKind::PdllConstantIsTypes => {
                Entity::Types(entity::constant_types(constant.attribute))
            }
        }
    }

    /// The constant that a node demands, if it demands one.
    fn expected(&self, node: NodeId) -> Option<Entity<'a>> {
        match &self.pattern.nodes[node] {
            Node::Attribute { value, .. } | Node::Type { value } | Node::Types { value } => {
                match &self.replacement {
                    Some(replacement) if replacement.node == node => {
                        Some(replacement.entity.clone())
                    }
                    _ => value.map(|value| self.constant(value)),
                }
            }
            _ => None,
        }
    }

    /// That constant as a part.
    pub(super) fn constant_part(&mut self, node: NodeId) -> Option<PartId> {
        let constant = self.expected(node)?;
        Some(self.add_part(None, Step::Constant, Some(constant)))
    }

    /// Tests that a part equals the constant that a node demands.
    pub(super) fn test_constant(&mut self, node: NodeId, part: PartId) {
        let entity = self.entity(part).cloned();
        let holds = entity == self.expected(node);
        let finding = entity.map_or(Finding::Nothing, Finding::Entity);
        let demand = Demand::Constant(node);
        self.test(demand, part, finding, holds);
    }
}
