//! Patterns as texts that are equal for patterns that do the same.

use super::{form::Form, functions::Callee};
use crate::front::hir::{Call, CallKind, NodeId, NodeKind, Operation, Pattern, Replacement};
use smol_str::SmolStr;
use std::{collections::HashMap, fmt::Write};

/// The text of a pattern. `callee` says which function a call means.
pub(super) fn text(
    pattern: &Pattern,
    form: &Form<'_>,
    callee: &dyn Fn(bool, &SmolStr) -> Callee,
) -> String {
    let mut writer = Writer {
        form,
        callee,
        numbers: HashMap::new(),
        out: String::new(),
    };
    let (benefit, labels) = (pattern.benefit, &pattern.labels);
    writer.line(&format!("benefit {benefit}, labels {labels:?}"));
    writer.match_section();
    for node in form.ids().skip(form.rewrite_start) {
        if !form.is_dropped(node) {
            writer.effect(node);
        }
    }
    writer.out
}

struct Writer<'w, 'a> {
    form: &'w Form<'a>,
    callee: &'w dyn Fn(bool, &SmolStr) -> Callee,
    /// The numbers of the nodes that were written.
    numbers: HashMap<NodeId, usize>,
    out: String,
}

impl Writer<'_, '_> {
    fn line(&mut self, text: &str) {
        self.out += text;
        self.out.push('\n');
    }

    /// The root with all that it leads to, the other operations, the calls in their
    /// order, and last the conditions that depend on nothing else.
    fn match_section(&mut self) {
        let form = self.form;
        let root = self.node(form.root);
        self.line(&format!("root {root}"));
        let (mut calls, mut predicates) = (Vec::new(), Vec::new());
        for node in form.ids().take(form.rewrite_start) {
            match form.kind(node) {
                NodeKind::Operation(_) if !self.numbers.contains_key(&node) => {
                    let other = self.node(node);
                    self.line(&format!("also {other}"));
                }
                NodeKind::Call(call) => {
                    let callee = (self.callee)(call.kind != CallKind::Rewrite, &call.function);
                    match callee.is_predicate {
                        true => predicates.push((node, call)),
                        false => calls.push((node, call)),
                    }
                }
                _ => {}
            }
        }
        for (node, call) in calls {
            self.call(node, call);
        }
        let before = std::mem::take(&mut self.out);
        let mut lines = Vec::new();
        for (node, call) in predicates {
            self.call(node, call);
            lines.push(std::mem::take(&mut self.out));
            self.numbers.remove(&node);
        }
        lines.sort();
        self.out = before + &lines.concat();
    }

    fn call(&mut self, node: NodeId, call: &Call) {
        let arguments: Vec<_> = call.arguments.iter().map(|one| self.node(*one)).collect();
        let (kind, results) = (call.kind, &call.results);
        let name = (self.callee)(kind != CallKind::Rewrite, &call.function).registered;
        let number = self.number(node);
        let arguments = arguments.join(", ");
        self.line(&format!(
            "{number} = {kind:?} {name}({arguments}) -> {results:?}"
        ));
    }

    fn effect(&mut self, node: NodeId) {
        let form = self.form;
        match form.kind(node) {
            NodeKind::Operation(operation) => {
                let text = self.created(operation);
                let number = self.number(node);
                self.line(&format!("{number} = create {text}"));
            }
            NodeKind::Call(call) => self.call(node, call),
            NodeKind::Erase { operation } => {
                let operation = self.node(*operation);
                self.line(&format!("erase {operation}"));
            }
            NodeKind::Replace { operation, with } => {
                let operation = self.node(*operation);
                let with = match with {
                    Replacement::Operation(with) => self.node(*with),
                    Replacement::Values(values) => self.list(values),
                };
                self.line(&format!("replace {operation} with {with}"));
            }
            _ => {}
        }
    }

    fn number(&mut self, node: NodeId) -> String {
        let next = self.numbers.len();
        let number = self.numbers.entry(node).or_insert(next);
        format!("%{number}")
    }

    /// A node where it is used. The first use says what it is.
    fn node(&mut self, node: NodeId) -> String {
        let form = self.form;
        match form.kind(node) {
            NodeKind::AttributeLiteral(literal) => {
                return form.texts.attribute(*literal).to_owned();
            }
            NodeKind::TypeLiteral(literal) => return form.texts.ty(*literal).to_owned(),
            NodeKind::UnitAttribute => return "unit".to_owned(),
            NodeKind::Range { elements, .. } if elements.len() == 1 => {
                return self.node(elements[0]);
            }
            NodeKind::Range { elements, .. } => return self.list(elements),
            NodeKind::Result { operation, index } => {
                return format!("{}#{index}", self.node(*operation));
            }
            NodeKind::Results { operation } => return format!("{}#*", self.node(*operation)),
            NodeKind::ResultGroup {
                operation,
                index,
                is_range,
                layout,
            } => {
                let layout = layout.is_some();
                let operation = self.node(*operation);
                return format!("{operation}#group {index} {is_range} {layout}");
            }
            NodeKind::CallResult { call, index, .. } => {
                return format!("{}#{index}", self.node(*call));
            }
            _ if form.says_nothing(node) => return "_".to_owned(),
            _ => {}
        }
        if self.numbers.contains_key(&node) {
            return self.number(node);
        }
        let number = self.number(node);
        let what = match form.kind(node) {
            NodeKind::Operand { ty } => format!("Value{}", self.ty(*ty)),
            NodeKind::Operands { ty } => format!("ValueRange{}", self.ty(*ty)),
            NodeKind::Attribute { ty } => format!("Attr{}", self.ty(*ty)),
            NodeKind::Operation(operation) => self.matched(node, operation),
            other => format!("{other:?}"),
        };
        format!("{number}: {what}")
    }

    fn ty(&mut self, ty: Option<NodeId>) -> String {
        match ty {
            Some(ty) if !self.form.says_nothing(ty) => format!("<{}>", self.node(ty)),
            _ => String::new(),
        }
    }

    fn list(&mut self, nodes: &[NodeId]) -> String {
        let nodes: Vec<_> = nodes.iter().map(|node| self.node(*node)).collect();
        format!("({})", nodes.join(", "))
    }

    fn matched(&mut self, node: NodeId, operation: &Operation) -> String {
        let form = self.form;
        let mut text = operation.name.as_deref().unwrap_or("?").to_owned();
        if !form.has_any_operands(node) {
            text += &self.list(&operation.operands);
        }
        text += &self.attributes(operation);
        if !form.has_any_results(node) {
            let types = operation.result_types.as_deref().unwrap_or_default();
            text += &format!(" -> {}", self.list(types));
        }
        text
    }

    fn created(&mut self, operation: &Operation) -> String {
        let mut text = operation.name.as_deref().unwrap_or("?").to_owned();
        text += &self.list(&operation.operands);
        text += &self.attributes(operation);
        if let Some(types) = &operation.result_types {
            text += &format!(" -> {}", self.list(types));
        }
        text
    }

    fn attributes(&mut self, operation: &Operation) -> String {
        let mut sorted: Vec<_> = operation.attributes.iter().collect();
        sorted.sort_by_key(|(name, _)| name);
        let mut text = String::new();
        for (name, value) in sorted {
            let value = self.node(*value);
            write!(text, " {name}={value}").expect("a string takes any text");
        }
        text
    }
}
