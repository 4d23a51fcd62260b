//! The lengths of the operand and result groups of an operation to create.

use super::groups::{GroupKind, show};
use crate::{
    diagnostic::Diagnostic,
    hir::{Call, CallKind, NodeId, NodeKind, Type},
    ods::{self, Arity, Group, Operation},
    sema::decl::Body,
    source::Span,
};
use smol_str::SmolStr;
use std::fmt::Write;

/// The native rewrite that gives the lengths of its arguments as an attribute.
/// The run time has it.
const SEGMENT_SIZES: &str = "pdll.segment_sizes";

impl Body<'_, '_> {
    /// Gives an operation to create the attribute that tells the lengths of its
    /// groups, if it needs one and has none.
    pub(in crate::sema) fn segments(
        &mut self,
        known: &Operation,
        kind: &GroupKind,
        nodes: &[NodeId],
        attributes: &mut Vec<(SmolStr, NodeId)>,
        place: Span,
    ) -> Option<()> {
        let is_given = attributes.iter().any(|(name, _)| name == kind.segments);
        if (kind.told_by)(known) != ods::Lengths::Segments || is_given {
            return Some(());
        }
        let groups = (kind.groups)(known);
        let lengths = if nodes.len() == groups.len() {
            nodes
                .iter()
                .map(|node| self.lengths(*node).exact())
                .collect()
        } else {
            // What is less than the groups is the single ones.
            let singles = groups
                .iter()
                .map(|group| usize::from(group.arity == Arity::Single));
            let total: Option<usize> = nodes.iter().map(|node| self.lengths(*node).exact()).sum();
            if total != Some(singles.clone().sum()) {
                self.unknown_segments(known, kind, groups, place);
                return None;
            }
            Some(singles.collect())
        };
        let value = match lengths {
            Some(lengths) => self.constant_segments(lengths, place)?,
            None => self.computed_segments(nodes, place),
        };
        attributes.push((kind.segments.into(), value));
        Some(())
    }

    fn unknown_segments(
        &mut self,
        known: &Operation,
        kind: &GroupKind,
        groups: &[Group],
        place: Span,
    ) {
        let message = format!(
            "the lengths of the {} groups of `{}` are not known",
            kind.what, known.name
        );
        self.sema.diagnostics.push(
            Diagnostic::error(place, message)
                .note(known.span, "the operation is defined here")
                .help(format!(
                    "write them one by one: {}; or give the attribute `{}`",
                    show(groups),
                    kind.segments
                )),
        );
    }

    fn constant_segments(&mut self, lengths: Vec<usize>, place: Span) -> Option<NodeId> {
        let mut text = "array<i32".to_owned();
        for (index, length) in lengths.iter().enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            let _ = write!(text, "{separator} {length}");
        }
        text.push('>');
        let literal = self.sema.host.parse_attribute(&text).ok()?;
        Some(self.push(NodeKind::AttributeLiteral(literal), place))
    }

    fn computed_segments(&mut self, nodes: &[NodeId], place: Span) -> NodeId {
        let parameters = nodes.iter().filter_map(|node| self.builder.ty(*node));
        let call = Call {
            kind: CallKind::Rewrite,
            function: SEGMENT_SIZES.into(),
            arguments: nodes.to_vec(),
            parameters: parameters.collect(),
            results: vec![Type::Attribute],
        };
        let call = self.push(NodeKind::Call(call), place);
        let result = NodeKind::CallResult {
            call,
            index: 0,
            ty: Type::Attribute,
        };
        self.push(result, place)
    }
}
