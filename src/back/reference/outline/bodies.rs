//! Demands of what is in an operation, and of what an operation is in.

use super::Outliner;
use crate::{
    back::graph::pattern::NodeId,
    back::reference::record::{Demand, Mention},
    mlir::ffi::program::Parts,
};

impl Outliner<'_, '_> {
    pub(super) fn body(&mut self, node: NodeId, parent: Option<usize>) {
        let pattern = self.pattern;
        if pattern.nodes.operation(node).num_regions.is_some() {
            self.demand(Demand::Parts(node, Parts::PdllRegions), parent);
        }
        for &region in pattern.bodies.parts(node) {
            let parent = self.find(region, parent);
            if pattern.nodes.region(region).num_blocks.is_some() {
                self.demand(Demand::Parts(region, Parts::PdllBlocks), parent);
            }
            for &block in pattern.bodies.parts(region) {
                let parent = self.find(block, parent);
                self.block(block, parent);
            }
        }
    }

    fn block(&mut self, block: NodeId, parent: Option<usize>) {
        let pattern = self.pattern;
        let expected = pattern.nodes.block(block);
        if expected.num_arguments.is_some() {
            self.demand(Demand::Parts(block, Parts::PdllArguments), parent);
        }
        for &argument in pattern.bodies.parts(block) {
            let presence = self.demand(Demand::Presence(argument), parent);
            self.unify(argument, Mention::Part(argument), Some(presence));
        }
        if expected.is_exact {
            self.demand(Demand::Parts(block, Parts::PdllOperations), parent);
        }
        for &operation in pattern.bodies.operations(block) {
            let is_last = pattern.nodes.operation(operation).is_last;
            if is_last {
                let is_bound = self.bound[operation.index()];
                let presence = self.demand(Demand::Last(operation), parent);
                if !is_bound {
                    self.unify(operation, Mention::Last(block), Some(presence));
                }
            } else if self.is_compared[operation.index()] {
                self.demand(Demand::Inside(operation), parent);
            }
        }
    }

    pub(super) fn block_around(&mut self, node: NodeId, parent: Option<usize>) {
        let nodes = &self.pattern.nodes;
        let expected = nodes.operation(node);
        let Some(block) = expected.inside else {
            return;
        };
        let is_found = self.bound[block.index()];
        if is_found && !expected.is_last {
            self.demand(Demand::Inside(node), parent);
        }
        for other in self.pattern.bodies.operations(block) {
            let is_before = *other != node && self.is_compared[other.index()];
            if is_before && nodes.may_be_same(node, *other) {
                self.demand(Demand::Distinct(*other, node), parent);
            }
        }
        let around = nodes.around(block);
        if !is_found && !self.bound[around.index()] {
            let presence = self.demand(Demand::Around(node), parent);
            self.unify(around, Mention::Around(node), Some(presence));
        }
    }

    fn find(&mut self, node: NodeId, parent: Option<usize>) -> Option<usize> {
        self.bound[node.index()] = true;
        self.mentions[node.index()] = Some(Mention::Part(node));
        Some(self.demand(Demand::Presence(node), parent))
    }

    /// An operation that has not been found, in a block that has.
    pub(super) fn find_inside(&self) -> Option<(NodeId, Mention)> {
        let mut operations = self.pattern.nodes.matched_operations();
        operations.find_map(|(node, operation)| {
            let block = operation.inside?;
            let is_open = self.bound[block.index()] && !self.bound[node.index()];
            is_open.then_some((node, Mention::Inside(block)))
        })
    }
}
