//! From a module of the dialect `pdl` to the program that finds and applies its
//! patterns.
//!
//! | module | subject |
//! |---|---|
//! | `read` | `pdl.pattern` operations become graphs |
//! | `graph`, `pool` | a pattern as data, and the names and constants of all patterns |
//! | `layout`, `position` | where the groups of an operation are, and paths to them |
//! | `plan` | graphs become tests of positions |
//! | `tree` | the tests of all patterns in one tree |
//! | `tree_code`, `code` | the tree becomes instructions |
//! | `routine`, `guards`, `rewrite` | native functions and rewrites become instructions |
//!
//! Matching has two phases. The tree finds the patterns whose structure matches an
//! operation: names, numbers, attributes, types, definitions of operands. It calls
//! no function. Then the routines of these patterns run, the best one first: they
//! call native constraints, and rewrite. So a constraint never runs for a pattern
//! whose structure does not match, or after a better pattern has rewritten.
//!
//! `contract/Program.h` describes the program, and `cpp-shim/engine` runs it.

mod code;
pub(crate) mod graph;
mod guards;
pub(crate) mod layout;
pub(crate) mod plan;
pub(crate) mod pool;
pub(crate) mod position;
pub(crate) mod read;
mod rewrite;
mod routine;
mod tree;
mod tree_code;

pub(crate) use layout::RunsIn;

use crate::ffi::{
    ir::segments,
    program::{NONE, Program, ProgramPattern, ProgramRoot},
};
use code::{Code, Registers, number};
use graph::Pattern;
use layout::Layouts;
use melior::{Context, ir::Module};
use plan::{Plan, Planner, Test};
use pool::{NameId, Pool};
use position::{Position, Positions};
use routine::Tools;
use std::{cmp::Reverse, collections::BTreeMap};
use tree::{Row, Tree};

/// Compiles the patterns of a module that has passed the checks of pdll.
pub(crate) fn compile<'c>(
    context: &'c Context,
    module: &Module<'c>,
    runs_in: RunsIn,
) -> Program<'c> {
    let describe = |name: &str| segments(context, name);
    let mut pool = Pool::default();
    let patterns = read::read(context, module, &mut pool);
    let mut positions = Positions::default();
    let mut layouts = Layouts::new(runs_in, &describe);
    let ranked = rank(&patterns);
    let plans = plan(&patterns, &ranked, &mut positions, &mut layouts, &pool);
    let trees = build_trees(&plans, &mut positions);
    let mut tools = Tools {
        code: &mut Code::default(),
        positions: &mut positions,
        layouts: &mut layouts,
        pool: &pool,
    };
    let (roots, num_tree_registers) = write_trees(&trees, &mut tools);
    let routines = write_routines(&patterns, &ranked, &plans, &mut tools);
    let code = std::mem::take(tools.code);
    let layouts = layouts.into_inner();
    finish(code, layouts, pool, routines, roots, num_tree_registers)
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

/// The trees by the name of the root. That of patterns with any root has none.
fn build_trees(plans: &[Plan], positions: &mut Positions) -> BTreeMap<Option<NameId>, Tree> {
    let root = positions.id(Position::Root);
    let mut rows: BTreeMap<Option<NameId>, Vec<Row>> = BTreeMap::new();
    for (rank, plan) in (0..).zip(plans) {
        let name = plan.tests.iter().find_map(|test| match test {
            Test::Name(position, name) if *position == root => Some(*name),
            _ => None,
        });
        // The table of roots makes this test.
        let is_open = |test: &&Test| name.is_none_or(|name| **test != Test::Name(root, name));
        let tests = plan.tests.iter().filter(is_open).copied().collect();
        rows.entry(name).or_default().push(Row { rank, tests });
    }
    rows.into_iter()
        .map(|(name, rows)| (name, Tree::build(rows)))
        .collect()
}

/// Writes the trees, and returns where they begin and how many registers they need.
fn write_trees(
    trees: &BTreeMap<Option<NameId>, Tree>,
    tools: &mut Tools<'_, '_, '_>,
) -> (Vec<ProgramRoot>, u32) {
    let mut roots = Vec::new();
    let mut max = 1;
    for (name, tree) in trees {
        let mut registers = Registers::new(tools.positions);
        let instruction = tree_code::write(tree, tools.positions, &mut registers, tools.code);
        max = max.max(registers.max());
        roots.push(ProgramRoot {
            name: name.map_or(NONE, |name| name.0),
            instruction,
            bound: tree.node(tree.root()).bound,
        });
    }
    (roots, max)
}

fn write_routines(
    patterns: &[Pattern],
    ranked: &[usize],
    plans: &[Plan],
    tools: &mut Tools<'_, '_, '_>,
) -> Vec<ProgramPattern> {
    let mut routines = Vec::new();
    for (rank, (index, plan)) in (0..).zip(ranked.iter().zip(plans)) {
        let pattern = &patterns[*index];
        let routine = routine::write(rank, pattern, plan, tools);
        let root = pattern.nodes.operation(pattern.root).name;
        routines.push(ProgramPattern {
            index: number(*index),
            root: root.map_or(NONE, |name| name.0),
            whole: routine.whole,
            accepted: routine.accepted,
            numRegisters: routine.num_registers,
            isCertain: u32::from(routine.is_certain),
            created: routine.created,
        });
    }
    routines
}

fn finish<'c>(
    code: Code,
    layouts: Vec<crate::ffi::program::Layout>,
    pool: Pool<'c>,
    patterns: Vec<ProgramPattern>,
    mut roots: Vec<ProgramRoot>,
    num_tree_registers: u32,
) -> Program<'c> {
    // That of any root comes first, because it has no name.
    let any = roots.first().filter(|root| root.name == NONE).copied();
    roots.retain(|root| root.name != NONE);
    let (names, constants) = pool.into_parts();
    Program {
        instructions: code.instructions,
        words: code.words,
        names,
        constants,
        layouts,
        patterns,
        roots,
        any_root: any.unwrap_or(ProgramRoot {
            name: NONE,
            instruction: NONE,
            bound: NONE,
        }),
        num_tree_registers,
    }
}
