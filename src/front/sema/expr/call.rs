//! Calls. The nodes of the callee are put in the place of the call, with the
//! arguments in place of the parameters.

use super::{Single, Ty, Value};
use crate::{
    base::diagnostic::{Diagnostic, Suggestion, count},
    base::source::Span,
    contract::LIBRARY_PREFIX,
    hir::{
        NodeId,
        builder::Origin,
        check::{call_shapes, size::MAX_NODES},
    },
    sema::{
        decl::{Body, Refinement, Section},
        hints::FunctionUse,
        index::EntityKind,
        names::{Entity, Function},
    },
    syntax::ast::{CallableKind, Expr, ExprKind, Ident, VariableExpr},
};
use std::rc::Rc;

/// The maximum number of calls that are replaced by a body in a pattern or a
/// function. A body may have no nodes, and calls may double with each level.
const MAX_CALLS: usize = u16::MAX as usize;

impl Body<'_, '_> {
    pub(in crate::sema) fn call(
        &mut self,
        callee: &Expr,
        arguments: &[Expr],
        is_negated: bool,
    ) -> Option<Value> {
        if let ExprKind::Name(name) = &callee.kind
            && let Some(id) = self
                .sema
                .called_predicate(name, arguments.len(), self.frame.section)
        {
            return self.predicate_call(id, name, arguments, is_negated);
        }
        let function = self
            .callee(callee)
            .filter(|function| self.check_section(function, callee.span))
            .filter(|function| !is_negated || self.check_negation(function, callee.span));
        let Some(function) = function else {
            return self.poison_arguments(arguments);
        };
        let nodes = self.arguments(&function, arguments, callee.span)?;
        if is_negated && function.native.is_none() {
            return self.negated_body(&function, &nodes, callee.span);
        }
        let first = self.builder.len();
        let result = self.inline(&function, &nodes, callee.span)?;
        if is_negated {
            self.negate(first);
        }
        Some(result)
    }

