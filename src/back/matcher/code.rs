//! Instructions in the making.

use super::{
    layout::LayoutId,
    plan::Test,
    position::{Position, PositionId, Positions},
};
use crate::mlir::ffi::program::{Kind, NONE, Opcode};
use rustc_hash::FxHashMap;

/// The instructions and records of a program.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) steps: Vec<Step>,
    pub(crate) words: Vec<u32>,
    /// The records of groups.
    groups: FxHashMap<(LayoutId, u32), u32>,
}

/// An instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) opcode: Opcode,
    pub(crate) fields: Fields,
}

/// An instruction whose number is needed before it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label(u32);

/// The fields of an instruction that are not used are zero.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) kind: u16,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl Code {
    pub(crate) fn next(&self) -> u32 {
        number(self.steps.len())
    }

    /// Appends an instruction and returns its number.
    pub(crate) fn push(&mut self, opcode: Opcode, fields: Fields) -> u32 {
        let number = self.next();
        self.steps.push(Step { opcode, fields });
        number
    }

    /// Appends a record and returns its word.
    pub(crate) fn record(&mut self, words: impl IntoIterator<Item = u32>) -> u32 {
        let start = number(self.words.len());
        self.words.extend(words);
        start
    }

    fn group(&mut self, layout: LayoutId, index: u32) -> u32 {
        if let Some(word) = self.groups.get(&(layout, index)) {
            return *word;
        }
        let word = self.record([layout.0, index]);
        self.groups.insert((layout, index), word);
        word
    }
}

/// Jumps whose targets are not known yet.
#[derive(Default)]
pub(crate) struct Labels {
    targets: Vec<u32>,
    /// Instructions whose field `a` is a label.
    steps: Vec<u32>,
    /// Words that are labels.
    words: Vec<u32>,
}

impl Labels {
    pub(crate) fn create(&mut self) -> Label {
        self.targets.push(NONE);
        Label(number(self.targets.len() - 1))
    }

    /// The label means the next instruction.
    pub(crate) fn bind(&mut self, label: Label, code: &Code) {
        self.targets[label.0 as usize] = code.next();
    }

    /// Appends an instruction that jumps to the label.
    pub(crate) fn push(&mut self, code: &mut Code, opcode: Opcode, label: Label, b: u32) {
        let fields = Fields {
            a: label.0,
            b,
            ..Fields::default()
        };
        self.steps.push(code.push(opcode, fields));
    }

    /// Appends a word that is the target of a jump.
    pub(crate) fn word(&mut self, code: &mut Code, label: Label) {
        self.words.push(code.record([label.0]));
    }

    /// Writes the targets in the place of the labels.
    pub(crate) fn resolve(self, code: &mut Code) {
        for step in self.steps {
            let field = &mut code.steps[step as usize].fields.a;
            *field = self.targets[*field as usize];
        }
        for word in self.words {
            let word = &mut code.words[word as usize];
            *word = self.targets[*word as usize];
        }
    }
}

/// The registers that hold what is at positions. Register 0 is the root.
#[derive(Default)]
pub(crate) struct Registers {
    /// By position; [`NONE`] for those that no register holds.
    of: Vec<u32>,
    /// The positions that are held, the last one last.
    held: Vec<PositionId>,
    next: u32,
    max: u32,
}

/// What was held at some time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    num_held: usize,
    next: u32,
}

impl Registers {
    /// Begins with nothing but the root.
    pub(crate) fn restart(&mut self, positions: &mut Positions) {
        self.reset(Mark {
            num_held: 0,
            next: 0,
        });
        self.max = 0;
        let root = positions.id(Position::Root);
        self.hold(root, Kind::PdllOperation);
    }

    /// Takes a register for something of that kind.
    pub(crate) fn take(&mut self, kind: Kind) -> u32 {
        let register = self.next;
        self.next += match kind {
            Kind::PdllValueRange | Kind::PdllTypeRange => 2,
            _ => 1,
        };
        self.max = self.max.max(self.next);
        register
    }

    pub(crate) fn hold(&mut self, position: PositionId, kind: Kind) -> u32 {
        let register = self.take(kind);
        let index = position.0 as usize;
        if self.of.len() <= index {
            self.of.resize(index + 1, NONE);
        }
        self.of[index] = register;
        self.held.push(position);
        register
    }

    pub(crate) fn get(&self, position: PositionId) -> Option<u32> {
        let register = self.of.get(position.0 as usize).copied();
        register.filter(|register| *register != NONE)
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            num_held: self.held.len(),
            next: self.next,
        }
    }

    /// Forgets what was loaded after the mark.
    pub(crate) fn reset(&mut self, mark: Mark) {
        for position in self.held.drain(mark.num_held..) {
            self.of[position.0 as usize] = NONE;
        }
        self.next = mark.next;
    }

    /// There are at least so many registers.
    pub(crate) fn require(&mut self, count: u32) {
        self.max = self.max.max(count);
    }

    /// How many registers there are.
    pub(crate) fn max(&self) -> u32 {
        self.max
    }
}

