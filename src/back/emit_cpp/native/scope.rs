//! Variables for what is at positions of a match, and where they are known.

use super::{members::Members, source::Source};
use crate::{
    back::emit_cpp::support::Part,
    back::graph::pool::Pool,
    back::matcher::{
        plan::Test,
        position::{Position, PositionId, Positions},
    },
    code::text::cpp_names::Names,
    mlir::ffi::program::{Kind, List},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the functions of a struct are made with.
pub(super) struct Scope<'a, 'c> {
    pub(super) positions: &'a Positions,
    pub(super) pool: &'a Pool<'c>,
    pub(super) names: Names,
    pub(super) members: Members<'a, 'c>,
    root: PositionId,
    /// The names of variables. All functions of the struct use the same ones.
    variables: FxHashMap<PositionId, String>,
    /// The functions that are being written. Each but the first is called by the
    /// one before it.
    functions: Vec<Function>,
    /// In how many of these functions a variable is known.
    held: FxHashMap<PositionId, u32>,
    /// How many elements lists are known to have at least.
    counts: FxHashMap<(PositionId, List), u32>,
    /// What was known before that, for the end of functions.
    shorter: Vec<((PositionId, List), u32)>,
    /// What was proven before the first of these functions is called.
    proven: FxHashSet<PositionId>,
}

/// A function that is being written.
#[derive(Default)]
pub(super) struct Function {
    pub(super) source: Source,
    /// The statement for a match that fails.
    fail: &'static str,
    /// The variables that the caller passes.
    parameters: Vec<PositionId>,
    known: FxHashSet<PositionId>,
    /// The same in order.
    all_known: Vec<PositionId>,
    /// How many entries `Scope::shorter` had at its beginning.
    num_shorter: usize,
    /// Variables that may be null, which is still to be tested.
    pending: Vec<String>,
}

impl<'a, 'c> Scope<'a, 'c> {
    /// Nothing but the root is known.
    pub(super) fn new(
        positions: &'a Positions,
        root: PositionId,
        pool: &'a Pool<'c>,
        members: Members<'a, 'c>,
        mut names: Names,
    ) -> Self {
        names.take("rewriter");
        let name = names.take("root");
        let variables = FxHashMap::from_iter([(root, name)]);
        Scope {
            positions,
            pool,
            names,
            members,
            root,
            variables,
            functions: Vec::new(),
            held: FxHashMap::default(),
            counts: FxHashMap::default(),
            shorter: Vec::new(),
            proven: FxHashSet::default(),
        }
    }

    /// The struct needs a part of the support.
    pub(super) fn need(&mut self, part: Part) {
        self.members.support.require(part);
    }

    /// Begins a function. The one before it, if there is one, calls it.
    pub(super) fn begin(&mut self, fail: &'static str) {
        self.functions.push(Function {
            fail,
            num_shorter: self.shorter.len(),
            ..Function::default()
        });
        self.know(self.root);
    }

    /// Ends a function. Returns its text, and the variables that the caller passes,
    /// each of which the caller knows.
    pub(super) fn end(&mut self) -> (String, Vec<PositionId>) {
        self.flush();
        let function = self.functions.pop().expect("it has begun");
        for position in &function.all_known {
            let count = self.held.get_mut(position);
            *count.expect("it was known") -= 1;
        }
        for (list, count) in self.shorter.drain(function.num_shorter..).rev() {
            self.counts.insert(list, count);
        }
        if !self.functions.is_empty() {
            for position in &function.parameters {
                self.require(*position);
            }
        }
        (function.source.text, function.parameters)
    }

    pub(super) fn function(&mut self) -> &mut Function {
        self.functions.last_mut().expect("a function has begun")
    }

    /// Appends a line of code.
    pub(super) fn line(&mut self, text: &str) {
        self.flush();
        self.function().source.line(text);
    }

    /// The function fails unless this holds; the condition says when it does not.
    pub(super) fn fail_if(&mut self, condition: &str) {
        let function = self.function();
        let mut conditions: Vec<_> = function
            .pending
            .drain(..)
            .map(|name| format!("!{name}"))
            .collect();
        conditions.push(condition.to_owned());
        self.write_failure(&conditions.join(" || "));
    }

    /// Enters a loop, whose next turn begins where a match fails.
    pub(super) fn enter_loop(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        let function = self.function();
        function.source.depth += 1;
        function.fail = "continue;";
    }

    /// Closes all loops.
    pub(super) fn close_loops(&mut self) {
        self.flush();
        let function = self.function();
        while function.source.depth > 0 {
            function.source.depth -= 1;
            function.source.line("}");
        }
    }

    /// The tests of the match before this function.
    pub(super) fn assume(&mut self, tests: &[Test]) {
        for test in tests {
            for position in test.positions() {
                let mut next = Some(position);
                while let Some(at) = next {
                    if !self.proven.insert(at) {
                        break;
                    }
                    next = self.positions.parent(at);
                }
            }
            self.note_count(*test);
        }
    }

    /// The lists that a test which holds shows to be long enough.
    pub(super) fn note_count(&mut self, test: Test) {
        if let Test::Count(position, list, count) | Test::CountAtLeast(position, list, count) = test
        {
            let known = self.counts.entry((position, list)).or_default();
            self.shorter.push(((position, list), *known));
            *known = count.max(*known);
        }
    }

    pub(super) fn has_at_least(&self, position: PositionId, list: List, count: u32) -> bool {
        let known = self.counts.get(&(position, list));
        known.is_some_and(|known| *known >= count)
    }

    /// The variable for what is at a position, which is loaded if it is not known.
    pub(super) fn load(&mut self, position: PositionId) -> String {
        let mut path = Vec::new();
        let mut next = Some(position);
        while let Some(at) = next {
            if self.is_at_hand(at) {
                break;
            }
            path.push(at);
            next = self.positions.parent(at);
        }
        for at in path.into_iter().rev() {
            self.declare(at);
        }
        self.variable(position)
    }

    /// Makes a new variable known, which some statement declares.
    pub(super) fn introduce(&mut self, position: PositionId) -> String {
        self.know(position);
        self.variable(position)
    }

    fn is_at_hand(&mut self, position: PositionId) -> bool {
        if self.function().known.contains(&position) {
            return true;
        }
        let is_held = self.held.get(&position).is_some_and(|count| *count > 0);
        if is_held {
            self.require(position);
        }
        is_held
    }

    /// Passes a variable to this function, unless it knows it.
    fn require(&mut self, position: PositionId) {
        if !self.function().known.contains(&position) {
            self.function().parameters.push(position);
            self.know(position);
        }
    }

    fn know(&mut self, position: PositionId) {
        if self.function().known.insert(position) {
            self.function().all_known.push(position);
            *self.held.entry(position).or_default() += 1;
        }
    }

    /// Declares the variable for a position whose parent is known.
    fn declare(&mut self, position: PositionId) {
        let place = self.positions[position];
        let parent = self.positions.parent(position);
        let parent = parent.map(|parent| self.variable(parent));
        let parent = parent.expect("the root and what searches find are known");
        let is_proven = self.proven.contains(&position);
        if self.function().pending.contains(&parent) {
            self.flush();
        }
        let name = self.introduce(position);
        // Only the number of such values may matter, which is tested before.
        let unused = match place {
            Position::Arguments(..) | Position::Groups(..) => "[[maybe_unused]] ",
            _ => "",
        };
        let declared = unused.to_owned() + &self.declaration(position, &name);
        let (value, may_be_null) = self.value(place, &parent, is_proven, &name);
        self.function()
            .source
            .line(&format!("{declared} = {value};"));
        if may_be_null && !is_proven {
            self.function().pending.push(name);
        }
    }

    /// The declaration of a variable for what is at a position.
    pub(super) fn declaration(&self, position: PositionId, name: &str) -> String {
        match self.positions[position] {
            Position::Region(..) => format!("::mlir::Region *{name}"),
            Position::Block(..) => format!("::mlir::Block *{name}"),
            _ => declaration(self.positions.kind(position), name),
        }
    }

    /// The expression for what is at a place, and whether it may be null.
    fn value(
        &mut self,
        place: Position,
        parent: &str,
        is_proven: bool,
        name: &str,
    ) -> (String, bool) {
        match place {
            Position::Root | Position::Found(_) => panic!("these are always known"),
            Position::Definition(_) => (format!("{parent}.getDefiningOp()"), true),
            Position::First(_) => (format!("pdll_support::getFirst({parent})"), true),
            Position::Element(owner, list, index) => {
                let one = one(list);
                if is_proven || self.has_at_least(owner, list, index + 1) {
                    let value = format!("{parent}->get{one}({index})");
                    (value, list == List::PdllOperands)
                } else {
                    (format!("pdll_support::get{one}({parent}, {index})"), true)
                }
            }
            Position::Rest(owner, list, first) => {
                let lists = format!("{}s", one(list));
                if first == 0 {
                    return (format!("{parent}->get{lists}()"), false);
                }
                if !is_proven && !self.has_at_least(owner, list, first) {
                    self.fail_if(&format!("{parent}->getNum{lists}() < {first}"));
                }
                (format!("{parent}->get{lists}().drop_front({first})"), false)
            }
            Position::Group(_, layout, index) => {
                let groups = self.members.layout(layout);
                let value = format!("pdll_support::getGroup({groups}, {parent}, {index})");
                (value, true)
            }
            Position::Groups(_, layout, index) => {
                let groups = self.members.layout(layout);
                let group = self.names.take(&format!("{name}Group"));
                self.line(&format!(
                    "::std::optional<::mlir::ValueRange> {group} = \
                     pdll_support::getGroups({groups}, {parent}, {index});"
                ));
                if !is_proven {
                    self.fail_if(&format!("!{group}"));
                }
                (format!("*{group}"), false)
            }
            Position::Attribute(_, attribute) => {
                let attribute = self.members.attribute_name(attribute);
                (format!("{parent}->getAttr({attribute})"), true)
            }
            Position::AttributeType(_) => {
                (format!("pdll_support::getTypeOfAttribute({parent})"), true)
            }
            Position::Type(_) => (format!("{parent}.getType()"), false),
            Position::Types(values) => {
                let are_results = matches!(
                    self.positions[values],
                    Position::Rest(_, List::PdllResults, _)
                );
                if !is_proven && !are_results {
                    self.fail_if(&format!("!pdll_support::exist({parent})"));
                }
                (parent.to_owned(), false)
            }
            Position::Region(..)
            | Position::Block(..)
            | Position::Argument(..)
            | Position::Arguments(..)
            | Position::Last(_)
            | Position::Parent(_) => self.part_of_body(place, parent, is_proven),
        }
    }

    fn part_of_body(&mut self, place: Position, parent: &str, is_proven: bool) -> (String, bool) {
        self.need(Part::Bodies);
        let value = match place {
            Position::Region(_, index) => format!("pdll_support::getRegion({parent}, {index})"),
            Position::Block(_, index) => format!("pdll_support::getBlock({parent}, {index})"),
            Position::Argument(_, index) => {
                format!("pdll_support::getArgument({parent}, {index})")
            }
            Position::Arguments(_, first) => {
                if first > 0 && !is_proven {
                    self.fail_if(&format!("{parent}->getNumArguments() < {first}"));
                }
                let value = format!("pdll_support::getArguments({parent}, {first})");
                return (value, false);
            }
            Position::Last(_) => format!("pdll_support::getLast({parent})"),
            _ => format!("{parent}->getParentOp()"),
        };
        (value, true)
    }

    /// Tests variables that may be null.
    pub(super) fn flush(&mut self) {
        let function = self.function();
        if function.pending.is_empty() {
            return;
        }
        let conditions: Vec<_> = function
            .pending
            .drain(..)
            .map(|name| format!("!{name}"))
            .collect();
        self.write_failure(&conditions.join(" || "));
    }

    fn write_failure(&mut self, condition: &str) {
        let function = self.function();
        let fail = function.fail;
        function.source.line(&format!("if ({condition})"));
        function.source.line(&format!("  {fail}"));
    }

    pub(super) fn variable(&mut self, position: PositionId) -> String {
        if let Some(name) = self.variables.get(&position) {
            return name.clone();
        }
        let name = self.wanted_name(position);
        let name = self.names.take(&name);
        self.variables.insert(position, name.clone());
        name
    }

    /// A name that says where something is, unless that is long.
    fn wanted_name(&self, position: PositionId) -> String {
        const LONGEST: usize = 32;
        let of = |parent: &PositionId| match self.positions[*parent] {
            Position::Root => String::new(),
            _ => self.variables.get(parent).cloned().unwrap_or_default(),
        };
        let name = match &self.positions[position] {
            Position::Root => "root".to_owned(),
            Position::Found(number) => format!("found{number}"),
            Position::Definition(value) => format!("{}Def", of(value)),
            Position::First(values) => format!("{}First", of(values)),
            Position::Element(owner, list, index) => {
                format!("{}{}{index}", of(owner), one(*list))
            }
            Position::Rest(owner, list, 0) => format!("{}{}s", of(owner), one(*list)),
            Position::Rest(owner, list, first) => {
                format!("{}{}sFrom{first}", of(owner), one(*list))
            }
            Position::Group(owner, _, index) => format!("{}Group{index}", of(owner)),
            Position::Groups(owner, _, index) => format!("{}Groups{index}", of(owner)),
            Position::Attribute(owner, _) => format!("{}Attr", of(owner)),
            Position::AttributeType(attribute) => format!("{}Type", of(attribute)),
            Position::Type(value) => format!("{}Type", of(value)),
            Position::Types(values) => format!("{}Types", of(values)),
            Position::Region(owner, index) => format!("{}Region{index}", of(owner)),
            Position::Block(region, index) => format!("{}Block{index}", of(region)),
            Position::Argument(block, index) => format!("{}Arg{index}", of(block)),
            Position::Arguments(block, first) => format!("{}ArgsFrom{first}", of(block)),
            Position::Last(block) => format!("{}Last", of(block)),
            Position::Parent(op) => format!("{}Parent", of(op)),
        };
        match name.len() <= LONGEST {
            true => small(&name),
            false => short_name(self.positions.kind(position)).to_owned(),
        }
    }
}

impl Test {
    /// The positions that it is about.
    pub(super) fn positions(self) -> impl Iterator<Item = PositionId> {
        let (first, second) = match self {
            Test::Equal(first, second)
            | Test::Inside(first, second)
            | Test::Distinct(first, second) => (first, Some(second)),
            Test::Parts(position, ..)
            | Test::Exists(position)
            | Test::Name(position, _)
            | Test::Count(position, ..)
            | Test::CountAtLeast(position, ..)
            | Test::Layout(position, _)
            | Test::Constant(position, _)
            | Test::Types(position, _)
            | Test::ResultNumber(position, _) => (position, None),
        };
        [Some(first), second].into_iter().flatten()
    }
}

/// The C++ class of something.
pub(super) fn class_of(kind: Kind) -> &'static str {
    match kind {
        Kind::PdllAttribute => "::mlir::Attribute",
        Kind::PdllOperation => "::mlir::Operation *",
        Kind::PdllType => "::mlir::Type",
        Kind::PdllTypeRange => "::mlir::TypeRange",
        Kind::PdllValue => "::mlir::Value",
        Kind::PdllValueRange => "::mlir::ValueRange",
    }
}

/// The declaration of a variable.
pub(super) fn declaration(kind: Kind, name: &str) -> String {
    match kind {
        Kind::PdllOperation => format!("::mlir::Operation *{name}"),
        _ => format!("{} {name}", class_of(kind)),
    }
}

/// One element of a list, in the names of MLIR's functions.
pub(super) fn one(list: List) -> &'static str {
    match list {
        List::PdllOperands => "Operand",
        List::PdllResults => "Result",
    }
}

fn short_name(kind: Kind) -> &'static str {
    match kind {
        Kind::PdllAttribute => "attr",
        Kind::PdllOperation => "op",
        Kind::PdllType => "type",
        Kind::PdllTypeRange => "types",
        Kind::PdllValue => "value",
        Kind::PdllValueRange => "values",
    }
}

/// The text with a capital at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The text with a small letter at its beginning.
pub(super) fn small(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
