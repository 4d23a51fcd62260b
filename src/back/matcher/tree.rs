//! The tests of all patterns as one tree.
//!
//! This is a *priority code tree*: a trie in which each pattern is one path. A node
//! has alternatives, which are tests, and each test has a branch for each value that
//! some pattern expects. So patterns that differ in a name, an attribute or a type
//! share one lookup, and a pattern that does not care about a test is not copied into
//! the branches of those that do, as in a decision tree: it is an alternative beside
//! them. The tree is not larger than the patterns.
//!
//! Patterns with the same root share a tree. The tests of each pattern are sorted by
//! how many patterns of that root make them, so that what is common comes first, as
//! in the FP-trees of data mining (Han, Pei and Yin, "Mining Frequent Patterns
//! without Candidate Generation", 2000). Code trees come from automated reasoning
//! (Voronkov, "The Anatomy of Vampire", 1995).
//!
//! Each node knows the best rank below it. Matching takes the better alternative
//! first, and leaves out those that are worse than a pattern which certainly
//! rewrites.
//!
//! Building takes time and memory in proportion to the number of tests, apart from
//! the sorting of the tests of each pattern, and needs no recursion.

use super::{
    plan::Test,
    position::{Position, PositionId},
};
use crate::back::graph::pool::NameId;
use crate::mlir::ffi::program::{List, Parts};
use rustc_hash::{FxHashMap, FxHashSet};

/// The tree of the patterns with one root, or of those with any root.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    num_patterns: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TreeNodeId(u32);

/// What is known after some tests.
#[derive(Debug)]
pub(crate) struct Node {
    /// The ranks of the patterns all of whose tests have been made.
    pub(crate) accepted: Vec<u32>,
    /// The tests that follow. Their bounds need not be sorted.
    pub(crate) alternatives: Vec<Alternative>,
    /// The best rank of the patterns that can still match.
    pub(crate) bound: u32,
}

/// A test, and what follows for each value that it may find.
#[derive(Debug)]
pub(crate) struct Alternative {
    pub(crate) question: Question,
    pub(crate) branches: Vec<(u32, TreeNodeId)>,
    /// The best rank in the branches.
    pub(crate) bound: u32,
}

/// What a test looks at. Tests that differ in the value they expect ask the same
/// question, if a table can tell the values apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// Which name the operation has.
    Name(PositionId),
    /// How many elements the list has.
    Count(PositionId, List),
    /// Which attribute or type it is.
    Constant(PositionId),
    /// How many of these parts the operation, region or block has.
    Parts(PositionId, Parts),
    /// Whether the test holds.
    Holds(Test),
}

/// The tests of a pattern, and its rank.
pub(crate) struct Row {
    pub(crate) rank: u32,
    pub(crate) tests: Vec<Test>,
}

impl Tree {
    /// Builds the tree of the rows, which are sorted by rank.
    pub(crate) fn build(rows: Vec<Row>) -> Self {
        if let [row] = &rows[..] {
            return Tree::path(row);
        }
        let mut numbers = FxHashMap::default();
        let mut questions = Vec::new();
        let mut frequencies: Vec<u32> = Vec::new();
        let rows: Vec<_> = rows
            .into_iter()
            .map(|row| (row.rank, split(&row.tests, &mut numbers, &mut questions)))
            .collect();
        frequencies.resize(questions.len(), 0);
        for (_, tests) in &rows {
            for (question, _) in tests {
                frequencies[*question as usize] += 1;
            }
        }
        let mut builder = TreeBuilder::new(&questions);
        builder.tree.num_patterns = rows.len();
        for (rank, mut tests) in rows {
            // What is earlier in a pattern has a smaller number.
            tests.sort_unstable_by_key(|(question, value)| {
                (!frequencies[*question as usize], *question, *value)
            });
            tests.dedup();
            builder.insert(rank, &tests);
        }
        builder.tree
    }

    /// The tree of one pattern, which shares no test.
    fn path(row: &Row) -> Self {
        let mut seen = FxHashSet::default();
        let tests = row.tests.iter().filter(|test| seen.insert(**test));
        let node = |accepted, alternatives| Node {
            accepted,
            alternatives,
            bound: row.rank,
        };
        let mut nodes: Vec<_> = (1..)
            .zip(tests)
            .map(|(next, test)| {
                let (question, value) = Question::of(test);
                let alternative = Alternative {
                    question,
                    branches: vec![(value, TreeNodeId(next))],
                    bound: row.rank,
                };
                node(Vec::new(), vec![alternative])
            })
            .collect();
        nodes.push(node(vec![row.rank], Vec::new()));
        Tree {
            nodes,
            num_patterns: 1,
        }
    }

