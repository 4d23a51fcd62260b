//! `or`: one call that evaluates all branches.

use super::{
    Application, Draft,
    emit::{Function, Values, application},
};
use crate::{
    base::source::Span,
    constraints::{Apply, Capture, Constraint, Plan, Step, VariableId},
    contract::{ANY_OF, LIBRARY_PREFIX, SAME},
    hir::{CallKind, Disjunction, DisjunctionStep, NodeId, NodeKind},
    sema::{decl::Body, names::NativePredicate},
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// Writes a disjunction.
struct Writer<'d> {
    draft: &'d Draft,
    values: &'d Values,
    inputs: Vec<NodeId>,
    /// The numbers of the inputs.
    numbers: FxHashMap<NodeId, usize>,
}

/// The number of each variable that a branch captures.
type Locals = FxHashMap<VariableId, usize>;

impl Body<'_, '_> {
    pub(super) fn emit_or(
        &mut self,
        draft: &Draft,
        kind: CallKind,
        branches: &[Vec<Constraint>],
        plans: &[Plan],
        values: &Values,
    ) {
        let branches = branches.iter().map(Vec::as_slice);
        let rest = std::iter::zip(branches, plans).filter(|(branch, plan)| {
            kind != CallKind::NegatedConstraint || !self.emit_negation(draft, branch, plan, values)
        });
        let (branches, plans): (Vec<_>, Vec<_>) = rest.unzip();
        let mut writer = Writer::new(draft, values);
        // The inputs come before all other values, so they are counted first.
        let mut span = None;
        for constraint in branches.iter().copied().flatten() {
            writer.count(constraint, &mut span);
        }
        let Some(span) = span else { return };
        let disjunction = writer.program(branches, plans, &Locals::default());
        let inputs = writer.inputs;
        let program = self.push(NodeKind::Disjunction(disjunction), span);
        self.call_native(Function {
            kind,
            name: ANY_OF.into(),
            arguments: [vec![program], inputs].concat(),
            results: &[],
            span,
        });
    }

    /// Calls the function of the pattern file that must not hold, if that is all that a
    /// branch does. Returns whether it is.
    fn emit_negation(
        &mut self,
        draft: &Draft,
        branch: &[Constraint],
        plan: &Plan,
        values: &Values,
    ) -> bool {
        let [
            Step::Check {
                constraint,
                captures,
            },
        ] = &plan.steps[..]
        else {
            return false;
        };
        let apply = application(&branch[*constraint]);
        let Application { native, span } = &draft.applications[apply.tag];
        let Some(check) = &native.check else {
            return false;
        };
        if !captures.is_empty() || check.starts_with(LIBRARY_PREFIX) {
            return false;
        }
        let read = apply.read_by_check().flatten();
        let arguments = read.map(|id| values[id.index()].expect("a branch reads known values"));
        self.call_native(Function {
            kind: CallKind::NegatedConstraint,
            name: check.clone(),
            arguments: arguments.collect(),
            results: &[],
            span: *span,
        });
        true
    }

    /// The program whose only branch is a whole system, and the nodes that it reads:
    /// those of the known variables.
    pub(super) fn branch(&self, draft: &Draft, plan: &Plan) -> (Disjunction, Vec<NodeId>) {
        let values = draft.variables.iter().map(|slot| slot.node).collect();
        let mut writer = Writer::new(draft, &values);
        let constraints = &draft.system.constraints;
        for constraint in constraints {
            writer.count(constraint, &mut None);
        }
        let disjunction = writer.program([&constraints[..]], [plan], &Locals::default());
        (disjunction, writer.inputs)
    }
}

