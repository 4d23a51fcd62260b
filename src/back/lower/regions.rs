//! Regions, blocks and their arguments, as calls of native functions that nobody registers.
//!
//! The dialect `pdl` has none of them. MLIR accepts and prints such a module, and its
//! interpreter refuses it by the name of the constraint.

use super::{
    Lowering,
    op::{Constant, Mark, Op, Place, Target},
};
use crate::front::{
    contract::{
        ARGUMENT, ARGUMENTS, BLOCK, EXACT, INDEX, INSERT_AT, INSERT_AT_START, INSERT_BEFORE,
        NEW_BLOCK, NEW_REGION, NUM_ARGUMENTS, NUM_BLOCKS, PLACE, REGION,
    },
    hir::{CallKind, Insertion, NodeId, NodeKind, Type},
};

impl<'c, T: Target<'c>> Lowering<'c, '_, T> {
    /// Appends a step that builds regions, or says where.
    pub(super) fn building(&mut self, place: Place<'_>, kind: &NodeKind) -> T::Operation {
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
        let op = Op::Call {
            kind: CallKind::Rewrite,
            function,
            arguments: self.values_of(&arguments),
            results: result.as_slice(),
            marks: Vec::new(),
        };
        self.target.append(place, &op)
    }

    /// Appends a part of an operation.
    pub(super) fn part(&mut self, place: Place<'_>, kind: &NodeKind) -> T::Operation {
        match *kind {
            NodeKind::Region {
                operation,
                index,
                num_blocks,
            } => {
                let number = num_blocks.map(|number| (NUM_BLOCKS, Constant::Number(number)));
                let function = (REGION, Type::Region);
                self.indexed(place, function, index, (operation, None), number)
            }
            NodeKind::Block {
                region,
                index,
                num_arguments,
                is_exact,
            } => {
                let number = num_arguments.map(|number| (NUM_ARGUMENTS, Constant::Number(number)));
                let exact = is_exact.then_some((EXACT, Constant::Unit));
                let marks = number.into_iter().chain(exact);
                let function = (BLOCK, Type::Block);
                self.indexed(place, function, index, (region, None), marks)
            }
            NodeKind::Argument { block, index, ty } => {
                let function = (ARGUMENT, Type::Value);
                self.indexed(place, function, index, (block, ty), None)
            }
            NodeKind::Arguments { block, first, ty } => {
                let function = (ARGUMENTS, Type::ValueRange);
                self.indexed(place, function, first, (block, ty), None)
            }
            ref other => unreachable!("{other:?} is no part of an operation"),
        }
    }

    /// The part with an index of `owner`, which has a type if the pattern knows it.
    fn indexed(
        &mut self,
        place: Place<'_>,
        (function, ty): (&str, Type),
        index: u32,
        (owner, ty_of_part): (NodeId, Option<NodeId>),
        marks: impl IntoIterator<Item = Mark<'static>>,
    ) -> T::Operation {
        let arguments: Vec<_> = [owner].into_iter().chain(ty_of_part).collect();
        let index = (INDEX, Constant::Number(index));
        let is_matched = owner.index() < self.pattern.rewrite_start;
        let op = Op::Call {
            kind: match is_matched {
                true => CallKind::Constraint,
                false => CallKind::Rewrite,
            },
            function,
            arguments: self.values_of(&arguments),
            results: &[ty],
            marks: [index].into_iter().chain(marks).collect(),
        };
        self.target.append(place, &op)
    }
}
