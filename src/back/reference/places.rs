//! Where nodes stand in the pattern file.

use super::record::Demand;
use melior::ir::{BlockLike, Location, Module, OperationRef, RegionLike, operation::OperationLike};
use std::iter;

/// The locations of a pattern and of its match section, in the order of the source.
pub(super) struct Places<'a> {
    pub(super) pattern: Location<'a>,
    /// By the index of the node: each value of the match section is a node.
    pub(super) nodes: Vec<Location<'a>>,
    pub(super) constraints: Vec<Location<'a>>,
}

impl<'a> Places<'a> {
    /// What makes a demand. Guards follow from the pattern as a whole.
    pub(super) fn of(&self, demand: Demand) -> Location<'a> {
        match (demand.node(), demand) {
            (Some(node), _) => self.nodes[node.index()],
            (None, Demand::Constraint(index)) => self.constraints[index],
            (None, _) => self.pattern,
        }
    }
}

/// Those of all patterns of a module.
pub(super) fn places<'a>(module: &Module<'a>) -> Vec<Places<'a>> {
    operations(module.body().first_operation())
        .filter(|operation| is(*operation, "pdl.pattern"))
        .map(of_pattern)
        .collect()
}

fn of_pattern<'a>(pattern: OperationRef<'a, '_>) -> Places<'a> {
    let mut places = Places {
        pattern: pattern.location(),
        nodes: Vec::new(),
        constraints: Vec::new(),
    };
    let body = pattern.region(0).expect("a pattern has a body");
    let block = body.first_block().expect("a pattern has a body");
    let matched =
        operations(block.first_operation()).take_while(|operation| !is(*operation, "pdl.rewrite"));
    for operation in matched {
        let results = iter::repeat_n(operation.location(), operation.result_count());
        places.nodes.extend(results);
        if is(operation, "pdl.apply_native_constraint") {
            places.constraints.push(operation.location());
        }
    }
    places
}

fn is(operation: OperationRef<'_, '_>, name: &str) -> bool {
    operation.name().as_string_ref().as_str() == Ok(name)
}

fn operations<'c, 'a>(
    first: Option<OperationRef<'c, 'a>>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    iter::successors(first, OperationLike::next_in_block)
}
