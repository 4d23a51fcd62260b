//! What a pattern demands of what is in an operation, and of what an operation is in.

use super::{
    attempt::Attempt,
    record::{Demand, Finding, Mention, PartId, Step},
};
use crate::{
    back::graph::pattern::{Node, NodeId},
    mlir::ffi::{
        entity::{
            Entity,
            bodies::{self, Block, Region},
        },
        program::Parts,
    },
};

impl<'a> Attempt<'_, 'a> {
    pub(super) fn compare_body(&mut self, node: NodeId, part: PartId) {
        let pattern = self.pattern;
        let regions = bodies::regions(self.operation(part));
        let expected = pattern.nodes.operation(node).num_regions;
        self.count(node, Parts::PdllRegions, part, expected, regions.len());
        for &region in pattern.bodies.parts(node) {
            let expected = pattern.nodes.region(region);
            let index = expected.index as usize;
            let found = regions.get(index).copied();
            let entity = found.map(Entity::Region);
            let place = self.find(region, part, Step::Region(index), entity);
            if let Some(found) = found {
                self.compare_region(region, place, found);
            }
        }
    }

    fn compare_region(&mut self, node: NodeId, part: PartId, found: Region<'a>) {
        let pattern = self.pattern;
        let blocks: Vec<_> = found.blocks().collect();
        let expected = pattern.nodes.region(node).num_blocks;
        self.count(node, Parts::PdllBlocks, part, expected, blocks.len());
        for &block in pattern.bodies.parts(node) {
            let index = pattern.nodes.block(block).index as usize;
            let found = blocks.get(index).copied();
            let place = self.find(block, part, Step::Block(index), found.map(Entity::Block));
            if let Some(found) = found {
                self.compare_block(block, place, found);
            }
        }
    }

    fn compare_block(&mut self, node: NodeId, part: PartId, found: Block<'a>) {
        let pattern = self.pattern;
        let expected = pattern.nodes.block(node);
        let arguments = found.arguments();
        let number = expected.num_arguments;
        self.count(node, Parts::PdllArguments, part, number, arguments.len());
        for &argument in pattern.bodies.parts(node) {
            let (step, entity) = match &pattern.nodes[argument] {
                Node::Argument { index, .. } => {
                    let index = *index as usize;
                    let entity = arguments.get(index).copied().map(Entity::Value);
                    (Step::Argument(index), entity)
                }
                Node::Arguments { first, .. } => {
                    let first = *first as usize;
                    let rest = arguments.get(first..).map(<[_]>::to_vec);
                    (Step::Arguments(first), rest.map(Entity::Values))
                }
                other => panic!("{other:?} is not in a block"),
            };
            self.compare_argument(argument, part, step, entity);
        }
        let operations = pattern.bodies.operations(node);
        if expected.is_exact {
            let number = u32::try_from(operations.len()).ok();
            let count = found.operations().count();
            self.count(node, Parts::PdllOperations, part, number, count);
        }
        for operation in operations {
            self.compare_place(*operation, node, part, found);
        }
    }

    fn compare_argument(
        &mut self,
        node: NodeId,
        block: PartId,
        step: Step,
        entity: Option<Entity<'a>>,
    ) {
        let exists = entity.is_some();
        let finding = entity.clone().map_or(Finding::Nothing, Finding::Entity);
        let place = self.add_part(Some(block), step, entity);
        self.test(Demand::Presence(node), place, finding, exists);
        if exists {
            self.unify(node, Mention::Part(node), place);
        }
    }

    /// An operation of the pattern is in a block that has just been found. Unless it is
    /// compared already, its comparison tests this.
    fn compare_place(&mut self, node: NodeId, block: NodeId, part: PartId, found: Block<'a>) {
        let is_last = self.pattern.nodes.operation(node).is_last;
        let last = found.operations().last().map(Entity::Operation);
        match self.bound[node.index()] {
            Some(place) if is_last => {
                let holds = last.is_some() && self.entity(place) == last.as_ref();
                let finding = last.map_or(Finding::Nothing, Finding::Entity);
                self.test(Demand::Last(node), place, finding, holds);
            }
            Some(place) if self.is_compared[node.index()] => self.test_inside(node, place, part),
            None if is_last => {
                let exists = last.is_some();
                let finding = last.clone().map_or(Finding::Nothing, Finding::Entity);
                let place = self.add_part(Some(part), Step::Last, last);
                self.test(Demand::Last(node), place, finding, exists);
                if exists {
                    self.unify(node, Mention::Last(block), place);
                }
            }
            _ => {}
        }
    }

    /// An operation that has been found is in the block that the pattern demands.
    pub(super) fn compare_block_around(&mut self, node: NodeId, part: PartId) {
        let nodes = &self.pattern.nodes;
        let expected = nodes.operation(node);
        let Some(block) = expected.inside else {
            return;
        };
        if let Some(place) = self.bound[block.index()] {
            if !expected.is_last {
                self.test_inside(node, part, place);
            }
            return self.compare_with_others(node, part, block);
        }
        self.compare_with_others(node, part, block);
        let around = nodes.around(block);
        if self.bound[around.index()].is_none() {
            let parent = bodies::parent(self.operation(part)).map(Entity::Operation);
            let exists = parent.is_some();
            let finding = parent.clone().map_or(Finding::Nothing, Finding::Entity);
            let place = self.add_part(Some(part), Step::Around, parent);
            self.test(Demand::Around(node), place, finding, exists);
            if exists {
                self.unify(around, Mention::Around(node), place);
            }
        }
    }

    /// Operations of one block are different ones.
    fn compare_with_others(&mut self, node: NodeId, part: PartId, block: NodeId) {
        let pattern = self.pattern;
        for other in pattern.bodies.operations(block) {
            let is_before = *other != node && self.is_compared[other.index()];
            if !is_before || !pattern.nodes.may_be_same(node, *other) {
                continue;
            }
            let place = self.bound[other.index()].expect("what is compared has been found");
            let entity = self.entity(part).cloned();
            let holds = entity.as_ref() != self.entity(place);
            let finding = entity.map_or(Finding::Nothing, Finding::Entity);
            self.test_with(
                Demand::Distinct(*other, node),
                [part, place],
                finding,
                holds,
            );
        }
    }

    fn test_inside(&mut self, node: NodeId, part: PartId, block: PartId) {
        let found = bodies::block_of(self.operation(part)).map(Entity::Block);
        let holds = found.is_some() && found.as_ref() == self.entity(block);
        let finding = found.map_or(Finding::Nothing, Finding::Entity);
        self.test_with(Demand::Inside(node), [part, block], finding, holds);
    }

    /// A region or block has been found, or does not exist.
    fn find(
        &mut self,
        node: NodeId,
        whole: PartId,
        step: Step,
        entity: Option<Entity<'a>>,
    ) -> PartId {
        let finding = entity.clone().map_or(Finding::Nothing, Finding::Entity);
        let exists = entity.is_some();
        let place = self.add_part(Some(whole), step, entity);
        self.test(Demand::Presence(node), place, finding, exists);
        if exists {
            self.bound[node.index()] = Some(place);
        }
        place
    }

    fn count(
        &mut self,
        node: NodeId,
        parts: Parts,
        part: PartId,
        expected: Option<u32>,
        found: usize,
    ) {
        if let Some(expected) = expected {
            let demand = Demand::Parts(node, parts);
            self.test(
                demand,
                part,
                Finding::Count(found),
                found == expected as usize,
            );
        }
    }

    /// An operation that has not been found, in a block that has.
    pub(super) fn find_inside(&self) -> Option<(NodeId, PartId)> {
        let mut operations = self.pattern.nodes.matched_operations();
        operations.find_map(|(node, operation)| {
            let block = self.bound[operation.inside?.index()]?;
            self.bound[node.index()].is_none().then_some((node, block))
        })
    }
}
