//! What to do, in which order.

use super::{
    Apply, Constraint, Explanation, Section, System, VariableId,
    branch::Branch,
    derivation::{self, Derivation, Source},
    explanation,
};
use rustc_hash::FxHashMap;

/// Steps that solve a system. Each one reads only what is known or what earlier
/// steps bind. The system has a solution if no step fails, and it is the only one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// One step. `constraint` counts the constraints of the system, or of the branch
/// that the plan is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Checks a predicate.
    Check {
        /// The application.
        constraint: usize,
        /// What it captures, by position.
        captures: Vec<Capture>,
    },
    /// Evaluates `self`, and fails if it has no value.
    Evaluate {
        /// The application.
        constraint: usize,
    },
    /// Fails if every branch fails.
    Or {
        /// The disjunction.
        constraint: usize,
        /// A plan for each branch.
        branches: Vec<Plan>,
    },
}

/// A captured value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capture {
    /// The position of the argument; `self` is 0.
    pub position: usize,
    /// The argument.
    pub variable: VariableId,
    /// Whether the variable has a value, which the captured one must equal. If
    /// not, it gets the captured one.
    pub is_bound: bool,
}

impl System {
    /// A plan for a match: every constraint is checked. Without one, says why, in
    /// the order of the variables.
    pub fn plan(&self) -> Result<Plan, Vec<Explanation>> {
        let known = self.known();
        plan_match(&self.constraints, known)
    }

    /// A plan for a rewrite: it evaluates the variables without a value, and checks
    /// nothing. Without one, says why.
    pub fn plan_rewrite(&self, wanted: &[VariableId]) -> Result<Plan, Vec<Explanation>> {
        self.plan_values(wanted, Section::Rewrite)
    }

    /// A plan for an operation that a rewrite creates: it derives the wanted variables,
    /// in any way, and compares nothing. Without one, says why.
    pub fn plan_creation(&self, wanted: &[VariableId]) -> Result<Plan, Vec<Explanation>> {
        self.plan_values(wanted, Section::Creation)
    }

    fn plan_values(
        &self,
        wanted: &[VariableId],
        section: Section,
    ) -> Result<Plan, Vec<Explanation>> {
        let known = self.known();
        let derivation = derivation::derive(&self.constraints, &known, section);
        let is_missing = |id: &&VariableId| derivation.sources[id.index()].is_none();
        let missing: Vec<_> = wanted.iter().filter(is_missing).copied().collect();
        if !missing.is_empty() {
            let sources = &derivation.sources;
            let explain = explanation::Explainer::new(&self.constraints, sources, section);
            return Err(explain.all(&missing));
        }
        let needed = needed(self, &derivation, wanted);
        let needed = |id: &&VariableId| needed[id.index()];
        let steps = value_steps(derivation.order.iter().filter(needed), &derivation);
        Ok(Plan { steps })
    }

    fn known(&self) -> Vec<bool> {
        let variables = self.variables.iter();
        variables.map(|variable| variable.is_known).collect()
    }
}

/// The steps that give values to variables, each after those that it reads. What one
/// check captures is captured at once.
fn value_steps<'v>(
    variables: impl Iterator<Item = &'v VariableId>,
    derivation: &Derivation,
) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut checks = FxHashMap::default();
    for id in variables {
        match derivation.sources[id.index()] {
            Some(Source::Evaluation(constraint)) => steps.push(Step::Evaluate { constraint }),
            Some(Source::Capture(constraint, position)) => {
                let step = *checks.entry(constraint).or_insert_with(|| {
                    let captures = Vec::new();
                    steps.push(Step::Check {
                        constraint,
                        captures,
                    });
                    steps.len() - 1
                });
                if let Step::Check { captures, .. } = &mut steps[step] {
                    captures.push(Capture {
                        position,
                        variable: *id,
                        is_bound: false,
                    });
                }
            }
            Some(Source::Known) | None => {}
        }
    }
    steps
}

/// Which variables the derivation of the wanted ones reads.
fn needed(system: &System, derivation: &Derivation, wanted: &[VariableId]) -> Vec<bool> {
    let mut needed = vec![false; system.variables.len()];
    for id in wanted {
        needed[id.index()] = true;
    }
    for id in derivation.order.iter().rev() {
        if !needed[id.index()] {
            continue;
        }
        let mut read = |id: VariableId| needed[id.index()] = true;
        match derivation.sources[id.index()] {
            Some(Source::Evaluation(constraint)) => {
                let apply = application(&system.constraints[constraint]);
                apply.read_by_evaluation().flatten().for_each(&mut read);
            }
            Some(Source::Capture(constraint, _)) => {
                let apply = application(&system.constraints[constraint]);
                apply.read_by_check().flatten().for_each(&mut read);
            }
            Some(Source::Known) | None => {}
        }
    }
    needed
}

