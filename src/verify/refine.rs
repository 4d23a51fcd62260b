//! Whether a computation may take the place of another one.
//!
//! For all values for which the old one has no undefined behaviour, the new one has none
//! either, and each of its results is what the old one is, unless that is poison.
//!
//! Where the old one chooses freely, it is enough if one of its choices does what the new one
//! does. So a computation is wrong if it is wrong for all of them. Solvers are not asked
//! that. They are asked for values for which some choices do not help. If another choice
//! does for those, it is added, and they are asked again.

mod choices;
#[cfg(test)]
mod tests;

pub use choices::Choices;

use crate::{
    evaluate::Assignment,
    plain::plain,
    propagate::replace,
    search::search,
    solver::{Answer, Failure, Solver, ask},
    term::{Node, Operator, Term, Terms},
    value::{Type, Value},
};
use choices::with_values;

/// More choices than this are not tried for the same types.
const MAX_CHOICES: usize = 24;

/// What is replaced, and by what.
#[derive(Debug, Clone)]
pub struct Obligation {
    /// When the pattern matches.
    pub conditions: Vec<Term>,
    pub is_source_undefined: Term,
    pub is_target_undefined: Term,
    /// The values before and after, of those that are used.
    pub results: Vec<(Type, Value, Value)>,
    pub choices: Choices,
}

/// Whether it may be replaced.
#[derive(Debug, Clone)]
pub enum Verdict {
    Right,
    /// Nothing fulfils the conditions.
    NeverMatches,
    /// For these values, it may not.
    Wrong(Assignment),
    /// It may be if nothing else sees what an operation chooses that stays.
    DependsOnUses,
    /// The solver has given up, or there is none.
    Unknown,
}

/// How much is tried.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many values are tried before the solver is asked.
    pub num_tries: u32,
    /// What the solver may do for one question, in its own unit.
    pub solver: u32,
}