impl<'d> Writer<'d> {
    fn new(draft: &'d Draft, values: &'d Values) -> Self {
        Writer {
            draft,
            values,
            inputs: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    /// Numbers what a constraint reads from outside, and notes the first place in
    /// the source.
    fn count(&mut self, constraint: &Constraint, place: &mut Option<Span>) {
        constraint.for_each_variable(&mut |id| {
            if let Some(node) = self.values[id.index()] {
                let next = self.inputs.len();
                if *self.numbers.entry(node).or_insert(next) == next {
                    self.inputs.push(node);
                }
            }
        });
        match constraint {
            Constraint::Apply(apply) => {
                let own = self.draft.applications[apply.tag].span;
                if place.is_none_or(|place| own.start < place.start) {
                    *place = Some(own);
                }
            }
            Constraint::Or { branches, .. } => {
                for constraint in branches.iter().flatten() {
                    self.count(constraint, place);
                }
            }
        }
    }

    fn program<'b>(
        &self,
        branches: impl IntoIterator<Item = &'b [Constraint]>,
        plans: impl IntoIterator<Item = &'b Plan>,
        outer: &Locals,
    ) -> Disjunction {
        let branches = std::iter::zip(branches, plans).map(|(branch, plan)| {
            let mut written = Branch {
                writer: self,
                locals: outer.clone(),
                steps: Vec::new(),
            };
            for step in &plan.steps {
                written.step(step, branch);
            }
            written.steps
        });
        Disjunction {
            branches: branches.collect(),
        }
    }
}

/// A branch that is being written.
struct Branch<'w, 'd> {
    writer: &'w Writer<'d>,
    locals: Locals,
    steps: Vec<DisjunctionStep>,
}

impl<'d> Branch<'_, 'd> {
    fn step(&mut self, step: &Step, branch: &[Constraint]) {
        match step {
            Step::Check {
                constraint,
                captures,
            } => self.check(application(&branch[*constraint]), captures),
            Step::Evaluate { constraint } => self.evaluate(application(&branch[*constraint])),
            Step::Or {
                constraint,
                branches: plans,
            } => {
                if let Constraint::Or {
                    is_negated,
                    branches,
                    ..
                } = &branch[*constraint]
                {
                    let branches = branches.iter().map(Vec::as_slice);
                    let inner = self.writer.program(branches, plans, &self.locals);
                    self.steps.push(DisjunctionStep::AnyOf {
                        inner,
                        is_negated: *is_negated,
                    });
                }
            }
        }
    }

    fn evaluate(&mut self, apply: &Apply) {
        let read = self.numbers(apply.read_by_evaluation());
        let this = apply.arguments[0].expect("a variable is evaluated");
        let number = match &self.native(apply).evaluate {
            Some([function, _]) => {
                let output = self.next();
                self.call(function, &read, &[output]);
                output
            }
            None => read[0],
        };
        self.locals.insert(this, number);
    }

    fn check(&mut self, apply: &Apply, captures: &[Capture]) {
        let native = self.native(apply);
        let read = self.numbers(apply.read_by_check());
        if native.is_equality {
            for capture in captures {
                self.bind(capture, read[0]);
            }
            return;
        }
        if let Some(check) = &native.check {
            self.call(check, &read, &[]);
        }
        let Some((function, positions)) = &native.capture else {
            return;
        };
        if captures.is_empty() && native.check.is_some() {
            return;
        }
        let first = self.next();
        let outputs: Vec<_> = (first..first + positions.len()).collect();
        self.call(function, &read, &outputs);
        // Values that nothing names keep their numbers, too.
        for capture in captures {
            let mut all = positions.iter();
            let index = all.position(|position| *position == capture.position);
            self.bind(capture, outputs[index.expect("the clause captures it")]);
        }
    }

    fn bind(&mut self, capture: &Capture, number: usize) {
        if capture.is_bound {
            let known = self.number(capture.variable);
            self.call(&SAME.into(), &[known, number], &[]);
        } else {
            self.locals.insert(capture.variable, number);
        }
    }

    fn native(&self, apply: &Apply) -> &'d NativePredicate {
        &self.writer.draft.applications[apply.tag].native
    }

    fn numbers(&self, variables: impl Iterator<Item = Option<VariableId>>) -> Vec<usize> {
        variables.flatten().map(|id| self.number(id)).collect()
    }

    fn number(&self, id: VariableId) -> usize {
        match self.writer.values[id.index()] {
            Some(node) => self.writer.numbers[&node],
            None => self.locals[&id],
        }
    }

    /// The first number that no value of the branch has.
    fn next(&self) -> usize {
        let inputs = self.writer.inputs.len();
        let last = self.locals.values().copied().max();
        last.map_or(inputs, |last| (last + 1).max(inputs))
    }

    fn call(&mut self, function: &SmolStr, inputs: &[usize], results: &[usize]) {
        self.steps.push(DisjunctionStep::Call {
            function: function.clone(),
            inputs: inputs.to_vec(),
            results: results.to_vec(),
        });
    }
}
