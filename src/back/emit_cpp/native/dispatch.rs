//! Dispatchers: structs that find the patterns with the same root and benefit whose
//! structure matches, by one tree of tests.
//!
//! A function goes straight through the tests of one path, and returns where one
//! does not hold. What a node of the tree can do besides is in functions of their
//! own, which get the variables that they need. So neither this file nor the C++
//! nests as deeply as the patterns.

use super::{
    members::literal,
    scope::{Scope, one},
    tests_of_structure,
};
use crate::back::graph::pool::{ConstantId, NameId};
use crate::back::matcher::{
    choices::{Choice, choices},
    plan::Test,
    position::{PositionId, Positions},
    tree::{Alternative, Question, Tree, TreeNodeId},
};
use crate::mlir::ffi::program::ConstantKind;
use std::fmt::Write;

/// Writes the function that finds the patterns of a dispatcher, and those that it calls.
/// Patterns are known by their indices in the dispatcher.
pub(super) fn write(
    tree: &Tree,
    certain: &[bool],
    names: &[&str],
    scope: &mut Scope<'_, '_>,
) -> String {
    let positions = scope.positions;
    let mut writer = Writer {
        tree,
        certain,
        names,
        scope,
        positions,
        functions: Vec::new(),
        text: String::new(),
        num_functions: 0,
    };
    writer.begin(Start::Node(tree.root()), None, "");
    while !writer.functions.is_empty() {
        writer.step();
    }
    writer.text
}

/// From this number on, names, constants and attributes are looked up in a table.
const MIN_TABLE: usize = 5;

const PARAMETERS: &str = "[[maybe_unused]] const Constants &self,\n      \
    [[maybe_unused]] ::mlir::Operation *root,\n      \
    [[maybe_unused]] Candidates &found";

struct Writer<'w, 'a, 'c> {
    tree: &'w Tree,
    certain: &'w [bool],
    /// The names of the patterns.
    names: &'w [&'w str],
    scope: &'w mut Scope<'a, 'c>,
    positions: &'a Positions,
    /// The functions that are being written. Each but the first is called by the one
    /// before it.
    functions: Vec<Function<'w>>,
    /// The functions that are done.
    text: String,
    num_functions: usize,
}

struct Function<'w> {
    /// None for the first one.
    name: Option<String>,
    /// What stands before its call.
    before: &'static str,
    /// What is still to be written, the next one last.
    tasks: Vec<Task<'w>>,
}

enum Task<'w> {
    Line(String),
    Node(TreeNodeId),
    /// The last thing that the function does.
    Last(Choice<'w>),
    /// Calls a function, after this text, unless its beginning is simple.
    Call(&'static str, Start<'w>),
}

/// Where a function begins.
#[derive(Clone)]
enum Start<'w> {
    Node(TreeNodeId),
    /// The same after a test that holds.
    After(Test, TreeNodeId),
    Choice(Choice<'w>),
}

impl<'w> Writer<'w, '_, '_> {
    fn begin(&mut self, start: Start<'w>, name: Option<String>, before: &'static str) {
        self.scope.begin("return;");
        let task = match start {
            Start::Node(node) => Task::Node(node),
            Start::After(test, node) => {
                self.scope.note_count(test);
                Task::Node(node)
            }
            Start::Choice(choice) => Task::Last(choice),
        };
        self.functions.push(Function {
            name,
            before,
            tasks: vec![task],
        });
    }

    /// Writes the next part of the innermost function.
    fn step(&mut self) {
        let last = self.functions.last_mut().expect("there is a function");
        match last.tasks.pop() {
            None => self.end(),
            Some(Task::Line(line)) => self.scope.line(&line),
            Some(Task::Node(node)) => self.node(node),
            Some(Task::Last(choice)) => self.last(choice),
            Some(Task::Call(before, start)) => self.call(before, start),
        }
    }

    fn end(&mut self) {
        let (body, passed) = self.scope.end();
        let function = self.functions.pop().expect("there is a function");
        let mut parameters = PARAMETERS.to_owned();
        let mut arguments = "self, root, found".to_owned();
        for position in passed {
            let variable = self.scope.variable(position);
            let declared = self.scope.declaration(position, &variable);
            let _ = write!(parameters, ", {declared}");
            let _ = write!(arguments, ", {variable}");
        }
        let name = function.name.as_deref().unwrap_or("run");
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let _ = write!(
            self.text,
            "  static void {name}({parameters}) {{\n{body}  }}\n"
        );
        if let Some(name) = function.name {
            let before = function.before;
            self.scope.line(&format!("{before}{name}({arguments});"));
        }
    }

    fn task(&mut self, task: Task<'w>) {
        let last = self.functions.last_mut().expect("there is a function");
        last.tasks.push(task);
    }

