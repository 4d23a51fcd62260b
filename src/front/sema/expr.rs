//! Expressions, and the statements they stand in.
//!
//! | module | subject |
//! |---|---|
//! | `stmt` | statements, and which section they belong to |
//! | `call` | calls, which put the nodes of the callee in their place |
//! | `member` | `base.member` |
//! | `requirement`, `variable` | constraint lists, and the variables they define |
//! | `system` | predicates, and the systems that they make |
//! | `value`, `convert` | types, and implicit conversions |

mod call;
mod convert;
mod member;
mod requirement;
mod stmt;
mod system;
mod value;
mod variable;

pub(in crate::sema) use system::{Draft, Function};
pub(in crate::sema) use value::{Callee, Element, Single, Value};
pub use value::{StaticType, Ty};

use super::{decl::Body, index::EntityKind, names::Entity};
use crate::{
    base::diagnostic::{Diagnostic, Suggestion},
    base::source::Span,
    hir::NodeKind,
    host::LiteralId,
    syntax::ast::{Expr, ExprKind, Ident, StringLit, TupleElement, VariableExpr},
};

impl Body<'_, '_> {
    /// What an expression stands for, or `None` if it has an error.
    pub(in crate::sema) fn expr(&mut self, expr: &Expr) -> Option<Value> {
        self.expr_for(expr, None)
    }

    /// As [`Body::expr`], where an entity of type `wanted` should stand. It need
    /// not be one; the type is for advice on errors.
    pub(in crate::sema) fn expr_for(&mut self, expr: &Expr, wanted: Option<&Ty>) -> Option<Value> {
        self.sema.nesting.enter();
        let value = self.expr_kind(expr, wanted);
        self.sema.nesting.leave();
        if let (Some(index), Some(value)) = (&mut self.sema.index, &value) {
            index.types.push((expr.span, value.static_type()));
        }
        value
    }

