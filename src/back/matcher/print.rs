//! The tree and the routines, for people.

use super::{
    Matcher,
    layout::LayoutId,
    plan::Test,
    position::{Position, PositionId, Positions},
    print_steps,
    tree::{Node, Question, Tree, TreeNodeId},
};
use crate::back::graph::pool::{ConstantId, NameId, Pool};
use crate::mlir::ffi::program::{Division, Layout, List, Parts};
use std::fmt::Write;

/// Prints the tree of each root, and the steps of each pattern.
pub(crate) fn print(matcher: &Matcher<'_, '_>) -> String {
    let names = Names {
        positions: &matcher.positions,
        layouts: &matcher.layouts,
        pool: matcher.graph.pool(),
    };
    let mut text = String::new();
    for (name, tree) in &matcher.trees {
        match name {
            Some(name) => line(
                &mut text,
                0,
                &format!("operations `{}`:", names.text(*name)),
            ),
            None => line(&mut text, 0, "all operations:"),
        }
        print_tree(tree, &names, matcher, &mut text);
        text.push('\n');
    }
    print_steps::print(matcher, &names, &mut text);
    text
}

/// How the numbers of a program are called.
pub(super) struct Names<'m, 'c> {
    positions: &'m Positions,
    layouts: &'m [Layout],
    pool: &'m Pool<'c>,
}

/// What is still to be printed.
enum Task {
    Node(TreeNodeId, usize),
    Line(String, usize),
}

/// A tree may be deep, so there is no recursion, and only a choice indents.
fn print_tree(tree: &Tree, names: &Names<'_, '_>, matcher: &Matcher<'_, '_>, text: &mut String) {
    let mut tasks = vec![Task::Node(tree.root(), 1)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Line(content, depth) => line(text, depth, &content),
            Task::Node(id, depth) => {
                let node = tree.node(id);
                let mut next = Vec::new();
                let num_choices = node.accepted.len() + node.alternatives.len();
                for (bound, choice) in sorted_choices(node) {
                    let mut inner = depth;
                    if num_choices > 1 {
                        next.push(Task::Line(format!("from rank {bound}:"), depth));
                        inner += 1;
                    }
                    match choice {
                        None => {
                            let accepted = format!("accept {}", matcher.describe(bound));
                            next.push(Task::Line(accepted, inner));
                        }
                        Some(index) => {
                            print_alternative(node, index, inner, names, &mut next);
                        }
                    }
                }
                tasks.extend(next.into_iter().rev());
            }
        }
    }
}

/// The choices of a node with their bounds, the best one first: a pattern, or an
/// alternative.
fn sorted_choices(node: &Node) -> Vec<(u32, Option<usize>)> {
    let accepted = node.accepted.iter().map(|rank| (*rank, None));
    let alternatives = node.alternatives.iter().enumerate();
    let alternatives = alternatives.map(|(index, one)| (one.bound, Some(index)));
    let mut choices: Vec<_> = accepted.chain(alternatives).collect();
    choices.sort_by_key(|(bound, _)| *bound);
    choices
}

fn print_alternative(
    node: &Node,
    index: usize,
    depth: usize,
    names: &Names<'_, '_>,
    next: &mut Vec<Task>,
) {
    let alternative = &node.alternatives[index];
    if let [(value, follower)] = alternative.branches[..] {
        let test = alternative.question.test(value);
        next.push(Task::Line(names.test(test), depth));
        next.push(Task::Node(follower, depth));
        return;
    }
    next.push(Task::Line(names.question(alternative.question), depth));
    for (value, follower) in &alternative.branches {
        let answer = names.answer(alternative.question, *value);
        next.push(Task::Line(answer + ":", depth + 1));
        next.push(Task::Node(*follower, depth + 2));
    }
}

pub(super) fn line(text: &mut String, depth: usize, content: &str) {
    writeln!(text, "{:1$}{content}", "", 2 * depth).expect("a string takes any text");
}

fn counted(count: u32, plural: &str) -> String {
    match count {
        0 => format!("no {plural}"),
        1 => format!("1 {}", plural.trim_end_matches('s')),
        _ => format!("{count} {plural}"),
    }
}

impl Names<'_, '_> {
    pub(super) fn text(&self, name: NameId) -> &str {
        self.pool.text(name)
    }

    pub(super) fn constant(&self, id: ConstantId) -> String {
        self.pool.constants()[id.0 as usize].attribute.to_string()
    }

