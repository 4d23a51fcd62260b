//! Programs as data, and their text.

use super::pattern::TYPES;
use std::fmt::{self, Display, Formatter};

/// Operations in a graph region: any of them may use the results of any other.
#[derive(Default)]
pub(super) struct Program {
    /// Those in others, too.
    pub(super) operations: Vec<Operation>,
}

pub(super) struct Operation {
    pub(super) name: String,
    pub(super) operands: Vec<Value>,
    pub(super) attributes: Vec<(String, String)>,
    /// The indices of the types.
    pub(super) results: Vec<usize>,
    /// The blocks of each region.
    pub(super) regions: Vec<Vec<Block>>,
    /// Whether a block has it.
    pub(super) is_inside: bool,
}

#[derive(Default)]
pub(super) struct Block {
    /// The indices of the types.
    pub(super) arguments: Vec<usize>,
    pub(super) operations: Vec<usize>,
}

/// The operation, the region and the block.
pub(super) type BlockId = (usize, usize, usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// A result of an operation.
    Result(usize, usize),
    /// The argument of the outermost block that has the type with this index.
    Argument(usize),
    /// An argument of another block.
    Inner(BlockId, usize),
}

impl Program {
    /// The index of the type.
    pub(super) fn ty(&self, value: Value) -> usize {
        match value {
            Value::Result(operation, index) => self.operations[operation].results[index],
            Value::Argument(ty) => ty,
            Value::Inner(block, index) => self.block(block).arguments[index],
        }
    }

    pub(super) fn block(&self, (operation, region, block): BlockId) -> &Block {
        &self.operations[operation].regions[region][block]
    }

    pub(super) fn block_mut(&mut self, (operation, region, block): BlockId) -> &mut Block {
        &mut self.operations[operation].regions[region][block]
    }

    /// The values that all operations may use.
    pub(super) fn values(&self) -> Vec<Value> {
        let arguments = (0..TYPES.len()).map(Value::Argument);
        let operations = self.operations.iter().enumerate();
        let operations = operations.filter(|(_, operation)| !operation.is_inside);
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
            regions,
            is_inside: _,
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
        write!(
            formatter,
            "  \"{name}\"({})",
            join(operands.iter().map(ToString::to_string).collect()),
        )?;
        if !regions.is_empty() {
            self.regions(index, formatter)?;
        }
        writeln!(
            formatter,
            " {{{}}} : ({}) -> ({})",
            join(attributes),
            join(operands.iter().map(|one| ty(self.ty(*one))).collect()),
            join(results.iter().map(|one| ty(*one)).collect()),
        )
    }
}

impl Program {
    fn regions(&self, operation: usize, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (region, blocks) in self.operations[operation].regions.iter().enumerate() {
            formatter.write_str(if region == 0 { " ({" } else { "}, {" })?;
            for (number, block) in blocks.iter().enumerate() {
                let id = (operation, region, number);
                let arguments = block.arguments.iter().enumerate();
                let arguments: Vec<_> = arguments
                    .map(|(index, ty)| format!("{}: {}", Value::Inner(id, index), TYPES[*ty]))
                    .collect();
                let arguments = arguments.join(", ");
                writeln!(
                    formatter,
                    "\n^bb{operation}_{region}_{number}({arguments}):"
                )?;
                for inner in &block.operations {
                    self.operation(*inner, formatter)?;
                }
            }
        }
        formatter.write_str("})")
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
            if !self.operations[index].is_inside {
                self.operation(index, formatter)?;
            }
        }
        writeln!(formatter, "}}) : () -> ()")
    }
}

impl Display for Value {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Result(operation, index) => write!(formatter, "%o{operation}#{index}"),
            Value::Argument(ty) => write!(formatter, "%a{ty}"),
            Value::Inner((operation, region, block), index) => {
                write!(formatter, "%i{operation}_{region}_{block}_{index}")
            }
        }
    }
}
