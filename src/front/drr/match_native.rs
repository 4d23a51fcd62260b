//! Operands whose operations C++ code examines.

use super::{
    Analysis,
    matching::Match,
    rule_code::Placeholder,
    shape::{Leaf, NativeMatch},
    snippet::{Function, Snippet, slot},
    symbols::{self, Symbol},
};
use crate::{
    contract::TYPE_OF,
    hir::{CallKind, NodeId, NodeKind, Type},
    ods::rules::RecordKind,
};

impl<'a> Analysis<'a> {
    /// An operand whose operation C++ code examines.
    pub(super) fn native_match_of(
        &mut self,
        section: &mut Match<'a>,
        native: &NativeMatch<'a>,
    ) -> Option<NodeId> {
        let value = section
            .nodes
            .builder
            .push(NodeKind::Operand { ty: None }, self.rule.span);
        let is_constant_like = self.rules.record(native.record).name == CONSTANT_LIKE;
        let found = if is_constant_like && native.outputs.len() == 1 {
            let kind = CallKind::Constraint;
            self.library(
                section,
                kind,
                "GetConstant",
                vec![value],
                &[Type::Attribute],
            )
        } else {
            self.examined_by_code(section, native, value)?
        };
        for (leaf, node) in std::iter::zip(&native.outputs, found) {
            self.output(section, leaf, node)?;
        }
        Some(value)
    }

    /// The name of what code sets, and what the rule demands of it.
    fn output(&mut self, section: &mut Match<'a>, leaf: &Leaf, node: NodeId) -> Option<()> {
        let class = self.class_of_output(leaf);
        if let Some(symbol) = &leaf.symbol {
            section.nodes.builder.name(node, symbol);
            let symbol_value = match section.nodes.builder.ty(node) {
                Some(Type::Attribute) => Symbol::Attribute(symbols::Attribute { node, class }),
                _ => Symbol::Values(vec![node]),
            };
            self.bind(&mut section.symbols, symbol, symbol_value);
        }
        let Some(constraint) = leaf.constraint else {
            return Some(());
        };
        match self.kind(constraint) {
            RecordKind::Type(_) => {
                let (kind, function) = (CallKind::Constraint, TYPE_OF.into());
                let ty = self.call_known(section, kind, function, vec![node], &[Type::Type])[0];
                self.type_constraint(section, constraint, ty)
            }
            RecordKind::Attribute(record) => match self.constant(record)? {
                Some(constant) => {
                    self.equals(section, node, &constant);
                    Some(())
                }
                None => self.attribute_constraint(section, constraint, node),
            },
            _ => self.attribute_constraint(section, constraint, node),
        }
    }

    /// The C++ class of what code sets.
    fn class_of_output(&self, leaf: &Leaf) -> String {
        match leaf.constraint.map(|constraint| self.kind(constraint)) {
            Some(RecordKind::Attribute(record)) => record.constraint.class.clone(),
            _ => "::mlir::Attribute".to_owned(),
        }
    }

    /// Calls code with the operation that defines `value`. Returns what the code
    /// sets.
    fn examined_by_code(
        &mut self,
        section: &mut Match<'a>,
        native: &NativeMatch<'a>,
        value: NodeId,
    ) -> Option<Vec<NodeId>> {
        let mut snippet = Snippet::default();
        let operand = snippet.parameter(value, Type::Value, None);
        snippet.statement(&format!(
            "::mlir::Operation *self = {operand}.getDefiningOp();"
        ));
        snippet.statement("if (!self) return ::llvm::failure();");
        let mut outputs = Vec::new();
        for (index, leaf) in native.outputs.iter().enumerate() {
            // As for mlir-tblgen, only an attribute constraint makes it an attribute.
            let ty = match leaf.constraint.map(|constraint| self.kind(constraint)) {
                Some(RecordKind::Attribute(_)) => Type::Attribute,
                _ => Type::Value,
            };
            let class = match ty {
                Type::Value => "::mlir::Value".to_owned(),
                _ => self.class_of_output(leaf),
            };
            snippet.statement(&format!("{class} out{index}{{}};"));
            outputs.push(slot(ty));
        }
        let code = self.substituted(native.code, outputs.len(), |part| match part {
            Placeholder::Special("_self") => Some("self".into()),
            Placeholder::Special("_builder") => Some("rewriter".into()),
            Placeholder::Argument(index) if index < outputs.len() => {
                Some(format!("out{index}").into())
            }
            _ => None,
        })?;
        snippet.statement(&format!(
            "if (::llvm::failed({code})) return ::llvm::failure();"
        ));
        for index in 0..outputs.len() {
            snippet.statement(&format!("if (!out{index}) return ::llvm::failure();"));
            snippet.statement(&format!("results.push_back(out{index});"));
        }
        snippet.statement("return ::llvm::success();");
        let record = self.rules.record(native.record);
        let function = Function {
            kind: CallKind::Constraint,
            name: &record.title(native.code),
            span: record.span,
            results: outputs,
        };
        Some(self.call(&mut section.nodes.builder, function, snippet))
    }
}

/// The matcher of constants in MLIR's `PatternBase.td`.
const CONSTANT_LIKE: &str = "ConstantLikeMatcher";
