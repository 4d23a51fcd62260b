//! Constraints and rewrites: declared, inline, and those of `.td` files.
//!
//! Each is analyzed once, into a list of nodes in which parameters stand for
//! the arguments. A call puts a copy of that list in its place. A native one is
//! a list with the call of the registered function in it. What stands at the
//! top level is analyzed when it is first called, so that declarations may
//! stand in any order.

use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    base::unique_names::UniqueNames,
    builtin_files::BuiltinFile,
    hir::builder::Fragment,
    sema::{
        Sema,
        decl::{Body, Refinement},
        expr::{Ty, Value},
    },
    syntax::ast::{CallableBody, CallableDecl, CallableKind},
};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};
use std::rc::Rc;

/// A constraint or rewrite without errors.
#[derive(Debug)]
pub(in crate::sema) struct Function {
    pub(in crate::sema) kind: CallableKind,
    /// An inline one may have none.
    pub(in crate::sema) name: Option<SmolStr>,
    /// Where it is declared.
    pub(in crate::sema) span: Span,
    pub(in crate::sema) parameters: Vec<Ty>,
    /// The name under which it is registered, if it is native.
    pub(in crate::sema) native: Option<SmolStr>,
    /// How many levels it nests, with those of what it calls.
    pub(in crate::sema) depth: usize,
    /// What it does, with its parameters first.
    pub(in crate::sema) fragment: Fragment,
    /// The names that operations from outside of it must have.
    pub(in crate::sema) refinements: Vec<Refinement>,
    /// What it returns: nodes of the fragment.
    pub(in crate::sema) result: Value,
}

impl Function {
    /// The word for what it is.
    pub(in crate::sema) fn kind(&self) -> &'static str {
        kind_name(self.kind)
    }

    /// What messages call it.
    pub(in crate::sema) fn shown(&self) -> String {
        match &self.name {
            Some(name) => format!("`{name}`"),
            None => format!("this {}", kind_name(self.kind)),
        }
    }

    /// What messages call it, with its kind.
    pub(in crate::sema) fn described(&self) -> String {
        match &self.name {
            Some(name) => format!("the {} `{name}`", kind_name(self.kind)),
            None => self.shown(),
        }
    }
}

/// The word for what a function is.
pub(in crate::sema) fn kind_name(kind: CallableKind) -> &'static str {
    match kind {
        CallableKind::Constraint => "constraint",
        CallableKind::Rewrite => "rewrite",
    }
}

/// Names a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sema) struct FunctionId(usize);

/// All functions met so far.
#[derive(Default)]
pub(in crate::sema) struct Functions<'a> {
    states: Vec<State<'a>>,
    /// Those of the top level, by the number of their item.
    of_item: FxHashMap<usize, FunctionId>,
    /// Those of `.td` files that were used.
    pub(in crate::sema) imported: FxHashMap<SmolStr, Rc<Function>>,
    /// The functions whose analysis has begun and not ended, outermost first.
    open: Vec<Open>,
    /// The native functions: the names under which they are registered, and
    /// those that were written.
    native_names: FxHashMap<SmolStr, Option<SmolStr>>,
    /// The names under which they are registered.
    taken_names: UniqueNames,
    anonymous: u32,
}

/// A function whose analysis has begun.
struct Open {
    /// An inline function gets one afterwards.
    id: Option<FunctionId>,
    name: SmolStr,
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
    /// Adds a function of the top level. `builtin` is the built-in file that it
    /// stands in, if it is one.
    pub(in crate::sema) fn declare(
        &mut self,
        decl: &'a CallableDecl,
        item: usize,
        builtin: Option<&BuiltinFile>,
    ) -> FunctionId {
        let name = decl.name.as_ref().filter(|_| is_native(decl));
        let native = name.map(|name| match builtin {
            Some(file) => file.native_name(&name.text).into(),
            None => name.text.clone(),
        });
        let written = name.map(|name| name.text.clone());
        if let Some(native) = &native {
            self.taken_names.insert(native);
            self.native_names.insert(native.clone(), written);
        }
        let id = self.add(State::Declared { decl, item, native });
        self.of_item.insert(item, id);
        id
    }

    /// Adds an inline function.
    pub(in crate::sema) fn add_inline(&mut self, function: Option<Rc<Function>>) -> FunctionId {
        self.add(State::Done(function))
    }

    fn add(&mut self, state: State<'a>) -> FunctionId {
        self.states.push(state);
        FunctionId(self.states.len() - 1)
    }

    /// What an inline function without a name is called.
    fn anonymous_name(&mut self, kind: CallableKind) -> SmolStr {
        let number = self.anonymous;
        self.anonymous += 1;
        match kind {
            CallableKind::Constraint => format_smolstr!("<anonymous_constraint_{number}>"),
            CallableKind::Rewrite => format_smolstr!("<anonymous_rewrite_{number}>"),
        }
    }

