//! Why a variable cannot be derived.

use super::{Apply, Constraint, Section, VariableId, derivation::Source};

/// A variable that nothing derives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The variable.
    pub variable: VariableId,
    /// Where it appears.
    pub mentions: Vec<Mention>,
}

/// An argument that is the variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The application, by [`Apply::tag`].
    pub tag: usize,
    /// The position of the argument; `self` is 0.
    pub position: usize,
    /// Why the application does not derive it.
    pub obstacle: Obstacle,
}

/// Why an application does not derive one of its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The predicate cannot evaluate `self`, or cannot capture the argument.
    Never,
    /// The predicate would capture it in the match section.
    OnlyInMatch,
    /// It reads an argument that stands for any value.
    Any(usize),
    /// It reads variables without a value.
    Needs(Vec<VariableId>),
    /// Nothing is captured from the branches of an `or`.
    InOr,
    /// Nothing is captured from what must not hold.
    InNot,
}

pub(super) struct Explainer<'s> {
    sources: &'s [Option<Source>],
    section: Section,
    /// Where each variable without a source appears.
    mentions: Vec<Vec<(&'s Apply, usize, Option<Obstacle>)>>,
}

impl<'s> Explainer<'s> {
    pub(super) fn new(
        constraints: &'s [Constraint],
        sources: &'s [Option<Source>],
        section: Section,
    ) -> Self {
        let mut explainer = Explainer {
            sources,
            section,
            mentions: vec![Vec::new(); sources.len()],
        };
        explainer.collect(constraints, None);
        explainer
    }

    fn collect(&mut self, constraints: &'s [Constraint], inside: Option<&Obstacle>) {
        for constraint in constraints {
            match constraint {
                Constraint::Apply(apply) => {
                    for (position, id) in apply.arguments.iter().enumerate() {
                        if let Some(id) = id.filter(|id| self.sources[id.index()].is_none()) {
                            self.mentions[id.index()].push((apply, position, inside.cloned()));
                        }
                    }
                }
                Constraint::Or {
                    is_negated,
                    branches,
                    ..
                } => {
                    let own = match is_negated {
                        true => Obstacle::InNot,
                        false => Obstacle::InOr,
                    };
                    for branch in branches {
                        self.collect(branch, Some(inside.unwrap_or(&own)));
                    }
                }
            }
        }
    }

    pub(super) fn all(&self, variables: &[VariableId]) -> Vec<Explanation> {
        let explain = |variable: &VariableId| Explanation {
            variable: *variable,
            mentions: self.mentions[variable.index()]
                .iter()
                .map(|(apply, position, inside)| Mention {
                    tag: apply.tag,
                    position: *position,
                    obstacle: match inside {
                        Some(obstacle) => obstacle.clone(),
                        None => self.obstacle(apply, *position),
                    },
                })
                .collect(),
        };
        variables.iter().map(explain).collect()
    }

    fn obstacle(&self, apply: &Apply, position: usize) -> Obstacle {
        if position == 0 {
            return match apply.signature.evaluates(self.section) {
                true => self.unknown(apply, |read| read > 0),
                false => Obstacle::Never,
            };
        }
        let signature = &apply.signature;
        match signature.captures(position) {
            false => Obstacle::Never,
            true if !signature.captures_in(self.section) => Obstacle::OnlyInMatch,
            true => self.unknown(apply, |read| !signature.captures(read)),
        }
    }

    /// What an application misses of the arguments that it reads.
    fn unknown(&self, apply: &Apply, is_read: impl Fn(usize) -> bool) -> Obstacle {
        let mut needs = Vec::new();
        let arguments = apply.arguments.iter().enumerate();
        for (position, argument) in arguments.filter(|(position, _)| is_read(*position)) {
            match argument {
                None => return Obstacle::Any(position),
                Some(id) if self.sources[id.index()].is_none() => needs.push(*id),
                Some(_) => {}
            }
        }
        needs.dedup();
        Obstacle::Needs(needs)
    }
}