    /// Plans what a node does: its choices, the best one first.
    fn node(&mut self, node: TreeNodeId) {
        let choices = choices(self.tree.node(node), self.positions, MIN_TABLE);
        let mut tasks = Vec::new();
        let count = choices.len();
        for (index, choice) in choices.into_iter().enumerate() {
            if index > 0 {
                tasks.push(Task::Line(format!(
                    "if (!found.isNeeded({}))",
                    choice.bound()
                )));
                tasks.push(Task::Line("  return;".to_owned()));
            }
            tasks.push(match (index + 1 == count, choice) {
                (true, choice) => Task::Last(choice),
                (false, Choice::Accept(index)) => Task::Line(self.accept(index)),
                (false, choice) => Task::Call("", Start::Choice(choice)),
            });
        }
        for task in tasks.into_iter().rev() {
            self.task(task);
        }
    }

    fn accept(&self, index: u32) -> String {
        let name = self.names[index as usize];
        match self.certain[index as usize] {
            true => format!("found.addCertain({index}); // {name}"),
            false => format!("found.add({index}); // {name}"),
        }
    }

    /// Writes a call of a function for what follows. A pattern that follows at once
    /// needs no function.
    fn call(&mut self, before: &'static str, start: Start<'w>) {
        if let Start::Node(node) | Start::After(_, node) = start
            && let Some(index) = self.leaf(node)
        {
            let accept = self.accept(index);
            self.scope.line(&format!("{before}{accept}"));
            return;
        }
        self.scope.flush();
        self.num_functions += 1;
        let name = format!("find{}", self.num_functions);
        self.begin(start, Some(name), before);
    }

    /// The only pattern at a node where nothing follows.
    fn leaf(&self, node: TreeNodeId) -> Option<u32> {
        let node = self.tree.node(node);
        match node.accepted[..] {
            [index] if node.alternatives.is_empty() => Some(index),
            _ => None,
        }
    }

    fn last(&mut self, choice: Choice<'w>) {
        match choice {
            Choice::Accept(index) => {
                let line = self.accept(index);
                self.scope.line(&line);
            }
            Choice::Ask(alternative) => self.ask(alternative),
            Choice::Attributes(operation, all) => self.attributes(operation, all),
        }
    }

    fn ask(&mut self, alternative: &'w Alternative) {
        if let [(value, next)] = alternative.branches[..] {
            tests_of_structure::write(self.scope, alternative.question.test(value));
            self.task(Task::Node(next));
            return;
        }
        match alternative.question {
            Question::Name(position) => {
                let op = self.scope.load(position);
                self.choose(alternative, &format!("{op}->getName()"));
            }
            Question::Constant(position) => {
                let one = self.scope.load(position);
                self.choose(alternative, &one);
            }
            Question::Count(position, list) => {
                let op = self.scope.load(position);
                let count = format!("{op}->getNum{}s()", one(list));
                let branch = |(count, next): &(u32, TreeNodeId)| {
                    let test = alternative.question.test(*count);
                    (*count, Start::After(test, *next))
                };
                self.switch(&count, alternative.branches.iter().map(branch));
            }
            Question::Parts(position, parts) => {
                let counts = alternative.branches.iter().map(|(count, _)| *count);
                let most = counts.max().unwrap_or(0);
                let found = tests_of_structure::number_of_parts(self.scope, position, parts, most);
                let branch = |(count, next): &(u32, TreeNodeId)| {
                    let test = alternative.question.test(*count);
                    (*count, Start::After(test, *next))
                };
                self.switch(&found, alternative.branches.iter().map(branch));
            }
            Question::Holds(_) => panic!("such a question has one answer"),
        }
    }

    /// Writes a choice among names or constants.
    fn choose(&mut self, alternative: &'w Alternative, asked: &str) {
        let mut branches = alternative.branches.clone();
        branches.sort_by_key(|(_, next)| self.tree.node(*next).bound);
        if branches.len() < MIN_TABLE {
            self.compare(alternative.question, asked, &branches);
            return;
        }
        let keys: Vec<_> = branches.iter().map(|(value, _)| *value).collect();
        let table = self.table(alternative.question, &keys);
        let found = format!("{table}.find({asked})");
        let nodes: Vec<_> = branches.iter().map(|(_, next)| *next).collect();
        if !self.accept_leaves(&found, &nodes) {
            self.switch(&found, (0..).zip(nodes.into_iter().map(Start::Node)));
        }
    }

    fn compare(&mut self, question: Question, asked: &str, branches: &[(u32, TreeNodeId)]) {
        self.scope.flush();
        let mut tasks = Vec::new();
        for (value, next) in branches {
            let members = &mut self.scope.members;
            let expected = match question {
                Question::Name(_) => members.operation_name(NameId(*value)),
                _ => members.constant(ConstantId(*value)),
            };
            tasks.push(Task::Line(format!("if ({asked} == {expected})")));
            tasks.push(Task::Call("  return ", Start::Node(*next)));
        }
        for task in tasks.into_iter().rev() {
            self.task(task);
        }
    }

