//! Whether a pattern matches an operation, and why.
//!
//! This says the same as the program that [`matcher`](crate::back::matcher) makes, one
//! pattern and one operation at a time, and in the simplest way: it follows the
//! graph of the pattern, finds groups by trying all sizes, tries all users, and
//! keeps each test as data. It shares no more with the matcher than the graph, and
//! the list of guards. `docs/matching.md` describes what both do.
//!
//! | module | subject |
//! |---|---|
//! | `record` | the tests of a match, as data |
//! | `attempt` | what is known while an operation is compared with a pattern |
//! | `structure` | what a node of the graph demands |
//! | `bodies` | what is in an operation, and what an operation is in |
//! | `groups` | where the groups of an operation are |
//! | `conditions` | native constraints and guards |
//! | `search` | operations that are found among the users of values |
//! | `outline` | what a pattern demands, before it is compared |
//! | `print` | all of this for people |
//!
//! Nothing here is recursive in the length of a chain of operations.

mod attempt;
mod bodies;
mod conditions;
mod groups;
mod outline;
#[cfg(test)]
mod print;
mod record;
mod search;
mod structure;
#[cfg(test)]
mod tests;

pub(crate) use outline::Outlined;
pub(crate) use record::{
    Answer, Demand, Division, Finding, Mention, Outcome, PartId, Record, Replacement, Step, Tested,
    Trial,
};

use crate::{
    back::graph::{
        Checked, Locations,
        pattern::{NodeId, Pattern},
        pool::Pool,
    },
    mlir::ffi::{pattern_set::Natives, program::List},
};
use melior::ir::{Location, OperationRef};
#[cfg(test)]
use std::cmp::Reverse;

/// Patterns with the native functions that they call.
pub(crate) struct Reference<'a> {
    graph: &'a Checked<'a, 'a>,
    natives: &'a Natives,
    /// By the index of the pattern.
    locations: Vec<Locations<'a>>,
}

impl<'a> Reference<'a> {
    pub(crate) fn new(graph: &'a Checked<'a, 'a>, natives: &'a Natives) -> Self {
        Reference {
            graph,
            natives,
            locations: graph.locations(),
        }
    }

    /// The context of the patterns and of the program.
    pub(crate) fn context(&self) -> &'a melior::Context {
        self.graph.context()
    }

    pub(crate) fn patterns(&self) -> &'a [Pattern] {
        self.graph.patterns()
    }

    /// The functions that the patterns call.
    pub(crate) fn natives(&self) -> &'a Natives {
        self.natives
    }

    /// The names and constants of all patterns.
    pub(crate) fn pool(&self) -> &'a Pool<'a> {
        self.graph.pool()
    }

    /// What the pattern with this index demands, in the order of a match.
    pub(crate) fn outline(&self, pattern: usize) -> Vec<Outlined> {
        outline::outline(self, &self.patterns()[pattern]).demands
    }

    /// Where a match first finds what a node of that pattern stands for, by the index of
    /// the node.
    pub(crate) fn mentions(&self, pattern: usize) -> Vec<Option<Mention>> {
        outline::outline(self, &self.patterns()[pattern]).mentions
    }

    /// How a list of an operation of a pattern is divided; `1` is a single
    /// element, `*` a range, and `d` a range of all results of an operation.
    pub(crate) fn groups(&self, pattern: usize, node: NodeId, list: List) -> (String, Division) {
        let nodes = &self.patterns()[pattern].nodes;
        let rule = self.rule(nodes.operation(node), list, nodes);
        let letters = rule.groups.iter().map(|group| group.letter());
        (letters.collect(), rule.division)
    }

    /// Where the pattern with this index stands.
    pub(crate) fn place(&self, pattern: usize) -> Location<'a> {
        self.locations[pattern].pattern
    }

    /// Where a node of its match section stands.
    pub(crate) fn place_of_node(&self, pattern: usize, node: NodeId) -> Location<'a> {
        self.locations[pattern].nodes[node.index()]
    }

    /// Where that stands which makes a demand. Guards follow from the pattern as a whole.
    pub(crate) fn place_of(&self, pattern: usize, demand: Demand) -> Location<'a> {
        let locations = &self.locations[pattern];
        match (demand.node(), demand) {
            (Some(node), _) => locations.nodes[node.index()],
            (None, Demand::Constraint(index)) => locations.constraints[index],
            (None, _) => locations.pattern,
        }
    }

    /// The pattern that is applied to an operation: of those that match, the one
    /// with the highest benefit, and then the first one. If a constraint cannot be
    /// evaluated before that, its pattern.
    #[cfg(test)]
    pub(crate) fn find(&self, operation: OperationRef<'a, 'a>) -> Option<(usize, Record<'a>)> {
        let mut indices: Vec<_> = (0..self.patterns().len()).collect();
        indices.sort_by_key(|index| Reverse(self.patterns()[*index].benefit));
        indices.into_iter().find_map(|index| {
            let record = self.judge(index, operation);
            let is_last = record.breaks() || record.outcome == Outcome::Matches;
            is_last.then_some((index, record))
        })
    }

    /// Compares an operation with the pattern that has this index.
    #[cfg(test)]
    pub(crate) fn judge(&self, pattern: usize, operation: OperationRef<'a, 'a>) -> Record<'a> {
        let trial = Trial {
            max_users: search::MAX_USERS,
            replacement: None,
        };
        self.judge_with(pattern, operation, trial)
    }

    /// As [`Reference::judge`], within a limit, or with another constant.
    pub(crate) fn judge_with(
        &self,
        pattern: usize,
        operation: OperationRef<'a, 'a>,
        trial: Trial<'a>,
    ) -> Record<'a> {
        search::search(self, &self.patterns()[pattern], operation, trial)
    }
}
