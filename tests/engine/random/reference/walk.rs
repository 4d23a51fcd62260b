//! The driver `walk`, and what any driver must have reached at its end.

use super::{
    matching::{Bindings, matches},
    program::{OperationId, Program, ROOT, RegionId, Text},
    rewriting::{Problem, can_rewrite, rewrite},
};
use crate::random::patterns::Pattern;

/// Why a walk ended with an error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) problem: Problem,
    /// The pattern that did it; not known for what is only found at the end.
    pub(crate) pattern: Option<String>,
}

/// Visits each operation once, those in regions first, and rewrites it with the
/// best pattern that matches. Returns the number of rewrites.
pub(crate) fn walk(
    program: &mut Program,
    patterns: &[Pattern],
    max_rewrites: Option<usize>,
) -> Result<usize, Failure> {
    let demands = demanded_types(program);
    let mut rewrites = 0;
    for operation in reachable(program) {
        if max_rewrites == Some(rewrites) {
            break;
        }
        if !program.is_present(operation) {
            continue;
        }
        let Some((pattern, bindings)) = best_match(program, patterns, operation) else {
            continue;
        };
        rewrite(program, pattern, &bindings).map_err(|problem| Failure {
            problem,
            pattern: Some(pattern.name.clone()),
        })?;
        rewrites += 1;
    }
    let is_valid = |(operation, types): &(OperationId, Vec<Text>)| {
        !program.is_present(*operation)
            || program.types(&program.operation(*operation).operands) == *types
    };
    match demands.iter().all(is_valid) {
        true => Ok(rewrites),
        false => Err(Failure {
            problem: Problem::Invalid,
            pattern: None,
        }),
    }
}

/// The pattern that is tried first of those that match: one with the highest
/// benefit, and of these the first in the file.
pub(crate) fn best_match<'p>(
    program: &Program,
    patterns: &'p [Pattern],
    operation: OperationId,
) -> Option<(&'p Pattern, Bindings)> {
    let mut ordered: Vec<_> = patterns.iter().collect();
    ordered.sort_by_key(|pattern| std::cmp::Reverse(pattern.benefit()));
    ordered.into_iter().find_map(|pattern| {
        let bindings = matches(program, pattern, operation)?;
        can_rewrite(program, pattern, &bindings).then_some((pattern, bindings))
    })
}

/// The operations in blocks that can be reached, those in regions before the
/// one that has the regions.
pub(crate) fn reachable(program: &Program) -> Vec<OperationId> {
    let mut found = vec![];
    for region in &program.operation(ROOT).regions {
        collect(program, *region, &mut found);
    }
    found
}

fn collect(program: &Program, region: RegionId, found: &mut Vec<OperationId>) {
    let blocks = &program.region(region).blocks;
    let mut reached = vec![];
    let mut next: Vec<_> = blocks.first().copied().into_iter().collect();
    while let Some(block) = next.pop() {
        if reached.contains(&block) {
            continue;
        }
        reached.push(block);
        for operation in &program.block(block).operations {
            next.extend(&program.operation(*operation).successors);
        }
    }
    for block in blocks.iter().filter(|block| reached.contains(block)) {
        for operation in &program.block(*block).operations {
            for nested in &program.operation(*operation).regions {
                collect(program, *nested, found);
            }
            found.push(*operation);
        }
    }
}

/// Whether no dialect defines an operation.
pub(super) fn is_unknown(name: &str) -> bool {
    ["t.", "u.", "own."]
        .iter()
        .any(|dialect| name.starts_with(dialect))
}

/// The operand types of operations that a dialect defines. In the programs of
/// these tests, no such operation allows others.
fn demanded_types(program: &Program) -> Vec<(OperationId, Vec<Text>)> {
    let operations = program.present().into_iter();
    let registered = operations.filter(|id| !is_unknown(&program.operation(*id).name));
    registered
        .map(|id| (id, program.types(&program.operation(id).operands)))
        .collect()
}
