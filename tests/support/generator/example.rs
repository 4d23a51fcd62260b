//! The operations that a pattern is made to match.

use super::{ATTRIBUTE_NAMES, ATTRIBUTES, TYPES};
use crate::support::random::Random;
use std::fmt::Write;

/// A value of an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// One that comes from elsewhere.
    External(usize),
    /// The result of an operation with that index.
    Result(usize, usize),
}

/// An operation of an example. Its name says how many operands and results it
/// has, so that whatever matches the name knows.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) name: String,
    pub(super) operands: Vec<Value>,
    /// Names, and indices of [`ATTRIBUTES`].
    pub(super) attributes: Vec<(&'static str, usize)>,
    pub(super) results: Vec<&'static str>,
    /// The operand that connects it with the operations before it.
    pub(super) link: Option<usize>,
}

/// Some operations that hang together.
#[derive(Debug)]
pub(super) struct Example {
    pub(super) operations: Vec<Operation>,
    /// The types of the external values.
    pub(super) externals: Vec<&'static str>,
}

impl Example {
    pub(super) fn new(random: &mut Random) -> Self {
        let mut example = Example {
            operations: Vec::new(),
            externals: Vec::new(),
        };
        let count = [1, 1, 1, 2, 2, 2, 3, 3, 4, 5][random.below(10)];
        for index in 0..count {
            let operation = example.operation(random, index == 0 && count > 1);
            example.operations.push(operation);
        }
        example
    }

    /// The next operation. The first of several must have values to share.
    fn operation(&mut self, random: &mut Random, must_share: bool) -> Operation {
        let shared = self.shared();
        let is_first = shared.is_empty();
        let results: Vec<_> = (0..[0, 1, 1, 1, 2, 3][random.below(6)])
            .map(|_| *random.pick(TYPES))
            .collect();
        let least = usize::from(!is_first || (must_share && results.is_empty()));
        let mut operands: Vec<_> = (0..random.below(4).max(least))
            .map(|_| match random.pick_any(&shared).copied() {
                Some(value) if random.chance(50) => value,
                _ => {
                    let ty: &str = random.pick::<&str>(TYPES);
                    self.externals.push(ty);
                    Value::External(self.externals.len() - 1)
                }
            })
            .collect();
        let mut link = None;
        if !is_first {
            let position = random.below(operands.len());
            operands[position] = *random.pick(&shared);
            link = Some(position);
        }
        let mut attributes: Vec<(&str, usize)> = Vec::new();
        for _ in 0..[0, 0, 1, 2, 3][random.below(5)] {
            let name = *random.pick(ATTRIBUTE_NAMES);
            if attributes.iter().all(|(other, _)| *other != name) {
                attributes.push((name, random.below(ATTRIBUTES.len())));
            }
        }
        let letter = random.pick(&["a", "b", "c.d", "let"]);
        Operation {
            name: format!("t.{letter}_{}_{}", operands.len(), results.len()),
            operands,
            attributes,
            results,
            link,
        }
    }

    /// The values that the operations so far have.
    fn shared(&self) -> Vec<Value> {
        let mut shared = Vec::new();
        for (index, operation) in self.operations.iter().enumerate() {
            shared.extend(&operation.operands);
            shared.extend((0..operation.results.len()).map(|result| Value::Result(index, result)));
        }
        shared
    }

    pub(super) fn ty(&self, value: Value) -> &'static str {
        match value {
            Value::External(index) => self.externals[index],
            Value::Result(operation, index) => self.operations[operation].results[index],
        }
    }

    /// The program. Now and then something in it is not as the pattern wants.
    pub(super) fn print(&self, random: &mut Random, number: usize) -> String {
        let mut text = String::new();
        for (index, ty) in self.externals.iter().enumerate() {
            let _ = writeln!(text, "  %x{number}_{index} = \"t.source\"() : () -> ({ty})");
        }
        for (index, operation) in self.operations.iter().enumerate() {
            let operands: Vec<_> = operation
                .operands
                .iter()
                .map(|value| match value {
                    Value::External(index) => format!("%x{number}_{index}"),
                    Value::Result(operation, result) => format!("%r{number}_{operation}#{result}"),
                })
                .collect();
            let operand_types: Vec<_> = operation.operands.iter().map(|v| self.ty(*v)).collect();
            let attributes: Vec<_> = operation
                .attributes
                .iter()
                .filter(|_| !random.chance(3))
                .map(|(name, value)| format!("\"{name}\" = {}", ATTRIBUTES[*value].0))
                .collect();
            let results = &operation.results;
            let define = match results.len() {
                0 => String::new(),
                count => format!("%r{number}_{index}:{count} = "),
            };
            let _ = writeln!(
                text,
                "  {define}\"{}\"({}) {{{}}} : ({}) -> ({})",
                operation.name,
                operands.join(", "),
                attributes.join(", "),
                operand_types.join(", "),
                results.join(", ")
            );
            if !results.is_empty() && random.chance(50) {
                let types = results.join(", ");
                let uses: Vec<_> = (0..results.len())
                    .map(|result| format!("%r{number}_{index}#{result}"))
                    .collect();
                let _ = writeln!(text, "  \"t.sink\"({}) : ({types}) -> ()", uses.join(", "));
            }
        }
        text
    }
}
