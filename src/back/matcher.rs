//! From the graphs of patterns to the program that finds and applies them.
//!
//! | module | subject |
//! |---|---|
//! | `layout`, `position` | where the groups of an operation are, and paths to them |
//! | `plan` | graphs become tests of positions |
//! | `analysis` | all of this for the patterns of a module |
//! | `tree` | the tests of all patterns in one tree |
//! | `choices` | what a node of the tree can do next |
//! | `tree_code`, `code` | the tree becomes instructions |
//! | `routine`, `rewrite` | native functions and rewrites become instructions |
//! | `embed` | a program as an attribute of its module |
//! | `print`, `print_steps` | all of this for people |
//!
//! Matching has two phases. The tree finds the patterns whose structure matches an
//! operation: names, numbers, attributes, types, definitions of operands. It calls
//! no function. Then the routines of these patterns run, the best one first: they
//! call native constraints, and rewrite. So a constraint never runs for a pattern
//! whose structure does not match, or after a better pattern has rewritten. Where
//! only one pattern can match, its routine also tests the structure.
//!
//! `contract/Program.h` describes the program, and `cpp-shim/runtime/engine` runs it.

pub(crate) mod analysis;
pub(crate) mod choices;
mod code;
pub(crate) mod embed;
pub(crate) mod layout;
pub(crate) mod plan;
pub(crate) mod position;
pub(crate) mod print;
mod print_steps;
mod rewrite;
mod routine;
pub(crate) mod tree;
mod tree_code;

use crate::back::graph::{Checked, pattern::Pattern, pool::NameId};
use crate::mlir::ffi::program::{Instruction, Layout, NONE, Program, ProgramPattern, ProgramRoot};
use analysis::{Analysis, analyze};
use code::{Code, Registers, Step, number};
use plan::Plan;
use position::Positions;
use routine::{Entries, Routine, Tools};
use std::collections::BTreeMap;
use tree::{Row, Tree};

/// Everything about the program of some patterns, as it is made.
pub(crate) struct Matcher<'g, 'c> {
    graph: &'g Checked<'g, 'c>,
    /// The indices of the patterns by rank.
    ranked: Vec<usize>,
    positions: Positions,
    layouts: Vec<Layout>,
    /// By the name of the root. That of patterns with any root has none.
    trees: BTreeMap<Option<NameId>, Tree>,
    /// By rank.
    routines: Vec<Routine>,
    roots: Vec<ProgramRoot>,
    num_tree_registers: u32,
    code: Code,
}

/// Makes the program of patterns.
pub(crate) fn compile<'g, 'c>(graph: &'g Checked<'g, 'c>) -> Matcher<'g, 'c> {
    let mut analysis = analyze(graph);
    let trees = build_trees(&mut analysis);
    let Analysis {
        ranked,
        plans,
        mut positions,
        mut layouts,
        ..
    } = analysis;
    let mut code = Code::default();
    let mut tools = Tools {
        code: &mut code,
        positions: &mut positions,
        layouts: &mut layouts,
        pool: graph.pool(),
    };
    let (roots, num_tree_registers) = write_trees(&trees, &mut tools);
    let routines = write_routines(graph.patterns(), &ranked, &plans, &roots, &mut tools);
    let layouts = layouts.into_inner();
    Matcher {
        graph,
        ranked,
        positions,
        layouts,
        trees,
        routines,
        roots,
        num_tree_registers,
        code,
    }
}

impl<'c> Matcher<'_, 'c> {
    /// The program in the form of the contract.
    pub(crate) fn into_program(self) -> Program<'c> {
        let patterns = self.ranked.iter().zip(&self.routines);
        let patterns = patterns.map(|(index, routine)| {
            let pattern = &self.graph.patterns()[*index];
            let root = pattern.nodes.operation(pattern.root).name;
            ProgramPattern {
                index: number(*index),
                root: root.map_or(NONE, |name| name.0),
                whole: routine.whole,
                accepted: routine.accepted,
                numRegisters: routine.num_registers,
                isCertain: u32::from(routine.is_certain),
                created: routine.created,
            }
        });
        let patterns = patterns.collect();
        let none = ProgramRoot {
            name: NONE,
            instruction: NONE,
            bound: NONE,
        };
        let (any, named): (Vec<_>, _) = self.roots.into_iter().partition(|root| root.name == NONE);
        let pool = self.graph.pool();
        Program {
            instructions: self.code.steps.iter().map(Step::raw).collect(),
            words: self.code.words,
            names: pool.names().to_vec(),
            constants: pool.constants().to_vec(),
            layouts: self.layouts,
            patterns,
            roots: named,
            any_root: any.first().copied().unwrap_or(none),
            num_tree_registers: self.num_tree_registers,
        }
    }

    /// How the text for people calls the pattern with that rank.
    fn describe(&self, rank: u32) -> String {
        let pattern = &self.graph.patterns()[self.ranked[rank as usize]];
        let location = self.graph.pool().constants()[pattern.location.0 as usize].attribute;
        let location = location.to_string();
        let place = location.trim_start_matches("loc(").trim_end_matches(')');
        let benefit = pattern.benefit;
        match &*pattern.name {
            "" => format!("the pattern at {place}, benefit {benefit}, rank {rank}"),
            name => format!("`{name}` at {place}, benefit {benefit}, rank {rank}"),
        }
    }
}

impl Step {
    fn raw(&self) -> Instruction {
        Instruction {
            opcode: self.opcode as u16,
            kind: self.fields.kind,
            a: self.fields.a,
            b: self.fields.b,
            c: self.fields.c,
        }
    }
}

/// The trees by the name of the root. That of patterns with any root has none.
fn build_trees(analysis: &mut Analysis<'_, '_>) -> BTreeMap<Option<NameId>, Tree> {
    let mut rows: BTreeMap<Option<NameId>, Vec<Row>> = BTreeMap::new();
    for rank in 0..number(analysis.plans.len()) {
        let (name, row) = analysis.row(rank);
        rows.entry(name).or_default().push(row);
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
    let mut registers = Registers::default();
    let mut max = 1;
    for (name, tree) in trees {
        registers.restart(tools.positions);
        let instruction = match tree.num_patterns() {
            // The routine of the pattern makes the tests.
            1 if !trees.contains_key(&None) => NONE,
            _ => tree_code::write(tree, tools.positions, &mut registers, tools.code),
        };
        max = max.max(registers.max());
        roots.push(ProgramRoot {
            name: name.map_or(NONE, |name| name.0),
            instruction,
            bound: tree.node(tree.root()).bound,
        });
    }
    (roots, max)
}

/// Writes the routines by rank.
fn write_routines(
    patterns: &[Pattern],
    ranked: &[usize],
    plans: &[Plan],
    roots: &[ProgramRoot],
    tools: &mut Tools<'_, '_, '_>,
) -> Vec<Routine> {
    let mut entries = vec![Entries::Both; ranked.len()];
    for root in roots.iter().filter(|root| root.instruction == NONE) {
        entries[root.bound as usize] = Entries::Whole;
    }
    let mut registers = Registers::default();
    let ranked = (0..).zip(ranked.iter().zip(plans));
    ranked
        .map(|(rank, (index, plan))| {
            let pattern = &patterns[*index];
            let entries = entries[rank as usize];
            routine::write(rank, pattern, plan, entries, tools, &mut registers)
        })
        .collect()
}

#[cfg(test)]
mod growth;
#[cfg(test)]
mod tests;
