//! Programs as the reference sees them: operations, values, blocks and regions
//! in tables, and nothing else.

use std::{collections::BTreeMap, fmt::Write, rc::Rc};

/// A type or an attribute, as MLIR prints it.
pub(crate) type Text = Rc<str>;

macro_rules! ids {
    ($($name:ident)*) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) struct $name(pub(crate) usize);
    )*};
}
ids! { OperationId ValueId BlockId RegionId }

/// Erased operations stay in the tables, and are in no block.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) operations: Vec<Operation>,
    pub(crate) values: Vec<Value>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) regions: Vec<Region>,
}

#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) name: Text,
    pub(crate) operands: Vec<ValueId>,
    pub(crate) results: Vec<ValueId>,
    pub(crate) attributes: BTreeMap<String, Text>,
    pub(crate) regions: Vec<RegionId>,
    pub(crate) successors: Vec<BlockId>,
    pub(crate) block: Option<BlockId>,
}

#[derive(Debug)]
pub(crate) struct Value {
    pub(crate) r#type: Text,
    pub(crate) owner: Owner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Result(OperationId, usize),
    Argument(BlockId),
}

#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) arguments: Vec<ValueId>,
    pub(crate) operations: Vec<OperationId>,
    pub(crate) region: RegionId,
}

#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) blocks: Vec<BlockId>,
    pub(crate) operation: OperationId,
}

/// In front of an operation, or at the end of the block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) block: BlockId,
    pub(crate) next: Option<OperationId>,
}

#[derive(Debug)]
pub(crate) struct NewOperation {
    pub(crate) name: Text,
    pub(crate) operands: Vec<ValueId>,
    pub(crate) attributes: BTreeMap<String, Text>,
    pub(crate) types: Vec<Text>,
}

/// The operation around all others.
pub(crate) const ROOT: OperationId = OperationId(0);

impl Program {
    pub(crate) fn operation(&self, id: OperationId) -> &Operation {
        &self.operations[id.0]
    }

    pub(crate) fn operation_mut(&mut self, id: OperationId) -> &mut Operation {
        &mut self.operations[id.0]
    }

    pub(crate) fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0]
    }

    pub(crate) fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0]
    }

    pub(crate) fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.0]
    }

    pub(crate) fn types(&self, values: &[ValueId]) -> Vec<Text> {
        let types = values.iter().map(|id| self.value(*id).r#type.clone());
        types.collect()
    }

    /// The operation that defines a value, and the number of the result.
    pub(crate) fn definition(&self, value: ValueId) -> Option<(OperationId, usize)> {
        match self.value(value).owner {
            Owner::Result(operation, index) => Some((operation, index)),
            Owner::Argument(_) => None,
        }
    }

    /// The operation whose result a value is, or in whose region it is an
    /// argument.
    pub(crate) fn owner(&self, value: ValueId) -> OperationId {
        match self.value(value).owner {
            Owner::Result(operation, _) => operation,
            Owner::Argument(block) => self.region(self.block(block).region).operation,
        }
    }

    /// The operation in whose region an operation is.
    pub(crate) fn parent(&self, operation: OperationId) -> Option<OperationId> {
        let block = self.operation(operation).block?;
        Some(self.region(self.block(block).region).operation)
    }

    /// Whether `inner` is `outer`, or in a region of it.
    pub(crate) fn contains(&self, outer: OperationId, inner: OperationId) -> bool {
        let mut next = Some(inner);
        while let Some(operation) = next {
            if operation == outer {
                return true;
            }
            next = self.parent(operation);
        }
        false
    }

    /// Whether an operation is still there.
    pub(crate) fn is_present(&self, operation: OperationId) -> bool {
        self.contains(ROOT, operation)
    }

    /// All operations that are there, those in regions after the one that has
    /// the regions.
    pub(crate) fn present(&self) -> Vec<OperationId> {
        let mut found = vec![];
        self.collect(ROOT, &mut found);
        found
    }

    fn collect(&self, operation: OperationId, found: &mut Vec<OperationId>) {
        found.push(operation);
        for region in &self.operation(operation).regions {
            for block in &self.region(*region).blocks {
                for inner in &self.block(*block).operations {
                    self.collect(*inner, found);
                }
            }
        }
    }

    /// The operations that use a value, as often as they do.
    pub(crate) fn users(&self, value: ValueId) -> Vec<OperationId> {
        let mut users = vec![];
        for operation in self.present() {
            let operands = &self.operation(operation).operands;
            let uses = operands.iter().filter(|operand| **operand == value);
            users.extend(uses.map(|_| operation));
        }
        users
    }

    pub(crate) fn replace_uses(&mut self, from: ValueId, to: ValueId) {
        for operation in self.present() {
            for operand in &mut self.operation_mut(operation).operands {
                if *operand == from {
                    *operand = to;
                }
            }
        }
    }

    /// The operation after another one in its block.
    pub(crate) fn next(&self, operation: OperationId) -> Option<OperationId> {
        let operations = &self.block(self.operation(operation).block?).operations;
        let position = operations.iter().position(|other| *other == operation)?;
        operations.get(position + 1).copied()
    }

    /// Adds an operation without regions and successors at a place.
    pub(crate) fn insert(&mut self, place: Place, new: NewOperation) -> OperationId {
        let id = OperationId(self.operations.len());
        let results = new.types.into_iter().enumerate().map(|(index, r#type)| {
            self.values.push(Value {
                r#type,
                owner: Owner::Result(id, index),
            });
            ValueId(self.values.len() - 1)
        });
        let results = results.collect();
        self.operations.push(Operation {
            name: new.name,
            operands: new.operands,
            results,
            attributes: new.attributes,
            regions: vec![],
            successors: vec![],
            block: Some(place.block),
        });
        let operations = &mut self.blocks[place.block.0].operations;
        let position = match place.next {
            Some(next) => operations.iter().position(|other| *other == next),
            None => Some(operations.len()),
        };
        operations.insert(position.expect("its block has it"), id);
        id
    }

    /// Takes an operation, and all in its regions, out of the program.
    pub(crate) fn erase(&mut self, operation: OperationId) {
        if let Some(block) = self.operation_mut(operation).block.take() {
            let operations = &mut self.blocks[block.0].operations;
            operations.retain(|other| *other != operation);
        }
    }

    /// The program as text. Two programs have the same text if and only if they
    /// are the same, whatever the order of their tables.
    pub(crate) fn text(&self) -> String {
        let mut printer = Printer {
            program: self,
            values: vec![None; self.values.len()],
            blocks: vec![None; self.blocks.len()],
            text: String::new(),
        };
        printer.number(ROOT, &mut 0);
        printer.print(ROOT, 0);
        printer.text
    }
}

