//! Programs as data, and their text.

use super::pattern::TYPES;
use std::fmt::{self, Display, Formatter};

/// Operations in a graph region: any of them may use the results of any other.
#[derive(Default)]
pub(super) struct Program {
    pub(super) operations: Vec<Operation>,
}

pub(super) struct Operation {
    pub(super) name: String,
    pub(super) operands: Vec<Value>,
    pub(super) attributes: Vec<(String, String)>,
    /// The indices of the types.
    pub(super) results: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// A result of an operation.
    Result(usize, usize),
    /// The argument of the block that has the type with this index.
    Argument(usize),
}

impl Program {
    /// The index of the type.
    pub(super) fn ty(&self, value: Value) -> usize {
        match value {
            Value::Result(operation, index) => self.operations[operation].results[index],
            Value::Argument(ty) => ty,
        }
    }

    /// All values.
    pub(super) fn values(&self) -> Vec<Value> {
        let arguments = (0..TYPES.len()).map(Value::Argument);
        let operations = self.operations.iter().enumerate();
        let results = operations.flat_map(|(index, operation)| {
            (0..operation.results.len()).map(move |result| Value::Result(index, result))
        });
        arguments.chain(results).collect()
    }

    fn operation(&self, index: usize, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Operation {
            name,
            operands,
            attributes,
            results,
        } = &self.operations[index];
        let join = |texts: Vec<String>| texts.join(", ");
        let ty = |ty: usize| TYPES[ty].to_owned();
        if !results.is_empty() {
            write!(formatter, "  %o{index}:{} = ", results.len())?;
        }
        let attributes: Vec<_> = attributes
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        writeln!(
            formatter,
            "  \"{name}\"({}) {{{}}} : ({}) -> ({})",
            join(operands.iter().map(ToString::to_string).collect()),
            join(attributes),
            join(operands.iter().map(|one| ty(self.ty(*one))).collect()),
            join(results.iter().map(|one| ty(*one)).collect()),
        )
    }
}

impl Display for Program {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let arguments: Vec<_> = TYPES
            .iter()
            .enumerate()
            .map(|(index, ty)| format!("%a{index}: {ty}"))
            .collect();
        writeln!(
            formatter,
            "\"t.region\"() ({{\n^bb0({}):",
            arguments.join(", ")
        )?;
        for index in 0..self.operations.len() {
            self.operation(index, formatter)?;
        }
        writeln!(formatter, "}}) : () -> ()")
    }
}

impl Display for Value {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Result(operation, index) => write!(formatter, "%o{operation}#{index}"),
            Value::Argument(ty) => write!(formatter, "%a{ty}"),
        }
    }
}
