//! A constraint or rewrite, from its declaration to its nodes.

use super::{
    body::{Body, Frame, Owner},
    signature::{Slot, show},
};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    contract::LIBRARY_PREFIX,
    hir::{Call, CallKind, NodeKind},
    sema::{
        expr::{Callee, Element, Single, Value},
        names::{Entity, Function, kind_name},
    },
    syntax::ast::{self, CallableBody, CallableDecl, CallableKind, ConstraintKind, Stmt},
};
use smol_str::{SmolStr, format_smolstr};
use std::{mem, rc::Rc};

impl Body<'_, '_> {
    /// An inline declaration. Its name, if it has one, is known from then on.
    pub(in crate::sema) fn inline_function(&mut self, decl: &CallableDecl) -> Option<Rc<Function>> {
        let name = decl.name.as_ref().map(|name| name.text.clone());
        let native = self.sema.functions.native_name(decl);
        self.sema.functions.open_inline(decl);
        let function = self.function(decl, name, native).map(Rc::new);
        self.sema.functions.close_inline();
        if let Some(name) = &decl.name {
            let id = self.sema.functions.add_inline(function.clone());
            self.sema
                .define(name, decl.kind.into(), Entity::Function(id));
        }
        function
    }

    pub(in crate::sema) fn function(
        &mut self,
        decl: &CallableDecl,
        name: Option<SmolStr>,
        native: Option<SmolStr>,
    ) -> Option<Function> {
        let errors_before = self.sema.report.error_count();
        let outer_depth = self.sema.nesting.enter_function();
        let outer = self.enter(decl.kind);
        self.sema.scope.open();
        let outside = self.sema.report.enter_signature(signature(decl));
        let parameters = self.parameters(decl);
        let results = self.declared_results(decl);
        self.sema.report.leave(&outside);
        let result = match &decl.body {
            CallableBody::Pdll(body) => self.pdll_body(decl, body, results.as_deref()),
            CallableBody::Native(_) | CallableBody::External => {
                let signature = parameters.as_ref().zip(results.as_ref());
                let native = native.as_ref().zip(signature);
                native.and_then(|(name, (parameters, results))| {
                    self.check_parts(name, decl)?;
                    Some(self.native_body(decl, name, parameters, results))
                })
            }
        };
        if let (Some(result), Some(results)) = (&result, &results) {
            self.check_results(result, results);
        }
        self.close_scope();
        self.solve();
        let moved = self.builder.substitute_fragment(self.frame.start);
        if let Err(node) = &moved {
            let span = self.builder.span(*node);
            self.sema.error(span, "this would be derived from itself");
        }
        let has_errors = self.sema.report.error_count() > errors_before
            || self.sema.report.has_syntax_error(decl.span)
            || self.frame.uses_errors;
        let inner = mem::replace(&mut self.frame, outer);
        let fragment = self.builder.end_fragment(inner.start);
        let moved = moved.unwrap_or_default();
        let mut refinements = inner.refinements;
        for refinement in &mut refinements {
            refinement.node = moved.node(refinement.node);
        }
        let result = result.map(|result| result.map_nodes(|node| moved.node(node)));
        let depth = self.sema.nesting.leave_function(&outer_depth);
        Some(Function {
            kind: decl.kind,
            name,
            span: decl.name.as_ref().map_or(decl.keyword, |name| name.span),
            parameters: parameters?.into_iter().map(|slot| slot.ty).collect(),
            native,
            depth,
            fragment,
            refinements,
            result: result.filter(|_| !has_errors)?,
        })
    }

    fn enter(&mut self, kind: CallableKind) -> Frame {
        let owner = match kind {
            CallableKind::Constraint => Owner::Constraint,
            CallableKind::Rewrite => Owner::Rewrite,
        };
        let start = self.builder.start_fragment();
        mem::replace(&mut self.frame, Frame::new(owner, start))
    }