struct Printer<'p> {
    program: &'p Program,
    /// The numbers of the values and blocks that are there.
    values: Vec<Option<usize>>,
    blocks: Vec<Option<usize>>,
    text: String,
}

impl Printer<'_> {
    fn number(&mut self, operation: OperationId, next: &mut usize) {
        let mut count = || {
            *next += 1;
            Some(*next)
        };
        let operation = self.program.operation(operation);
        for result in &operation.results {
            self.values[result.0] = count();
        }
        for region in &operation.regions {
            for block in &self.program.region(*region).blocks {
                *next += 1;
                self.blocks[block.0] = Some(*next);
                for argument in &self.program.block(*block).arguments {
                    *next += 1;
                    self.values[argument.0] = Some(*next);
                }
                for inner in &self.program.block(*block).operations {
                    self.number(*inner, next);
                }
            }
        }
    }

    fn print(&mut self, id: OperationId, depth: usize) {
        let operation = self.program.operation(id);
        let indent = "  ".repeat(depth);
        let results = self.names(&operation.results);
        let operands = self.names(&operation.operands);
        let attributes = operation.attributes.iter();
        let attributes: Vec<_> = attributes
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let successors = operation.successors.iter();
        let successors: Vec<_> = successors.map(|block| self.block(*block)).collect();
        let line = format!(
            "{indent}{results} = {}({operands}) {{{}}} [{}] : {}",
            operation.name,
            attributes.join(", "),
            successors.join(", "),
            self.program.types(&operation.results).join(", "),
        );
        self.line(&line);
        for region in &operation.regions {
            self.line(&format!("{indent}{{"));
            for block in &self.program.region(*region).blocks {
                let block_name = self.block(*block);
                let block = self.program.block(*block);
                let arguments = self.names(&block.arguments);
                let types = self.program.types(&block.arguments).join(", ");
                self.line(&format!("{indent} {block_name}({arguments}) : {types}"));
                for inner in &block.operations {
                    self.print(*inner, depth + 1);
                }
            }
            self.line(&format!("{indent}}}"));
        }
    }

    fn names(&self, values: &[ValueId]) -> String {
        let names = values.iter().map(|value| match self.values[value.0] {
            Some(number) => format!("%{number}"),
            None => "%erased".to_owned(),
        });
        names.collect::<Vec<_>>().join(", ")
    }

    fn block(&self, block: BlockId) -> String {
        match self.blocks[block.0] {
            Some(number) => format!("^{number}"),
            None => "^erased".to_owned(),
        }
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("strings grow");
    }
}
