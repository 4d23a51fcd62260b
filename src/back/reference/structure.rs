//! What a node of the graph demands of what it stands for.

use super::{
    attempt::Attempt,
    record::{Demand, Finding, Mention, PartId, Step},
};
use crate::{
    back::graph::pattern::{Node, NodeId, Operation, Results, is_range},
    mlir::ffi::{
        entity::{self, Definition, Entity},
        program::List,
    },
};
use melior::ir::{Value, operation::OperationLike};
use std::ops::Range;

impl<'a> Attempt<'_, 'a> {
    /// Compares all operations that have been found, and those that they lead to.
    pub(super) fn compare_found(&mut self) {
        while let Some((node, part)) = self.found.pop_front() {
            self.compare(node, part);
        }
    }

    fn compare(&mut self, node: NodeId, part: PartId) {
        let pattern = self.pattern;
        let expected = pattern.nodes.operation(node);
        self.is_compared[node.index()] = true;
        self.compare_name(node, expected, part);
        self.compare_list(node, expected, part, List::PdllOperands);
        self.compare_attributes(node, expected, part);
        self.compare_list(node, expected, part, List::PdllResults);
        self.compare_body(node, part);
        self.compare_block_around(node, part);
    }

    fn compare_name(&mut self, node: NodeId, expected: &Operation, part: PartId) {
        let Some(name) = expected.name else {
            return;
        };
        let found = self.operation(part).name();
        let found = found.as_string_ref().as_str();
        let holds = found == Ok(self.reference.pool().text(name));
        self.test(Demand::Name(node), part, Finding::Name, holds);
    }

    fn compare_list(&mut self, node: NodeId, expected: &Operation, part: PartId, list: List) {
        let nodes = &self.pattern.nodes;
        let operation = self.operation(part);
        let (elements, entries) = match list {
            List::PdllOperands => (entity::operands(operation), &expected.operands.entries),
            List::PdllResults => (entity::results(operation), &expected.results.entries),
        };
        let rule = self.reference.rule(expected, list, nodes);
        let places = rule.divide(operation, list, &elements);
        let finding = Finding::Count(elements.len());
        let demand = Demand::Groups(node, list);
        self.test(demand, part, finding, places.is_some());
        let places = places.unwrap_or_default();
        for (index, (entry, place)) in entries.iter().zip(places).enumerate() {
            let is_range = is_range(nodes.kind(*entry));
            let mut group = self.add_elements(part, list, &elements, place, is_range);
            // The pattern writes results as their types.
            if list == List::PdllResults {
                group = self.add_type(group);
            }
            self.unify(*entry, Mention::Entry(node, list, index), group);
        }
    }

    fn compare_attributes(&mut self, node: NodeId, expected: &Operation, part: PartId) {
        for (index, (name, attribute)) in expected.attributes.iter().enumerate() {
            let found = self.reference.pool().text(*name);
            let found = entity::attribute(self.operation(part), found).map(Entity::Attribute);
            let exists = found.is_some();
            let finding = found.clone().map_or(Finding::Nothing, Finding::Entity);
            let step = Step::Attribute(*name);
            let attribute_part = self.add_part(Some(part), step, found);
            self.test(
                Demand::Attribute(node, index),
                attribute_part,
                finding,
                exists,
            );
            if exists {
                self.unify(*attribute, Mention::Attribute(node, index), attribute_part);
            }
        }
    }

    /// The node stands for a part, which exists. All parts that it stands for must
    /// be equal.
    pub(super) fn unify(&mut self, node: NodeId, mention: Mention, part: PartId) {
        if let Node::Returned { .. } = self.pattern.nodes[node] {
            self.returned.push((node, mention, part));
        } else if let Some(first) = self.bound[node.index()] {
            // The first part may differ from a constant, which says nothing about others.
            let expected = self.constant_part(node).unwrap_or(first);
            self.test_same(Demand::Same(node, mention), part, expected);
        } else {
            self.bound[node.index()] = Some(part);
            self.demand(node, part);
        }
    }

    /// What a node demands of the first part that it stands for.
    fn demand(&mut self, node: NodeId, part: PartId) {
        let pattern = self.pattern;
        match &pattern.nodes[node] {
            Node::Operation(_) => self.found.push_back((node, part)),
            Node::Operand { ty }
            | Node::Operands { types: ty }
            | Node::Argument { ty, .. }
            | Node::Arguments { types: ty, .. } => {
                self.demand_type(node, *ty, part);
            }
            Node::Attribute { value, ty } => {
                if value.is_some() {
                    self.test_constant(node, part);
                }
                self.demand_type(node, *ty, part);
            }
            Node::Type { value } | Node::Types { value } => {
                if value.is_some() {
                    self.test_constant(node, part);
                }
            }
            Node::Result {
                operation, index, ..
            } => self.demand_result(node, *operation, *index as usize, part),
            Node::Results(results) => self.demand_results(node, results, part),
            Node::Region(_)
            | Node::Block(_)
            | Node::Range { .. }
            | Node::Returned { .. }
            | Node::Built(_) => {
                panic!("the verifier of `pdl` has seen that this is no part of an operation")
            }
        }
    }

    fn demand_type(&mut self, of: NodeId, ty: Option<NodeId>, part: PartId) {
        let Some(ty) = ty else {
            return;
        };
        let type_part = self.add_type(part);
        // Values always have a type.
        if let (Some(ty_entity), Node::Attribute { .. }) =
            (self.entity(type_part).cloned(), &self.pattern.nodes[of])
        {
            let demand = Demand::Type { of, ty };
            self.test(demand, type_part, Finding::Entity(ty_entity), true);
        }
        match self.entity(type_part) {
            Some(_) => self.unify(ty, Mention::TypeOf(of), type_part),
            None => self.test(Demand::Type { of, ty }, type_part, Finding::Nothing, false),
        }
    }

    fn demand_result(&mut self, node: NodeId, operation: NodeId, index: usize, part: PartId) {
        let Some(Entity::Value(value)) = self.entity(part) else {
            panic!("a result is a value");
        };
        if let Some(number) = self.demand_definition(node, operation, *value, part) {
            let finding = Finding::Count(number);
            let demand = Demand::ResultNumber(node);
            self.test(demand, part, finding, number == index);
        }
    }

    fn demand_results(&mut self, node: NodeId, results: &Results, part: PartId) {
        let first = match self.entity(part) {
            Some(Entity::Value(value)) => Some(*value),
            Some(Entity::Values(values)) => values.first().copied(),
            other => panic!("{other:?} is not a range of results"),
        };
        match (first, self.bound[results.operation.index()]) {
            (Some(first), _) => {
                self.demand_definition(node, results.operation, first, part);
                if let Some(owner) = self.bound[results.operation.index()] {
                    self.test_results(node, part, owner);
                }
            }
            // No element could come from elsewhere.
            (None, Some(owner)) => {
                let demand = Demand::Definition(node);
                self.test(demand, part, Finding::Fact(true), true);
                let demand = Demand::Same(results.operation, Mention::DefinitionOf(node));
                self.test_same(demand, owner, owner);
                self.test_results(node, part, owner);
            }
            // Nothing leads to the operation.
            (None, None) => {
                self.test(Demand::Definition(node), part, Finding::Nothing, false);
            }
        }
    }

    /// A value must be a result of the operation for which a node stands. Returns
    /// the number of the result if it is one.
    fn demand_definition(
        &mut self,
        node: NodeId,
        operation: NodeId,
        value: Value<'a, 'a>,
        part: PartId,
    ) -> Option<usize> {
        let definition = entity::definition(value);
        let holds = matches!(definition, Definition::Result(..));
        let finding = Finding::Fact(holds);
        let demand = Demand::Definition(node);
        self.test(demand, part, finding, holds);
        let Definition::Result(owner, number) = definition else {
            return None;
        };
        let owner = Some(Entity::Operation(owner));
        let owner = self.add_part(Some(part), Step::Definition, owner);
        self.unify(operation, Mention::DefinitionOf(node), owner);
        Some(number)
    }

    /// Tests that a part is those results of an operation that a node means.
    fn test_results(&mut self, node: NodeId, part: PartId, owner: PartId) {
        let meant = self.results(node, owner);
        self.test_same(Demand::Results(node), part, meant);
    }

    /// The results of an operation that a node means.
    pub(super) fn results(&mut self, node: NodeId, owner: PartId) -> PartId {
        let pattern = self.pattern;
        let operation = self.operation(owner);
        let elements = entity::results(operation);
        let (place, is_range) = match &pattern.nodes[node] {
            Node::Result { index, .. } => {
                let index = *index as usize;
                ((index < elements.len()).then_some(index..index + 1), false)
            }
            Node::Results(results) => {
                let place = self.reference.access(results, &pattern.nodes, operation);
                (place, is_range(results.kind))
            }
            other => panic!("{other:?} is not a result"),
        };
        match place {
            Some(place) => self.add_elements(owner, List::PdllResults, &elements, place, is_range),
            None => {
                let step = Step::Elements {
                    list: List::PdllResults,
                    start: 0,
                    length: 0,
                };
                self.add_part(Some(owner), step, None)
            }
        }
    }

    fn add_elements(
        &mut self,
        parent: PartId,
        list: List,
        elements: &[Value<'a, 'a>],
        place: Range<usize>,
        is_range: bool,
    ) -> PartId {
        let (step, entity) = if is_range {
            let step = Step::Elements {
                list,
                start: place.start,
                length: place.len(),
            };
            (step, Entity::Values(elements[place].to_vec()))
        } else {
            let step = Step::Element(list, place.start);
            (step, Entity::Value(elements[place.start]))
        };
        self.add_part(Some(parent), step, Some(entity))
    }

    /// The type of a part, which does not exist for most attributes.
    fn add_type(&mut self, part: PartId) -> PartId {
        let ty = match self.entity(part) {
            Some(Entity::Value(value)) => Some(Entity::Type(entity::type_of(*value))),
            Some(Entity::Values(values)) => {
                let types = values.iter().map(|value| entity::type_of(*value));
                Some(Entity::Types(types.collect()))
            }
            Some(Entity::Attribute(attribute)) => {
                entity::attribute_type(*attribute).map(Entity::Type)
            }
            other => panic!("{other:?} has no type"),
        };
        self.add_part(Some(part), Step::Type, ty)
    }
}
