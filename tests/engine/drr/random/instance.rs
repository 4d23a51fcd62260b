//! Programs in which sources of rules occur, some of them with a change.

use super::{
    Argument, Kind, OPERATIONS, Operation, Random, TYPES,
    source::{Match, Node},
};
use std::{collections::BTreeMap, fmt::Write};

/// Percentage of the parts that are unlike the rule.
const CHANGED: usize = 6;

/// A function whose arguments have all types, as it grows.
pub(super) struct Program {
    lines: String,
    /// How many values there are.
    count: usize,
    /// The values that nothing uses, with their types.
    unused: Vec<Value>,
}

/// The name and type of a value.
#[derive(Clone, PartialEq, Eq)]
struct Value(String, &'static str);

impl Program {
    pub(super) fn new() -> Self {
        Program {
            lines: String::new(),
            count: 0,
            unused: Vec::new(),
        }
    }

    /// Adds the operations that a source matches.
    pub(super) fn add(&mut self, source: &Node, random: &mut Random) {
        let values = self.operations(source, &mut BTreeMap::new(), random);
        self.unused.extend(values);
    }

    pub(super) fn finish(self) -> String {
        let arguments: Vec<_> = arguments()
            .map(|Value(name, ty)| format!("{name}: {ty}"))
            .collect();
        let names: Vec<_> = self.unused.iter().map(|value| value.0.as_str()).collect();
        let types: Vec<_> = self.unused.iter().map(|value| value.1).collect();
        format!(
            "func.func @f({}) {{\n{}  \"drr.keep\"({}) : ({}) -> ()\n  return\n}}\n",
            arguments.join(", "),
            self.lines,
            names.join(", "),
            types.join(", "),
        )
    }

    /// Adds the operations of a source, and returns the results of its root.
    fn operations(
        &mut self,
        source: &Node,
        named: &mut BTreeMap<String, Value>,
        random: &mut Random,
    ) -> Vec<Value> {
        let mut operands = Vec::new();
        let mut attributes = Vec::new();
        for (argument, part) in source.operation.arguments.iter().zip(&source.arguments) {
            match (argument, part) {
                (Argument::Attribute(name, kind), part) => {
                    attributes.extend(attribute(name, *kind, part, random));
                }
                (_, Match::Operation(node)) => {
                    let values = self.operations(node, named, random);
                    let value = random.pick(&values).clone();
                    operands.push(value);
                }
                (_, Match::Value(name, ty)) => operands.push(value(name, *ty, named, random)),
                (_, Match::Values(names)) => {
                    operands.extend(names.iter().map(|name| value(name, None, named, random)));
                    if random.chance(CHANGED) {
                        operands.push(any(random));
                    }
                }
                (_, _) => operands.extend((0..random.below(4)).map(|_| any(random))),
            }
        }
        if source.operation.arguments == [Argument::Operand; 2] && random.chance(40) {
            operands.swap(0, 1);
        }
        let operation = like(source.operation, random);
        self.operation(operation, &operands, &attributes, random)
    }

    /// Adds an operation, and returns its results.
    fn operation(
        &mut self,
        operation: &Operation,
        operands: &[Value],
        attributes: &[String],
        random: &mut Random,
    ) -> Vec<Value> {
        let results: Vec<_> = (0..operation.results)
            .map(|_| {
                self.count += 1;
                Value(format!("%{}", self.count), random.pick(&TYPES).1)
            })
            .collect();
        let list = |values: &[Value], part: fn(&Value) -> &str| {
            values.iter().map(part).collect::<Vec<_>>().join(", ")
        };
        let name: fn(&Value) -> &str = |value| &value.0;
        let ty: fn(&Value) -> &str = |value| value.1;
        writeln!(
            self.lines,
            "  {} = \"drr.{}\"({}) {}: ({}) -> ({})",
            list(&results, name),
            operation.name,
            list(operands, name),
            match attributes {
                [] => String::new(),
                _ => format!("<{{{}}}> ", attributes.join(", ")),
            },
            list(operands, ty),
            list(&results, ty),
        )
        .expect("a string takes it");
        results
    }
}

/// The operation, or another one with the same arguments.
fn like(operation: &'static Operation, random: &mut Random) -> &'static Operation {
    let is_alike = |other: &&Operation| {
        (other.arguments, other.results) == (operation.arguments, operation.results)
    };
    let alike: Vec<&'static Operation> = OPERATIONS.iter().filter(is_alike).collect();
    match random.chance(CHANGED) {
        true => alike[random.below(alike.len())],
        false => operation,
    }
}

/// The value with that name, one of this type, or any.
fn value(
    name: &str,
    ty: Option<usize>,
    named: &mut BTreeMap<String, Value>,
    random: &mut Random,
) -> Value {
    if random.chance(CHANGED) {
        return any(random);
    }
    if let Some(value) = named.get(name) {
        return value.clone();
    }
    let fits = |value: &Value| ty.is_none_or(|ty| TYPES[ty].1 == value.1);
    let values: Vec<_> = arguments().filter(fits).collect();
    let value = random.pick(&values).clone();
    if name != "$_" {
        named.insert(name.to_owned(), value.clone());
    }
    value
}

fn any(random: &mut Random) -> Value {
    let values: Vec<_> = arguments().collect();
    random.pick(&values).clone()
}

/// Two of each type.
fn arguments() -> impl Iterator<Item = Value> {
    let types = TYPES.iter().chain(&TYPES).enumerate();
    types.map(|(index, (_, ty))| Value(format!("%arg{index}"), ty))
}

/// The attribute, unless it is missing.
fn attribute(name: &str, kind: Kind, part: &Match, random: &mut Random) -> Option<String> {
    let number = match part {
        Match::Constant(_, 2) if kind == Kind::OpenI32 && random.chance(50) => return None,
        Match::Constant(_, number) if !random.chance(3 * CHANGED) => *number,
        _ if matches!(kind, Kind::MaybeI32 | Kind::OpenI32) && random.chance(30) => return None,
        _ => random.below(4) as i64,
    };
    let ty = match kind {
        Kind::I32 | Kind::MaybeI32 | Kind::OpenI32 => "i32",
        Kind::I64 | Kind::Property => "i64",
    };
    Some(format!("{name} = {number} : {ty}"))
}
