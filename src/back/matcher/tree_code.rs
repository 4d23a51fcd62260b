//! From the tree of tests to instructions.

use super::{
    choices::{Choice, choices},
    code::{Code, Fields, Label, Labels, Mark, Registers, load, number, test},
    plan::Test,
    position::{PositionId, Positions},
    tree::{Alternative, Question, Tree, TreeNodeId},
};
use crate::back::graph::pool::{ConstantId, NameId};
use crate::mlir::ffi::program::Opcode;

/// Writes the code of a tree, and returns where it begins. There must be something
/// in the tree.
pub(crate) fn write(
    tree: &Tree,
    positions: &Positions,
    registers: &mut Registers,
    code: &mut Code,
) -> u32 {
    let start = code.next();
    let mut writer = Writer {
        tree,
        positions,
        registers,
        code,
        labels: Labels::default(),
        tasks: vec![Task::Node(tree.root())],
    };
    while let Some(task) = writer.tasks.pop() {
        writer.run(task);
    }
    let Writer { labels, code, .. } = writer;
    labels.resolve(code);
    start
}

/// Names of attributes are looked up together from this number on.
const MIN_ATTRIBUTE_NAMES: usize = 4;

struct Writer<'w> {
    tree: &'w Tree,
    positions: &'w Positions,
    registers: &'w mut Registers,
    code: &'w mut Code,
    labels: Labels,
    /// What is still to be done, the next one last. A tree may be deep, so there is
    /// no recursion.
    tasks: Vec<Task<'w>>,
}

enum Task<'w> {
    Node(TreeNodeId),
    /// Leaves the alternative at the label, which is not better than the bound.
    Try(Label, u32),
    Choice(Choice<'w>),
    Bind(Label),
    /// Forgets what was loaded after the mark.
    Reset(Mark),
}

impl<'w> Writer<'w> {
    fn run(&mut self, task: Task<'w>) {
        match task {
            Task::Node(node) => self.node(node),
            Task::Try(label, bound) => {
                self.labels.push(self.code, Opcode::PdllTry, label, bound);
            }
            Task::Choice(choice) => self.choice(choice),
            Task::Bind(label) => self.labels.bind(label, self.code),
            Task::Reset(mark) => self.registers.reset(mark),
        }
    }

    /// Plans a node: its choices, the best one first. All but the last leave an
    /// alternative behind.
    fn node(&mut self, node: TreeNodeId) {
        let mark = self.registers.mark();
        let node = self.tree.node(node);
        let choices = choices(node, self.positions, MIN_ATTRIBUTE_NAMES);
        let mut choices = choices.into_iter().peekable();
        let mut tasks = Vec::new();
        while let Some(choice) = choices.next() {
            let next = choices
                .peek()
                .map(|next| (self.labels.create(), next.bound()));
            tasks.extend(next.map(|(label, bound)| Task::Try(label, bound)));
            tasks.push(Task::Choice(choice));
            tasks.push(Task::Reset(mark));
            tasks.extend(next.map(|(label, _)| Task::Bind(label)));
        }
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn choice(&mut self, choice: Choice<'w>) {
        match choice {
            Choice::Accept(a) => {
                let fields = Fields {
                    a,
                    ..Fields::default()
                };
                self.code.push(Opcode::PdllAccept, fields);
            }
            Choice::Ask(alternative) => self.ask(alternative),
            Choice::Attributes(operation, all) => self.attributes(operation, &all),
        }
    }

    fn ask(&mut self, alternative: &'w Alternative) {
        if let [(value, next)] = alternative.branches[..] {
            let single = alternative.question.test(value);
            test(self.code, self.registers, self.positions, single);
            self.tasks.push(Task::Node(next));
            return;
        }
        let mut most = 0;
        let (opcode, position, kind) = match alternative.question {
            Question::Name(position) => (Opcode::PdllSwitchName, position, 0),
            Question::Constant(position) => (Opcode::PdllSwitchConstant, position, 0),
            Question::Count(position, list) => (Opcode::PdllSwitchCount, position, list as u16),
            Question::Parts(position, parts) => {
                let counts = alternative.branches.iter().map(|(count, _)| *count + 1);
                most = counts.max().unwrap_or(0);
                (Opcode::PdllSwitchParts, position, parts as u16)
            }
            Question::Holds(_) => panic!("such a question has one answer"),
        };
        let a = load(self.code, self.registers, self.positions, position);
        let branches = alternative.branches.iter();
        let branches = branches.map(|(value, next)| (*value, None, *next));
        let b = self.table(branches.collect());
        let fields = Fields {
            kind,
            a,
            b,
            c: most,
        };
        self.code.push(opcode, fields);
    }

    fn attributes(&mut self, operation: PositionId, all: &[(NameId, &'w Alternative)]) {
        let a = load(self.code, self.registers, self.positions, operation);
        let branch = |(name, alternative): &(NameId, &'w Alternative)| {
            let (_, next) = alternative.branches[0];
            (name.0, Some(alternative.bound), next)
        };
        let b = self.table(all.iter().map(branch).collect());
        let fields = Fields {
            a,
            b,
            ..Fields::default()
        };
        self.code.push(Opcode::PdllSwitchAttributes, fields);
    }

    /// Writes a table of keys, and of bounds where there are some, and plans the
    /// nodes that it leads to.
    fn table(&mut self, branches: Vec<(u32, Option<u32>, TreeNodeId)>) -> u32 {
        let mark = self.registers.mark();
        let word = self.code.record([number(branches.len())]);
        let mut tasks = Vec::new();
        for (key, bound, next) in branches {
            let label = self.labels.create();
            self.code.record([key]);
            self.labels.word(self.code, label);
            self.code.record(bound);
            tasks.extend([Task::Bind(label), Task::Node(next), Task::Reset(mark)]);
        }
        self.tasks.extend(tasks.into_iter().rev());
        word
    }
}

impl Question {
    /// The test for one of the answers.
    pub(crate) fn test(self, value: u32) -> Test {
        match self {
            Question::Name(position) => Test::Name(position, NameId(value)),
            Question::Count(position, list) => Test::Count(position, list, value),
            Question::Constant(position) => Test::Constant(position, ConstantId(value)),
            Question::Parts(position, parts) => Test::Parts(position, parts, value),
            Question::Holds(test) => test,
        }
    }
}
