//! Expressions.

use super::{pattern::PatternSema, scope::Entity, stmt::count};
use crate::{
    diagnostic::Diagnostic,
    hir::{LiteralId, NodeId, NodeKind, Type},
    source::Span,
    syntax::ast::{CallableKind, Expr, ExprKind, Ident, StringLit, VariableExpr},
};

/// The greatest index that an attribute of type `i32` holds.
const MAX_RESULT_INDEX: u32 = i32::MAX as u32;

impl PatternSema<'_, '_> {
    /// The node of an expression's value, or `None` when it has an error.
    pub(super) fn expr(&mut self, expr: &Expr) -> Option<NodeId> {
        match &expr.kind {
            ExprKind::Attribute(text) => {
                let literal = self.literal(text, "attribute")?;
                Some(self.push(NodeKind::AttributeLiteral(literal), expr.span))
            }
            ExprKind::Type(text) => {
                let literal = self.literal(text, "type")?;
                Some(self.push(NodeKind::TypeLiteral(literal), expr.span))
            }
            ExprKind::Operation(operation) => self.operation(operation, expr.span),
            ExprKind::Name(name) => self.reference(name),
            ExprKind::Variable(variable) => self.inline_variable(variable, expr.span),
            ExprKind::Member(base, member) => self.member(base, member),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::Not(call) => {
                self.sema
                    .unsupported(expr.span, expr.span, "negated constraints");
                match &call.kind {
                    ExprKind::Call(_, arguments) => self.poison_arguments(arguments),
                    _ => None,
                }
            }
            ExprKind::Tuple(_) => {
                self.sema.unsupported(expr.span, expr.span, "tuples");
                None
            }
            ExprKind::Inline(decl) => {
                let what = match decl.kind {
                    CallableKind::Constraint => "inline constraints",
                    CallableKind::Rewrite => "inline rewrites",
                };
                self.sema.unsupported(decl.keyword, decl.span, what);
                if let Some(name) = &decl.name {
                    self.sema.define(name, Entity::Poisoned);
                }
                None
            }
            ExprKind::Error => None,
        }
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

    fn reference(&mut self, name: &Ident) -> Option<NodeId> {
        match self.sema.scope.find(&name.text) {
            Some((Entity::Variable(node), _)) => Some(node),
            Some((Entity::Poisoned, _)) => None,
            Some((Entity::Pattern, definition)) => {
                let message = format!("expected a variable, `{}` is a pattern", name.text);
                self.sema.diagnostics.push(
                    Diagnostic::error(name.span, message).note(definition, "it is defined here"),
                );
                None
            }
            None => {
                let suggestion = self.sema.scope.suggest(&name.text).map(str::to_owned);
                self.undefined(name, suggestion);
                None
            }
        }
    }

    /// Reports a name that nothing defines.
    pub(super) fn undefined(&mut self, name: &Ident, suggestion: Option<String>) {
        let mut diagnostic =
            Diagnostic::error(name.span, format!("`{}` is not defined", name.text));
        if let Some(suggestion) = suggestion {
            diagnostic = diagnostic.help(format!("did you mean `{suggestion}`?"));
        }
        self.sema.diagnostics.push(diagnostic);
    }

    fn inline_variable(&mut self, variable: &VariableExpr, span: Span) -> Option<NodeId> {
        let place = variable.name.as_ref().map_or(span, |name| name.span);
        let value = self.variable(variable.name.as_ref(), &variable.constraints, None, place);
        if let Some(name) = &variable.name {
            self.define_variable(name, value);
            // Naming an operand in passing is documentation, not a mistake.
            self.sema.scope.find(&name.text);
        }
        value
    }

    /// A result of an operation by its index.
    fn member(&mut self, base: &Expr, member: &Ident) -> Option<NodeId> {
        let operation = self.expr(base)?;
        let ty = self.node(operation).kind.ty()?;
        if ty != Type::Operation {
            let message = format!("`{}` has no members", ty.name());
            self.sema.error(member.span, message);
            return None;
        }
        if !member.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!(
                "unknown result `{}`, expected the index of a result",
                member.text
            );
            self.sema.error(member.span, message);
            return None;
        }
        let Some(index) = member
            .text
            .parse()
            .ok()
            .filter(|index| *index <= MAX_RESULT_INDEX)
        else {
            let message = format!("the index is out of range, expected at most {MAX_RESULT_INDEX}");
            self.sema.error(member.span, message);
            return None;
        };
        if let Some(results) = self.result_count(operation)
            && index as usize >= results
        {
            let results = count(results, "result");
            let message = format!("there is no result {index}: the operation has {results}");
            let of = self.node(operation).span;
            self.sema
                .diagnostics
                .push(Diagnostic::error(member.span, message).note(of, "the operation is here"));
            return None;
        }
        Some(self.push(NodeKind::Result { operation, index }, base.span))
    }

    fn call(&mut self, callee: &Expr, arguments: &[Expr]) -> Option<NodeId> {
        // The callee tells first whether there is such a function at all.
        if let ExprKind::Name(name) = &callee.kind {
            match self.sema.scope.find(&name.text) {
                Some((Entity::Poisoned, _)) => return self.poison_arguments(arguments),
                None => self.undefined(name, None),
                Some((Entity::Variable(..) | Entity::Pattern, definition)) => {
                    let message =
                        format!("expected a constraint or rewrite, `{}` is none", name.text);
                    self.sema.diagnostics.push(
                        Diagnostic::error(name.span, message)
                            .note(definition, "it is defined here"),
                    );
                }
            }
        } else if self.expr(callee).is_some() {
            self.sema
                .error(callee.span, "expected a constraint or rewrite to call");
        }
        self.poison_arguments(arguments)
    }

    /// Poisons the variables that the arguments of a call which is not analyzed
    /// would define.
    fn poison_arguments(&mut self, arguments: &[Expr]) -> Option<NodeId> {
        for argument in arguments {
            if let ExprKind::Variable(VariableExpr {
                name: Some(name), ..
            }) = &argument.kind
            {
                self.sema.define(name, Entity::Poisoned);
            }
        }
        None
    }
}