/// Loads what is at a position into a register, unless a register holds it.
pub(crate) fn load(
    code: &mut Code,
    registers: &mut Registers,
    positions: &Positions,
    position: PositionId,
) -> u32 {
    let mut path = Vec::new();
    let mut next = Some(position);
    let mut register = loop {
        let at = next.expect("the root and what searches find are held");
        if let Some(register) = registers.get(at) {
            break register;
        }
        path.push(at);
        next = positions.parent(at);
    };
    for at in path.into_iter().rev() {
        let target = registers.hold(at, positions.kind(at));
        load_step(code, positions[at], target, register);
        register = target;
    }
    register
}

/// Loads what is one step after the register `from`.
fn load_step(code: &mut Code, position: Position, a: u32, b: u32) {
    let fields = Fields {
        a,
        b,
        ..Fields::default()
    };
    let (opcode, fields) = match position {
        Position::Root | Position::Found(_) => panic!("it is always held"),
        Position::Definition(_) => (Opcode::PdllLoadDefinition, fields),
        Position::First(_) => (Opcode::PdllLoadFirst, fields),
        Position::Element(_, list, c) => {
            let kind = list as u16;
            (Opcode::PdllLoadElement, Fields { kind, c, ..fields })
        }
        Position::Rest(_, list, c) => {
            let kind = list as u16;
            (Opcode::PdllLoadRest, Fields { kind, c, ..fields })
        }
        Position::Group(_, layout, index) => {
            let c = code.group(layout, index);
            (Opcode::PdllLoadGroup, Fields { c, ..fields })
        }
        Position::Groups(_, layout, index) => {
            let c = code.group(layout, index);
            (Opcode::PdllLoadGroups, Fields { c, ..fields })
        }
        Position::Attribute(_, name) => (
            Opcode::PdllLoadAttribute,
            Fields {
                c: name.0,
                ..fields
            },
        ),
        Position::AttributeType(_) => (Opcode::PdllLoadAttributeType, fields),
        Position::Type(_) => (Opcode::PdllLoadType, fields),
        Position::Types(_) => (Opcode::PdllLoadTypes, fields),
        Position::Region(_, c) => (Opcode::PdllLoadRegion, Fields { c, ..fields }),
        Position::Block(_, c) => (Opcode::PdllLoadBlock, Fields { c, ..fields }),
        Position::Argument(_, c) => (Opcode::PdllLoadArgument, Fields { c, ..fields }),
        Position::Arguments(_, c) => (Opcode::PdllLoadArguments, Fields { c, ..fields }),
        Position::Last(_) => (Opcode::PdllLoadLast, fields),
        Position::Parent(_) => (Opcode::PdllLoadParent, fields),
    };
    code.push(opcode, fields);
}

/// Tests something, and loads what that needs.
pub(crate) fn test(code: &mut Code, registers: &mut Registers, positions: &Positions, test: Test) {
    if let Test::Equal(argument, value) = test
        && let Position::Argument(block, c) = positions[argument]
        && registers.get(argument).is_none()
    {
        let a = load(code, registers, positions, value);
        let b = load(code, registers, positions, block);
        code.push(Opcode::PdllTestArgument, Fields { kind: 0, a, b, c });
        return;
    }
    let mut register = |position| load(code, registers, positions, position);
    let (opcode, kind, a, b) = match test {
        Test::Exists(position) => {
            register(position);
            return;
        }
        Test::Name(position, name) => (Opcode::PdllTestName, 0, register(position), name.0),
        Test::Count(position, list, count) => (
            Opcode::PdllTestCount,
            list as u16,
            register(position),
            count,
        ),
        Test::CountAtLeast(position, list, count) => {
            let opcode = Opcode::PdllTestCountAtLeast;
            (opcode, list as u16, register(position), count)
        }
        Test::Layout(position, layout) => (Opcode::PdllTestLayout, 0, register(position), layout.0),
        Test::Constant(position, constant) => {
            (Opcode::PdllTestConstant, 0, register(position), constant.0)
        }
        Test::Types(position, constant) => {
            (Opcode::PdllTestTypes, 0, register(position), constant.0)
        }
        Test::ResultNumber(position, index) => {
            (Opcode::PdllTestResultNumber, 0, register(position), index)
        }
        Test::Equal(first, second) => {
            let kind = positions.kind(first) as u16;
            let first = register(first);
            (Opcode::PdllTestEqual, kind, first, register(second))
        }
        Test::Parts(position, parts, count) => (
            Opcode::PdllTestParts,
            parts as u16,
            register(position),
            count,
        ),
        Test::Inside(operation, block) => {
            let operation = register(operation);
            (Opcode::PdllTestInside, 0, operation, register(block))
        }
        Test::Distinct(first, second) => {
            let first = register(first);
            (Opcode::PdllTestDistinct, 0, first, register(second))
        }
    };
    let fields = Fields {
        kind,
        a,
        b,
        ..Fields::default()
    };
    code.push(opcode, fields);
}

pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).expect("a program has fewer than 2^32 parts")
}
