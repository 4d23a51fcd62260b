//! How the reference gets programs of MLIR.

use super::program::{
    Block, BlockId, Operation, OperationId, Owner, Program, Region, RegionId, Text, Value, ValueId,
};
use melior::ir::{
    Attribute, BlockLike, BlockRef, OperationRef, RegionLike, RegionRef, Type, TypeLike, ValueLike,
    attribute::AttributeLike, operation::OperationLike,
};
use std::collections::HashMap;

/// The program that an operation of MLIR holds.
///
/// # Errors
///
/// Says what is wrong if an operand does not exist.
pub(crate) fn import(root: OperationRef<'_, '_>) -> Result<Program, String> {
    let mut importer = Importer::default();
    importer.declare(root, None);
    importer.connect(root)?;
    Ok(importer.program)
}

/// First declares all that there is, and then connects it: an operand may be
/// defined later than it is used.
#[derive(Default)]
struct Importer {
    program: Program,
    operations: HashMap<usize, OperationId>,
    values: HashMap<usize, ValueId>,
    blocks: HashMap<usize, BlockId>,
    /// The texts of types and attributes.
    texts: HashMap<usize, Text>,
}

impl Importer {
    fn declare(&mut self, op: OperationRef<'_, '_>, block: Option<BlockId>) -> OperationId {
        let id = OperationId(self.program.operations.len());
        self.operations.insert(op.to_raw().ptr as usize, id);
        let attributes = op.attributes();
        let attributes = attributes.map(|(name, value)| {
            let name = name.as_string_ref().as_str().expect("names are text");
            (name.to_owned(), self.attribute(value))
        });
        let attributes = attributes.collect();
        self.program.operations.push(Operation {
            name: op
                .name()
                .as_string_ref()
                .as_str()
                .expect("names are text")
                .into(),
            operands: vec![],
            results: vec![],
            attributes,
            regions: vec![],
            successors: vec![],
            block,
        });
        let results = op.results().enumerate().map(|(index, result)| {
            let owner = Owner::Result(id, index);
            self.value(result.to_raw().ptr as usize, result.r#type(), owner)
        });
        let results = results.collect();
        let regions = op.regions().map(|region| self.region(region, id)).collect();
        let operation = self.program.operation_mut(id);
        operation.results = results;
        operation.regions = regions;
        id
    }

    fn region(&mut self, region: RegionRef<'_, '_>, operation: OperationId) -> RegionId {
        let id = RegionId(self.program.regions.len());
        self.program.regions.push(Region {
            blocks: vec![],
            operation: Some(operation),
        });
        let mut next = region.first_block();
        while let Some(block) = next {
            let block_id = self.block(block, id);
            self.program.regions[id.0].blocks.push(block_id);
            next = block.next_in_region();
        }
        id
    }

    fn block(&mut self, block: BlockRef<'_, '_>, region: RegionId) -> BlockId {
        let id = BlockId(self.program.blocks.len());
        self.blocks.insert(block.to_raw().ptr as usize, id);
        self.program.blocks.push(Block {
            arguments: vec![],
            operations: vec![],
            region,
        });
        for index in 0..block.argument_count() {
            let argument = block.argument(index).expect("it has so many");
            let owner = Owner::Argument(id);
            let argument = self.value(argument.to_raw().ptr as usize, argument.r#type(), owner);
            self.program.blocks[id.0].arguments.push(argument);
        }
        let mut next = block.first_operation();
        while let Some(op) = next {
            let operation = self.declare(op, Some(id));
            self.program.blocks[id.0].operations.push(operation);
            next = op.next_in_block();
        }
        id
    }

    fn value(&mut self, key: usize, r#type: Type<'_>, owner: Owner) -> ValueId {
        let id = ValueId(self.program.values.len());
        self.values.insert(key, id);
        let r#type = self.r#type(r#type);
        self.program.values.push(Value { r#type, owner });
        id
    }

    fn r#type(&mut self, r#type: Type<'_>) -> Text {
        let key = r#type.to_raw().ptr as usize;
        let text = self.texts.entry(key);
        text.or_insert_with(|| r#type.to_string().into()).clone()
    }

    fn attribute(&mut self, attribute: Attribute<'_>) -> Text {
        let key = attribute.to_raw().ptr as usize;
        let text = self.texts.entry(key);
        text.or_insert_with(|| attribute.to_string().into()).clone()
    }

    fn connect(&mut self, op: OperationRef<'_, '_>) -> Result<(), String> {
        let id = self.operations[&(op.to_raw().ptr as usize)];
        let mut operands = vec![];
        for operand in op.operands() {
            let value = self.values.get(&(operand.to_raw().ptr as usize));
            let value = value.ok_or_else(|| {
                let name = &self.program.operation(id).name;
                format!("an operand of `{name}` is not in the program")
            })?;
            operands.push(*value);
        }
        let successors = op.successors();
        let successors = successors.map(|block| self.blocks[&(block.to_raw().ptr as usize)]);
        let successors = successors.collect();
        let operation = self.program.operation_mut(id);
        operation.operands = operands;
        operation.successors = successors;
        for region in op.regions() {
            let mut next_block = region.first_block();
            while let Some(block) = next_block {
                let mut next = block.first_operation();
                while let Some(inner) = next {
                    self.connect(inner)?;
                    next = inner.next_in_block();
                }
                next_block = block.next_in_region();
            }
        }
        Ok(())
    }
}
