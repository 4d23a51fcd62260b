//! Random rules over the dialect, and programs on which they match, or nearly.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod condition;
mod instance;
mod result;
mod source;

use crate::support::random::Random;
use condition::conditions;
use instance::Program;
use result::results;
use source::{Node, source};

/// An operation of the dialect, as rules and programs see it.
#[derive(Debug, PartialEq, Eq)]
struct Operation {
    /// The name of its def.
    def: &'static str,
    name: &'static str,
    arguments: &'static [Argument],
    results: usize,
    /// Whether C++ and pdll can compute the type of its result.
    infers: bool,
}

/// An argument of an operation, in the order of its definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Argument {
    Operand,
    Range,
    /// An attribute of this name and kind.
    Attribute(&'static str, Kind),
}

/// What an attribute is. mlir-tblgen passes on an attribute that may be missing as
/// null, so it must not become one that is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    I32,
    MaybeI32,
    /// A missing one is two.
    OpenI32,
    I64,
    /// A property that is a number and no attribute.
    Property,
}

const TYPES: [(&str, &str); 4] = [
    ("I32", "i32"),
    ("F32", "f32"),
    ("I64", "i64"),
    ("I16", "i16"),
];

use Argument::{Attribute, Operand, Range};

const fn operation(
    def: &'static str,
    name: &'static str,
    arguments: &'static [Argument],
    results: usize,
) -> Operation {
    Operation {
        def,
        name,
        arguments,
        results,
        infers: false,
    }
}

/// What rules match and create, and programs consist of.
static OPERATIONS: [Operation; 14] = [
    operation("OneOp", "one", &[Operand], 1),
    operation("OtherOp", "other", &[Operand], 1),
    operation("TwoOp", "two", &[Operand, Operand], 1),
    operation("PairOp", "pair", &[Operand, Operand], 1),
    operation("ListOp", "list", &[Range], 1),
    operation("MiddleOp", "middle", &[Operand, Range, Operand], 1),
    operation(
        "NumberOp",
        "number",
        &[Operand, Attribute("a", Kind::I32)],
        1,
    ),
    operation(
        "MaybeOp",
        "maybe",
        &[Operand, Attribute("a", Kind::MaybeI32)],
        1,
    ),
    operation(
        "OpenOp",
        "open",
        &[Operand, Attribute("a", Kind::OpenI32)],
        1,
    ),
    operation(
        "TwoNumbersOp",
        "two_numbers",
        &[
            Operand,
            Attribute("a", Kind::I32),
            Attribute("b", Kind::I64),
        ],
        1,
    ),
    operation(
        "MixedOp",
        "mixed",
        &[Operand, Attribute("a", Kind::I32), Operand],
        1,
    ),
    operation(
        "PropertyOp",
        "property",
        &[
            Operand,
            Attribute("p", Kind::Property),
            Attribute("a", Kind::I32),
        ],
        1,
    ),
    operation("SplitOp", "split", &[Operand], 2),
    operation("OtherSplitOp", "other_split", &[Operand], 2),
];

/// What rules only create: their types would be wrong after a rewrite of operands.
static INFERRING: [Operation; 4] = [
    inferring("LikeOp", "like", &[Operand]),
    inferring(
        "LikeNumberOp",
        "like_number",
        &[Operand, Attribute("a", Kind::I32)],
    ),
    inferring("IndexOp", "index", &[Operand]),
    inferring("SecondOp", "second", &[Operand, Operand]),
];

const fn inferring(
    def: &'static str,
    name: &'static str,
    arguments: &'static [Argument],
) -> Operation {
    Operation {
        infers: true,
        ..operation(def, name, arguments, 1)
    }
}

/// A rule.
pub(crate) struct Rule {
    pub(crate) name: String,
    source: Node,
    text: String,
}

/// A rule of that name.
pub(crate) fn rule(name: String, random: &mut Random) -> Rule {
    loop {
        let (mut source, symbols) = source(random);
        // mlir-tblgen compares the wrong values if parts of a source are equal.
        if source.has_equal_parts() {
            continue;
        }
        let conditions = conditions(&symbols, random);
        if !conditions.is_empty() {
            // The generated code checks them after it has settled on an order.
            source.settle_order();
        }
        let results = results(source.results(), &symbols, random);
        let benefit = random.below(3);
        let text = format!(
            "def {name} : Pattern<\n    {},\n    [{}],\n    [{}], [], (addBenefit {benefit})>;\n",
            source.text(),
            results.join(",\n     "),
            conditions.join(", "),
        );
        return Rule { name, source, text };
    }
}

/// The text of a file with these rules.
pub(crate) fn file(rules: &[Rule]) -> String {
    let rules: Vec<_> = rules.iter().map(|rule| rule.text.as_str()).collect();
    format!("{START}\n{}", rules.join("\n"))
}

/// What the rules mention.
const START: &str = r#"include "dialect.td"
include "mlir/IR/PatternBase.td"

def AddOne : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + 1)">;
def AddBoth : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + $1.getInt())">;
def IsWord : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getType().isInteger(32) ? 1 : 0)">;

def SameType : Constraint<CPred<"$0.getType() == $1.getType()">, "same types">;
def Small : Constraint<CPred<"$0.getInt() < 2">, "small">;
"#;

/// A program with several places where each of the rules may match.
pub(crate) fn program(rules: &[Rule], random: &mut Random) -> String {
    let mut program = Program::new();
    for _ in 0..4 {
        for rule in rules {
            program.add(&rule.source, random);
        }
    }
    program.finish()
}