/// What derives a variable.
fn application(constraint: &Constraint) -> &Apply {
    match constraint {
        Constraint::Apply(apply) => apply,
        Constraint::Or { .. } => unreachable!("nothing is derived from a branch"),
    }
}

fn plan_match(constraints: &[Constraint], known: Vec<bool>) -> Result<Plan, Vec<Explanation>> {
    let derivation = derivation::derive(constraints, &known, Section::Match);
    let missing = missing(constraints, &derivation);
    if !missing.is_empty() {
        let explain = explanation::Explainer::new(constraints, &derivation.sources, Section::Match);
        return Err(explain.all(&missing));
    }
    let mut writer = Writer {
        constraints,
        bound: known,
        done: vec![false; constraints.len()],
        steps: Vec::new(),
    };
    writer.write(&derivation);
    let Writer { bound, steps, .. } = writer;
    let mut plan = Plan { steps };
    let mut problems = Vec::new();
    for (index, constraint) in constraints.iter().enumerate() {
        if let Constraint::Or { branches, .. } = constraint {
            let plans = branches.iter().map(|branch| plan_branch(branch, &bound));
            let mut branches = Vec::new();
            for branch in plans {
                match branch {
                    Ok(branch) => branches.push(branch),
                    Err(why) => problems.extend(why),
                }
            }
            let constraint = index;
            plan.steps.push(Step::Or {
                constraint,
                branches,
            });
        }
    }
    match problems.is_empty() {
        true => Ok(plan),
        false => Err(problems),
    }
}

fn plan_branch(constraints: &[Constraint], known: &[bool]) -> Result<Plan, Vec<Explanation>> {
    let branch = Branch::new(constraints);
    let plan = plan_match(&branch.constraints, branch.of_own(known));
    match plan {
        Ok(plan) => Ok(branch.plan(plan)),
        Err(why) => Err(branch.explanations(why)),
    }
}

/// The variables that the constraints mention and nothing derives. Those that
/// belong to a branch alone are the branch's own business.
fn missing(constraints: &[Constraint], derivation: &Derivation) -> Vec<VariableId> {
    let mut is_missing = vec![false; derivation.sources.len()];
    for constraint in constraints {
        constraint.for_each_variable(&mut |id| {
            is_missing[id.index()] = derivation.sources[id.index()].is_none();
        });
    }
    for constraint in constraints {
        if let Constraint::Or { locals, .. } = constraint {
            for id in locals {
                is_missing[id.index()] = false;
            }
        }
    }
    let ids = (0..is_missing.len()).filter(|index| is_missing[*index]);
    ids.map(|index| VariableId(index as u32)).collect()
}

struct Writer<'s> {
    constraints: &'s [Constraint],
    bound: Vec<bool>,
    done: Vec<bool>,
    steps: Vec<Step>,
}

impl Writer<'_> {
    /// First what derives variables, in the order of their costs, then the checks
    /// that derive nothing.
    fn write(&mut self, derivation: &Derivation) {
        for id in &derivation.order {
            if self.bound[id.index()] {
                continue;
            }
            match derivation.sources[id.index()] {
                Some(Source::Capture(constraint, _)) => self.check(constraint),
                Some(Source::Evaluation(constraint)) => {
                    self.bound[id.index()] = true;
                    self.done[constraint] = true;
                    self.steps.push(Step::Evaluate { constraint });
                }
                Some(Source::Known) | None => {}
            }
        }
        for constraint in 0..self.constraints.len() {
            self.check(constraint);
        }
    }

    fn check(&mut self, constraint: usize) {
        let Constraint::Apply(apply) = &self.constraints[constraint] else {
            return;
        };
        if std::mem::replace(&mut self.done[constraint], true) {
            return;
        }
        let mut captures = Vec::new();
        for (position, variable) in apply.captured() {
            let is_bound = std::mem::replace(&mut self.bound[variable.index()], true);
            captures.push(Capture {
                position,
                variable,
                is_bound,
            });
        }
        self.steps.push(Step::Check {
            constraint,
            captures,
        });
    }
}
