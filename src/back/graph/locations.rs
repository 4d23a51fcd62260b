//! Where patterns and their nodes stand in pattern files.

use super::{
    pattern::{NodeId, Pattern},
    read::is_part_of_body,
};
use melior::{
    Context,
    ir::{BlockLike, Location, Module, OperationRef, RegionLike, operation::OperationLike},
};
use std::iter;

/// A part of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Node(NodeId),
    /// A native constraint, by its number.
    Constraint(usize),
    /// A statement of the rewrite, by its number.
    Statement(usize),
}

/// The locations of a pattern and of its parts, in the order of the source.
pub(crate) struct Locations<'c> {
    pub(crate) pattern: Location<'c>,
    /// By the index of the node: each value is a node.
    pub(crate) nodes: Vec<Location<'c>>,
    pub(crate) constraints: Vec<Location<'c>>,
    /// Those of the statements of the rewrite.
    pub(crate) statements: Vec<Location<'c>>,
}

impl<'c> Locations<'c> {
    /// Those of a pattern of which there is no IR.
    pub(super) fn unknown(context: &'c Context, pattern: &Pattern) -> Self {
        let unknown = Location::unknown(context);
        Locations {
            pattern: unknown,
            nodes: vec![unknown; pattern.nodes.len()],
            constraints: vec![unknown; pattern.constraints.len()],
            statements: vec![unknown; pattern.rewrite.len()],
        }
    }

    pub(crate) fn at(&self, place: Place) -> Location<'c> {
        match place {
            Place::Node(node) => self.nodes[node.index()],
            Place::Constraint(index) => self.constraints[index],
            Place::Statement(index) => self.statements[index],
        }
    }

    fn add_nodes(&mut self, operation: OperationRef<'c, '_>) {
        let results = iter::repeat_n(operation.location(), operation.result_count());
        self.nodes.extend(results);
    }

    /// A call of a native rewrite in place of a body is the only statement.
    fn add_rewrite(&mut self, rewrite: OperationRef<'c, '_>) {
        let body = rewrite.region(0).ok();
        match body.and_then(|body| body.first_block()) {
            Some(block) => {
                for statement in operations(block.first_operation()) {
                    self.statements.push(statement.location());
                    self.add_nodes(statement);
                }
            }
            None => self.statements.push(rewrite.location()),
        }
    }
}

/// The variable that the source has for the node at a location.
pub(crate) fn variable_at(mut location: Location<'_>) -> Option<String> {
    while location.is_call_site() {
        location = location.call_site_callee();
    }
    let name = location.is_name().then(|| location.name_value())?;
    Some(name.as_string_ref().as_str().ok()?.to_owned())
}

/// Those of all patterns of a module.
pub(super) fn read<'c>(module: &Module<'c>) -> Vec<Locations<'c>> {
    operations(module.body().first_operation())
        .filter(|operation| is(*operation, "pdl.pattern"))
        .map(of_pattern)
        .collect()
}

fn of_pattern<'c>(pattern: OperationRef<'c, '_>) -> Locations<'c> {
    let mut locations = Locations {
        pattern: pattern.location(),
        nodes: Vec::new(),
        constraints: Vec::new(),
        statements: Vec::new(),
    };
    let body = pattern.region(0).expect("a pattern has a body");
    let block = body.first_block().expect("a pattern has a body");
    for operation in operations(block.first_operation()) {
        if is(operation, "pdl.rewrite") {
            locations.add_rewrite(operation);
            break;
        }
        locations.add_nodes(operation);
        if is(operation, "pdl.apply_native_constraint") && !is_part_of_body(operation) {
            locations.constraints.push(operation.location());
        }
    }
    locations
}

fn is(operation: OperationRef<'_, '_>, name: &str) -> bool {
    operation.name().as_string_ref().as_str() == Ok(name)
}

fn operations<'c, 'a>(
    first: Option<OperationRef<'c, 'a>>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    iter::successors(first, OperationLike::next_in_block)
}
