//! Plans for the branches of a disjunction.
//!
//! A branch mentions few of the variables of a large system. It gets numbers of its own
//! for these, so that the work for all branches together is not the product of their
//! number and that of all variables.

use super::{Apply, Constraint, Explanation, Mention, Obstacle, Plan, Step, VariableId};

/// A branch with numbers of its own.
pub(super) struct Branch {
    pub(super) constraints: Vec<Constraint>,
    /// For each number the variable. They have the same order.
    variables: Vec<VariableId>,
}

impl Branch {
    pub(super) fn new(constraints: &[Constraint]) -> Self {
        let mut variables = Vec::new();
        for constraint in constraints {
            constraint.for_each_variable(&mut |id| variables.push(id));
        }
        variables.sort_unstable();
        variables.dedup();
        let own = |id: &VariableId| {
            let index = variables.binary_search(id).ok()?;
            Some(VariableId(index as u32))
        };
        Branch {
            constraints: constraints.iter().map(|one| numbered(one, &own)).collect(),
            variables,
        }
    }

    /// What is said of all variables, for those of the branch.
    pub(super) fn of_own(&self, all: &[bool]) -> Vec<bool> {
        let variables = self.variables.iter();
        variables.map(|id| all[id.index()]).collect()
    }

    /// The plan with the variables of the system.
    pub(super) fn plan(&self, mut plan: Plan) -> Plan {
        self.in_plan(&mut plan);
        plan
    }

    fn in_plan(&self, plan: &mut Plan) {
        for step in &mut plan.steps {
            match step {
                Step::Check { captures, .. } => {
                    for capture in captures {
                        capture.variable = self.of_system(capture.variable);
                    }
                }
                Step::Evaluate { .. } => {}
                Step::Or { branches, .. } => {
                    branches.iter_mut().for_each(|plan| self.in_plan(plan));
                }
            }
        }
    }

    /// Explanations with the variables of the system.
    pub(super) fn explanations(&self, all: Vec<Explanation>) -> Vec<Explanation> {
        let mention = |mention: Mention| Mention {
            obstacle: match mention.obstacle {
                Obstacle::Needs(needs) => {
                    Obstacle::Needs(needs.into_iter().map(|id| self.of_system(id)).collect())
                }
                obstacle => obstacle,
            },
            ..mention
        };
        let explanation = |one: Explanation| Explanation {
            variable: self.of_system(one.variable),
            mentions: one.mentions.into_iter().map(mention).collect(),
        };
        all.into_iter().map(explanation).collect()
    }

    fn of_system(&self, id: VariableId) -> VariableId {
        self.variables[id.index()]
    }
}

/// A constraint with other variables. `own` knows all that it mentions.
fn numbered(
    constraint: &Constraint,
    own: &impl Fn(&VariableId) -> Option<VariableId>,
) -> Constraint {
    match constraint {
        Constraint::Apply(apply) => Constraint::Apply(Apply {
            signature: apply.signature.clone(),
            arguments: apply.arguments.iter().map(|id| own(&(*id)?)).collect(),
            tag: apply.tag,
        }),
        Constraint::Or {
            is_negated,
            branches,
            locals,
        } => {
            let branch = |branch: &Vec<Constraint>| {
                let constraints = branch.iter().map(|one| numbered(one, own));
                constraints.collect()
            };
            Constraint::Or {
                is_negated: *is_negated,
                branches: branches.iter().map(branch).collect(),
                locals: locals.iter().filter_map(own).collect(),
            }
        }
    }
}
