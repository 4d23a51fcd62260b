//! Constraints in conditions: what a call demands, as constraints of the system.
//!
//! The body of a constraint is inserted as for any other call. Then the calls of native
//! constraints in it become applications, so that they can stand in branches.

use super::{Application, Argument, Constraints, Value};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    constraints::{Apply, Constraint, Signature, VariableId},
    contract::ANY_OF,
    hir::{
        Call, CallKind, Disjunction, DisjunctionStep, NodeId, NodeKind, Type,
        builder::{DraftKind, Taken},
    },
    portable::Extension,
    sema::{
        decl::Body,
        names::{Function, NativePredicate},
    },
    syntax::ast::{CallableKind, Expr},
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::rc::Rc;

/// What has become of the nodes of a body.
#[derive(Default)]
struct Nodes {
    variables: FxHashMap<NodeId, VariableId>,
    programs: FxHashMap<NodeId, Disjunction>,
    /// The results of calls.
    results: FxHashMap<NodeId, Vec<VariableId>>,
}

impl Body<'_, '_> {
    /// Adds what the call of a constraint demands.
    pub(super) fn called(&mut self, callee: &Expr, arguments: &[Expr], out: &mut Constraints) {
        let function = self
            .callee(callee)
            .filter(|function| self.check_section(function, callee.span))
            .filter(|function| self.check_condition(function, callee.span));
        let Some(function) = function else {
            self.poison_arguments(arguments);
            return;
        };
        if let Some(nodes) = self.arguments(&function, arguments, callee.span) {
            self.demand(&function, &nodes, callee.span, out);
        }
    }

    /// Demands that a constraint with a body does not hold.
    pub(in crate::sema) fn negated_body(
        &mut self,
        function: &Function,
        arguments: &[NodeId],
        span: Span,
    ) -> Option<Value> {
        self.sema.extended(Extension::NegatedBody, span);
        let negated = self.negated(|body, out| body.demand(function, arguments, span, out));
        self.frame.system.system.constraints.push(negated);
        Some(function.result.clone())
    }

    /// Adds what a constraint demands of these arguments.
    fn demand(
        &mut self,
        function: &Function,
        arguments: &[NodeId],
        span: Span,
        out: &mut Constraints,
    ) {
        let first = self.builder.len();
        if self.inline(function, arguments, span).is_none() {
            return;
        }
        let taken = self.builder.take_from(first);
        let foreign = taken.iter().find(|one| !can_be_in_branch(&one.kind));
        let place = foreign.map(|one| one.span);
        if let Some(place) = place.or(function.refinements.first().map(|one| one.span)) {
            self.report_body(function, span, place);
            return;
        }
        let (mut nodes, before) = (Nodes::default(), out.len());
        for one in taken {
            self.take(one, span, &mut nodes, out);
        }
        // What is made of conditions cannot express one that is always true.
        if out.len() == before {
            let message = format!("{} always holds, so it is no condition", function.shown());
            self.sema
                .report(Diagnostic::error(span, message).note(function.span, "it demands nothing"));
        }
    }

    /// Makes a node of a body part of the system. Messages are about the call at `span`.
    fn take(&mut self, taken: Taken, span: Span, nodes: &mut Nodes, out: &mut Constraints) {
        let Taken { id, kind, .. } = taken;
        match kind {
            DraftKind::Node(NodeKind::Call(call)) => self.take_call(id, &call, span, nodes, out),
            DraftKind::Node(NodeKind::CallResult { call, index, .. }) => {
                let result = nodes.results[&call][index as usize];
                nodes.variables.insert(id, result);
            }
            DraftKind::Node(NodeKind::Disjunction(program)) => {
                nodes.programs.insert(id, program);
            }
            literal => {
                let node = self.builder.push(literal, taken.span);
                let variable = self.variable_of_node(node);
                nodes.variables.insert(id, variable);
            }
        }
    }

    fn take_call(
        &mut self,
        id: NodeId,
        call: &Call,
        span: Span,
        nodes: &mut Nodes,
        out: &mut Constraints,
    ) {
        let is_negated = call.kind == CallKind::NegatedConstraint;
        if let [program, inputs @ ..] = &call.arguments[..]
            && call.function == ANY_OF
            && let Some(program) = nodes.programs.remove(program)
        {
            let values = inputs
                .iter()
                .map(|node| self.argument_of_call(*node, nodes));
            let values: Vec<_> = values.collect();
            out.push(self.branches_of(&program, is_negated, &values, span));
            return;
        }
        let inputs = call.arguments.iter();
        let inputs: Vec<_> = inputs
            .map(|node| self.argument_of_call(*node, nodes))
            .collect();
        let results = call
            .results
            .iter()
            .map(|ty| self.frame.system.add(None, *ty));
        let results: Vec<_> = results.collect();
        let apply = self.application(&call.function, &inputs, &results, span);
        nodes.results.insert(id, results);
        out.push(match is_negated {
            true => Constraint::Or {
                is_negated,
                branches: vec![vec![apply]],
                locals: Vec::new(),
            },
            false => apply,
        });
    }