    /// Calls the constraints of the results.
    fn check_results(&mut self, result: &Value, results: &[Slot]) {
        for (single, slot) in std::iter::zip(result.singles(), results) {
            if let Some((constraint, span)) = &slot.constraint {
                self.check_slot(constraint, single.node, *span);
            }
        }
    }

    /// Reports regions and blocks in the signature of a native function, which only those
    /// of the library can have.
    fn check_parts(&mut self, native: &str, decl: &CallableDecl) -> Option<()> {
        if native.starts_with(LIBRARY_PREFIX) {
            return Some(());
        }
        let parameters = decl.params.iter().map(|param| &param.constraint);
        let results = decl.results.iter().map(|result| &result.constraint);
        let mut all = parameters.chain(results);
        let part = all.find(|constraint| match &constraint.kind {
            ConstraintKind::Named(name) => self.sema.part_named(name).is_some(),
            _ => false,
        });
        let Some(part) = part else { return Some(()) };
        let message = "a native function takes and returns no regions and blocks";
        let help = "give it the operation that has them";
        self.sema
            .report(Diagnostic::error(part.span, message).help(help));
        None
    }

    /// The call of a native function, and its definition if it has one.
    fn native_body(
        &mut self,
        decl: &CallableDecl,
        native: &SmolStr,
        parameters: &[Slot],
        results: &[Slot],
    ) -> Value {
        match &decl.body {
            CallableBody::Native(code) => {
                self.define_code(decl, code, native, parameters, results);
            }
            _ => self.define_declared(decl.kind, native, parameters, results),
        }
        let start = self.frame.start;
        let arguments = (0..parameters.len()).map(|index| start.parameter(index));
        let call = Call {
            kind: match decl.kind {
                CallableKind::Constraint => CallKind::Constraint,
                CallableKind::Rewrite => CallKind::Rewrite,
            },
            function: native.clone(),
            arguments: arguments.collect(),
            parameters: parameters.iter().map(|slot| slot.ty.kind()).collect(),
            results: results.iter().map(|slot| slot.ty.kind()).collect(),
        };
        let call = self.push(call.into(), decl.keyword);
        let elements = results.iter().enumerate().map(|(index, slot)| {
            let kind = NodeKind::CallResult {
                call,
                index: index as u32,
                ty: slot.ty.kind(),
            };
            Element {
                name: slot.name.clone(),
                value: Single {
                    node: self.push(kind, decl.keyword),
                    ty: slot.ty.clone(),
                },
            }
        });
        let mut elements: Vec<_> = elements.collect();
        match elements.len() {
            0 => Value::Nothing(callee(decl)),
            1 => elements.remove(0).value.into(),
            _ => Value::Tuple(elements),
        }
    }

    /// The statements, and the value that they return.
    fn pdll_body(
        &mut self,
        decl: &CallableDecl,
        body: &ast::Body,
        results: Option<&[Slot]>,
    ) -> Option<Value> {
        match body {
            ast::Body::Block(block) => {
                self.sema.scope.open();
                self.function_stmts(&block.stmts);
                self.close_scope();
            }
            ast::Body::Lambda(stmt) => self.lambda(decl.kind, stmt),
            ast::Body::Error(_) => return None,
        }
        let Some((value, span)) = self.frame.returned.take() else {
            let results = results?;
            if results.is_empty() {
                return Some(Value::Nothing(callee(decl)));
            }
            if !self.sema.report.has_syntax_error(decl.span) {
                let message = format!("expected `return` with a value of type {}", show(results));
                self.sema.error(end_of(body), message);
            }
            return None;
        };
        match results? {
            [] => value.map(|value| match value {
                Value::Nothing(_) => Value::Nothing(callee(decl)),
                value => value,
            }),
            [result] => {
                let single = self.convert_value(value?, &result.ty, span)?;
                Some(single.into())
            }
            results => self.several_results(value?, results, span),
        }
    }

