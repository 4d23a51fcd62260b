//! Constraints and rewrites: declared, inline, and those of `.td` files.
//!
//! Each is analyzed once, into a list of nodes in which parameters stand for
//! the arguments. A call puts a copy of that list in its place. A native one is
//! a list with the call of the registered function in it. What stands at the
//! top level is analyzed when it is first called, so that declarations may
//! stand in any order.

use super::{
    Sema,
    body::{Body, Owner, Refinement, Section},
    scope::Entity,
    value::{Element, Single, Ty, Value},
};
use crate::{
    diagnostic::Diagnostic,
    hir::{self, Call, CallKind, CallSite, Node, NodeId, NodeKind},
    ods::{self, Subject},
    source::Span,
    syntax::ast::{
        self, CallableBody, CallableDecl, CallableKind, Constraint, ConstraintKind, Ident, Stmt,
    },
};
use smol_str::{SmolStr, format_smolstr};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// A constraint or rewrite without errors.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) kind: CallableKind,
    /// For messages.
    pub(super) name: SmolStr,
    /// Where it is declared.
    pub(super) span: Span,
    pub(super) parameters: Vec<Ty>,
    /// The name under which it is registered, if it is native.
    pub(super) native: Option<SmolStr>,
    pub(super) fragment: Fragment,
}

/// The nodes of a function. The first ones are its parameters.
#[derive(Debug)]
pub(super) struct Fragment {
    /// Ids from this one on are those of `nodes`; those before are of the
    /// declarations around an inline function.
    pub(super) start: usize,
    pub(super) nodes: Vec<Node>,
    /// The number that the first of `calls` has in `nodes`.
    pub(super) first_call: usize,
    pub(super) calls: Vec<CallSite>,
    pub(super) refinements: Vec<Refinement>,
    pub(super) result: Value,
}

/// Names a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FunctionId(usize);

/// All functions met so far.
#[derive(Default)]
pub(super) struct Functions<'a> {
    states: Vec<State<'a>>,
    /// Those of the top level, by the number of their item.
    of_item: HashMap<usize, FunctionId>,
    imported: HashMap<SmolStr, Rc<Function>>,
    /// The functions whose analysis has begun and not ended, outermost first.
    open: Vec<(FunctionId, SmolStr)>,
    /// Names under which native functions are registered.
    native_names: HashSet<SmolStr>,
    anonymous: u32,
}

enum State<'a> {
    /// Declared by that top-level declaration, and not analyzed yet.
    Declared(&'a CallableDecl, usize),
    Open,
    /// Without a function if it has errors.
    Done(Option<Rc<Function>>),
}

impl<'a> Functions<'a> {
    /// Adds a function of the top level.
    pub(super) fn declare(&mut self, decl: &'a CallableDecl, item: usize) -> FunctionId {
        if let Some(name) = decl.name.as_ref().filter(|_| is_native(decl)) {
            self.native_names.insert(name.text.clone());
        }
        let id = self.add(State::Declared(decl, item));
        self.of_item.insert(item, id);
        id
    }

    fn add(&mut self, state: State<'a>) -> FunctionId {
        self.states.push(state);
        FunctionId(self.states.len() - 1)
    }