    /// The member that numbers these names or constants.
    fn table(&mut self, question: Question, keys: &[u32]) -> String {
        let pool = self.scope.pool;
        let (function, values) = match question {
            Question::Name(_) => {
                let names = keys.iter().map(|key| literal(pool.text(NameId(*key))));
                ("names", format!("{{{}}}", lines(names, ", ")))
            }
            _ => {
                let constants = pool.constants();
                let all = keys.iter().map(|key| &constants[*key as usize]);
                let is_type = all
                    .clone()
                    .all(|constant| constant.kind == ConstantKind::PdllConstantIsType);
                let function = if is_type { "types" } else { "attributes" };
                let texts = all.map(|constant| constant.attribute.to_string());
                (function, array(texts))
            }
        };
        self.switch_object(function, &values)
    }

    fn switch_object(&mut self, function: &str, values: &str) -> String {
        let value = format!("pdll_support::Switch::{function}(context, {values})");
        self.scope.members.object("pdll_support::Switch", &value)
    }

    /// Writes a choice whose branches are all one pattern. Returns whether that is
    /// so.
    fn accept_leaves(&mut self, found: &str, nodes: &[TreeNodeId]) -> bool {
        let leaves: Option<Vec<_>> = nodes.iter().map(|node| self.leaf(*node)).collect();
        let Some(leaves) = leaves else {
            return false;
        };
        let certain = self.certain[leaves[0] as usize];
        if leaves
            .iter()
            .any(|leaf| self.certain[*leaf as usize] != certain)
        {
            return false;
        }
        let number = self.scope.names.take("number");
        let add = if certain { "addCertain" } else { "add" };
        let follow_each_other = leaves.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        self.scope.line(&format!("unsigned {number} = {found};"));
        let index = if follow_each_other {
            match leaves[0] {
                0 => number.clone(),
                first => format!("{first} + {number}"),
            }
        } else {
            let indices = self.scope.names.take("indices");
            let all = lines(leaves.iter().map(u32::to_string), ", ");
            self.scope.line(&format!(
                "static constexpr unsigned {indices}[] = {{{all}}};"
            ));
            format!("{indices}[{number}]")
        };
        self.scope
            .line(&format!("if ({number} != pdll_support::Switch::none)"));
        self.scope.line(&format!("  found.{add}({index});"));
        true
    }

    fn switch(&mut self, asked: &str, branches: impl Iterator<Item = (u32, Start<'w>)>) {
        self.scope.flush();
        let mut tasks = vec![Task::Line(format!("switch ({asked}) {{"))];
        for (value, next) in branches {
            tasks.push(Task::Line(format!("case {value}:")));
            tasks.push(Task::Call("  return ", next));
        }
        tasks.push(Task::Line("}".to_owned()));
        for task in tasks.into_iter().rev() {
            self.task(task);
        }
    }

    /// Asks for all attributes that the operation has.
    fn attributes(&mut self, operation: PositionId, mut all: Vec<(NameId, &'w Alternative)>) {
        all.sort_by_key(|(_, alternative)| alternative.bound);
        let op = self.scope.load(operation);
        let pool = self.scope.pool;
        let texts = all.iter().map(|(name, _)| literal(pool.text(*name)));
        let texts = format!("{{{}}}", lines(texts, ", "));
        let table = self.switch_object("texts", &texts);
        self.scope.flush();
        let number = self.scope.names.take("number");
        let mut tasks = vec![
            Task::Line(format!(
                "for (unsigned {number} : {table}.findAttributes({op}))"
            )),
            Task::Line(format!("  switch ({number}) {{")),
        ];
        for (index, (_, alternative)) in all.iter().enumerate() {
            let (_, next) = alternative.branches[0];
            tasks.push(Task::Line(format!("  case {index}:")));
            tasks.push(Task::Call("    ", Start::Node(next)));
            tasks.push(Task::Line("    break;".to_owned()));
        }
        tasks.push(Task::Line("  }".to_owned()));
        for task in tasks.into_iter().rev() {
            self.task(task);
        }
    }
}

/// The texts in lines of a readable length.
pub(super) fn lines(texts: impl Iterator<Item = String>, between: &str) -> String {
    const LONGEST: usize = 60;
    let mut all = String::new();
    let mut length = 0;
    for (index, text) in texts.enumerate() {
        if index > 0 {
            all.push_str(between);
        }
        if length > LONGEST {
            all.push_str("\n            ");
            length = 0;
        }
        length += text.len();
        all.push_str(&text);
    }
    all
}

/// A string literal of an array of attributes, on several lines.
fn array(texts: impl Iterator<Item = String>) -> String {
    let mut all = "\"[\"".to_owned();
    for (index, text) in texts.enumerate() {
        let separator = if index > 0 { ", " } else { "" };
        all.push_str("\n            ");
        all.push_str(&literal(&format!("{separator}{text}")));
    }
    all + "\n            \"]\""
}
