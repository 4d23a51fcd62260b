//! A program as an attribute of the module that it was made from. The pass of a
//! finished plugin reads it; see `cpp-shim/runtime/engine/ReadProgram.cpp`.

use super::compile;
use crate::{
    back::graph::Checked,
    front::contract::{PROGRAM, PROGRAM_VERSION},
    mlir::ffi::program::{Instruction, Layout, Program, ProgramPattern, ProgramRoot},
};
use melior::{
    Context,
    ir::{
        Attribute, Module, Operation,
        attribute::{ArrayAttribute, DenseI32ArrayAttribute, IntegerAttribute, StringAttribute},
        operation::OperationMutLike,
        r#type::IntegerType,
    },
};

/// The program of patterns, in the form of an attribute.
pub(crate) struct Embedded<'c>(Attribute<'c>);

impl<'c> Embedded<'c> {
    pub(crate) fn new(graph: &Checked<'_, 'c>) -> Self {
        Embedded(attribute(graph.context(), &compile(graph).into_program()))
    }

    /// A copy of the module with the patterns that also has the program.
    pub(crate) fn in_copy_of(self, module: &Module<'c>) -> Module<'c> {
        let copy = Operation::clone(&module.as_operation());
        let mut copy = Module::from_operation(copy).expect("a copy is what the original is");
        copy.as_operation_mut().set_attribute(PROGRAM, self.0);
        copy
    }
}

/// A change of this form raises `PDLL_PROGRAM_VERSION` in `contract/Names.h`.
fn attribute<'c>(context: &'c Context, program: &Program<'c>) -> Attribute<'c> {
    let numbers = numbers(program);
    let names: Vec<_> = program.names.iter().map(String::as_str).collect();
    let layouts = program.layouts.iter();
    let groups: Vec<_> = layouts.map(|layout| layout.groups.as_str()).collect();
    let constants = program.constants.iter();
    let constants: Vec<_> = constants.map(|constant| constant.attribute).collect();
    let checksum = Checksum::of(&numbers, &[&names, &groups]);

    let mut parts = vec![
        integer(context, 32, i64::from(PROGRAM_VERSION)),
        integer(context, 64, checksum.0.cast_signed()),
    ];
    parts.extend(numbers.iter().map(|list| list_of_numbers(context, list)));
    parts.push(list_of_texts(context, &names));
    parts.push(list_of_texts(context, &groups));
    parts.push(ArrayAttribute::new(context, &constants).into());
    ArrayAttribute::new(context, &parts).into()
}

/// All numbers of a program, in the order in which they are written.
fn numbers(program: &Program<'_>) -> [Vec<u32>; 7] {
    let instructions = program.instructions.iter().flat_map(instruction);
    let layouts = program.layouts.iter().flat_map(layout);
    let patterns = program.patterns.iter().flat_map(pattern);
    // The part for operations of any name is the last one.
    let roots = program.roots.iter().chain([&program.any_root]);
    let constants = program.constants.iter();
    [
        instructions.collect(),
        program.words.clone(),
        layouts.collect(),
        patterns.collect(),
        roots.flat_map(root).collect(),
        constants.map(|constant| constant.kind as u32).collect(),
        vec![program.num_tree_registers],
    ]
}

fn instruction(it: &Instruction) -> [u32; 4] {
    let head = u32::from(it.opcode) | (u32::from(it.kind) << 16);
    [head, it.a, it.b, it.c]
}

/// Its groups are written as texts.
fn layout(it: &Layout) -> [u32; 3] {
    [it.list as u32, it.division as u32, it.operation]
}

fn pattern(it: &ProgramPattern) -> [u32; 7] {
    [
        it.index,
        it.root,
        it.whole,
        it.accepted,
        it.numRegisters,
        it.isCertain,
        it.created,
    ]
}

fn root(it: &ProgramRoot) -> [u32; 3] {
    [it.name, it.instruction, it.bound]
}

/// The 64-bit FNV-1a of numbers and texts, with the length before each list and
/// text.
struct Checksum(u64);

impl Checksum {
    fn of(numbers: &[Vec<u32>], texts: &[&[&str]]) -> Self {
        let mut checksum = Checksum(0xcbf2_9ce4_8422_2325);
        for list in numbers {
            checksum.add_length(list.len());
            for number in list {
                checksum.add(*number);
            }
        }
        for list in texts {
            checksum.add_length(list.len());
            for text in *list {
                checksum.add_length(text.len());
                for byte in text.bytes() {
                    checksum.add(u32::from(byte));
                }
            }
        }
        checksum
    }

    fn add(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x0100_0000_01b3);
    }

    fn add_length(&mut self, length: usize) {
        self.add(u32::try_from(length).expect("whatever a program counts fits into 32 bits"));
    }
}

fn integer(context: &Context, width: u32, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(IntegerType::new(context, width).into(), value).into()
}

fn list_of_numbers<'c>(context: &'c Context, list: &[u32]) -> Attribute<'c> {
    let list: Vec<_> = list.iter().map(|number| number.cast_signed()).collect();
    DenseI32ArrayAttribute::new(context, &list).into()
}

fn list_of_texts<'c>(context: &'c Context, list: &[&str]) -> Attribute<'c> {
    let text = |text: &&str| StringAttribute::new(context, text).into();
    let list: Vec<_> = list.iter().map(text).collect();
    ArrayAttribute::new(context, &list).into()
}
