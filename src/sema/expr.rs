//! Expressions, and the statements they stand in.
//!
//! | module | subject |
//! |---|---|
//! | `stmt` | statements, and which section they belong to |
//! | `call` | calls, which put the nodes of the callee in their place |
//! | `member` | `base.member` |
//! | `requirement`, `variable` | constraint lists, and the variables they define |
//! | `value`, `convert` | types, and implicit conversions |

mod call;
mod convert;
mod member;
mod requirement;
mod stmt;
mod value;
mod variable;

pub(in crate::sema) use value::{Element, Single, Ty, Value};

use super::{decl::Body, names::Entity};
use crate::{
    diagnostic::Diagnostic,
    hir::NodeKind,
    host::LiteralId,
    source::Span,
    syntax::ast::{Expr, ExprKind, Ident, StringLit, TupleElement, VariableExpr},
};

impl Body<'_, '_> {
    /// What an expression stands for, or `None` when it has an error.
    pub(in crate::sema) fn expr(&mut self, expr: &Expr) -> Option<Value> {
        self.sema.nesting.enter();
        let value = self.expr_kind(expr);
        self.sema.nesting.leave();
        value
    }

    fn expr_kind(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Attribute(text) => {
                let literal = self.literal(text, "attribute")?;
                let kind = NodeKind::AttributeLiteral(literal);
                Some(self.entity(kind, Ty::Attribute, expr.span))
            }
            ExprKind::Type(text) => {
                let literal = self.literal(text, "type")?;
                Some(self.entity(NodeKind::TypeLiteral(literal), Ty::Type, expr.span))
            }
            ExprKind::Operation(operation) => self.operation(operation, expr.span).map(Value::from),
            ExprKind::Name(name) => self.reference(name),
            ExprKind::Variable(variable) => self.inline_variable(variable, expr.span),
            ExprKind::Member(base, member) => self.member(base, member),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, false),
            ExprKind::Not(call) => match &call.kind {
                ExprKind::Call(callee, arguments) => self.call(callee, arguments, true),
                _ => None,
            },
            ExprKind::Tuple(elements) => self.tuple(elements),
            ExprKind::Inline(decl) => {
                let function = self.inline_function(decl)?;
                let message = format!("expected a value, {} is none", function.shown());
                self.sema.diagnostics.push(
                    Diagnostic::error(decl.keyword, message)
                        .help("call it: put its arguments behind it, in parentheses"),
                );
                None
            }
            ExprKind::Error => None,
        }
    }

    /// A new node as a value.
    pub(in crate::sema) fn entity(&mut self, kind: NodeKind, ty: Ty, span: Span) -> Value {
        let node = self.push(kind, span);
        Single { node, ty }.into()
    }

    fn literal(&mut self, text: &StringLit, what: &str) -> Option<LiteralId> {
        if !text.is_valid {
            return None;
        }
        // MLIR takes blanks around a literal for trailing characters.
        let trimmed = text.text.trim();
        let skipped = text.text.len() - text.text.trim_start().len();
        let parsed = match what {
            "type" => self.sema.host.parse_type(trimmed),
            _ => self.sema.host.parse_attribute(trimmed),
        };
        match parsed {
            Ok(literal) => Some(literal),
            Err(error) => {
                let place = match error.offset {
                    Some(offset) => text.source_of(skipped + offset),
                    None => text.span,
                };
                let message = format!("invalid {what}: {}", error.message);
                self.sema
                    .diagnostics
                    .push(Diagnostic::error(place, message));
                None
            }
        }
    }

    fn reference(&mut self, name: &Ident) -> Option<Value> {
        let found = self.sema.scope.find(&name.text);
        let (what, definition) = match found {
            Some((Entity::Variable(value), _)) => return Some(value),
            Some((Entity::Poisoned, _)) => {
                self.frame.uses_errors = true;
                return None;
            }
            Some((Entity::Pattern, definition)) => ("pattern", definition),
            Some((Entity::Function(id), definition)) => {
                // One that has errors has told them.
                self.sema.function(id, name.span)?;
                ("constraint or rewrite", definition)
            }
            None => match self.sema.ods.constraint(&name.text) {
                Some(constraint) => ("constraint", constraint.span),
                None => {
                    let suggestion = self.sema.scope.suggest_variable(&name.text);
                    let suggestion = suggestion.map(str::to_owned);
                    self.undefined(name, suggestion);
                    return None;
                }
            },
        };
        let message = format!("expected a variable, `{}` is a {what}", name.text);
        self.sema
            .diagnostics
            .push(Diagnostic::error(name.span, message).note(definition, "it is defined here"));
        None
    }

    /// Reports a name that nothing defines.
    pub(in crate::sema) fn undefined(&mut self, name: &Ident, suggestion: Option<String>) {
        let mut diagnostic =
            Diagnostic::error(name.span, format!("`{}` is not defined", name.text));
        if let Some(suggestion) = suggestion {
            diagnostic = diagnostic.help(format!("did you mean `{suggestion}`?"));
        } else if is_builtin_type(&name.text) {
            diagnostic = diagnostic.help(format!("the type is written `type<\"{}\">`", name.text));
        }
        self.sema.diagnostics.push(diagnostic);
    }

    fn inline_variable(&mut self, variable: &VariableExpr, span: Span) -> Option<Value> {
        let place = variable.name.as_ref().map_or(span, |name| name.span);
        let value = self.variable(variable.name.as_ref(), &variable.constraints, None, place);
        if let Some(name) = &variable.name {
            self.define_variable(name, value.clone());
            // Naming an operand in passing is documentation, not a mistake.
            self.sema.scope.find(&name.text);
        }
        value
    }

    /// `(a, name = b)`. A single element in parentheses is a tuple, too.
    fn tuple(&mut self, list: &[TupleElement]) -> Option<Value> {
        let mut elements = Vec::with_capacity(list.len());
        let mut failed = false;
        for (index, element) in list.iter().enumerate() {
            failed |= !self.check_element_name(list, index);
            match self.expr(&element.value) {
                Some(Value::Single(value)) => elements.push(Element {
                    name: element.name.as_ref().map(|name| name.text.clone()),
                    value,
                }),
                Some(value @ Value::Tuple(_)) => {
                    let message = format!("a tuple cannot hold a `{value}`");
                    self.sema.error(element.value.span, message);
                    failed = true;
                }
                None => failed = true,
            }
        }
        (!failed).then_some(Value::Tuple(elements))
    }

    fn check_element_name(&mut self, list: &[TupleElement], index: usize) -> bool {
        let Some(name) = &list[index].name else {
            return true;
        };
        let previous = list[..index]
            .iter()
            .filter_map(|other| other.name.as_ref())
            .find(|other| other.text == name.text);
        let Some(previous) = previous else {
            return true;
        };
        self.sema.diagnostics.push(
            Diagnostic::error(
                name.span,
                format!("the tuple already has an element `{}`", name.text),
            )
            .note(previous.span, "it is first given here"),
        );
        false
    }
}

/// Whether MLIR's text has a type of that name.
fn is_builtin_type(name: &str) -> bool {
    let width = ["i", "si", "ui", "f"]
        .iter()
        .find_map(|letters| name.strip_prefix(letters));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    matches!(name, "index" | "none" | "bf16") || width.is_some_and(is_number)
}
