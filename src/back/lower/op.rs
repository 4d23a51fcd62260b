//! Operations of the dialect `pdl`, before they are IR or text.

use crate::{
    base::source::Span,
    front::contract::{
        BOUNDED_RECURSION, EQUAL_OPERAND_RANGES, EQUAL_RESULT_RANGES, LABELS, LAST, NUM_REGIONS,
        OPERAND_SEGMENTS, RESULT_GROUPS, RESULT_SEGMENTS, SINGLE_OPERAND_RANGES,
        SINGLE_RESULT_RANGES,
    },
    front::hir::{self, CallId, CallKind, CallSite, RangeLengths},
    front::ods::{Layout, Lengths},
};
use melior::ir::{Attribute, Type};
use std::borrow::Cow;

/// What patterns are lowered to.
pub(super) trait Target<'c> {
    /// An operation that was appended.
    type Operation: Copy;
    /// A result of one.
    type Value: Copy;

    /// Appends an operation to the open block.
    fn append(&mut self, place: Place<'_>, op: &Op<'_, 'c, Self::Value>) -> Self::Operation;

    /// As [`Target::append`] for an operation with a block, which is then the open one.
    fn open(&mut self, place: Place<'_>, op: &Op<'_, 'c, Self::Value>);

    /// Closes the open block. The one around it is open again.
    fn close(&mut self);

    /// A result of an operation, if it has that many.
    fn result(&self, operation: Self::Operation, index: usize) -> Option<Self::Value>;
}

/// Where an operation comes from.
#[derive(Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) span: Span,
    /// The variable that names its value.
    pub(super) name: Option<&'s str>,
    /// The call that brought it here, one of `calls`.
    pub(super) call: Option<CallId>,
    pub(super) calls: &'s [CallSite],
}

/// An operation with operands `V`.
pub(super) enum Op<'s, 'c, V> {
    Pattern(&'s hir::Pattern),
    Rewrite {
        root: V,
    },
    Operand {
        ty: Option<V>,
    },
    Operands {
        ty: Option<V>,
    },
    Attribute {
        ty: Option<V>,
    },
    AttributeConstant(Attribute<'c>),
    Type(Option<Type<'c>>),
    Types,
    /// A constant range of no types.
    NoTypes,
    Operation(Parts<'s, V>),
    Result {
        operation: V,
        index: u32,
    },
    Results {
        operation: V,
    },
    ResultGroup {
        operation: V,
        index: u32,
        is_range: bool,
        layout: Option<&'s Layout>,
    },
    Range {
        ty: hir::Type,
        elements: Vec<V>,
    },
    /// The call of a native constraint or rewrite.
    Call {
        kind: CallKind,
        function: &'s str,
        arguments: Vec<V>,
        results: &'s [hir::Type],
        marks: Vec<Mark<'s>>,
    },
    Erase {
        operation: V,
    },
    ReplaceWithOperation {
        operation: V,
        with: V,
    },
    ReplaceWithValues {
        operation: V,
        with: Vec<V>,
    },
}

/// What a `pdl.operation` is made of.
pub(super) struct Parts<'s, V> {
    pub(super) name: Option<&'s str>,
    pub(super) operands: Vec<V>,
    /// The attributes by name.
    pub(super) attributes: Vec<(Cow<'s, str>, V)>,
    pub(super) result_types: Vec<V>,
    /// How the ranges among the operands are told apart.
    pub(super) operand_lengths: RangeLengths,
    /// The same of results.
    pub(super) result_lengths: RangeLengths,
    /// Whether it is the last one of its block.
    pub(super) is_last: bool,
    /// How many regions it has, if a match demands it.
    pub(super) num_regions: Option<u32>,
}

/// An attribute that pdll adds to an operation of `pdl`, by name.
pub(super) type Mark<'s> = (&'static str, Constant<'s>);

/// What a [`Mark`] says.
pub(super) enum Constant<'s> {
    /// That it is there.
    Unit,
    Number(u32),
    Text(String),
    Texts(&'s [String]),
}

impl<V> Parts<'_, V> {
    pub(super) fn marks(&self) -> Vec<Mark<'static>> {
        let divisions = [
            (
                self.operand_lengths,
                self.operands.len(),
                OPERAND_SEGMENTS,
                EQUAL_OPERAND_RANGES,
                SINGLE_OPERAND_RANGES,
            ),
            (
                self.result_lengths,
                self.result_types.len(),
                RESULT_SEGMENTS,
                EQUAL_RESULT_RANGES,
                SINGLE_RESULT_RANGES,
            ),
        ];
        let mut marks = Vec::new();
        for (lengths, count, segments, equal_ranges, single_ranges) in divisions {
            let name = match lengths {
                RangeLengths::Segments if count > 1 => segments,
                RangeLengths::Equal if count > 1 => equal_ranges,
                RangeLengths::One => single_ranges,
                _ => continue,
            };
            marks.push((name, Constant::Unit));
        }
        marks.extend(self.is_last.then_some((LAST, Constant::Unit)));
        let number = self.num_regions.map(Constant::Number);
        marks.extend(number.map(|number| (NUM_REGIONS, number)));
        marks
    }
}

pub(super) fn marks_of_pattern(pattern: &hir::Pattern) -> Vec<Mark<'_>> {
    let mut marks = Vec::new();
    if pattern.bounded_recursion {
        marks.push((BOUNDED_RECURSION, Constant::Unit));
    }
    if !pattern.labels.is_empty() {
        marks.push((LABELS, Constant::Texts(&pattern.labels)));
    }
    marks
}

pub(super) fn mark_of_layout(Layout { groups, lengths }: &Layout) -> Mark<'static> {
    let text = match lengths {
        Lengths::Counted => groups.to_string(),
        Lengths::Segments => format!("segments {groups}"),
        Lengths::Equal => format!("equal {groups}"),
    };
    (RESULT_GROUPS, Constant::Text(text))
}
