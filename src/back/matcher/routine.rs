//! The routine of one pattern: native constraints, guards and the rewrite.

use super::{
    code::{Code, Fields, Registers, load, number, test},
    layout::Layouts,
    plan::{Plan, Test},
    position::{Position, PositionId, Positions},
    rewrite,
};
use crate::back::graph::{
    guards::{self, Guard},
    pattern::{Call, NodeId, Pattern, Statement, is_range},
    pool::Pool,
    statements::{self, ordered_statements},
};
use crate::{
    front::contract::LIBRARY_PREFIX,
    mlir::ffi::program::{Kind, Opcode},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What routines are made of and with.
pub(crate) struct Tools<'t, 's, 'c> {
    pub(crate) code: &'t mut Code,
    pub(crate) positions: &'t mut Positions,
    pub(crate) layouts: &'t mut Layouts<'s>,
    pub(crate) pool: &'t Pool<'c>,
}

/// The routine of a pattern.
pub(crate) struct Routine {
    /// Where it begins for an operation that only the name of the root is known of.
    pub(crate) whole: u32,
    /// Where it begins for an operation whose structure matches. This is the same if
    /// there is no tree that finds such operations.
    pub(crate) accepted: u32,
    pub(crate) num_registers: u32,
    /// Whether a structure that matches is always rewritten.
    pub(crate) is_certain: bool,
    /// A record of the names of the operations that it creates.
    pub(crate) created: u32,
}

/// Where a routine may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entries {
    /// With the tests of the structure.
    Whole,
    /// With these, or behind them for an operation that the tree has accepted.
    Both,
}

/// Writes the routine of the pattern with that rank.
pub(crate) fn write(
    rank: u32,
    pattern: &Pattern,
    plan: &Plan,
    entries: Entries,
    tools: &mut Tools<'_, '_, '_>,
    registers: &mut Registers,
) -> Routine {
    registers.restart(tools.positions);
    let mut writer = Writer {
        pattern,
        plan,
        tools,
        registers,
        defined: FxHashMap::default(),
        is_certain: true,
    };
    let start = writer.tools.code.next();
    if entries == Entries::Whole {
        writer.test_structure();
    }
    writer.search();
    writer.call_constraints();
    let statements = ordered_statements(pattern);
    writer.guard(&statements);
    rewrite::write(rank, &statements, &mut writer);
    let whole = match entries {
        Entries::Whole => start,
        Entries::Both => writer.whole(start),
    };
    let created = writer.created();
    Routine {
        whole,
        accepted: start,
        num_registers: writer.registers.max(),
        is_certain: writer.is_certain,
        created,
    }
}

/// Writes one routine.
pub(crate) struct Writer<'w, 't, 's, 'c> {
    pub(crate) pattern: &'w Pattern,
    pub(crate) plan: &'w Plan,
    pub(crate) tools: &'w mut Tools<'t, 's, 'c>,
    pub(crate) registers: &'w mut Registers,
    /// The registers of nodes that have no position.
    pub(crate) defined: FxHashMap<NodeId, u32>,
    is_certain: bool,
}

impl Writer<'_, '_, '_, '_> {
    /// Finds the operations that cannot be reached from the root.
    fn search(&mut self) {
        for search in &self.plan.searches {
            self.is_certain = false;
            let b = self.load(search.among);
            let a = self.registers.hold(search.found, Kind::PdllOperation);
            let (opcode, kind) = match self.tools.positions[search.among] {
                Position::Block(..) => (Opcode::PdllEachInside, 0),
                _ => {
                    let kind = self.tools.positions.kind(search.among);
                    (Opcode::PdllEachUser, kind as u16)
                }
            };
            self.push(opcode, Fields { kind, a, b, c: 0 });
            for one in &search.tests {
                self.test(*one);
            }
        }
    }

    fn call_constraints(&mut self) {
        let calls = &self.pattern.constraints;
        for (index, call) in calls.iter().enumerate() {
            self.is_certain = false;
            if index == 0 || !self.is_own(&calls[index - 1]) {
                let own = calls[index..].iter().take_while(|call| self.is_own(call));
                self.load_arguments(own.collect());
            }
            let a = self.call_record(call);
            let b = u32::from(call.is_negated);
            self.push(
                Opcode::PdllCallConstraint,
                Fields {
                    a,
                    b,
                    ..Fields::default()
                },
            );
            self.compare_results(call);
        }
    }

    /// Whether a constraint is one of pdll's own, of types and attributes alone.
    fn is_own(&self, call: &Call) -> bool {
        let name = self.tools.pool.text(call.name);
        let is_small = |node: &NodeId| {
            let kind = self.pattern.nodes.kind(*node);
            matches!(kind, Kind::PdllAttribute | Kind::PdllType)
        };
        name.starts_with(LIBRARY_PREFIX) && call.arguments.iter().all(is_small)
    }

    /// Loads what these constraints read before the first of them, so that nothing
    /// stands between them: the engine then remembers them together, and the constants
    /// right before them.
    fn load_arguments(&mut self, calls: Vec<&Call>) {
        let results = calls.iter().flat_map(|call| &call.results);
        let results: FxHashSet<NodeId> = results.copied().collect();
        let arguments = calls.iter().flat_map(|call| &call.arguments);
        let arguments = arguments.copied().filter(|node| !results.contains(node));
        let is_constant = |node: &NodeId| self.pattern.nodes[*node].constant().is_some();
        let (constants, others): (Vec<_>, Vec<_>) = arguments.partition(is_constant);
        for node in others.into_iter().chain(constants) {
            self.register(node);
        }
    }

