//! The result types of operations to create, as their definitions imply them.
//!
//! MLIR computes the types of a registered operation itself. An operation that only a
//! `.td` file describes has no code for that, and no operation computes the type that
//! is that of its first attribute.

use crate::{
    base::source::{Span, StringLit},
    contract::LIBRARY_PREFIX,
    hir::{CallKind, CodeSlot, Native, NativeBody, NodeId, NodeKind, RESULT_TYPE_OF, Type},
    host::HiddenNatives,
    ods::{Operation, TypeSource, TypeSourceKind, body_of_attribute_type},
    sema::{decl::Body, expr::Function},
};
use smol_str::{SmolStr, format_smolstr};

/// The operands and attributes of an operation to create at a place.
pub(in crate::sema) struct Parts<'p> {
    pub(in crate::sema) operands: &'p [NodeId],
    pub(in crate::sema) attributes: &'p [(SmolStr, NodeId)],
    pub(in crate::sema) place: Span,
}

impl Body<'_, '_> {
    /// The types of all results. None if the definition does not say, if the
    /// operation will compute them, or if nothing may compute them here.
    pub(super) fn types_by_definition(
        &mut self,
        known: &Operation,
        parts: &Parts<'_>,
    ) -> Option<Vec<NodeId>> {
        known.sources_of_types()?;
        if self.sema.host.hidden_natives() == HiddenNatives::Forbidden {
            return None;
        }
        if known.infers_result_types && !known.has_no_class(self.sema.host) {
            return None;
        }
        let indices = 0..known.results.len();
        indices
            .map(|index| self.type_of_result(known, index, parts, known.results.len()))
            .collect()
    }

    /// The type of a result, which may follow from those of others, but not from `steps`
    /// of them in a row.
    fn type_of_result(
        &mut self,
        known: &Operation,
        index: usize,
        parts: &Parts<'_>,
        steps: usize,
    ) -> Option<NodeId> {
        let source = &known.type_sources[index];
        let other = source.index as usize;
        let from = match source.kind {
            TypeSourceKind::Built => None,
            TypeSourceKind::Operand if parts.operands.len() == known.operands.len() => {
                Some(self.type_of_value(*parts.operands.get(other)?, parts.place)?)
            }
            TypeSourceKind::Operand => return None,
            TypeSourceKind::Attribute => Some(self.type_of_attribute(known, other, parts)?),
            TypeSourceKind::Result if steps > 0 && other < known.type_sources.len() => {
                Some(self.type_of_result(known, other, parts, steps - 1)?)
            }
            TypeSourceKind::Result => return None,
        };
        Some(self.transformed(known, source, from, parts.place))
    }

    /// What the expression of a source makes of another type.
    fn transformed(
        &mut self,
        known: &Operation,
        source: &TypeSource,
        from: Option<NodeId>,
        place: Span,
    ) -> NodeId {
        match from {
            Some(from) if source.is_same() => from,
            _ => {
                let code = source.body("self");
                let kind = Type::Type;
                self.computed(known, code, from.map(|from| (from, kind)), place)
            }
        }
    }

    /// The type of the attribute `index`: the one that it holds, or its own.
    fn type_of_attribute(
        &mut self,
        known: &Operation,
        index: usize,
        parts: &Parts<'_>,
    ) -> Option<NodeId> {
        let name = &known.attributes.get(index)?.name;
        let mut given = parts.attributes.iter();
        let (_, node) = given.find(|(given, _)| given == name)?;
        let code = body_of_attribute_type("self");
        let argument = Some((*node, Type::Attribute));
        Some(self.computed(known, code, argument, parts.place))
    }

    /// Calls C++ code that computes a type of an operation's results.
    fn computed(
        &mut self,
        known: &Operation,
        code: String,
        argument: Option<(NodeId, Type)>,
        place: Span,
    ) -> NodeId {
        let name = self.define_type_code(known, code, argument.map(|(_, kind)| kind));
        self.call_native(Function {
            kind: CallKind::Rewrite,
            name,
            arguments: argument.iter().map(|(node, _)| *node).collect(),
            results: &[Type::Type],
            span: place,
        })[0]
    }

    /// The name of the function with that code. Each is defined once.
    fn define_type_code(
        &mut self,
        known: &Operation,
        code: String,
        parameter: Option<Type>,
    ) -> SmolStr {
        let is_same = |native: &&Native| matches!(&native.body, NativeBody::Code { code: other, .. } if other.text == code);
        let prefix = format!("{RESULT_TYPE_OF}{}", known.name);
        let mut ours = self.sema.natives.iter();
        let number = ours.clone().filter(|one| one.name.starts_with(&prefix));
        let number = number.count();
        let mut same = ours.by_ref().filter(|one| one.name.starts_with(&prefix));
        if let Some(native) = same.find(is_same) {
            return native.name.clone();
        }
        let name = match number {
            0 => SmolStr::from(prefix),
            _ => format_smolstr!("{prefix} {}", number + 1),
        };
        let slot = |name: Option<&str>, ty| CodeSlot {
            name: name.map(SmolStr::from),
            ty,
            class: None,
        };
        self.sema.natives.push(Native {
            name: name.clone(),
            is_constraint: false,
            returns_outcome: false,
            span: known.span,
            body: NativeBody::Code {
                code: StringLit::at_one_place(code, known.span),
                parameters: parameter
                    .map(|ty| slot(Some("self"), ty))
                    .into_iter()
                    .collect(),
                results: vec![slot(None, Type::Type)],
            },
        });
        name
    }

    /// The type of a value that a rewrite uses. None if it is a range.
    pub(in crate::sema) fn type_of_value(&mut self, value: NodeId, place: Span) -> Option<NodeId> {
        let value = match self.builder.kind(value) {
            Some(NodeKind::Results { operation }) => {
                let (operation, index) = (*operation, 0);
                self.push(NodeKind::Result { operation, index }, place)
            }
            _ => value,
        };
        if let Some(known) = self.builder.known_type(value) {
            return Some(known);
        }
        if self.builder.ty(value) != Some(Type::Value) {
            return None;
        }
        let call = self.call_native(Function {
            kind: CallKind::Rewrite,
            name: format_smolstr!("{LIBRARY_PREFIX}TypeOf"),
            arguments: vec![value],
            results: &[Type::Type],
            span: place,
        });
        Some(call[0])
    }
}
