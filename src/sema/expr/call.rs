//! Calls. The nodes of the callee are put in the place of the call, with the
//! arguments in place of the parameters.

use super::Value;
use crate::{
    diagnostic::{Diagnostic, closest, count},
    hir::{Call, CallKind, NodeId, Type, builder::Origin},
    sema::{
        decl::{Body, Refinement, Section},
        names::{Entity, Function},
    },
    source::Span,
    syntax::ast::{CallableKind, Expr, ExprKind, Ident, VariableExpr},
};
use std::rc::Rc;

/// How many nodes a pattern may have. PDL's run time numbers what it knows of
/// all patterns with 16 bits.
const MAX_NODES: usize = u16::MAX as usize;

impl Body<'_, '_> {
    pub(in crate::sema) fn call(
        &mut self,
        callee: &Expr,
        arguments: &[Expr],
        is_negated: bool,
    ) -> Option<Value> {
        let function = self
            .callee(callee)
            .filter(|function| self.check_section(function, callee.span))
            .filter(|function| !is_negated || self.check_negation(function, callee.span));
        let Some(function) = function else {
            return self.poison_arguments(arguments);
        };
        if arguments.len() != function.parameters.len() {
            let message = format!(
                "{} takes {}, found {}",
                function.shown(),
                count(function.parameters.len(), "argument"),
                arguments.len()
            );
            self.sema.diagnostics.push(
                Diagnostic::error(callee.span, message).note(function.span, "it is declared here"),
            );
            return self.poison_arguments(arguments);
        }
        let nodes: Vec<_> = std::iter::zip(arguments, &function.parameters)
            .map(|(argument, ty)| {
                let value = self.expr(argument)?;
                Some(self.convert_value(value, ty, argument.span)?.node)
            })
            .collect();
        let nodes: Vec<_> = nodes.into_iter().collect::<Option<_>>()?;
        let first = self.builder.len();
        let result = self.inline(&function, &nodes, callee.span)?;
        if is_negated {
            self.negate(first);
        }
        Some(result)
    }

    /// The function that is called, which tells first whether there is one.
    fn callee(&mut self, callee: &Expr) -> Option<Rc<Function>> {
        match &callee.kind {
            ExprKind::Name(name) => self.named_function(name, "constraint or rewrite"),
            ExprKind::Inline(decl) => self.inline_function(decl),
            ExprKind::Error => None,
            _ => {
                if self.expr(callee).is_some() {
                    let message = "expected a constraint or rewrite to call";
                    self.sema.error(callee.span, message);
                }
                None
            }
        }
    }

    /// The function of that name, or an error that there is none.
    pub(in crate::sema) fn named_function(
        &mut self,
        name: &Ident,
        expected: &str,
    ) -> Option<Rc<Function>> {
        match self.sema.scope.find(&name.text) {
            Some((Entity::Function(id), _)) => {
                let function = self.sema.function(id, name.span);
                self.frame.uses_errors |= function.is_none();
                function
            }
            Some((Entity::Poisoned, _)) => {
                self.frame.uses_errors = true;
                None
            }
            Some((Entity::Variable(..) | Entity::Pattern, definition)) => {
                let message = format!("expected a {expected}, `{}` is none", name.text);
                self.sema.diagnostics.push(
                    Diagnostic::error(name.span, message).note(definition, "it is defined here"),
                );
                None
            }
            None => {
                let imported = self.sema.imported(&name.text);
                if imported.is_none() && !self.sema.is_inline_recursion(&name.text, name.span) {
                    let suggestion = self.suggest_function(&name.text);
                    self.undefined(name, suggestion);
                }
                imported
            }
        }
    }

    fn suggest_function(&self, name: &str) -> Option<String> {
        let declared = self.sema.scope.suggest_function(name);
        let imported = self.sema.ods.constraints();
        let core = ["Attr", "Op", "Type", "TypeRange", "Value", "ValueRange"];
        closest(name, declared.into_iter().chain(core))
            .or_else(|| closest(name, imported.map(|constraint| constraint.name.as_str())))
            .map(str::to_owned)
    }