    /// The results of a constraint must be equal to what the match has in their
    /// places.
    fn compare_results(&mut self, call: &Call) {
        for node in &call.results {
            for position in self.plan.returned(*node) {
                let kind = self.pattern.nodes.kind(*node) as u16;
                let a = self.defined[node];
                let b = self.load(*position);
                self.push(Opcode::PdllTestEqual, Fields { kind, a, b, c: 0 });
            }
        }
    }

    fn guard(&mut self, statements: &[&Statement]) {
        for guard in guards::collect(self.pattern, statements) {
            self.is_certain = false;
            let (opcode, fields) = self.guard_instruction(guard);
            self.push(opcode, fields);
        }
    }

    fn guard_instruction(&mut self, guard: Guard) -> (Opcode, Fields) {
        let kind = |writer: &Self, node| writer.pattern.nodes.kind(node) as u16;
        match guard {
            Guard::Distinct(first, second) => {
                let a = self.register(first);
                let b = self.register(second);
                (
                    Opcode::PdllTestDistinct,
                    Fields {
                        kind: 0,
                        a,
                        b,
                        c: 0,
                    },
                )
            }
            Guard::Survives { erased, needed } => {
                let kind = kind(self, needed);
                let a = self.register(erased);
                let b = self.register(needed);
                (Opcode::PdllTestSurvives, Fields { kind, a, b, c: 0 })
            }
            Guard::Fits {
                attribute,
                operation,
                name,
            } => {
                let a = self.register(attribute);
                let (b, c) = (operation.0, name.0);
                (Opcode::PdllTestFits, Fields { kind: 0, a, b, c })
            }
            Guard::Bounded(range) => {
                let kind = kind(self, range);
                let a = self.register(range);
                let c = self.pattern.location.0;
                (Opcode::PdllTestBounded, Fields { kind, a, b: 0, c })
            }
        }
    }

    /// Writes the tests of the whole structure, which then go on as for a structure
    /// that is accepted.
    fn whole(&mut self, accepted: u32) -> u32 {
        // What follows loads everything again.
        let num_registers = self.registers.max();
        self.registers.restart(self.tools.positions);
        let whole = self.tools.code.next();
        self.test_structure();
        self.registers.require(num_registers);
        let a = accepted;
        self.push(
            Opcode::PdllJump,
            Fields {
                a,
                ..Fields::default()
            },
        );
        whole
    }

    /// The name of the root is known.
    fn test_structure(&mut self) {
        let root = self.tools.positions.id(Position::Root);
        let is_open = |test: &&Test| !matches!(test, Test::Name(place, _) if *place == root);
        for one in self.plan.tests.iter().filter(is_open) {
            self.test(*one);
        }
    }

    fn created(&mut self) -> u32 {
        let mut seen = FxHashSet::default();
        let names = statements::created_operations(self.pattern)
            .filter_map(|operation| operation.name)
            .filter(|name| seen.insert(*name));
        let names: Vec<_> = names.map(|name| name.0).collect();
        let count = [number(names.len())];
        self.tools.code.record(count.into_iter().chain(names))
    }

    /// Writes the record of a call, whose results get registers.
    pub(crate) fn call_record(&mut self, call: &Call) -> u32 {
        let arguments = self.typed_registers(&call.arguments);
        let mut results = Vec::new();
        for node in &call.results {
            let kind = self.pattern.nodes.kind(*node);
            let register = self.registers.take(kind);
            self.defined.insert(*node, register);
            results.extend([kind as u32, register]);
        }
        let num_arguments = number(call.arguments.len());
        let num_results = number(call.results.len());
        let words = [call.name.0, num_arguments]
            .into_iter()
            .chain(arguments)
            .chain([num_results])
            .chain(results)
            .chain([call.location.0]);
        self.tools.code.record(words)
    }

    /// The kinds and registers of nodes.
    pub(crate) fn typed_registers(&mut self, nodes: &[NodeId]) -> Vec<u32> {
        let typed = nodes.iter().flat_map(|node| {
            let kind = self.pattern.nodes.kind(*node);
            [kind as u32, self.register(*node)]
        });
        typed.collect()
    }

    /// The register of a node, which is loaded if it is not yet.
    pub(crate) fn register(&mut self, node: NodeId) -> u32 {
        if let Some(register) = self.defined.get(&node) {
            return *register;
        }
        // A constant is at hand. To load it from the match would take longer.
        if let Some(value) = self.pattern.nodes[node].constant() {
            let register = self.registers.take(self.pattern.nodes.kind(node));
            self.defined.insert(node, register);
            let fields = Fields {
                a: register,
                b: value.0,
                ..Fields::default()
            };
            self.push(Opcode::PdllLoadConstant, fields);
            return register;
        }
        let position = self.plan.position(node);
        let position = position.expect("the checks have found what determines the value");
        self.load(position)
    }

    /// Loads what is at a position of the match. The tests of the plan have shown
    /// that there is something.
    fn load(&mut self, position: PositionId) -> u32 {
        let Tools {
            code, positions, ..
        } = &mut *self.tools;
        load(code, self.registers, positions, position)
    }

    fn test(&mut self, one: Test) {
        let Tools {
            code, positions, ..
        } = &mut *self.tools;
        test(code, self.registers, positions, one);
    }

    pub(crate) fn push(&mut self, opcode: Opcode, fields: Fields) {
        self.tools.code.push(opcode, fields);
    }

    /// The kind of a node is a range.
    pub(crate) fn is_range(&self, node: NodeId) -> bool {
        is_range(self.pattern.nodes.kind(node))
    }
}
