//! Regions, blocks and their arguments, as calls of native functions that nobody registers.
//!
//! The dialect `pdl` has none of them. MLIR accepts and prints such a module, and its
//! interpreter refuses it by the name of the constraint.

use super::Lowering;
use crate::front::{
    contract::{
        ARGUMENT, ARGUMENTS, BLOCK, EXACT, INDEX, INSERT_AT, INSERT_AT_START, INSERT_BEFORE,
        NEW_BLOCK, NEW_REGION, NUM_ARGUMENTS, NUM_BLOCKS, PLACE, REGION,
    },
    hir::{Call, CallKind, Insertion, NodeId, NodeKind, Type},
};
use melior::ir::{Location, Operation};

impl<'c> Lowering<'c, '_, '_> {
    /// A step that builds regions, or says where.
    pub(super) fn building(&self, location: Location<'c>, kind: &NodeKind) -> Operation<'c> {
        let (function, arguments, result) = match kind {
            NodeKind::Place => (PLACE, Vec::new(), Some(Type::Place)),
            NodeKind::Insert { at, anchor } => {
                let function = match at {
                    Insertion::Place => INSERT_AT,
                    Insertion::Before => INSERT_BEFORE,
                    Insertion::Start => INSERT_AT_START,
                };
                (function, vec![*anchor], None)
            }
            NodeKind::NewRegion => (NEW_REGION, Vec::new(), Some(Type::Region)),
            NodeKind::NewBlock { region, types } => {
                let arguments = [&[*region], &types[..]].concat();
                (NEW_BLOCK, arguments, Some(Type::Block))
            }
            other => unreachable!("{other:?} builds nothing"),
        };
        let call = Call {
            kind: CallKind::Rewrite,
            function: function.into(),
            parameters: Vec::new(),
            results: result.into_iter().collect(),
            arguments,
        };
        self.call(location, &call)
    }

    /// A part of an operation.
    pub(super) fn part(&self, location: Location<'c>, kind: &NodeKind) -> Operation<'c> {
        match *kind {
            NodeKind::Region {
                operation,
                index,
                num_blocks,
            } => {
                let number = num_blocks.map(|number| self.builder.number(NUM_BLOCKS, number));
                let function = (REGION, Type::Region);
                self.indexed(location, function, index, (operation, None), number)
            }
            NodeKind::Block {
                region,
                index,
                num_arguments,
                is_exact,
            } => {
                let b = self.builder;
                let number = num_arguments.map(|number| b.number(NUM_ARGUMENTS, number));
                let marks = number.into_iter().chain(is_exact.then(|| b.mark(EXACT)));
                let function = (BLOCK, Type::Block);
                self.indexed(location, function, index, (region, None), marks)
            }
            NodeKind::Argument { block, index, ty } => {
                let function = (ARGUMENT, Type::Value);
                self.indexed(location, function, index, (block, ty), None)
            }
            NodeKind::Arguments { block, first, ty } => {
                let function = (ARGUMENTS, Type::ValueRange);
                self.indexed(location, function, first, (block, ty), None)
            }
            ref other => unreachable!("{other:?} is no part of an operation"),
        }
    }

    /// The part with an index of `owner`, which has a type if the pattern knows it.
    fn indexed(
        &self,
        location: Location<'c>,
        function: (&str, Type),
        index: u32,
        (owner, ty): (NodeId, Option<NodeId>),
        marks: impl IntoIterator<Item = Mark<'c>>,
    ) -> Operation<'c> {
        let operands: Vec<_> = [owner].into_iter().chain(ty).collect();
        let operands = self.values_of(&operands);
        let index = self.builder.number(INDEX, index);
        let marks: Vec<_> = [index].into_iter().chain(marks).collect();
        let is_matched = owner.index() < self.pattern.rewrite_start;
        self.builder
            .part(location, function, is_matched, &operands, &marks)
    }
}

type Mark<'c> = (melior::ir::Identifier<'c>, melior::ir::Attribute<'c>);
