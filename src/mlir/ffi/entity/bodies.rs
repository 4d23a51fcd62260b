//! What is in an operation, and what an operation is in.

use melior::ir::{OperationRef, Value};
use mlir_sys::{
    MlirBlock, MlirOperation, MlirRegion, mlirBlockGetArgument, mlirBlockGetFirstOperation,
    mlirBlockGetNextInRegion, mlirBlockGetNumArguments, mlirBlockGetParentOperation,
    mlirOperationGetBlock, mlirOperationGetNextInBlock, mlirOperationGetNumRegions,
    mlirOperationGetParentOperation, mlirOperationGetRegion, mlirRegionGetFirstBlock,
};
use std::{ffi::c_void, iter, marker::PhantomData};

/// A region of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Region<'a> {
    ptr: *mut c_void,
    lives: PhantomData<OperationRef<'a, 'a>>,
}

/// A block in a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block<'a> {
    ptr: *mut c_void,
    lives: PhantomData<OperationRef<'a, 'a>>,
}

pub(crate) fn regions<'a>(operation: OperationRef<'a, 'a>) -> Vec<Region<'a>> {
    let raw = operation.to_raw();
    // SAFETY: the operation is alive, and has that many regions.
    let region = |index| unsafe { Region::from_raw(mlirOperationGetRegion(raw, index)) };
    // SAFETY: the operation is alive.
    let count = unsafe { mlirOperationGetNumRegions(raw) };
    (0..count).map(region).collect()
}

/// The block that an operation is in.
pub(crate) fn block_of<'a>(operation: OperationRef<'a, 'a>) -> Option<Block<'a>> {
    // SAFETY: the operation is alive.
    Block::from_raw(unsafe { mlirOperationGetBlock(operation.to_raw()) })
}

/// The operation around another one.
pub(crate) fn parent<'a>(operation: OperationRef<'a, 'a>) -> Option<OperationRef<'a, 'a>> {
    // SAFETY: the operation is alive, and then so is the one around it.
    unsafe { OperationRef::from_option_raw(mlirOperationGetParentOperation(operation.to_raw())) }
}

impl<'a> Region<'a> {
    fn from_raw(raw: MlirRegion) -> Self {
        Region {
            ptr: raw.ptr,
            lives: PhantomData,
        }
    }

    pub(crate) fn blocks(self) -> impl Iterator<Item = Block<'a>> {
        // SAFETY: the region is alive, and so are its blocks.
        let first =
            Block::from_raw(unsafe { mlirRegionGetFirstBlock(MlirRegion { ptr: self.ptr }) });
        iter::successors(first, |block| {
            // SAFETY: the same.
            Block::from_raw(unsafe { mlirBlockGetNextInRegion(block.to_raw()) })
        })
    }
}

impl<'a> Block<'a> {
    fn from_raw(raw: MlirBlock) -> Option<Self> {
        (!raw.ptr.is_null()).then_some(Block {
            ptr: raw.ptr,
            lives: PhantomData,
        })
    }

    fn to_raw(self) -> MlirBlock {
        MlirBlock { ptr: self.ptr }
    }

    pub(crate) fn arguments(self) -> Vec<Value<'a, 'a>> {
        // SAFETY: the block is alive, and has that many arguments.
        unsafe {
            (0..mlirBlockGetNumArguments(self.to_raw()))
                .map(|index| Value::from_raw(mlirBlockGetArgument(self.to_raw(), index)))
                .collect()
        }
    }

    /// In their order.
    pub(crate) fn operations(self) -> impl Iterator<Item = OperationRef<'a, 'a>> {
        let exists = |operation: MlirOperation| (!operation.ptr.is_null()).then_some(operation);
        // SAFETY: the block is alive, and so are its operations.
        let first = exists(unsafe { mlirBlockGetFirstOperation(self.to_raw()) });
        // SAFETY: the same.
        let next = move |one: &MlirOperation| exists(unsafe { mlirOperationGetNextInBlock(*one) });
        // SAFETY: the same.
        iter::successors(first, next).map(|one| unsafe { OperationRef::from_raw(one) })
    }

    /// The operation around the block.
    pub(crate) fn around(self) -> Option<OperationRef<'a, 'a>> {
        // SAFETY: the block is alive, and so is the operation around it.
        unsafe { OperationRef::from_option_raw(mlirBlockGetParentOperation(self.to_raw())) }
    }
}