    pub(super) fn list(list: List) -> &'static str {
        match list {
            List::PdllOperands => "operands",
            List::PdllResults => "results",
        }
    }

    /// Such as "1 operand".
    pub(super) fn counted(count: u32, list: List) -> String {
        counted(count, Self::list(list))
    }

    pub(super) fn counted_parts(count: u32, parts: Parts) -> String {
        counted(count, Self::parts(parts))
    }

    fn parts(parts: Parts) -> &'static str {
        match parts {
            Parts::PdllRegions => "regions",
            Parts::PdllBlocks => "blocks",
            Parts::PdllArguments => "arguments",
            Parts::PdllOperations => "operations",
        }
    }

    pub(super) fn layout(&self, id: u32) -> String {
        let layout = &self.layouts[id as usize];
        let groups = layout.groups.chars().map(|group| match group {
            '1' => "one",
            'd' => "all results",
            _ => "range",
        });
        let groups: Vec<_> = groups.collect();
        let division = match layout.division {
            Division::PdllEqualRanges => "",
            Division::PdllSingleRanges => ", each with one element",
            Division::PdllSegments => ", by an attribute with their sizes",
            Division::PdllSegmentsIfRegistered => {
                ", by an attribute with their sizes if there is one"
            }
        };
        format!("({}){division}", groups.join(", "))
    }

    fn question(&self, question: Question) -> String {
        match question {
            Question::Name(position) => format!("the name of {} is", self.position(position)),
            Question::Count(position, list) => {
                let list = Self::list(list);
                format!("the number of {list} of {} is", self.position(position))
            }
            Question::Constant(position) => format!("{} is", self.position(position)),
            Question::Parts(position, parts) => {
                let parts = Self::parts(parts);
                format!("the number of {parts} of {} is", self.position(position))
            }
            Question::Holds(test) => self.test(test),
        }
    }

    fn answer(&self, question: Question, value: u32) -> String {
        match question {
            Question::Name(_) => format!("`{}`", self.text(NameId(value))),
            Question::Count(..) | Question::Parts(..) => value.to_string(),
            Question::Constant(_) => format!("`{}`", self.constant(ConstantId(value))),
            Question::Holds(_) => "true".to_owned(),
        }
    }

    /// A test as a sentence.
    pub(super) fn test(&self, test: Test) -> String {
        let of = |position| self.position(position);
        match test {
            Test::Exists(position) => format!("there is {}", of(position)),
            Test::Name(position, name) => format!("{} is `{}`", of(position), self.text(name)),
            Test::Count(position, list, count) => {
                format!("{} has {}", of(position), Self::counted(count, list))
            }
            Test::CountAtLeast(position, list, count) => {
                let counted = Self::counted(count, list);
                format!("{} has {counted} or more", of(position))
            }
            Test::Layout(position, LayoutId(layout)) => {
                let list = Self::list(self.layouts[layout as usize].list);
                format!("the {list} of {} are {}", of(position), self.layout(layout))
            }
            Test::Constant(position, constant) | Test::Types(position, constant) => {
                format!("{} is `{}`", of(position), self.constant(constant))
            }
            Test::ResultNumber(position, index) => {
                format!("{} is result {index} of its definition", of(position))
            }
            Test::Equal(first, second) => format!("{} is {}", of(first), of(second)),
            Test::Parts(position, parts, count) => {
                format!("{} has {}", of(position), Self::counted_parts(count, parts))
            }
            Test::Inside(operation, block) => format!("{} is in {}", of(operation), of(block)),
            Test::Distinct(first, second) => format!("{} is not {}", of(first), of(second)),
        }
    }

    /// A path from the root.
    fn position(&self, mut position: PositionId) -> String {
        let mut steps = Vec::new();
        loop {
            let (step, parent) = match self.positions[position] {
                Position::Root => ("root".to_owned(), None),
                Position::Found(index) => (format!("found{index}"), None),
                Position::Definition(parent) => (".definition".to_owned(), Some(parent)),
                Position::First(parent) => ("[0]".to_owned(), Some(parent)),
                Position::Element(parent, list, index) => {
                    (format!(".{}[{index}]", Self::list(list)), Some(parent))
                }
                Position::Rest(parent, list, first) => {
                    (format!(".{}[{first}..]", Self::list(list)), Some(parent))
                }
                Position::Group(parent, layout, index)
                | Position::Groups(parent, layout, index) => {
                    let list = Self::list(self.layouts[layout.0 as usize].list);
                    (format!(".{list}.group{index}"), Some(parent))
                }
                Position::Attribute(parent, name) => {
                    (format!(".attribute `{}`", self.text(name)), Some(parent))
                }
                Position::AttributeType(parent) | Position::Type(parent) => {
                    (".type".to_owned(), Some(parent))
                }
                Position::Types(parent) => (".types".to_owned(), Some(parent)),
                Position::Region(parent, index) => (format!(".regions[{index}]"), Some(parent)),
                Position::Block(parent, index) => (format!(".blocks[{index}]"), Some(parent)),
                Position::Argument(parent, index) => (format!(".arguments[{index}]"), Some(parent)),
                Position::Arguments(parent, first) => {
                    (format!(".arguments[{first}..]"), Some(parent))
                }
                Position::Last(parent) => (".last".to_owned(), Some(parent)),
                Position::Parent(parent) => (".parent".to_owned(), Some(parent)),
            };
            steps.push(step);
            match parent {
                Some(parent) => position = parent,
                None => break,
            }
        }
        steps.reverse();
        steps.concat()
    }
}
