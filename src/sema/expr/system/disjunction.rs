//! `or`: one call that evaluates all branches, which the text of an attribute
//! describes. `cpp-shim/std/AnyOf.h` has the grammar of that text.

use super::{
    Application, Draft,
    emit::{Function, Values, application},
};
use crate::{
    constraints::{Apply, Capture, Constraint, Plan, Step, VariableId},
    contract::{ANY_OF, LIBRARY_PREFIX, SAME},
    diagnostic::Diagnostic,
    hir::{CallKind, LiteralId, NodeId, NodeKind},
    sema::decl::Body,
    source::Span,
};
use std::{collections::HashMap, fmt::Write};

/// The text of a disjunction, while it is written.
struct Writer<'d> {
    draft: &'d Draft,
    values: &'d Values,
    text: String,
    inputs: Vec<NodeId>,
    /// The numbers of the inputs.
    numbers: HashMap<NodeId, usize>,
    /// The application of a predicate that a branch cannot call.
    foreign: Option<usize>,
}

/// The number of each variable that a branch captures.
type Locals = HashMap<VariableId, usize>;

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
        writer.program(branches, plans, &Locals::new());
        if let Some(tag) = writer.foreign {
            let Application { native, span } = &draft.applications[tag];
            let (word, help) = match kind {
                CallKind::NegatedConstraint => (
                    "under this `not`",
                    "only a predicate with `check` can, alone and without values to capture",
                ),
                _ => ("in `or`", "use predicates of the library there"),
            };
            let reason = match native.is_opaque {
                true => "pdll does not know the C++ class of this type",
                false => "it has native functions of its own",
            };
            let name = &native.signature.name;
            let message = format!("`{name}` cannot stand {word}: {reason}");
            self.sema
                .report(Diagnostic::error(*span, message).help(help));
            return;
        }
        let Writer { text, inputs, .. } = writer;
        let literal = self.program_literal(&text);
        let program = self.push(NodeKind::AttributeLiteral(literal), span);
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
    pub(super) fn branch(&mut self, draft: &Draft, plan: &Plan) -> (LiteralId, Vec<NodeId>) {
        let values = draft.variables.iter().map(|slot| slot.node).collect();
        let mut writer = Writer::new(draft, &values);
        let constraints = &draft.system.constraints;
        for constraint in constraints {
            writer.count(constraint, &mut None);
        }
        writer.program([&constraints[..]], [plan], &Locals::new());
        let Writer { text, inputs, .. } = writer;
        (self.program_literal(&text), inputs)
    }

    fn program_literal(&mut self, text: &str) -> LiteralId {
        let literal = self.sema.host.parse_attribute(text);
        literal.expect("the text is an array of arrays")
    }
}

impl<'d> Writer<'d> {
    fn new(draft: &'d Draft, values: &'d Values) -> Self {
        Writer {
            draft,
            values,
            text: String::new(),
            inputs: Vec::new(),
            numbers: HashMap::new(),
            foreign: None,
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
        &mut self,
        branches: impl IntoIterator<Item = &'b [Constraint]>,
        plans: impl IntoIterator<Item = &'b Plan>,
        outer: &Locals,
    ) {
        self.text.push('[');
        for (index, (branch, plan)) in std::iter::zip(branches, plans).enumerate() {
            self.comma(index);
            self.text.push('[');
            let mut locals = outer.clone();
            let mut steps = 0;
            for step in &plan.steps {
                self.step(step, branch, &mut locals, &mut steps);
            }
            self.text.push(']');
        }
        self.text.push(']');
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.text.push_str(", ");
        }
    }

    fn step(&mut self, step: &Step, branch: &[Constraint], locals: &mut Locals, steps: &mut usize) {
        match step {
            Step::Check {
                constraint,
                captures,
            } => self.check(application(&branch[*constraint]), captures, locals, steps),
            Step::Evaluate { constraint } => {
                let apply = application(&branch[*constraint]);
                let read = apply.read_by_evaluation().flatten();
                let read: Vec<_> = read.map(|id| self.number(id, locals)).collect();
                let this = apply.arguments[0].expect("a variable is evaluated");
                let native = &self.draft.applications[apply.tag].native;
                match &native.evaluate {
                    Some([function, _]) => {
                        let output = self.local(locals);
                        self.call(function, &read, &[output], apply, steps);
                        locals.insert(this, output);
                    }
                    None => {
                        locals.insert(this, read[0]);
                    }
                }
            }
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
                    self.comma(*steps);
                    *steps += 1;
                    self.text.push('[');
                    self.program(branches.iter().map(Vec::as_slice), plans, locals);
                    if *is_negated {
                        self.text.push_str(", unit");
                    }
                    self.text.push(']');
                }
            }
        }
    }

    fn check(
        &mut self,
        apply: &Apply,
        captures: &[Capture],
        locals: &mut Locals,
        steps: &mut usize,
    ) {
        let draft = self.draft;
        let native = &draft.applications[apply.tag].native;
        let read = apply.read_by_check().flatten();
        let read: Vec<_> = read.map(|id| self.number(id, locals)).collect();
        if native.is_equality {
            for capture in captures {
                self.bind(capture, read[0], apply, locals, steps);
            }
            return;
        }
        if let Some(check) = &native.check {
            self.call(check, &read, &[], apply, steps);
        }
        let Some((function, positions)) = &native.capture else {
            return;
        };
        if captures.is_empty() && native.check.is_some() {
            return;
        }
        let first = self.local(locals);
        let outputs: Vec<_> = (first..first + positions.len()).collect();
        self.call(function, &read, &outputs, apply, steps);
        // Values that nothing names keep their numbers, too.
        for capture in captures {
            let mut all = positions.iter();
            let index = all.position(|position| *position == capture.position);
            let output = outputs[index.expect("the clause captures it")];
            self.bind(capture, output, apply, locals, steps);
        }
    }

    fn bind(
        &mut self,
        capture: &Capture,
        number: usize,
        apply: &Apply,
        locals: &mut Locals,
        steps: &mut usize,
    ) {
        if capture.is_bound {
            let known = self.number(capture.variable, locals);
            self.call(SAME, &[known, number], &[], apply, steps);
        } else {
            locals.insert(capture.variable, number);
        }
    }

    fn number(&self, id: VariableId, locals: &Locals) -> usize {
        match self.values[id.index()] {
            Some(node) => self.numbers[&node],
            None => locals[&id],
        }
    }

    /// The first number that no value of the branch has.
    fn local(&self, locals: &Locals) -> usize {
        let last = locals.values().copied().max();
        last.map_or(self.inputs.len(), |last| (last + 1).max(self.inputs.len()))
    }

    fn call(
        &mut self,
        function: &str,
        inputs: &[usize],
        outputs: &[usize],
        apply: &Apply,
        steps: &mut usize,
    ) {
        if !function.starts_with(LIBRARY_PREFIX) {
            self.foreign.get_or_insert(apply.tag);
        }
        let list = |numbers: &[usize]| {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            match numbers.is_empty() {
                true => "array<i64>".to_owned(),
                false => format!("array<i64: {}>", numbers.join(", ")),
            }
        };
        self.comma(*steps);
        *steps += 1;
        let (inputs, outputs) = (list(inputs), list(outputs));
        write!(self.text, "[\"{function}\", {inputs}, {outputs}]")
            .expect("strings can be written to");
    }
}