    fn expr_kind(&mut self, expr: &Expr, wanted: Option<&Ty>) -> Option<Value> {
        match &expr.kind {
            ExprKind::Attribute(text) => {
                let literal = self.literal(text, Literal::Attribute, expr.span)?;
                let kind = NodeKind::AttributeLiteral(literal);
                Some(self.entity(kind, Ty::Attribute, expr.span))
            }
            ExprKind::Type(text) => {
                let literal = self.literal(text, Literal::Type, expr.span)?;
                Some(self.entity(NodeKind::TypeLiteral(literal), Ty::Type, expr.span))
            }
            ExprKind::Operation(operation) => self.operation(operation, expr.span).map(Value::from),
            ExprKind::Name(name) => self.reference(name, wanted),
            ExprKind::Label(label) => self.block_with_label(label).map(Value::from),
            ExprKind::Variable(variable) => self.inline_variable(variable, wanted, expr.span),
            ExprKind::Member(base, member) => match &base.kind {
                ExprKind::Name(name) if self.is_bare_operation(name, member) => None,
                _ => self.member(base, member),
            },
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, false),
            ExprKind::Not(call) => match &call.kind {
                ExprKind::Call(callee, arguments) => self.call(callee, arguments, true),
                _ => None,
            },
            ExprKind::Tuple(elements) => self.tuple(elements),
            ExprKind::Inline(decl) => {
                let function = self.inline_function(decl)?;
                let message = match &function.name {
                    Some(name) => {
                        format!("expected a value, but `{name}` is a {}", function.kind())
                    }
                    None => format!("expected a value, found a {}", function.kind()),
                };
                self.sema.report(
                    Diagnostic::error(decl.keyword, message)
                        .help("call it: write its arguments after it, in parentheses"),
                );
                None
            }
            ExprKind::Valued(name, arguments) => {
                let id = self.valued_predicate(name)?;
                self.valued(id, name.span, arguments, wanted)
            }
            ExprKind::Joined(..) => {
                self.condition_stmt(expr);
                None
            }
            ExprKind::Any => {
                let message = "expected `:` and a constraint after `_`";
                let help = "a value of any kind is written `_: Value`";
                let at = expr.span.at_end();
                self.sema.report(
                    Diagnostic::error(at, message).suggest(Suggestion::new(at, ": Value", help)),
                );
                None
            }
            ExprKind::Integer(digits) => {
                let literal = format!("attr<\"{} : i32\">", digits.text);
                let help = format!("an attribute is written `{literal}`");
                let message = format!("expected an expression, found `{}`", digits.text);
                self.sema.report(
                    Diagnostic::error(expr.span, message)
                        .suggest(Suggestion::new(expr.span, literal, help)),
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

    fn literal(&mut self, text: &StringLit, kind: Literal, whole: Span) -> Option<LiteralId> {
        if !text.is_valid {
            return None;
        }
        // MLIR takes blanks around a literal for trailing characters.
        let trimmed = text.text.trim();
        let skipped = text.text.len() - text.text.trim_start().len();
        let (parsed, what) = match kind {
            Literal::Attribute => (self.sema.host.parse_attribute(trimmed), "attribute"),
            Literal::Type => (self.sema.host.parse_type(trimmed), "type"),
        };
        match parsed {
            Ok(literal) => Some(literal),
            Err(error) => {
                let place = match error.offset {
                    Some(offset) => text.source_of(skipped + offset),
                    None => text.span,
                };
                let message = format!("invalid {what}: {}", error.message);
                let mut diagnostic = Diagnostic::error(place, message);
                let is_word =
                    |text: &str| text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
                if what == "attribute" && !trimmed.is_empty() && is_word(trimmed) {
                    let quoted = format!("\"{trimmed}\"");
                    let help = format!("a string attribute is written `{quoted}`");
                    diagnostic = diagnostic.suggest(Suggestion::new(whole, quoted, help));
                }
                self.sema.report(diagnostic);
                None
            }
        }
    }

    fn reference(&mut self, name: &Ident, wanted: Option<&Ty>) -> Option<Value> {
        let Some(found) = self.sema.find(name) else {
            if let Some(id) = self.sema.predicate_named(name) {
                return self.valued(id, name.span, &[], wanted);
            }
            let imported = self.sema.ods.constraint(&name.text);
            match imported {
                Some(constraint) if wanted == Some(&Ty::Type) => {
                    self.no_type(name, constraint.span);
                }
                Some(constraint) => self.no_variable(name, EntityKind::Constraint, constraint.span),
                None => self.undefined_variable(name, wanted),
            }
            return None;
        };
        match found.entity {
            Entity::Variable(value) => return Some(value),
            Entity::Poisoned => self.frame.uses_errors = true,
            Entity::Predicate(id) => return self.valued(id, name.span, &[], wanted),
            Entity::Pattern => self.no_variable(name, found.kind, found.span),
            Entity::Function(id) => {
                // The errors of a function that has some are reported already.
                if self.sema.function(id, name.span).is_some() {
                    self.no_variable(name, found.kind, found.span);
                }
            }
        }
        None
    }

    fn no_variable(&mut self, name: &Ident, kind: EntityKind, definition: Span) {
        let message = format!(
            "expected a variable, but `{}` is {}",
            name.text,
            kind.described()
        );
        self.sema
            .report(Diagnostic::error(name.span, message).note(definition, "it is defined here"));
    }

    /// Reports a constraint on types in the place of a type.
    fn no_type(&mut self, name: &Ident, definition: Span) {
        let name_text = &name.text;
        let message = format!("expected a type, but `{name_text}` is a constraint on types");
        let help = format!(
            "constrain a value by `[Value, {name_text}]`, and a type by `[Type, {name_text}]`"
        );
        let diagnostic = Diagnostic::error(name.span, message).help(help);
        self.sema
            .report(diagnostic.note(definition, "it is defined here"));
    }

    fn inline_variable(
        &mut self,
        variable: &VariableExpr,
        wanted: Option<&Ty>,
        span: Span,
    ) -> Option<Value> {
        let place = variable.name.as_ref().map_or(span, |name| name.span);
        let value = if self.is_typed_variable(variable, wanted, span) {
            None
        } else {
            self.variable(variable.name.as_ref(), &variable.constraints, None, place)
        };
        if let Some(name) = &variable.name {
            self.define_variable(name, value.clone());
            // Naming an operand in passing is documentation, not a mistake.
            self.sema.scope.mark_used(&name.text);
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
                    let message = format!("a tuple cannot contain a `{value}`");
                    self.sema.error(element.value.span, message);
                    failed = true;
                }
                Some(Value::Nothing(callee)) => {
                    self.nothing(&callee, "a value", element.value.span);
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
        self.sema.report(
            Diagnostic::error(
                name.span,
                format!("the tuple already has an element `{}`", name.text),
            )
            .note(previous.span, "it is first given here"),
        );
        false
    }
}

/// What an MLIR text stands for.
enum Literal {
    Attribute,
    Type,
}
