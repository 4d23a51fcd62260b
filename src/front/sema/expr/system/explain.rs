//! Messages about what cannot be derived.

use super::Draft;
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    constraints::{Apply, Constraint, Explanation, Mention, Obstacle, Plan, Step, VariableId},
    sema::decl::Body,
};
use rustc_hash::FxHashSet;

impl Body<'_, '_> {
    /// Reports the conditions of a rewrite from which nothing is evaluated: nobody
    /// would check them.
    pub(super) fn report_checks(&mut self, draft: &Draft, plan: &Plan) {
        let constraints = &draft.system.constraints;
        let place = |apply: &Apply| draft.applications[apply.tag].span;
        let steps = plan.steps.iter().filter_map(|step| match step {
            Step::Evaluate { constraint } => Some(&constraints[*constraint]),
            Step::Check { .. } | Step::Or { .. } => None,
        });
        let mut known: FxHashSet<_> = steps
            .flat_map(Constraint::applications)
            .map(place)
            .collect();
        for apply in constraints.iter().flat_map(Constraint::applications) {
            if known.insert(place(apply)) {
                self.report_unchecked(place(apply));
            }
        }
    }

    /// Reports a predicate in a rewrite that evaluates nothing.
    pub(in crate::sema) fn report_unchecked(&mut self, place: Span) {
        let message = "a rewrite evaluates predicates, and does not check them";
        self.sema.report(
            Diagnostic::error(place, message)
                .help("check it in the match section, or let it give a value to a variable"),
        );
    }

    /// Reports the variables that cannot be derived. Those that only wait for others
    /// are left to the errors about these.
    pub(super) fn explain(&mut self, draft: &Draft, problems: &[Explanation]) {
        let waits = |mention: &Mention| matches!(mention.obstacle, Obstacle::Needs(_));
        let is_root = |problem: &&Explanation| !problem.mentions.iter().any(waits);
        let mut roots: Vec<_> = problems.iter().filter(is_root).collect();
        if roots.is_empty() {
            roots.extend(problems.first());
        }
        for problem in roots {
            self.explain_one(draft, problem);
        }
    }

    /// Reports that nothing mentions the type of a result that stands at `place`, if
    /// that is why it cannot be derived.
    pub(super) fn explain_unmentioned(
        &mut self,
        draft: &Draft,
        problems: &[Explanation],
        result: VariableId,
        place: Span,
    ) {
        let mut problems = problems.iter();
        let problem = problems.find(|problem| problem.variable == result);
        if problem.is_none_or(|problem| !problem.mentions.is_empty()) {
            return;
        }
        let name = self.shown(draft, result);
        let name = name.map_or("this type".to_owned(), |name| format!("`{name}`"));
        let message = format!("{name} cannot be derived: no condition mentions it");
        self.sema.report(
            Diagnostic::error(place, message).help("add a condition that says which type it is"),
        );
    }

    fn explain_one(&mut self, draft: &Draft, problem: &Explanation) {
        let Some(first) = problem.mentions.first() else {
            return;
        };
        let span = draft.applications[first.tag].span;
        let name = self.shown(draft, problem.variable);
        let message = match &name {
            Some(name) => format!("`{name}` cannot be derived"),
            None => self.unnamed(draft, first),
        };
        let mut diagnostic = Diagnostic::error(span, message);
        // A definition may mention its parameter several times.
        let mut said = FxHashSet::default();
        for mention in &problem.mentions {
            let at = draft.applications[mention.tag].span;
            let obstacle = self.obstacle(draft, mention);
            if said.insert((at, obstacle.clone())) {
                diagnostic = diagnostic.note(at, obstacle);
            }
        }
        let in_or = |mention: &Mention| mention.obstacle == Obstacle::InOr;
        if problem.mentions.iter().any(in_or) {
            diagnostic = diagnostic.help(
                "use a predicate that captures it, such as `ElementTypeOrSelf`, outside of the `or`",
            );
        }
        self.sema.report(diagnostic);
    }

    fn unnamed(&self, draft: &Draft, mention: &Mention) -> String {
        let predicate = &draft.applications[mention.tag].native.signature.name;
        match mention.position {
            0 => format!("the first argument of `{predicate}` cannot be derived"),
            position => format!(
                "argument {} of `{predicate}` cannot be derived",
                position + 1
            ),
        }
    }

    fn obstacle(&self, draft: &Draft, mention: &Mention) -> String {
        let predicate = &draft.applications[mention.tag].native.signature.name;
        let number = mention.position + 1;
        match &mention.obstacle {
            Obstacle::Never if mention.position == 0 => {
                format!("`{predicate}` cannot evaluate its first argument")
            }
            Obstacle::Never => format!("`{predicate}` cannot capture its argument {number}"),
            Obstacle::OnlyInMatch => {
                format!("`{predicate}` captures its argument {number} in the match section only")
            }
            Obstacle::Any(position) => format!(
                "`{predicate}` can evaluate its first argument, but argument {} may be anything",
                position + 1
            ),
            Obstacle::Needs(needs) => {
                let needs: Vec<_> = needs.iter().map(|id| self.needed(draft, *id)).collect();
                let derive = match mention.position {
                    0 => "evaluate its first argument".to_owned(),
                    _ => format!("capture its argument {number}"),
                };
                format!(
                    "`{predicate}` can {derive}, but needs {}",
                    needs.join(" and ")
                )
            }
            Obstacle::InOr => "nothing is captured from `or`".to_owned(),
            Obstacle::InNot => "nothing is captured from `not`".to_owned(),
        }
    }

    fn needed(&self, draft: &Draft, id: VariableId) -> String {
        match self.shown(draft, id) {
            Some(name) => format!("`{name}`"),
            None => "a value without a name".to_owned(),
        }
    }
}