    fn function_stmts(&mut self, stmts: &[Stmt]) {
        self.announce(stmts);
        for (index, stmt) in stmts.iter().enumerate() {
            self.stmt(stmt);
            let next = stmts.get(index + 1).filter(|next| !next.is_error());
            if let (Stmt::Return(_), Some(next)) = (stmt, next) {
                self.sema.report(
                    Diagnostic::error(next.span(), "expected `}`: nothing may follow `return`")
                        .note(stmt.span(), "the `return` is here"),
                );
                self.stmts_after_return(&stmts[index + 1..]);
                return;
            }
        }
    }

    /// Analyzes what has no meaning, because editors want to know what it mentions.
    fn stmts_after_return(&mut self, stmts: &[Stmt]) {
        let returned = self.frame.returned.take();
        for stmt in stmts {
            let outside = self.sema.report.hide(stmt.span());
            self.stmt(stmt);
            self.sema.report.leave(&outside);
        }
        self.frame.returned = returned;
    }

    fn lambda(&mut self, kind: CallableKind, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(expr) => {
                let value = self.expr(expr);
                self.frame.returned = Some((value, expr.span));
            }
            Stmt::Error(stmt) => self.frame.returned = Some((None, stmt.span)),
            stmt if stmt.is_operation_rewrite() && kind == CallableKind::Rewrite => self.stmt(stmt),
            stmt => {
                let message = match kind {
                    CallableKind::Constraint => "expected an expression after `=>`",
                    CallableKind::Rewrite => {
                        "expected an expression, or `erase`, `replace` or `rewrite`, after `=>`"
                    }
                };
                self.sema.report(
                    Diagnostic::error(stmt.span(), message)
                        .help("write statements in a body with braces"),
                );
                self.frame.returned = Some((None, stmt.span()));
            }
        }
    }

    fn several_results(&mut self, value: Value, results: &[Slot], span: Span) -> Option<Value> {
        let elements = match value {
            Value::Tuple(elements) if elements.len() == results.len() => elements,
            Value::Nothing(callee) => {
                self.nothing(&callee, &show(results), span);
                return None;
            }
            other => {
                let message = format!("expected {}, found `{other}`", show(results));
                self.sema.error(span, message);
                return None;
            }
        };
        let elements: Vec<_> = std::iter::zip(elements, results)
            .map(|(element, slot)| {
                Some(Element {
                    name: slot.name.clone(),
                    value: self.convert(element.value, &slot.ty, span)?,
                })
            })
            .collect();
        Some(Value::Tuple(elements.into_iter().collect::<Option<_>>()?))
    }
}

/// What messages about a call say.
fn callee(decl: &CallableDecl) -> Callee {
    let name = decl.name.as_ref();
    Callee {
        shown: match name {
            Some(name) => format_smolstr!("`{}`", name.text),
            None => format_smolstr!("this {}", kind_name(decl.kind)),
        },
        kind: decl.kind,
        span: name.map_or(decl.keyword, |name| name.span),
    }
}

/// A declaration up to the start of its body.
fn signature(decl: &CallableDecl) -> Span {
    let end = match &decl.body {
        CallableBody::Pdll(ast::Body::Block(block)) => block.span.start,
        CallableBody::Pdll(ast::Body::Lambda(stmt)) => stmt.span().start,
        CallableBody::Pdll(ast::Body::Error(span)) => span.start,
        CallableBody::Native(code) => code.span.start,
        CallableBody::External => decl.span.end,
    };
    Span {
        end,
        ..decl.keyword
    }
}

/// Where a value should have been returned.
fn end_of(body: &ast::Body) -> Span {
    match body {
        ast::Body::Block(block) => Span {
            start: block.span.end.saturating_sub(1),
            ..block.span
        },
        ast::Body::Lambda(stmt) => stmt.span(),
        ast::Body::Error(span) => *span,
    }
}