    pub(crate) fn num_patterns(&self) -> usize {
        self.num_patterns
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn root(&self) -> TreeNodeId {
        TreeNodeId(0)
    }

    pub(crate) fn node(&self, id: TreeNodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

/// A question by its number, and the value that is expected.
type Numbered = (u32, u32);

/// Numbers the questions in the order in which they come up. A position is asked
/// about after those on its path.
fn split(
    tests: &[Test],
    numbers: &mut FxHashMap<Question, u32>,
    questions: &mut Vec<Question>,
) -> Vec<Numbered> {
    let number = |test: &Test| {
        let (question, value) = Question::of(test);
        let number = *numbers.entry(question).or_insert_with(|| {
            questions.push(question);
            u32::try_from(questions.len() - 1).expect("they are fewer than operations")
        });
        (number, value)
    };
    tests.iter().map(number).collect()
}

struct TreeBuilder<'q> {
    questions: &'q [Question],
    tree: Tree,
    /// The alternative of a node for a question.
    alternatives: FxHashMap<(TreeNodeId, u32), u32>,
    /// The node that follows for a value.
    branches: FxHashMap<(TreeNodeId, Numbered), TreeNodeId>,
}

impl<'q> TreeBuilder<'q> {
    fn new(questions: &'q [Question]) -> Self {
        TreeBuilder {
            questions,
            tree: Tree::default(),
            alternatives: FxHashMap::default(),
            branches: FxHashMap::default(),
        }
    }

    fn insert(&mut self, rank: u32, tests: &[Numbered]) {
        if self.tree.is_empty() {
            self.add_node(rank);
        }
        let mut node = self.tree.root();
        for test in tests {
            node = self.branch(node, *test, rank);
        }
        self.tree.nodes[node.0 as usize].accepted.push(rank);
    }

    /// The node that follows a test. Its bound is the first rank that comes by,
    /// because patterns come in the order of their ranks.
    fn branch(&mut self, node: TreeNodeId, test: Numbered, rank: u32) -> TreeNodeId {
        if let Some(next) = self.branches.get(&(node, test)) {
            return *next;
        }
        let next = self.add_node(rank);
        self.branches.insert((node, test), next);
        let (question, value) = test;
        let alternatives = &mut self.tree.nodes[node.0 as usize].alternatives;
        let index = *self
            .alternatives
            .entry((node, question))
            .or_insert_with(|| {
                alternatives.push(Alternative {
                    question: self.questions[question as usize],
                    branches: Vec::new(),
                    bound: rank,
                });
                u32::try_from(alternatives.len() - 1).expect("they are fewer than patterns")
            });
        alternatives[index as usize].branches.push((value, next));
        next
    }

    fn add_node(&mut self, bound: u32) -> TreeNodeId {
        let id = u32::try_from(self.tree.nodes.len()).expect("they are fewer than operations");
        self.tree.nodes.push(Node {
            accepted: Vec::new(),
            alternatives: Vec::new(),
            bound,
        });
        TreeNodeId(id)
    }
}

impl Question {
    /// The question of a test, and the answer that it expects.
    fn of(test: &Test) -> (Self, u32) {
        match *test {
            Test::Name(position, NameId(name)) => (Question::Name(position), name),
            Test::Count(position, list, count) => (Question::Count(position, list), count),
            Test::Constant(position, constant) => (Question::Constant(position), constant.0),
            Test::Parts(position, parts, count) => (Question::Parts(position, parts), count),
            test => (Question::Holds(test), 0),
        }
    }

    /// The operation and the attribute, if this asks whether an operation has an
    /// attribute.
    pub(crate) fn attribute(
        self,
        position: impl Fn(PositionId) -> Position,
    ) -> Option<(PositionId, NameId)> {
        match self {
            Question::Holds(Test::Exists(place)) => match position(place) {
                Position::Attribute(operation, name) => Some((operation, name)),
                _ => None,
            },
            _ => None,
        }
    }
}
