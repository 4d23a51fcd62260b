//! What to do, in which order.

use super::{
    Constraint, Explanation, Section, System, VariableId,
    derivation::{self, Derivation, Source},
    explanation,
};

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
        plan_match(self, &self.constraints, known)
    }

    /// A plan for a rewrite: it evaluates the variables without a value, and checks
    /// nothing. Without one, says why.
    pub fn plan_rewrite(&self, wanted: &[VariableId]) -> Result<Plan, Vec<Explanation>> {
        let known = self.known();
        let derivation = derivation::derive(self, &self.constraints, &known, Section::Rewrite);
        let is_missing = |id: &&VariableId| derivation.sources[id.index()].is_none();
        let missing: Vec<_> = wanted.iter().filter(is_missing).copied().collect();
        if !missing.is_empty() {
            let sources = &derivation.sources;
            let explain = explanation::Explainer::new(&self.constraints, sources, Section::Rewrite);
            return Err(explain.all(&missing));
        }
        let needed = needed(self, &derivation, wanted);
        let step = |id: &VariableId| match derivation.sources[id.index()] {
            Some(Source::Evaluation(constraint)) if needed[id.index()] => {
                Some(Step::Evaluate { constraint })
            }
            _ => None,
        };
        let steps = derivation.order.iter().filter_map(step).collect();
        Ok(Plan { steps })
    }

    fn known(&self) -> Vec<bool> {
        let variables = self.variables.iter();
        variables.map(|variable| variable.is_known).collect()
    }
}

/// Which variables the evaluation of the wanted ones reads.
fn needed(system: &System, derivation: &Derivation, wanted: &[VariableId]) -> Vec<bool> {
    let mut needed = vec![false; system.variables.len()];
    for id in wanted {
        needed[id.index()] = true;
    }
    for id in derivation.order.iter().rev() {
        if !needed[id.index()] {
            continue;
        }
        if let Some(Source::Evaluation(constraint)) = derivation.sources[id.index()]
            && let Constraint::Apply(apply) = &system.constraints[constraint]
        {
            for read in apply.read_by_evaluation().flatten() {
                needed[read.index()] = true;
            }
        }
    }
    needed
}

fn plan_match(
    system: &System,
    constraints: &[Constraint],
    known: Vec<bool>,
) -> Result<Plan, Vec<Explanation>> {
    let derivation = derivation::derive(system, constraints, &known, Section::Match);
    let missing = missing(system, constraints, &derivation);
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
            let plans = branches
                .iter()
                .map(|branch| plan_match(system, branch, bound.clone()));
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

/// The variables that the constraints mention and nothing derives. Those that
/// belong to a branch alone are the branch's own business.
fn missing(
    system: &System,
    constraints: &[Constraint],
    derivation: &Derivation,
) -> Vec<VariableId> {
    let mut is_missing = vec![false; system.variables.len()];
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
                Some(Source::Capture(constraint)) => self.check(constraint),
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
