//! From a plan to calls.

use super::Draft;
use crate::{
    base::source::Span,
    constraints::{Apply, Capture, Constraint, Plan, Step, VariableId},
    contract::SAME,
    hir::{Call, CallKind, NodeId, NodeKind, Type},
    sema::decl::Body,
};
use smol_str::SmolStr;

/// The node of each variable that has a value.
pub(super) type Values = Vec<Option<NodeId>>;

/// The call of a native function.
pub(in crate::sema) struct Function<'f> {
    pub(in crate::sema) kind: CallKind,
    pub(in crate::sema) name: SmolStr,
    pub(in crate::sema) arguments: Vec<NodeId>,
    pub(in crate::sema) results: &'f [Type],
    pub(in crate::sema) span: Span,
}

impl Body<'_, '_> {
    /// Adds the calls of a plan for the whole system.
    pub(super) fn emit(&mut self, draft: &Draft, plan: &Plan) {
        let variables = std::iter::zip(&draft.variables, &draft.system.variables);
        let mut values: Values = variables
            .map(|(slot, variable)| slot.node.filter(|_| variable.is_known))
            .collect();
        for step in &plan.steps {
            match step {
                Step::Check {
                    constraint,
                    captures,
                } => {
                    let apply = application(&draft.system.constraints[*constraint]);
                    self.emit_check(draft, apply, captures, &mut values);
                }
                Step::Evaluate { constraint } => {
                    let apply = application(&draft.system.constraints[*constraint]);
                    self.emit_evaluation(draft, apply, &mut values);
                }
                Step::Or {
                    constraint,
                    branches,
                } => {
                    if let Constraint::Or {
                        is_negated,
                        branches: list,
                        ..
                    } = &draft.system.constraints[*constraint]
                    {
                        let kind = match is_negated {
                            true => CallKind::NegatedConstraint,
                            false => CallKind::Constraint,
                        };
                        self.emit_or(draft, kind, list, branches, &values);
                    }
                }
            }
        }
    }

    fn emit_check(
        &mut self,
        draft: &Draft,
        apply: &Apply,
        captures: &[Capture],
        values: &mut Values,
    ) {
        let application = &draft.applications[apply.tag];
        let native = &application.native;
        let span = application.span;
        let read = apply.read_by_check().flatten();
        let read: Vec<_> = read.map(|id| value(values, id)).collect();
        if native.is_equality {
            for capture in captures {
                self.bind(draft, capture, read[0], values, span);
            }
            return;
        }
        if let Some(check) = &native.check {
            self.call_native(Function {
                kind: CallKind::Constraint,
                name: check.clone(),
                arguments: read.clone(),
                results: &[],
                span,
            });
        }
        let Some((function, positions)) = &native.capture else {
            return;
        };
        if captures.is_empty() && native.check.is_some() {
            return;
        }
        let kinds = positions.iter().map(|position| native.kinds[*position]);
        let kinds: Vec<_> = kinds.collect();
        let results = self.call_native(Function {
            kind: CallKind::Constraint,
            name: function.clone(),
            arguments: read,
            results: &kinds,
            span,
        });
        for capture in captures {
            let mut all = positions.iter();
            let index = all.position(|position| *position == capture.position);
            let node = results[index.expect("the clause captures it")];
            self.bind(draft, capture, node, values, span);
        }
    }

    fn emit_evaluation(&mut self, draft: &Draft, apply: &Apply, values: &mut Values) {
        let application = &draft.applications[apply.tag];
        let this = apply.arguments[0].expect("a variable is evaluated");
        let read = apply.read_by_evaluation().flatten();
        let read: Vec<_> = read.map(|id| value(values, id)).collect();
        let node = match &application.native.evaluate {
            Some([constraint, rewrite]) => self.call_native(Function {
                kind: match self.checks() {
                    true => CallKind::Constraint,
                    false => CallKind::Rewrite,
                },
                name: match self.checks() {
                    true => constraint.clone(),
                    false => rewrite.clone(),
                },
                arguments: read,
                results: &[draft.variables[this.index()].ty],
                span: application.span,
            })[0],
            None => read[0],
        };
        self.set(draft, this, node, values);
    }

    /// Gives a variable a captured value, or compares it.
    fn bind(
        &mut self,
        draft: &Draft,
        capture: &Capture,
        node: NodeId,
        values: &mut Values,
        span: Span,
    ) {
        if !capture.is_bound {
            self.set(draft, capture.variable, node, values);
            return;
        }
        self.call_native(Function {
            kind: CallKind::Constraint,
            name: SAME.into(),
            arguments: vec![value(values, capture.variable), node],
            results: &[],
            span,
        });
    }

    fn set(&mut self, draft: &Draft, id: VariableId, node: NodeId, values: &mut Values) {
        values[id.index()] = Some(node);
        if let Some(free) = draft.variables[id.index()].node {
            self.builder.substitute(free, node);
        }
    }

    /// Adds a call, and returns its results.
    pub(in crate::sema) fn call_native(&mut self, function: Function<'_>) -> Vec<NodeId> {
        let Function {
            kind,
            name,
            arguments,
            results,
            span,
        } = function;
        let parameters = arguments.iter().filter_map(|node| self.builder.ty(*node));
        let call = Call {
            kind,
            function: name,
            parameters: parameters.collect(),
            arguments,
            results: results.to_vec(),
        };
        let call = self.push(call.into(), span);
        let result = |(index, ty): (usize, &Type)| NodeKind::CallResult {
            call,
            index: index as u32,
            ty: *ty,
        };
        let results = results.iter().enumerate().map(result);
        results.map(|kind| self.push(kind, span)).collect()
    }
}

fn value(values: &Values, id: VariableId) -> NodeId {
    values[id.index()].expect("a step reads only what has a value")
}

pub(super) fn application(constraint: &Constraint) -> &Apply {
    match constraint {
        Constraint::Apply(apply) => apply,
        Constraint::Or { .. } => unreachable!("the step is about an application"),
    }
}
