//! The plans by which patterns are found: all that is known before something is
//! written for them.

use super::{
    layout::Layouts,
    plan::{Plan, Planner, Test},
    position::{Position, Positions},
    tree::Row,
};
use crate::back::graph::{Checked, pattern::Pattern, pool::NameId};
use crate::mlir::ffi::known_operations::segments;
use std::cmp::Reverse;

/// Patterns, analyzed.
pub(crate) struct Analysis<'g, 'c> {
    pub(crate) graph: &'g Checked<'g, 'c>,
    /// The indices of the patterns by rank.
    pub(crate) ranked: Vec<usize>,
    /// By rank.
    pub(crate) plans: Vec<Plan>,
    pub(crate) positions: Positions,
    pub(crate) layouts: Layouts<'c>,
}

/// Ranks patterns, and plans how they are found.
pub(crate) fn analyze<'g, 'c>(graph: &'g Checked<'g, 'c>) -> Analysis<'g, 'c> {
    let context = graph.context();
    let mut positions = Positions::default();
    let mut layouts = Layouts::new(graph.runs_in(), |name: &str| segments(context, name));
    let ranked = rank(graph.patterns());
    let plans = plan(graph, &ranked, &mut positions, &mut layouts);
    Analysis {
        graph,
        ranked,
        plans,
        positions,
        layouts,
    }
}

impl Analysis<'_, '_> {
    /// The name of the root, and the tests that remain for the tree of that name.
    pub(crate) fn row(&mut self, rank: u32) -> (Option<NameId>, Row) {
        let root = self.positions.id(Position::Root);
        let plan = &self.plans[rank as usize];
        let name = plan.tests.iter().find_map(|test| match test {
            Test::Name(position, name) if *position == root => Some(*name),
            _ => None,
        });
        // The table of roots makes this test.
        let is_open = |test: &&Test| name.is_none_or(|name| **test != Test::Name(root, name));
        let tests = plan.tests.iter().filter(is_open).copied().collect();
        (name, Row { rank, tests })
    }
}

/// The indices of the patterns in the order in which they are tried: the highest
/// benefit first, and then the order of the pattern files.
fn rank(patterns: &[Pattern]) -> Vec<usize> {
    let mut ranked: Vec<_> = (0..patterns.len()).collect();
    ranked.sort_by_key(|index| Reverse(patterns[*index].benefit));
    ranked
}

/// The plans by rank.
fn plan(
    graph: &Checked<'_, '_>,
    ranked: &[usize],
    positions: &mut Positions,
    layouts: &mut Layouts<'_>,
) -> Vec<Plan> {
    let mut planner = Planner {
        positions,
        layouts,
        pool: graph.pool(),
    };
    ranked
        .iter()
        .map(|index| planner.plan(&graph.patterns()[*index]))
        .collect()
}
