//! The numbers of the interpreter's bytecode have 16 bits, and wrap silently.

use super::Fault;
use crate::back::graph::{
    Checked, Locations,
    pattern::{Node, NodeId, Pattern, Statement},
    pool::{ConstantId, NameId},
};
use melior::ir::Location;
use rustc_hash::FxHashSet;

/// Leaves some room for what MLIR adds.
const LIMIT: usize = 60_000;

/// The first pattern that no longer fits into the set.
pub(super) fn excess<'c>(
    graph: &Checked<'_, 'c>,
    locations: &[Locations<'c>],
) -> Option<Fault<'c>> {
    let mut used = Used::default();
    let mut patterns = graph.patterns().iter().zip(locations);
    patterns.find_map(|(pattern, locations)| {
        used.add(pattern);
        let (location, reason) = longest_list(pattern, locations).or_else(|| {
            let what = used.excess()?;
            let reason = format!("a set of patterns can hold at most {LIMIT} {what}");
            Some((locations.pattern, reason))
        })?;
        Some(Fault {
            pattern: pattern.name.clone(),
            location,
            reason,
            is_foreign_call: false,
        })
    })
}

/// An operation with too many parts.
fn longest_list<'c>(
    pattern: &Pattern,
    locations: &Locations<'c>,
) -> Option<(Location<'c>, String)> {
    let length = |id: NodeId| {
        let operation = pattern.nodes.operation(id);
        operation.operands.entries.len() + operation.results.entries.len()
    };
    let matched = pattern.nodes.matched_operations();
    let matched = matched.map(|(id, _)| (length(id), locations.nodes[id.index()]));
    let statements = pattern.rewrite.iter().zip(&locations.statements);
    let created = statements.filter_map(|(statement, location)| match statement {
        Statement::Define(id) if matches!(pattern.nodes[*id], Node::Operation(_)) => {
            Some((length(*id), *location))
        }
        _ => None,
    });
    let mut all = matched.chain(created);
    let (length, location) = all.find(|(length, _)| *length > LIMIT)?;
    let reason = format!("this has {length} parts, but at most {LIMIT} are supported");
    Some((location, reason))
}

/// How many numbers a set needs.
#[derive(Default)]
struct Used {
    operations: FxHashSet<NameId>,
    attributes: FxHashSet<NameId>,
    constants: FxHashSet<ConstantId>,
    patterns: usize,
    /// The values of the longest rewrite, which share their numbers.
    values: usize,
    rewrites: usize,
    constraints_with_results: usize,
}

impl Used {
    fn add(&mut self, pattern: &Pattern) {
        self.patterns += 1;
        let nodes = &pattern.nodes;
        self.values = self.values.max(nodes.in_rewrite().count());
        for (_, node) in nodes.matched().chain(nodes.in_rewrite()) {
            self.constants.extend(node.constant());
            if let Node::Operation(operation) = node {
                self.operations.extend(operation.name);
                let names = operation.attributes.iter().map(|(name, _)| *name);
                self.attributes.extend(names);
            }
        }
        let is_call = |statement: &&Statement| matches!(statement, Statement::Call(_));
        self.rewrites += pattern.rewrite.iter().filter(is_call).count();
        let constraints = pattern.constraints.iter();
        self.constraints_with_results +=
            constraints.filter(|call| !call.results.is_empty()).count();
    }

    /// What there is too much of.
    fn excess(&self) -> Option<&'static str> {
        let entries = self.operations.len() + self.attributes.len() + self.constants.len();
        if entries + self.patterns + self.values > LIMIT {
            Some("patterns and different operation names, attributes and types together")
        } else if self.rewrites > LIMIT {
            Some("calls of native rewrites")
        } else if self.constraints_with_results > LIMIT {
            Some("calls of native constraints with results")
        } else {
            None
        }
    }
}