/// Decides whether the computation may be replaced. What stays gets choices of its own where
/// nothing else sees them, and in a program for which the computation is wrong.
///
/// # Errors
///
/// Fails if the solver does not work.
pub fn decide(
    terms: &mut Terms,
    obligation: &mut Obligation,
    mut solver: Option<&mut (dyn Solver + 'static)>,
    limits: Limits,
) -> Result<Verdict, Failure> {
    obligation.separate_unseen(terms);
    let verdict = for_all_choices(terms, obligation, solver.as_deref_mut(), limits)?;
    if !matches!(verdict, Verdict::Wrong(_)) || obligation.choices.kept.is_empty() {
        return Ok(verdict);
    }
    let mut alone = obligation.clone();
    alone.keep_nothing(terms);
    match for_all_choices(terms, &alone, solver, limits)? {
        Verdict::Right => Ok(Verdict::DependsOnUses),
        Verdict::Wrong(values) => {
            *obligation = alone;
            Ok(Verdict::Wrong(values))
        }
        other => Ok(other),
    }
}

/// Decides whether for all values, some choice of what is replaced makes it right.
fn for_all_choices(
    terms: &mut Terms,
    obligation: &Obligation,
    mut solver: Option<&mut (dyn Solver + 'static)>,
    limits: Limits,
) -> Result<Verdict, Failure> {
    let is_defined = terms.not(obligation.is_source_undefined);
    let goes_wrong = obligation.goes_wrong(terms);
    let fails = terms.and(is_defined, goes_wrong);
    let (mut choices, are_all) = obligation.choices_to_try(terms);
    loop {
        let mut wrong = obligation.conditions.clone();
        wrong.extend(choices.iter().map(|choice| replace(terms, fails, choice)));
        let found = find(terms, &wrong, solver.as_deref_mut(), limits, "wrong")?;
        let values = match found {
            Found::Values(values) => values,
            Found::Nothing => {
                let mut matches = obligation.conditions.clone();
                matches.push(is_defined);
                return Ok(match find(terms, &matches, solver, limits, "matches")? {
                    Found::Values(_) => Verdict::Right,
                    Found::Nothing => Verdict::NeverMatches,
                    Found::Unknown => Verdict::Unknown,
                });
            }
            Found::Unknown => return Ok(Verdict::Unknown),
        };
        if are_all {
            return Ok(Verdict::Wrong(values));
        }
        let helps = terms.not(fails);
        let free = &obligation.choices.replaced;
        let helps = with_values(terms, helps, &values, free);
        match find(terms, &[helps], solver.as_deref_mut(), limits, "choice")? {
            Found::Nothing => return Ok(Verdict::Wrong(values)),
            Found::Values(better) if choices.len() < MAX_CHOICES => {
                choices.push(obligation.choice(terms, &better));
            }
            Found::Values(_) | Found::Unknown => return Ok(Verdict::Unknown),
        }
    }
}

/// Values for which conditions hold, if some are found.
///
/// # Errors
///
/// Fails if the solver does not work.
pub fn example(
    terms: &mut Terms,
    conditions: &[Term],
    solver: Option<&mut (dyn Solver + 'static)>,
    limits: Limits,
) -> Result<Option<Assignment>, Failure> {
    Ok(match find(terms, conditions, solver, limits, "example")? {
        Found::Values(values) => Some(values),
        Found::Nothing | Found::Unknown => None,
    })
}

/// Values for which conditions hold.
enum Found {
    Values(Assignment),
    Nothing,
    Unknown,
}

/// Tries some values, and asks the solver if there is one.
fn find(
    terms: &mut Terms,
    conditions: &[Term],
    solver: Option<&mut (dyn Solver + 'static)>,
    limits: Limits,
    question: &'static str,
) -> Result<Found, Failure> {
    if let Some(values) = search(terms, conditions, limits.num_tries) {
        return Ok(Found::Values(values));
    }
    let fails = |terms: &Terms, conditions: &[Term]| {
        let mut constants = conditions.iter().filter_map(|term| terms.constant(*term));
        constants.any(|constant| !constant.is_true())
    };
    if fails(terms, conditions) {
        return Ok(Found::Nothing);
    }
    let Some(solver) = solver else {
        let plain = plain(terms, conditions);
        return Ok(match fails(terms, &plain) {
            true => Found::Nothing,
            false => Found::Unknown,
        });
    };
    if let Some(record) = solver.record() {
        record.set_question(question);
    }
    Ok(match ask(solver, terms, conditions, limits.solver)? {
        Answer::For(values) => Found::Values(values),
        Answer::Never => Found::Nothing,
        Answer::Unknown => Found::Unknown,
    })
}

impl Obligation {
    /// Whether results that are no floats are made of the bits of a float that is computed,
    /// which may be any NaN.
    #[must_use]
    pub fn depends_on_nan(&self, terms: &Terms) -> bool {
        let results = self.results.iter();
        let others = results.filter(|(ty, ..)| !matches!(ty, Type::Float(_)));
        let contents: Vec<_> = others
            .flat_map(|(_, before, after)| [before.content, after.content])
            .collect();
        let is_bits =
            |term: &Term| matches!(terms.node(*term), Node::Apply(Operator::BitsOfFloat, _));
        terms.reachable(&contents).iter().any(is_bits)
    }

    /// Whether the new computation does what the old one could not.
    pub fn goes_wrong(&self, terms: &mut Terms) -> Term {
        let mut wrong = vec![self.is_target_undefined];
        for (ty, before, after) in &self.results {
            let differs = match ty {
                Type::Float(format) => {
                    let [before, after] =
                        [before, after].map(|value| terms.float_of_bits(*format, value.content));
                    terms.differ(before, after)
                }
                // A value of another type can only take the place of one that nothing uses.
                _ if terms.sort(before.content) != terms.sort(after.content) => terms.bool(true),
                _ => terms.differ(before.content, after.content),
            };
            let is_worse = terms.or(after.is_poison, differs);
            let was_good = terms.not(before.is_poison);
            wrong.push(terms.and(was_good, is_worse));
        }
        terms.any(&wrong)
    }
}