    /// A unique name for an inline function, if it is native. Two inline functions
    /// may have the same name in the source.
    pub(in crate::sema) fn native_name(&mut self, decl: &CallableDecl) -> Option<SmolStr> {
        let written = decl.name.as_ref().map(|name| name.text.clone());
        let wanted = match &written {
            Some(name) => name.clone(),
            None => self.anonymous_name(decl.kind),
        };
        if !is_native(decl) {
            return None;
        }
        let taken = &mut self.taken_names;
        let name = taken.take(&wanted, 1, |number| format_smolstr!("{wanted}_{number}"));
        self.native_names.insert(name.clone(), written);
        Some(name)
    }

    /// The name that was written for the native function `name`; `None` if it
    /// has no name.
    pub(in crate::sema) fn written_name<'n>(&'n self, name: &'n SmolStr) -> Option<&'n SmolStr> {
        match self.native_names.get(name) {
            Some(written) => written.as_ref(),
            // Those of `.td` files keep their names.
            None => Some(name),
        }
    }

    /// Says that the analysis of an inline function begins.
    pub(in crate::sema) fn open_inline(&mut self, decl: &CallableDecl) {
        let name = decl.name.as_ref().map(|name| name.text.clone());
        let name = name.unwrap_or_else(|| kind_name(decl.kind).into());
        self.open.push(Open { id: None, name });
    }

    /// Says that it has ended.
    pub(in crate::sema) fn close_inline(&mut self) {
        self.open.pop();
    }
}

fn is_native(decl: &CallableDecl) -> bool {
    !matches!(decl.body, CallableBody::Pdll(_))
}

impl Sema<'_> {
    /// Analyzes the function that is the top-level declaration `item`, unless
    /// a call of it has done so.
    pub(in crate::sema) fn declared_function(&mut self, item: usize, span: Span) {
        if let Some(id) = self.functions.of_item.get(&item) {
            self.function(*id, span);
        }
    }

    /// A function that is used at `span`, or `None` when it has errors, or is
    /// nested too deeply.
    pub(in crate::sema) fn function(&mut self, id: FunctionId, span: Span) -> Option<Rc<Function>> {
        let (decl, item, native) = match &self.functions.states[id.0] {
            State::Done(function) => {
                let function = function.clone()?;
                return self.nest(function, span);
            }
            State::Open => {
                let open = &self.functions.open;
                let first = open.iter().position(|open| open.id == Some(id));
                self.recursion(first.unwrap_or_default(), span);
                return None;
            }
            State::Declared { decl, item, native } => (*decl, *item, native.clone()),
        };
        if !self.may_nest(span) {
            return None;
        }
        let name = decl.name.as_ref().map(|name| name.text.clone());
        self.functions.states[id.0] = State::Open;
        self.functions.open.push(Open {
            id: Some(id),
            name: name.clone().unwrap_or_default(),
        });
        let outside = self.scope.enter_item(item);
        let errors_before = self.report.error_count();
        let mut body = Body::new(self);
        let function = body.function(decl, name, native).map(Rc::new);
        let warnings = body.warnings;
        if self.report.error_count() == errors_before && !self.report.has_syntax_error(decl.span) {
            self.report.extend(warnings);
        }
        self.scope.resume(outside);
        self.functions.open.pop();
        self.functions.states[id.0] = State::Done(function.clone());
        self.nest(function?, span)
    }

    /// Whether a name that is not visible is that of an inline function around
    /// the call at `span`. Reports the recursion if so.
    pub(in crate::sema) fn is_inline_recursion(&mut self, name: &str, span: Span) -> bool {
        let open = &self.functions.open;
        // Inline functions around the use of a top-level declaration are not visible
        // in that declaration.
        let inline = open
            .iter()
            .rposition(|open| open.id.is_some())
            .map_or(0, |outermost| outermost + 1);
        let first = open[inline..].iter().position(|open| open.name == name);
        if let Some(first) = first {
            self.recursion(inline + first, span);
        }
        first.is_some()
    }

    /// The error for a function that is used while it is analyzed: that with
    /// the index `first` among the open ones.
    fn recursion(&mut self, first: usize, span: Span) {
        let cycle: Vec<_> = self.functions.open[first..]
            .iter()
            .map(|open| format!("`{}`", open.name))
            .collect();
        let message = match &cycle[..] {
            [first, others @ ..] if !others.is_empty() => {
                format!("{first} calls itself, through {}", others.join(" and "))
            }
            _ => format!("{} calls itself", cycle.concat()),
        };
        self.report(
            Diagnostic::error(span, message)
                .help("each call is replaced by the body of what it calls, which would never end"),
        );
    }
}
