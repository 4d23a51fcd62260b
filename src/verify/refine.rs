//! Whether a computation may take the place of another one.
//!
//! For all values for which the old one has no undefined behaviour, the new one has none
//! either, and each of its results is what the old one is, unless that is poison.

use crate::{
    evaluate::Assignment,
    plain::plain,
    search::search,
    solver::{Answer, Failure, Solver, ask},
    term::{Node, Operator, Term, Terms},
    value::{Type, Value},
};

/// What is replaced, and by what.
#[derive(Debug, Clone)]
pub struct Obligation {
    /// When the pattern matches.
    pub conditions: Vec<Term>,
    pub is_source_undefined: Term,
    pub is_target_undefined: Term,
    /// The values before and after, of those that are used.
    pub results: Vec<(Type, Value, Value)>,
}

/// Whether it may be replaced.
#[derive(Debug, Clone)]
pub enum Verdict {
    Right,
    /// Nothing fulfils the conditions.
    NeverMatches,
    /// For these values, it may not.
    Wrong(Assignment),
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

/// Decides whether the computation may be replaced.
///
/// # Errors
///
/// Fails if the solver does not work.
pub fn decide(
    terms: &mut Terms,
    obligation: &Obligation,
    solver: Option<&mut (dyn Solver + 'static)>,
    limits: Limits,
) -> Result<Verdict, Failure> {
    let mut matches = obligation.conditions.clone();
    matches.push(terms.not(obligation.is_source_undefined));
    let mut wrong = matches.clone();
    wrong.push(obligation.goes_wrong(terms));
    if let Some(values) = search(terms, &wrong, limits.num_tries) {
        return Ok(Verdict::Wrong(values));
    }
    let fails = |terms: &Terms, conditions: &[Term]| {
        let mut constants = conditions.iter().filter_map(|term| terms.constant(*term));
        constants.any(|constant| !constant.is_true())
    };
    let Some(solver) = solver else {
        let wrong = plain(terms, &wrong);
        return Ok(match fails(terms, &wrong) {
            true if search(terms, &matches, limits.num_tries).is_some() => Verdict::Right,
            _ => Verdict::Unknown,
        });
    };
    if let Some(record) = solver.record() {
        record.set_question("wrong");
    }
    let answer = match fails(terms, &wrong) {
        true => Answer::Never,
        false => ask(solver, terms, &wrong, limits.solver)?,
    };
    match answer {
        Answer::For(values) => Ok(Verdict::Wrong(values)),
        Answer::Unknown => Ok(Verdict::Unknown),
        Answer::Never => {
            if search(terms, &matches, limits.num_tries).is_some() {
                return Ok(Verdict::Right);
            }
            if let Some(record) = solver.record() {
                record.set_question("matches");
            }
            match ask(solver, terms, &matches, limits.solver)? {
                Answer::For(_) => Ok(Verdict::Right),
                Answer::Never => Ok(Verdict::NeverMatches),
                Answer::Unknown => Ok(Verdict::Unknown),
            }
        }
    }
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
