//! Tests of what is in an operation, and of what an operation is in.

use super::{Test, Walk};
use crate::back::graph::pattern::{Node, NodeId};
use crate::back::matcher::position::{Position, PositionId};
use crate::mlir::ffi::program::Parts;

impl Walk<'_, '_, '_> {
    /// The regions of the operation at a position are those that the pattern demands.
    pub(super) fn visit_body(&mut self, operation: NodeId, position: PositionId) {
        let pattern = self.pattern;
        for &region in pattern.bodies.parts(operation) {
            let demanded = pattern.nodes.region(region);
            let place = self.find_part(region, Position::Region(position, demanded.index));
            if let Some(count) = demanded.num_blocks {
                let test = Test::Parts(place, Parts::PdllBlocks, count);
                self.tests.push(test);
            }
            for &block in pattern.bodies.parts(region) {
                self.visit_block(block, place);
            }
        }
    }

    fn visit_block(&mut self, block: NodeId, region: PositionId) {
        let pattern = self.pattern;
        let demanded = pattern.nodes.block(block);
        let place = self.find_part(block, Position::Block(region, demanded.index));
        if let Some(count) = demanded.num_arguments {
            let test = Test::Parts(place, Parts::PdllArguments, count);
            self.tests.push(test);
        }
        for &argument in pattern.bodies.parts(block) {
            let position = match &pattern.nodes[argument] {
                Node::Argument { index, .. } => Position::Argument(place, *index),
                Node::Arguments { first, .. } => Position::Arguments(place, *first),
                _ => panic!("a block has no other parts"),
            };
            let position = self.positions.id(position);
            // Their number proves that single ones exist.
            if demanded.num_arguments.is_none() {
                self.tests.push(Test::Exists(position));
            }
            self.unify(argument, position);
        }
        let operations = pattern.bodies.operations(block);
        if demanded.is_exact {
            let count = u32::try_from(operations.len()).expect("MLIR counts values in 32 bits");
            let test = Test::Parts(place, Parts::PdllOperations, count);
            self.tests.push(test);
        }
        for operation in operations {
            self.visit_place_in(*operation, place);
        }
    }

    /// A region or block is at a position.
    fn find_part(&mut self, node: NodeId, position: Position) -> PositionId {
        let place = self.positions.id(position);
        self.bind(node, place);
        self.tests.push(Test::Exists(place));
        place
    }

    /// An operation of the pattern is in a block that has just been found. Unless it is
    /// visited already, its visit tests this.
    fn visit_place_in(&mut self, operation: NodeId, block: PositionId) {
        let is_last = self.pattern.nodes.operation(operation).is_last;
        match self.bound[operation.index()] {
            Some(place) if is_last => {
                let last = self.positions.id(Position::Last(block));
                self.tests.push(Test::Equal(place, last));
            }
            Some(place) if self.is_visited[operation.index()] => {
                self.tests.push(Test::Inside(place, block));
            }
            None if is_last => {
                let last = self.positions.id(Position::Last(block));
                self.tests.push(Test::Exists(last));
                self.reach(operation, last);
            }
            _ => {}
        }
    }

    /// The operation at a position is in the block that the pattern demands.
    pub(super) fn visit_block_around(&mut self, operation: NodeId, position: PositionId) {
        let nodes = &self.pattern.nodes;
        let demanded = nodes.operation(operation);
        let Some(block) = demanded.inside else {
            return;
        };
        match self.bound[block.index()] {
            Some(place) => {
                // A search in the block finds nothing else.
                if !demanded.is_last && self.searched != Some((position, place)) {
                    self.tests.push(Test::Inside(position, place));
                }
                self.distinguish(operation, position, block);
            }
            None => {
                self.distinguish(operation, position, block);
                let around = nodes.around(block);
                if self.bound[around.index()].is_none() {
                    let parent = self.positions.id(Position::Parent(position));
                    self.tests.push(Test::Exists(parent));
                    self.reach(around, parent);
                }
            }
        }
    }

    /// Operations of one block are different ones.
    fn distinguish(&mut self, operation: NodeId, position: PositionId, block: NodeId) {
        let nodes = &self.pattern.nodes;
        for other in self.pattern.bodies.operations(block) {
            let is_before = *other != operation && self.is_visited[other.index()];
            if is_before && nodes.may_be_same(operation, *other) {
                let other = self.bound[other.index()].expect("what is visited has a place");
                self.tests.push(Test::Distinct(other, position));
            }
        }
    }
}
