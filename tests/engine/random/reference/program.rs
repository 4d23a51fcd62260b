//! Programs as the reference sees them: operations, values, blocks and regions
//! in tables, and nothing else.

use std::{collections::BTreeMap, fmt::Write, iter::zip, rc::Rc};

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

/// A region that is built has no operation before one takes it.
#[derive(Debug, Default)]
pub(crate) struct Region {
    pub(crate) blocks: Vec<BlockId>,
    pub(crate) operation: Option<OperationId>,
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
    pub(crate) regions: Vec<RegionId>,
}

/// What stands for values and blocks in a copy.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    pub(crate) values: BTreeMap<ValueId, ValueId>,
    blocks: BTreeMap<BlockId, BlockId>,
}

impl Copies {
    pub(crate) fn value(&self, original: ValueId) -> ValueId {
        self.values.get(&original).copied().unwrap_or(original)
    }
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
            Owner::Argument(block) => {
                let operation = self.region(self.block(block).region).operation;
                operation.expect("the region is in the program")
            }
        }
    }

    /// The block that defines a value, unless its operation is in none.
    pub(crate) fn block_of(&self, value: ValueId) -> Option<BlockId> {
        match self.value(value).owner {
            Owner::Result(operation, _) => self.operation(operation).block,
            Owner::Argument(block) => Some(block),
        }
    }

    /// The operation in whose region an operation is.
    pub(crate) fn parent(&self, operation: OperationId) -> Option<OperationId> {
        let block = self.operation(operation).block?;
        self.region(self.block(block).region).operation
    }

    /// Whether a block is in a region, or in an operation there.
    pub(crate) fn region_contains(&self, region: RegionId, block: BlockId) -> bool {
        let mut next = Some(block);
        while let Some(block) = next {
            let around = self.block(block).region;
            if around == region {
                return true;
            }
            let operation = self.region(around).operation;
            next = operation.and_then(|operation| self.operation(operation).block);
        }
        false
    }

    /// Whether an operation is not erased. It may be in a region that is being built.
    fn exists(&self, operation: OperationId) -> bool {
        let Some(block) = self.operation(operation).block else {
            return operation == ROOT;
        };
        let around = self.region(self.block(block).region).operation;
        around.is_none_or(|around| self.exists(around))
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

    fn existing(&self) -> impl Iterator<Item = OperationId> {
        let all = (0..self.operations.len()).map(OperationId);
        all.filter(|id| self.exists(*id))
    }

    /// The operations that use a value, as often as they do.
    pub(crate) fn users(&self, value: ValueId) -> Vec<OperationId> {
        let mut users = vec![];
        for operation in self.existing() {
            let operands = &self.operation(operation).operands;
            let uses = operands.iter().filter(|operand| **operand == value);
            users.extend(uses.map(|_| operation));
        }
        users
    }

    pub(crate) fn replace_uses(&mut self, from: ValueId, to: ValueId) {
        for operation in &mut self.operations {
            for operand in &mut operation.operands {
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

    /// Adds an operation without successors at a place.
    pub(crate) fn insert(&mut self, place: Place, new: NewOperation) -> OperationId {
        let id = OperationId(self.operations.len());
        let results = new.types.into_iter().enumerate();
        let results =
            results.map(|(index, r#type)| self.value_of(r#type, Owner::Result(id, index)));
        let results = results.collect();
        for region in &new.regions {
            self.regions[region.0].operation = Some(id);
        }
        self.operations.push(Operation {
            name: new.name,
            operands: new.operands,
            results,
            attributes: new.attributes,
            regions: new.regions,
            successors: vec![],
            block: None,
        });
        self.put(id, place);
        id
    }

    fn put(&mut self, operation: OperationId, place: Place) {
        self.operation_mut(operation).block = Some(place.block);
        let operations = &mut self.blocks[place.block.0].operations;
        let position = match place.next {
            Some(next) => operations.iter().position(|other| *other == next),
            None => Some(operations.len()),
        };
        operations.insert(position.expect("its block has it"), operation);
    }

    fn value_of(&mut self, r#type: Text, owner: Owner) -> ValueId {
        self.values.push(Value { r#type, owner });
        ValueId(self.values.len() - 1)
    }

    /// Adds a region that no operation has.
    pub(crate) fn add_region(&mut self) -> RegionId {
        self.regions.push(Region::default());
        RegionId(self.regions.len() - 1)
    }

    pub(crate) fn add_block(&mut self, region: RegionId, types: Vec<Text>) -> BlockId {
        let id = BlockId(self.blocks.len());
        let arguments = types.into_iter();
        let arguments = arguments.map(|r#type| self.value_of(r#type, Owner::Argument(id)));
        let arguments = arguments.collect();
        self.blocks.push(Block {
            arguments,
            operations: vec![],
            region,
        });
        self.regions[region.0].blocks.push(id);
        id
    }

    /// Moves the blocks of a region to the end of another one.
    pub(crate) fn move_blocks(&mut self, from: RegionId, to: RegionId) {
        for block in std::mem::take(&mut self.regions[from.0].blocks) {
            self.blocks[block.0].region = to;
            self.regions[to.0].blocks.push(block);
        }
    }

    /// Moves the operations of the only block of a region, which vanishes, to a place.
    pub(crate) fn move_operations(&mut self, block: BlockId, place: Place) {
        let region = self.block(block).region;
        self.regions[region.0].blocks.clear();
        for operation in std::mem::take(&mut self.blocks[block.0].operations) {
            self.put(operation, place);
        }
    }

    /// Copies operations to a place, and says which values stand for which.
    pub(crate) fn copy_operations(
        &mut self,
        operations: &[OperationId],
        place: Place,
        copies: &mut Copies,
    ) {
        let copied: Vec<_> = operations.iter().map(|id| self.copy(*id, copies)).collect();
        for copy in copied {
            self.put(copy, place);
            self.connect(copy, copies);
        }
    }

    /// Copies a region. No operation has the copy.
    pub(crate) fn copy_region(&mut self, region: RegionId) -> RegionId {
        let mut copies = Copies::default();
        let copy = self.copy_blocks(region, &mut copies);
        for block in self.region(copy).blocks.clone() {
            for operation in self.block(block).operations.clone() {
                self.connect(operation, &copies);
            }
        }
        copy
    }

    /// Copies an operation, whose operands and successors are still those of the original.
    fn copy(&mut self, operation: OperationId, copies: &mut Copies) -> OperationId {
        let regions = self.operation(operation).regions.clone();
        let regions: Vec<_> = regions
            .into_iter()
            .map(|region| self.copy_blocks(region, copies))
            .collect();
        let id = OperationId(self.operations.len());
        for region in &regions {
            self.regions[region.0].operation = Some(id);
        }
        let old = self.operation(operation).results.clone();
        let results = self.types(&old).into_iter().enumerate();
        let results =
            results.map(|(index, r#type)| self.value_of(r#type, Owner::Result(id, index)));
        let results: Vec<_> = results.collect();
        copies.values.extend(zip(old, results.iter().copied()));
        let original = self.operation(operation);
        self.operations.push(Operation {
            name: original.name.clone(),
            operands: original.operands.clone(),
            results,
            attributes: original.attributes.clone(),
            regions,
            successors: original.successors.clone(),
            block: None,
        });
        id
    }

    fn copy_blocks(&mut self, region: RegionId, copies: &mut Copies) -> RegionId {
        let copy = self.add_region();
        for block in self.region(region).blocks.clone() {
            let old = self.block(block).arguments.clone();
            let new = self.add_block(copy, self.types(&old));
            copies.blocks.insert(block, new);
            copies
                .values
                .extend(zip(old, self.block(new).arguments.clone()));
            for operation in self.block(block).operations.clone() {
                let operation = self.copy(operation, copies);
                let end = Place {
                    block: new,
                    next: None,
                };
                self.put(operation, end);
            }
        }
        copy
    }

    /// Lets a copy refer to copies.
    fn connect(&mut self, copy: OperationId, copies: &Copies) {
        let operation = &mut self.operations[copy.0];
        for operand in &mut operation.operands {
            *operand = copies.value(*operand);
        }
        for block in &mut operation.successors {
            *block = copies.blocks.get(block).copied().unwrap_or(*block);
        }
        for region in operation.regions.clone() {
            for block in self.region(region).blocks.clone() {
                for inner in self.block(block).operations.clone() {
                    self.connect(inner, copies);
                }
            }
        }
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
