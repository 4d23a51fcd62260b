//! What the patterns of a module are, and the plans by which they are found: all
//! that is known before something is written for them.

use super::{
    RunsIn,
    layout::Layouts,
    plan::{Plan, Planner, Test},
    position::{Position, Positions},
    tree::Row,
};
use crate::back::graph::{
    pattern::Pattern,
    pool::{NameId, Pool},
    read,
};
use crate::mlir::ffi::ir::segments;
use melior::{Context, ir::Module};
use std::cmp::Reverse;

/// The patterns of a module, analyzed.
pub(crate) struct Analysis<'c> {
    /// In the order of the module.
    pub(crate) patterns: Vec<Pattern>,
    /// The indices of the patterns by rank.
    pub(crate) ranked: Vec<usize>,
    /// By rank.
    pub(crate) plans: Vec<Plan>,
    pub(crate) pool: Pool<'c>,
    pub(crate) positions: Positions,
    pub(crate) layouts: Layouts<'c>,
}

/// Analyzes the patterns of a module that has passed the checks of pdll.
pub(crate) fn analyze<'c>(
    context: &'c Context,
    module: &Module<'c>,
    runs_in: RunsIn,
) -> Analysis<'c> {
    let mut pool = Pool::default();
    let patterns = read::read(context, module, &mut pool);
    let mut positions = Positions::default();
    let mut layouts = Layouts::new(runs_in, |name: &str| segments(context, name));
    let ranked = rank(&patterns);
    let plans = plan(&patterns, &ranked, &mut positions, &mut layouts, &pool);
    Analysis {
        patterns,
        ranked,
        plans,
        pool,
        positions,
        layouts,
    }
}

impl Analysis<'_> {
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
    patterns: &[Pattern],
    ranked: &[usize],
    positions: &mut Positions,
    layouts: &mut Layouts<'_>,
    pool: &Pool<'_>,
) -> Vec<Plan> {
    let mut planner = Planner {
        positions,
        layouts,
        pool,
    };
    ranked
        .iter()
        .map(|index| planner.plan(&patterns[*index]))
        .collect()
}
