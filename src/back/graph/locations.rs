//! Where patterns and their nodes stand in pattern files.

use melior::ir::{BlockLike, Location, Module, OperationRef, RegionLike, operation::OperationLike};
use std::iter;

/// The locations of a pattern and of its match section, in the order of the source.
pub(crate) struct Locations<'c> {
    pub(crate) pattern: Location<'c>,
    /// By the index of the node: each value of the match section is a node.
    pub(crate) nodes: Vec<Location<'c>>,
    pub(crate) constraints: Vec<Location<'c>>,
    /// Those of the statements of the rewrite.
    pub(crate) statements: Vec<Location<'c>>,
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
            locations.statements = statements(operation);
            break;
        }
        let results = iter::repeat_n(operation.location(), operation.result_count());
        locations.nodes.extend(results);
        if is(operation, "pdl.apply_native_constraint") {
            locations.constraints.push(operation.location());
        }
    }
    locations
}

/// A call of a native rewrite in place of a body is the only statement.
fn statements<'c>(rewrite: OperationRef<'c, '_>) -> Vec<Location<'c>> {
    let body = rewrite.region(0).ok();
    let block = body.and_then(|body| body.first_block());
    match block {
        Some(block) => {
            let statements = operations(block.first_operation());
            statements.map(|statement| statement.location()).collect()
        }
        None => vec![rewrite.location()],
    }
}

fn is(operation: OperationRef<'_, '_>, name: &str) -> bool {
    operation.name().as_string_ref().as_str() == Ok(name)
}

fn operations<'c, 'a>(
    first: Option<OperationRef<'c, 'a>>,
) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    iter::successors(first, OperationLike::next_in_block)
}