    /// A name that no other native function has. Two inline ones of the same
    /// name are two functions.
    fn native_name(&mut self, wanted: &SmolStr) -> SmolStr {
        let mut name = wanted.clone();
        let mut number = 1;
        while !self.native_names.insert(name.clone()) {
            name = format_smolstr!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

fn is_native(decl: &CallableDecl) -> bool {
    !matches!(decl.body, CallableBody::Pdll(_))
}

impl Sema<'_> {
    /// Analyzes the function that is the top-level declaration `item`, unless
    /// a call of it has done so.
    pub(super) fn declared_function(&mut self, item: usize, span: Span) {
        if let Some(id) = self.functions.of_item.get(&item) {
            self.function(*id, span);
        }
    }

    /// A function that is used at `span`, or `None` when it has errors.
    pub(super) fn function(&mut self, id: FunctionId, span: Span) -> Option<Rc<Function>> {
        let (decl, item) = match &self.functions.states[id.0] {
            State::Done(function) => return function.clone(),
            State::Open => {
                self.recursion(id, span);
                return None;
            }
            State::Declared(decl, item) => (*decl, *item),
        };
        let name = decl.name.as_ref().map(|name| name.text.clone());
        let name = name.unwrap_or_default();
        self.functions.states[id.0] = State::Open;
        self.functions.open.push((id, name.clone()));
        let outside = self.scope.enter_item(item);
        let errors_before = self.diagnostics.error_count();
        let native = is_native(decl).then(|| name.clone());
        let mut body = Body::new(self, Owner::Pattern);
        let function = body.function(decl, name, native).map(Rc::new);
        let warnings = body.warnings;
        if self.diagnostics.error_count() == errors_before {
            self.diagnostics.extend(warnings);
        }
        self.scope.resume(outside);
        self.functions.open.pop();
        self.functions.states[id.0] = State::Done(function.clone());
        function
    }

    /// The error for a function that is used while it is analyzed.
    fn recursion(&mut self, id: FunctionId, span: Span) {
        let cycle: Vec<_> = self
            .functions
            .open
            .iter()
            .skip_while(|(open, _)| *open != id)
            .map(|(_, name)| format!("`{name}`"))
            .collect();
        let message = match &cycle[..] {
            [first, others @ ..] if !others.is_empty() => {
                format!("{first} calls itself, through {}", others.join(" and "))
            }
            _ => format!("{} calls itself", cycle.concat()),
        };
        self.diagnostics.push(
            Diagnostic::error(span, message)
                .help("calls are replaced by what they call, which would never end"),
        );
    }

    /// The constraint of that name in the included `.td` files.
    pub(super) fn imported(&mut self, name: &str) -> Option<Rc<Function>> {
        if let Some(function) = self.functions.imported.get(name) {
            return Some(function.clone());
        }
        let function = Rc::new(import(self.ods.constraint(name)?));
        self.functions
            .imported
            .insert(name.into(), function.clone());
        Some(function)
    }
}

fn import(constraint: &ods::Constraint) -> Function {
    let ty = match constraint.subject {
        Subject::Attribute => Ty::Attribute,
        Subject::Type => Ty::Type,
        Subject::Operation => Ty::Operation(None),
    };
    let node = |kind| Node {
        kind,
        span: constraint.span,
        name: None,
        call: None,
    };
    let call = NodeKind::Call(Call {
        kind: CallKind::Constraint,
        function: constraint.name.clone(),
        arguments: vec![NodeId(0)],
        parameters: vec![ty.kind()],
        results: Vec::new(),
    });
    Function {
        kind: CallableKind::Constraint,
        name: constraint.name.clone(),
        span: constraint.span,
        native: Some(constraint.name.clone()),
        fragment: Fragment {
            start: 0,
            nodes: vec![node(NodeKind::Parameter(ty.kind())), node(call)],
            first_call: 0,
            calls: Vec::new(),
            refinements: Vec::new(),
            result: Value::NOTHING,
        },
        parameters: vec![ty],
    }
}

/// A parameter or result of a signature.
struct Slot {
    name: Option<SmolStr>,
    ty: Ty,
    /// The constraint that it must satisfy.
    constraint: Option<(Rc<Function>, Span)>,
}

/// What is set aside while an inline function is analyzed.
struct Frame {
    section: Section,
    owner: Owner,
    start: usize,
    first_call: usize,
    refinements: Vec<Refinement>,
    returned: Option<(Option<Value>, Span)>,
    open_rewrites: usize,
}

impl Body<'_, '_> {
    /// An inline declaration. Its name, if it has one, is known from then on.
    pub(super) fn inline_function(&mut self, decl: &CallableDecl) -> Option<Rc<Function>> {
        let name = match &decl.name {
            Some(name) => name.text.clone(),
            None => {
                let number = self.sema.functions.anonymous;
                self.sema.functions.anonymous += 1;
                match decl.kind {
                    CallableKind::Constraint => format_smolstr!("<anonymous_constraint_{number}>"),
                    CallableKind::Rewrite => format_smolstr!("<anonymous_rewrite_{number}>"),
                }
            }
        };
        let native = is_native(decl).then(|| self.sema.functions.native_name(&name));
        let function = self.function(decl, name, native).map(Rc::new);
        if let Some(name) = &decl.name {
            let id = self
                .sema
                .functions
                .add(State::Done(function.as_ref().map(Rc::clone)));
            self.sema.define(name, Entity::Function(id));
        }
        function
    }

    fn function(
        &mut self,
        decl: &CallableDecl,
        name: SmolStr,
        native: Option<SmolStr>,
    ) -> Option<Function> {
        let errors_before = self.sema.diagnostics.error_count();
        let outer = self.enter(decl.kind);
        self.sema.scope.open();
        let parameters = self.parameters(decl);
        let results = self.declared_results(decl);
        let result = match &decl.body {
            CallableBody::Pdll(body) => self.pdll_body(decl, body, results.as_deref()),
            CallableBody::Native(_) | CallableBody::External => {
                let native = native
                    .as_ref()
                    .zip(parameters.as_ref())
                    .zip(results.as_ref());
                native.map(|((native, parameters), results)| {
                    self.native_body(decl, native, parameters, results)
                })
            }
        };
        if let (Some(result), Some(results)) = (&result, &results) {
            let singles = result.singles();
            let checks: Vec<_> = std::iter::zip(singles, results)
                .filter_map(|(single, slot)| Some((single.node, slot.constraint.clone()?)))
                .collect();
            for (node, (constraint, span)) in checks {
                self.check_slot(&constraint, node, span);
            }
        }
        self.close_scope();
        let fragment = self.leave(outer, result);
        let has_errors = self.sema.diagnostics.error_count() > errors_before
            || self.sema.has_syntax_error(decl.span);
        Some(Function {
            kind: decl.kind,
            name,
            span: decl.name.as_ref().map_or(decl.keyword, |name| name.span),
            parameters: parameters?.into_iter().map(|slot| slot.ty).collect(),
            native,
            fragment: fragment.filter(|_| !has_errors)?,
        })
    }

    fn enter(&mut self, kind: CallableKind) -> Frame {
        let (owner, section) = match kind {
            CallableKind::Constraint => (Owner::Constraint, Section::Match),
            CallableKind::Rewrite => (Owner::Rewrite, Section::Rewrite),
        };
        Frame {
            section: std::mem::replace(&mut self.section, section),
            owner: std::mem::replace(&mut self.owner, owner),
            start: std::mem::replace(&mut self.start, self.nodes.len()),
            first_call: self.calls.len(),
            refinements: std::mem::take(&mut self.refinements),
            returned: self.returned.take(),
            open_rewrites: std::mem::take(&mut self.open_rewrites),
        }
    }

    fn leave(&mut self, outer: Frame, result: Option<Value>) -> Option<Fragment> {
        let fragment = result.map(|result| Fragment {
            start: self.start,
            nodes: self.nodes[self.start..].to_vec(),
            first_call: outer.first_call,
            calls: self.calls[outer.first_call..].to_vec(),
            refinements: std::mem::take(&mut self.refinements),
            result,
        });
        self.nodes.truncate(self.start);
        self.calls.truncate(outer.first_call);
        self.section = outer.section;
        self.owner = outer.owner;
        self.start = outer.start;
        self.refinements = outer.refinements;
        self.returned = outer.returned;
        self.open_rewrites = outer.open_rewrites;
        fragment
    }

    fn parameters(&mut self, decl: &CallableDecl) -> Option<Vec<Slot>> {
        let slots: Vec<_> = decl
            .params
            .iter()
            .map(|param| self.slot(Some(&param.name), &param.constraint))
            .collect();
        let mut checks = Vec::new();
        for (param, slot) in std::iter::zip(&decl.params, &slots) {
            let entity = match slot {
                Some(slot) => {
                    let kind = NodeKind::Parameter(slot.ty.kind());
                    let node = self.push(kind, param.name.span);
                    checks.extend(slot.constraint.clone().map(|check| (node, check)));
                    let ty = slot.ty.clone();
                    Entity::Variable(Single { node, ty }.into())
                }
                None => Entity::Poisoned,
            };
            self.sema.define(&param.name, entity);
            // Not every parameter needs a use.
            self.sema.scope.find(&param.name.text);
        }
        for (node, (constraint, span)) in checks {
            self.check_slot(&constraint, node, span);
        }
        slots.into_iter().collect()
    }

    fn declared_results(&mut self, decl: &CallableDecl) -> Option<Vec<Slot>> {
        for (index, result) in decl.results.iter().enumerate() {
            let Some(name) = &result.name else { continue };
            let previous = decl.results[..index]
                .iter()
                .filter_map(|other| other.name.as_ref())
                .find(|other| other.text == name.text);
            if let Some(previous) = previous {
                self.sema.diagnostics.push(
                    Diagnostic::error(name.span, format!("`{}` is already defined", name.text))
                        .note(previous.span, "the previous definition is here"),
                );
            }
        }
        let slots: Vec<_> = decl
            .results
            .iter()
            .map(|result| self.slot(result.name.as_ref(), &result.constraint))
            .collect();
        slots.into_iter().collect()
    }

    /// A parameter or result has one constraint, which says what it is.
    fn slot(&mut self, name: Option<&Ident>, constraint: &Constraint) -> Option<Slot> {
        let mut check = None;
        let ty = match &constraint.kind {
            ConstraintKind::Attr(None) => Ty::Attribute,
            ConstraintKind::Value(None) => Ty::Value,
            ConstraintKind::ValueRange(None) => Ty::ValueRange,
            ConstraintKind::Attr(Some(_))
            | ConstraintKind::Value(Some(_))
            | ConstraintKind::ValueRange(Some(_)) => {
                let message = "a parameter or result cannot constrain its type";
                self.sema.diagnostics.push(
                    Diagnostic::error(constraint.span, message)
                        .help("constrain the type where the value is matched"),
                );
                return None;
            }
            ConstraintKind::Type => Ty::Type,
            ConstraintKind::TypeRange => Ty::TypeRange,
            ConstraintKind::Op(name) => {
                self.check_operation_name(name.as_ref());
                Ty::Operation(name.as_ref().map(|name| name.text.clone()))
            }
            ConstraintKind::Named(_) | ConstraintKind::Inline(_) => {
                let function = self.constraint_function(constraint)?;
                let ty = function.parameters.first()?.clone();
                check = Some((function, constraint.span));
                ty
            }
            ConstraintKind::Error => return None,
        };
        Some(Slot {
            name: name.map(|name| name.text.clone()),
            ty,
            constraint: check,
        })
    }

    /// What a signature demands is checked by constraints; in rewrites, whose
    /// turn comes after the match, it says only what type the value has.
    fn check_slot(&mut self, constraint: &Function, node: NodeId, span: Span) {
        if self.owner == Owner::Constraint {
            self.inline(constraint, &[node], span);
        } else {
            self.warn_unchecked(constraint, span);
        }
    }

    /// Warns of a constraint in the rewrite section.
    pub(super) fn warn_unchecked(&mut self, constraint: &Function, span: Span) {
        self.warnings.push(
            Diagnostic::warning(
                "unchecked-constraint",
                span,
                format!(
                    "`{}` is not checked here, it only says what type this has",
                    constraint.name
                ),
            )
            .help("constraints are checked in the match section"),
        );
    }

    fn native_body(
        &mut self,
        decl: &CallableDecl,
        native: &SmolStr,
        parameters: &[Slot],
        results: &[Slot],
    ) -> Value {
        let arguments = (0..parameters.len()).map(|index| NodeId((self.start + index) as u32));
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
        let call = self.push(NodeKind::Call(call), decl.keyword);
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
        let Some((value, span)) = self.returned.take() else {
            let results = results?;
            if results.is_empty() {
                return Some(Value::NOTHING);
            }
            if !self.sema.has_syntax_error(decl.span) {
                let message = format!("expected `return` with a value of type {}", show(results));
                let place = decl.name.as_ref().map_or(decl.keyword, |name| name.span);
                self.sema.error(place, message);
            }
            return None;
        };
        match results? {
            [] => value,
            [result] => {
                let single = self.convert_value(value?, &result.ty, span)?;
                Some(single.into())
            }
            results => self.several_results(value?, results, span),
        }
    }

    fn function_stmts(&mut self, stmts: &[Stmt]) {
        for (index, stmt) in stmts.iter().enumerate() {
            self.stmt(stmt);
            let next = stmts.get(index + 1).filter(|next| !next.is_error());
            if let (Stmt::Return(_), Some(next)) = (stmt, next) {
                self.sema.diagnostics.push(
                    Diagnostic::error(next.span(), "expected `}`: nothing happens after `return`")
                        .note(stmt.span(), "it is here"),
                );
                return;
            }
        }
    }

    fn lambda(&mut self, kind: CallableKind, stmt: &Stmt) {
        match stmt {
            Stmt::Expr(expr) => {
                let value = self.expr(expr);
                self.returned = Some((value, expr.span));
            }
            Stmt::Error(span) => self.returned = Some((None, *span)),
            stmt if stmt.is_operation_rewrite() && kind == CallableKind::Rewrite => self.stmt(stmt),
            stmt => {
                let message = match kind {
                    CallableKind::Constraint => "expected an expression after `=>`",
                    CallableKind::Rewrite => {
                        "expected an expression, or `erase`, `replace` or `rewrite`, after `=>`"
                    }
                };
                self.sema.diagnostics.push(
                    Diagnostic::error(stmt.span(), message)
                        .help("statements go into a body in braces"),
                );
                self.returned = Some((None, stmt.span()));
            }
        }
    }

    fn several_results(&mut self, value: Value, results: &[Slot], span: Span) -> Option<Value> {
        let elements = match value {
            Value::Tuple(elements) if elements.len() == results.len() => elements,
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

/// The types of declared results, for messages.
fn show(results: &[Slot]) -> String {
    if let [result] = results {
        return format!("`{}`", result.ty);
    }
    let element = |slot: &Slot| Element {
        name: slot.name.clone(),
        value: Single {
            node: hir::NodeId(0),
            ty: slot.ty.clone(),
        },
    };
    format!("`{}`", Value::Tuple(results.iter().map(element).collect()))
}
