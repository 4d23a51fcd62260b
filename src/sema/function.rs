//! Constraints and rewrites: declared, inline, and those of `.td` files.
//!
//! Each is analyzed once, into a list of nodes in which parameters stand for
//! the arguments. A call puts a copy of that list in its place. A native one is
//! a list with the call of the registered function in it. What stands at the
//! top level is analyzed when it is first called, so that declarations may
//! stand in any order.

use super::{
    Sema,
    body::{Body, Owner, Refinement},
    value::{Ty, Value},
};
use crate::{
    builtin_files,
    diagnostic::Diagnostic,
    hir::{CallSite, Node},
    source::Span,
    syntax::ast::{CallableBody, CallableDecl, CallableKind},
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
    /// How many levels it nests, with those of what it calls.
    pub(super) depth: usize,
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
    /// Those of `.td` files that were used.
    pub(super) imported: HashMap<SmolStr, Rc<Function>>,
    /// The functions whose analysis has begun and not ended, outermost first.
    open: Vec<(FunctionId, SmolStr)>,
    /// Names under which native functions are registered.
    native_names: HashSet<SmolStr>,
    anonymous: u32,
}

enum State<'a> {
    /// Declared by that top-level declaration, and not analyzed yet.
    Declared {
        decl: &'a CallableDecl,
        item: usize,
        /// The name under which it is registered, if it is native.
        native: Option<SmolStr>,
    },
    Open,
    /// Without a function if it has errors.
    Done(Option<Rc<Function>>),
}

impl<'a> Functions<'a> {
    /// Adds a function of the top level. `is_builtin` says whether it stands in
    /// a built-in file.
    pub(super) fn declare(
        &mut self,
        decl: &'a CallableDecl,
        item: usize,
        is_builtin: bool,
    ) -> FunctionId {
        let name = decl.name.as_ref().filter(|_| is_native(decl));
        let native = name.map(|name| match is_builtin {
            true => builtin_files::native_name(&name.text).into(),
            false => name.text.clone(),
        });
        self.native_names.extend(native.clone());
        let id = self.add(State::Declared { decl, item, native });
        self.of_item.insert(item, id);
        id
    }

    /// Adds an inline function.
    pub(super) fn add_inline(&mut self, function: Option<Rc<Function>>) -> FunctionId {
        self.add(State::Done(function))
    }

    fn add(&mut self, state: State<'a>) -> FunctionId {
        self.states.push(state);
        FunctionId(self.states.len() - 1)
    }

    /// What an inline function without a name is called.
    pub(super) fn anonymous_name(&mut self, kind: CallableKind) -> SmolStr {
        let number = self.anonymous;
        self.anonymous += 1;
        match kind {
            CallableKind::Constraint => format_smolstr!("<anonymous_constraint_{number}>"),
            CallableKind::Rewrite => format_smolstr!("<anonymous_rewrite_{number}>"),
        }
    }

    /// A name that no other native function has. Two inline ones of the same
    /// name are two functions.
    pub(super) fn native_name(&mut self, wanted: &SmolStr) -> SmolStr {
        let mut name = wanted.clone();
        let mut number = 1;
        while !self.native_names.insert(name.clone()) {
            name = format_smolstr!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

pub(super) fn is_native(decl: &CallableDecl) -> bool {
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

    /// A function that is used at `span`, or `None` when it has errors, or is
    /// nested too deeply.
    pub(super) fn function(&mut self, id: FunctionId, span: Span) -> Option<Rc<Function>> {
        let (decl, item, native) = match &self.functions.states[id.0] {
            State::Done(function) => {
                let function = function.clone()?;
                return self.nest(function, span);
            }
            State::Open => {
                self.recursion(id, span);
                return None;
            }
            State::Declared { decl, item, native } => (*decl, *item, native.clone()),
        };
        if !self.may_nest(span) {
            return None;
        }
        let name = decl.name.as_ref().map(|name| name.text.clone());
        let name = name.unwrap_or_default();
        self.functions.states[id.0] = State::Open;
        self.functions.open.push((id, name.clone()));
        let outside = self.scope.enter_item(item);
        let errors_before = self.diagnostics.error_count();
        let mut body = Body::new(self, Owner::Pattern);
        let function = body.function(decl, name, native).map(Rc::new);
        let warnings = body.warnings;
        if self.diagnostics.error_count() == errors_before {
            self.diagnostics.extend(warnings);
        }
        self.scope.resume(outside);
        self.functions.open.pop();
        self.functions.states[id.0] = State::Done(function.clone());
        self.nest(function?, span)
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
}