    /// A program as a constraint, about the variables that its values have the numbers of.
    fn branches_of(
        &mut self,
        program: &Disjunction,
        is_negated: bool,
        values: &[VariableId],
        span: Span,
    ) -> Constraint {
        self.branches(is_negated, program.branches.len(), |body, index, out| {
            let mut values = values.to_vec();
            for step in &program.branches[index] {
                body.take_step(step, &mut values, span, out);
            }
        })
    }

    fn take_step(
        &mut self,
        step: &DisjunctionStep,
        values: &mut Vec<VariableId>,
        span: Span,
        out: &mut Constraints,
    ) {
        match step {
            DisjunctionStep::AnyOf { inner, is_negated } => {
                out.push(self.branches_of(inner, *is_negated, values, span));
            }
            DisjunctionStep::Call {
                function,
                inputs,
                results,
            } => {
                let inputs: Vec<_> = inputs.iter().map(|number| values[*number]).collect();
                let own = results
                    .iter()
                    .map(|_| self.frame.system.add(None, Type::Attribute));
                let own: Vec<_> = own.collect();
                out.push(self.application(function, &inputs, &own, span));
                for (number, value) in std::iter::zip(results, own) {
                    // A number that was not used yet is the next one, or a later one.
                    values.resize(values.len().max(number + 1), value);
                    values[*number] = value;
                }
            }
        }
    }

    /// A native constraint as a predicate, whose last arguments are captured.
    fn application(
        &mut self,
        function: &SmolStr,
        inputs: &[VariableId],
        results: &[VariableId],
        span: Span,
    ) -> Constraint {
        let written = self.sema.functions.written_name(function);
        let name = written.unwrap_or(function).clone();
        let arguments: Vec<_> = inputs.iter().chain(results).copied().collect();
        let draft = &mut self.frame.system;
        let kinds = arguments.iter().map(|id| draft.variables[id.index()].ty);
        let captures = (1..arguments.len()).map(|position| position >= inputs.len());
        let signature = Rc::new(Signature {
            name,
            captures: captures.collect(),
            captures_in_creation: false,
            evaluates: [false; 2],
        });
        let outputs = (inputs.len()..arguments.len()).collect();
        let (check, capture) = match results {
            [] => (Some(function.clone()), None),
            _ => (None, Some((function.clone(), outputs))),
        };
        let native = NativePredicate {
            signature: signature.clone(),
            kinds: kinds.collect(),
            check,
            capture,
            take: None,
            test: None,
            evaluate: None,
            opaque: None,
            is_equality: false,
        };
        let tag = draft.applications.len();
        let native = Rc::new(native);
        draft.applications.push(Application { native, span });
        let arguments = arguments.into_iter().map(Argument::Some);
        Constraint::Apply(Apply {
            signature,
            arguments: arguments.collect(),
            tag,
        })
    }

    fn argument_of_call(&mut self, node: NodeId, nodes: &Nodes) -> VariableId {
        match nodes.variables.get(&node) {
            Some(variable) => *variable,
            None => self.variable_of_node(node),
        }
    }

    fn variable_of_node(&mut self, node: NodeId) -> VariableId {
        let ty = self.builder.ty(node).unwrap_or(Type::Attribute);
        self.frame.system.variable_of(node, ty)
    }

    fn check_condition(&mut self, function: &Function, span: Span) -> bool {
        if function.kind == CallableKind::Constraint && function.result.singles().is_empty() {
            return true;
        }
        let message = "a condition takes a constraint without results, because a constraint \
                       that fails returns none";
        self.sema
            .report(Diagnostic::error(span, message).note(function.span, "it is declared here"));
        false
    }

    fn report_body(&mut self, function: &Function, span: Span, place: Span) {
        let message = format!(
            "{} matches more than it calls, so it cannot stand in `or` and `not`",
            function.shown()
        );
        self.sema.report(
            Diagnostic::error(span, message)
                .note(place, "this is matched")
                .help(
                    "write a pattern for each case, or a constraint in C++: `[{ return \
                     success(…); }]`",
                ),
        );
    }
}

/// Whether a node of a body is one that a branch can have: a call, or what only calls read.
fn can_be_in_branch(kind: &DraftKind) -> bool {
    match kind {
        DraftKind::Node(kind) => matches!(
            kind,
            NodeKind::Call(_)
                | NodeKind::CallResult { .. }
                | NodeKind::Disjunction(_)
                | NodeKind::AttributeLiteral(_)
                | NodeKind::TypeLiteral(_)
        ),
        _ => false,
    }
}