    /// The arguments of a call.
    pub(in crate::sema) fn arguments(
        &mut self,
        function: &Function,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Vec<NodeId>> {
        if arguments.len() != function.parameters.len() {
            let message = format!(
                "{} takes {}, found {}",
                function.shown(),
                count(function.parameters.len(), "argument"),
                arguments.len()
            );
            self.sema.report(
                Diagnostic::error(span, message).note(function.span, "it is declared here"),
            );
            self.poison_arguments(arguments);
            return None;
        }
        let nodes: Vec<_> = std::iter::zip(arguments, &function.parameters)
            .map(|(argument, ty)| {
                let value = self.argument_for(argument, ty)?;
                Some(self.convert_value(value, ty, argument.span)?.node)
            })
            .collect();
        nodes.into_iter().collect()
    }

    /// The argument of a function, which may be a plain number if an attribute is wanted.
    fn argument_for(&mut self, argument: &Expr, wanted: &Ty) -> Option<Value> {
        let ExprKind::Integer(digits) = &argument.kind else {
            return self.expr_for(argument, Some(wanted));
        };
        if *wanted != Ty::Attribute {
            let message = format!("expected `{wanted}`, found the integer `{}`", digits.text);
            self.sema.error(digits.span, message);
            return None;
        }
        let node = self.number(digits)?;
        let ty = Ty::Attribute;
        Some(Single { node, ty }.into())
    }

    /// The function that is called, or an error if there is no such function.
    pub(in crate::sema) fn callee(&mut self, callee: &Expr) -> Option<Rc<Function>> {
        match &callee.kind {
            ExprKind::Name(name) => {
                self.named_function(name, "constraint or rewrite", FunctionUse::Call)
            }
            ExprKind::Inline(decl) => self.inline_function(decl),
            ExprKind::Error => None,
            ExprKind::Attribute(name) if name.is_plain_attribute() => {
                let name = name.text.trim_matches('"');
                let operation = format!("op<{name}>");
                let help = format!("an operation is written `{operation}`");
                self.sema.report(
                    Diagnostic::error(callee.span, "a string cannot be called")
                        .suggest(Suggestion::new(callee.span, operation, help)),
                );
                None
            }
            _ => {
                if self.expr(callee).is_some() {
                    let message = "expected a constraint or rewrite to call";
                    self.sema.error(callee.span, message);
                }
                None
            }
        }
    }

    /// The function of that name, or an error if there is no such function.
    pub(in crate::sema) fn named_function(
        &mut self,
        name: &Ident,
        expected: &str,
        place: FunctionUse,
    ) -> Option<Rc<Function>> {
        let Some(found) = self.sema.find(name) else {
            let imported = self.sema.imported(name);
            if imported.is_none() && !self.sema.is_inline_recursion(&name.text, name.span) {
                self.undefined_function(name, place);
            }
            return imported;
        };
        match found.entity {
            Entity::Function(id) => {
                let function = self.sema.function(id, name.span);
                self.frame.uses_errors |= function.is_none();
                return function;
            }
            Entity::Poisoned => self.frame.uses_errors = true,
            Entity::Variable(..) | Entity::Pattern | Entity::Predicate(_) => {
                let kind = found.kind.described();
                let message = format!("expected a {expected}, but `{}` is {kind}", name.text);
                self.sema.report(
                    Diagnostic::error(name.span, message).note(found.span, "it is defined here"),
                );
            }
        }
        None
    }

    /// Constraints are called in the match section, rewrites in the other.
    pub(in crate::sema) fn check_section(&mut self, function: &Function, span: Span) -> bool {
        let (place, help) = match (function.kind, self.frame.section) {
            (CallableKind::Constraint, Section::Match)
            | (CallableKind::Rewrite, Section::Rewrite) => return true,
            (CallableKind::Constraint, Section::Rewrite) => (
                "a rewrite",
                "call it in the match section, before the rewrite",
            ),
            (CallableKind::Rewrite, Section::Match) => {
                ("the match section", in_match_instead(function))
            }
        };
        let message = format!("{} cannot be called in {place}", function.described());
        self.sema.report(
            Diagnostic::error(span, message)
                .note(function.span, "it is declared here")
                .help(help),
        );
        false
    }

    fn check_negation(&mut self, function: &Function, span: Span) -> bool {
        let message = if function.kind == CallableKind::Rewrite {
            "`not` takes a constraint, but this is a rewrite"
        } else if !function.result.singles().is_empty() {
            "`not` takes a constraint without results, because a constraint that fails returns none"
        } else {
            return true;
        };
        self.sema
            .report(Diagnostic::error(span, message).note(function.span, "it is declared here"));
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
        self.check_size(function, arguments.len(), span)?;
        let first = self.builder.len();
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

    /// Reports a call that would make the pattern too large.
    fn check_size(&mut self, function: &Function, arguments: usize, span: Span) -> Option<()> {
        let nodes = self.builder.len() + function.fragment.len(arguments);
        let calls = self.builder.call_count() + function.fragment.call_count() + 1;
        let message = if nodes > MAX_NODES {
            format!("this call makes the pattern longer than {MAX_NODES} PDL operations")
        } else if calls > MAX_CALLS {
            format!("with the calls in what it calls, this call is more than {MAX_CALLS} calls")
        } else {
            return Some(());
        };
        self.sema.report(Diagnostic::error(span, message).help(
            "each call is replaced by the body of what it calls; use native functions instead",
        ));
        None
    }

    /// Reports a native call that PDL cannot express.
    fn check_call(&mut self, node: NodeId) -> Option<()> {
        let Some((message, help)) = self.builder.call(node).and_then(|call| {
            let name = self.sema.functions.written_name(&call.function);
            call_shapes::problem(call, name.map(|name| &**name))
        }) else {
            return Some(());
        };
        let span = self.builder.span(node);
        self.sema
            .report(Diagnostic::error(span, message).help(help));
        None
    }

    /// Poisons the variables that the arguments define, if the call has an error.
    /// Editors still want to know what the arguments mention.
    pub(in crate::sema) fn poison_arguments(&mut self, arguments: &[Expr]) -> Option<Value> {
        for argument in arguments {
            if let ExprKind::Variable(VariableExpr { name, .. }) = &argument.kind {
                if let Some(name) = name {
                    self.sema
                        .define(name, EntityKind::Variable, Entity::Poisoned);
                }
                continue;
            }
            let outside = self.sema.report.hide(argument.span);
            let _ = self.expr(argument);
            self.sema.report.leave(&outside);
        }
        None
    }
}

/// What to write in the match section in place of a rewrite.
fn in_match_instead(rewrite: &Function) -> &'static str {
    let native = rewrite.native.as_deref();
    match native.and_then(|name| name.strip_prefix(LIBRARY_PREFIX)) {
        Some("TypeOf") => "bind the type where the value is declared: `x: Value<t: Type>`",
        Some("TypesOf") => {
            "bind the types where the values are declared: `xs: ValueRange<ts: TypeRange>`"
        }
        _ => "call it in `rewrite … with { … }`",
    }
}