    /// Constraints are called in the match section, rewrites in the other.
    fn check_section(&mut self, function: &Function, span: Span) -> bool {
        let place = match (function.kind, self.frame.section) {
            (CallableKind::Constraint, Section::Match)
            | (CallableKind::Rewrite, Section::Rewrite) => return true,
            (CallableKind::Constraint, Section::Rewrite) => "a rewrite",
            (CallableKind::Rewrite, Section::Match) => "the match section",
        };
        let message = format!("{} cannot be called in {place}", function.described());
        self.sema
            .diagnostics
            .push(Diagnostic::error(span, message).note(function.span, "it is declared here"));
        false
    }

    fn check_negation(&mut self, function: &Function, span: Span) -> bool {
        let message = if function.kind == CallableKind::Rewrite {
            "`not` takes a constraint, this is a rewrite"
        } else if function.native.is_none() {
            "`not` takes a native constraint, this one is defined in the language"
        } else if !function.result.singles().is_empty() {
            "`not` takes a constraint without results: one that fails gives none"
        } else {
            return true;
        };
        self.sema
            .diagnostics
            .push(Diagnostic::error(span, message).note(function.span, "it is declared here"));
        false
    }

    /// Negates a native constraint without results whose nodes start at number
    /// `first`: those that check its parameters, and then its call.
    fn negate(&mut self, first: usize) {
        let mut nodes = self.builder.nodes_from(first);
        if let Some(call) = nodes.rfind(|node| self.builder.call(*node).is_some()) {
            self.builder.negate(call);
        }
    }

    /// Puts the nodes of `function` here, called at `span`.
    pub(in crate::sema) fn inline(
        &mut self,
        function: &Function,
        arguments: &[NodeId],
        span: Span,
    ) -> Option<Value> {
        let first = self.builder.len();
        if first + function.fragment.len(arguments.len()) > MAX_NODES {
            let message = format!("the calls give more than {MAX_NODES} operations of PDL");
            self.sema.diagnostics.push(
                Diagnostic::error(span, message)
                    .help("each call is replaced by what it calls; use native functions instead"),
            );
            return None;
        }
        let origin = match function.native {
            Some(_) => Origin::Call,
            None => Origin::Body,
        };
        let inserted = self
            .builder
            .insert(&function.fragment, arguments, span, origin);
        for node in self.builder.nodes_from(first) {
            self.check_call(node)?;
        }
        for Refinement {
            node,
            name,
            span: at,
        } in &function.refinements
        {
            self.refine_node(inserted.node(*node), name, span, Some(*at))?;
        }
        let result = function.result.clone();
        Some(result.map_nodes(|node| inserted.node(node)))
    }

    /// What PDL does not let native functions do.
    fn check_call(&mut self, node: NodeId) -> Option<()> {
        let Some((message, help)) = self
            .builder
            .call(node)
            .and_then(|call| self.call_problem(call))
        else {
            return Some(());
        };
        let span = self.builder.span(node);
        self.sema
            .diagnostics
            .push(Diagnostic::error(span, message).help(help));
        None
    }

    fn call_problem(&self, call: &Call) -> Option<(String, &'static str)> {
        let is_constraint = call.kind != CallKind::Rewrite;
        let name = self.sema.functions.written_name(&call.function);
        let describe = |kind: &str| match name {
            Some(name) => format!("the native {kind} `{name}`"),
            None => format!("this native {kind}"),
        };
        if call.arguments.is_empty() && (is_constraint || call.results.is_empty()) {
            let message = format!("{} has no arguments", describe("function"));
            let help = "PDL cannot call it: give it one, such as the root operation";
            return Some((message, help));
        }
        if is_constraint && call.results.contains(&Type::Operation) {
            let message = format!("{} returns an operation", describe("constraint"));
            let help = "PDL has values, types and attributes as results of constraints";
            return Some((message, help));
        }
        let (found, expected) = std::iter::zip(&call.arguments, &call.parameters).find_map(
            |(argument, expected)| {
                let found = self.builder.ty(*argument)?;
                (found != *expected).then_some((found, *expected))
            },
        )?;
        let function = name.map_or("this native function".into(), |name| format!("`{name}`"));
        let (found, expected) = (found.name(), expected.name());
        let message = format!("{function} takes a `{expected}`, found a `{found}`");
        Some((
            message,
            "the match section cannot make ranges of single ones",
        ))
    }

    /// Poisons the variables that the arguments of a call which is not analyzed
    /// would define.
    pub(in crate::sema) fn poison_arguments(&mut self, arguments: &[Expr]) -> Option<Value> {
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
