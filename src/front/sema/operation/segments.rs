//! The lengths of the operand and result groups of an operation to create.

use super::groups::{GroupKind, Listed, show};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    contract::SEGMENT_SIZES,
    hir::{Call, CallKind, NodeId, NodeKind, Type},
    host::HiddenNatives,
    ods::{self, Arity, Group, Operation},
    portable::Extension,
    sema::decl::Body,
};
use smol_str::SmolStr;

impl Body<'_, '_> {
    /// Adds the attribute with the lengths of the groups to an operation to
    /// create, if it needs one that is not written. Lengths that only a native function
    /// can compute are left out where it is missing, as `mlir-pdll` leaves out all.
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
        self.sema.extended(Extension::SegmentSizes, place);
        let groups = (kind.groups)(known);
        let lengths: Option<Vec<usize>> = if nodes.len() == groups.len() {
            nodes
                .iter()
                .map(|node| self.lengths(*node).exact())
                .collect()
        } else {
            // Fewer nodes than groups: only the required groups are written.
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
            Some(lengths) => self.constant_segments(&lengths, place)?,
            None if self.sema.host.hidden_natives() == HiddenNatives::Forbidden => return Some(()),
            None => self.computed_segments(nodes, place),
        };
        attributes.push((kind.segments.into(), value));
        Some(())
    }

    /// Demands the lengths that a list of the match section has, if an attribute of
    /// the operation holds them.
    pub(in crate::sema) fn fixed_segments(
        &mut self,
        listed: &Listed,
        kind: &GroupKind,
        known: Option<&Operation>,
        attributes: &mut Vec<(SmolStr, NodeId)>,
        place: Span,
    ) -> Option<()> {
        let is_given = attributes.iter().any(|(name, _)| name == kind.segments);
        let has_segments =
            known.is_some_and(|known| (kind.told_by)(known) == ods::Lengths::Segments);
        if let Some(lengths) = &listed.lengths
            && has_segments
            && !is_given
        {
            let value = self.constant_segments(lengths, place)?;
            attributes.push((kind.segments.into(), value));
        }
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
            "cannot tell how many values belong to each {} of `{}`",
            kind.what, known.name
        );
        self.sema.report(
            Diagnostic::error(place, message)
                .note(known.span, "the operation is defined here")
                .help(format!(
                    "write the {}s one by one: {}; or write the attribute `{}`",
                    kind.what,
                    show(groups),
                    kind.segments
                )),
        );
    }

    fn constant_segments(&mut self, lengths: &[usize], place: Span) -> Option<NodeId> {
        let literal = self.sema.host.parse_lengths(lengths).ok()?;
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
        let call = self.push(call.into(), place);
        let result = NodeKind::CallResult {
            call,
            index: 0,
            ty: Type::Attribute,
        };
        self.push(result, place)
    }
}
