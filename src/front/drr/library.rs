//! Calls of functions that pdll itself has.

use super::{Analysis, matching::Match};
use crate::{
    contract::LIBRARY_PREFIX,
    hir::{Builder, Call, CallKind, NodeId, NodeKind, Type},
};
use smol_str::{SmolStr, format_smolstr};

impl Analysis<'_> {
    /// Calls a function of the standard library. Returns its results.
    pub(super) fn library(
        &mut self,
        section: &mut Match<'_>,
        kind: CallKind,
        function: &str,
        arguments: Vec<NodeId>,
        results: &[Type],
    ) -> Vec<NodeId> {
        let function = format_smolstr!("{LIBRARY_PREFIX}{function}");
        self.call_known(section, kind, function, arguments, results)
    }

    /// Calls a function by the name by which pdll knows it. Returns its results.
    pub(super) fn call_known(
        &mut self,
        section: &mut Match<'_>,
        kind: CallKind,
        function: SmolStr,
        arguments: Vec<NodeId>,
        results: &[Type],
    ) -> Vec<NodeId> {
        let builder = &mut section.nodes.builder;
        let kind_of = |node: &NodeId| builder.ty(*node).expect("an argument is an entity");
        let parameters = arguments.iter().map(kind_of).collect();
        let call = Call {
            kind,
            function,
            arguments,
            parameters,
            results: results.to_vec(),
        };
        self.push_call(builder, call)
    }

    /// Adds a call. Returns its results.
    pub(super) fn push_call(&mut self, builder: &mut Builder, call: Call) -> Vec<NodeId> {
        let results = call.results.clone();
        let call = builder.push(NodeKind::from(call), self.rule.span);
        let result = |(index, ty)| {
            let index = index as u32;
            builder.push(NodeKind::CallResult { call, index, ty }, self.rule.span)
        };
        results.into_iter().enumerate().map(result).collect()
    }

    /// An attribute in MLIR's syntax.
    pub(super) fn literal(&mut self, section: &mut Match<'_>, text: &str) -> Option<NodeId> {
        let literal = self.host.parse_attribute(text).ok()?;
        let kind = NodeKind::AttributeLiteral(literal);
        Some(section.nodes.builder.push(kind, self.rule.span))
    }

    /// The attribute with the lengths of groups of values.
    pub(super) fn lengths<'g>(
        &mut self,
        section: &mut Match<'_>,
        groups: impl IntoIterator<Item = &'g Vec<NodeId>>,
    ) -> Option<NodeId> {
        let lengths: Vec<_> = groups.into_iter().map(Vec::len).collect();
        let literal = self.host.parse_lengths(&lengths).ok()?;
        let kind = NodeKind::AttributeLiteral(literal);
        Some(section.nodes.builder.push(kind, self.rule.span))
    }
}
