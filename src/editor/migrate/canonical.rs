//! Patterns as texts that are equal for patterns that do the same.

use super::{form::Form, functions::Callee};
use crate::front::hir::{Call, CallKind, NodeId, NodeKind, Operation, Pattern, Replacement};
use smol_str::SmolStr;
use std::fmt::{Arguments, Write};

/// The text of a pattern. `callee` says which function a call means.
pub(super) fn text(
    pattern: &Pattern,
    form: &Form<'_>,
    callee: &dyn Fn(bool, &SmolStr) -> Callee,
) -> String {
    let mut writer = Writer {
        form,
        callee,
        numbers: vec![None; form.nodes.len()],
        num_written: 0,
        out: String::with_capacity(256),
    };
    let (benefit, labels) = (pattern.benefit, &pattern.labels);
    writer.write(format_args!("benefit {benefit}, labels {labels:?}\n"));
    writer.match_section();
    for node in form.ids().skip(form.rewrite_start) {
        if !form.is_dropped(node) {
            writer.effect(node);
        }
    }
    writer.out
}

/// Writes a node where it is used. What it is follows its number at the first use.
struct Writer<'w, 'a> {
    form: &'w Form<'a>,
    callee: &'w dyn Fn(bool, &SmolStr) -> Callee,
    /// The number of each node that was written, and how many those are.
    numbers: Vec<Option<u32>>,
    num_written: u32,
    out: String,
}

impl Writer<'_, '_> {
    fn write(&mut self, text: Arguments<'_>) {
        self.out.write_fmt(text).expect("a string takes any text");
    }

    /// The root with all that it leads to, the other operations, the calls in their
    /// order, and last the conditions that depend on nothing else.
    fn match_section(&mut self) {
        let form = self.form;
        self.out += "root ";
        self.node(form.root);
        let (mut calls, mut predicates) = (Vec::new(), Vec::new());
        for node in form.ids().take(form.rewrite_start) {
            match form.kind(node) {
                NodeKind::Operation(_) if self.numbers[node.index()].is_none() => {
                    self.out += "\nalso ";
                    self.node(node);
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
        self.out.push('\n');
        for (node, call) in calls {
            self.call(node, call);
        }
        let before = std::mem::take(&mut self.out);
        let mut lines = Vec::new();
        for (node, call) in predicates {
            self.call(node, call);
            lines.push(std::mem::take(&mut self.out));
            self.numbers[node.index()] = None;
            self.num_written -= 1;
        }
        lines.sort();
        self.out = before + &lines.concat();
    }

    /// The number of a call comes after those of its arguments.
    fn call(&mut self, node: NodeId, call: &Call) {
        let (kind, results) = (call.kind, &call.results);
        let name = (self.callee)(kind != CallKind::Rewrite, &call.function).registered;
        self.write(format_args!("{kind:?} {name}"));
        self.list(&call.arguments);
        self.write(format_args!(" -> {results:?} = "));
        self.number(node);
        self.out.push('\n');
    }

    fn effect(&mut self, node: NodeId) {
        let form = self.form;
        match form.kind(node) {
            NodeKind::Operation(operation) => {
                self.out += "create ";
                self.created(operation);
                self.out += " = ";
                self.number(node);
            }
            NodeKind::Call(call) => return self.call(node, call),
            NodeKind::Erase { operation } => {
                self.out += "erase ";
                self.node(*operation);
            }
            NodeKind::Replace { operation, with } => {
                self.out += "replace ";
                self.node(*operation);
                self.out += " with ";
                match with {
                    Replacement::Operation(with) => self.node(*with),
                    Replacement::Values(values) => self.list(values),
                }
            }
            _ => return,
        }
        self.out.push('\n');
    }

    fn number(&mut self, node: NodeId) {
        let number = *self.numbers[node.index()].get_or_insert_with(|| {
            self.num_written += 1;
            self.num_written - 1
        });
        self.write(format_args!("%{number}"));
    }

    fn node(&mut self, node: NodeId) {
        let form = self.form;
        match form.kind(node) {
            NodeKind::AttributeLiteral(literal) => self.out += form.texts.attribute(*literal),
            NodeKind::TypeLiteral(literal) => self.out += form.texts.ty(*literal),
            NodeKind::UnitAttribute => self.out += "unit",
            NodeKind::Range { elements, .. } if elements.len() == 1 => self.node(elements[0]),
            NodeKind::Range { elements, .. } => self.list(elements),
            NodeKind::Result { operation, index } => {
                self.node(*operation);
                self.write(format_args!("#{index}"));
            }
            NodeKind::Results { operation } => {
                self.node(*operation);
                self.out += "#*";
            }
            NodeKind::ResultGroup {
                operation,
                index,
                is_range,
                layout,
            } => {
                self.node(*operation);
                let layout = layout.is_some();
                self.write(format_args!("#group {index} {is_range} {layout}"));
            }
            NodeKind::CallResult { call, index, .. } => {
                self.node(*call);
                self.write(format_args!("#{index}"));
            }
            _ if form.says_nothing(node) => self.out.push('_'),
            _ => self.numbered(node),
        }
    }

    fn numbered(&mut self, node: NodeId) {
        let is_known = self.numbers[node.index()].is_some();
        self.number(node);
        if is_known {
            return;
        }
        self.out += ": ";
        match self.form.kind(node) {
            NodeKind::Operand { ty } => self.typed("Value", *ty),
            NodeKind::Operands { ty } => self.typed("ValueRange", *ty),
            NodeKind::Attribute { ty } => self.typed("Attr", *ty),
            NodeKind::Operation(operation) => self.matched(node, operation),
            other => self.write(format_args!("{other:?}")),
        }
    }

    fn typed(&mut self, what: &str, ty: Option<NodeId>) {
        self.out += what;
        if let Some(ty) = ty
            && !self.form.says_nothing(ty)
        {
            self.out.push('<');
            self.node(ty);
            self.out.push('>');
        }
    }

    fn list(&mut self, nodes: &[NodeId]) {
        self.out.push('(');
        for (index, node) in nodes.iter().enumerate() {
            if index > 0 {
                self.out += ", ";
            }
            self.node(*node);
        }
        self.out.push(')');
    }

    fn matched(&mut self, node: NodeId, operation: &Operation) {
        let form = self.form;
        self.out += operation.name.as_deref().unwrap_or("?");
        if !form.has_any_operands(node) {
            self.list(&operation.operands);
        }
        self.attributes(operation);
        if !form.has_any_results(node) {
            self.out += " -> ";
            self.list(operation.result_types.as_deref().unwrap_or_default());
        }
    }

    fn created(&mut self, operation: &Operation) {
        self.out += operation.name.as_deref().unwrap_or("?");
        self.list(&operation.operands);
        self.attributes(operation);
        if let Some(types) = &operation.result_types {
            self.out += " -> ";
            self.list(types);
        }
    }

    fn attributes(&mut self, operation: &Operation) {
        let mut sorted: Vec<_> = operation.attributes.iter().collect();
        sorted.sort_by_key(|(name, _)| name);
        for (name, value) in sorted {
            self.write(format_args!(" {name}="));
            self.node(*value);
        }
    }
}
