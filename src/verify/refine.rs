//! Whether a computation may take the place of another one.
//!
//! For all values for which the old one has no undefined behaviour, the new one has none
//! either, and each of its results is what the old one is, unless that is poison.
//!
//! Where the old one chooses freely, it is enough if one of its choices does what the new one
//! does. So a computation is wrong if it is wrong for all of them. Solvers are not asked
//! that. They are asked for values for which some choices do not help. If another choice
//! does for those, it is added, and they are asked again.

#[cfg(test)]
mod tests;

use crate::{
    evaluate::{Assignment, of_number},
    propagate::replace,
    search::search,
    solver::{Answer, Failure, Solver, ask},
    term::{Constant, Node, Operator, Sort, Term, Terms},
    value::{Type, Value},
};
use rustc_hash::FxHashMap;

/// More choices than this are not tried for the same types.
const MAX_CHOICES: usize = 24;
/// All choices are tried if they have so few bits together.
const MAX_BITS: u32 = 3;

/// The variables that stand for what operations choose freely.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// Of what is replaced.
    pub replaced: Vec<Term>,
    /// Of what is matched and stays, so that others may see what is chosen.
    pub kept: Vec<Term>,
    /// Of what takes its place.
    pub created: Vec<Term>,
}

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

/// Decides whether the computation may be replaced. If it may not where nothing else uses
/// what is matched, the obligation becomes that for such a program.
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
    let mut constants = conditions.iter().filter_map(|term| terms.constant(*term));
    if constants.any(|constant| !constant.is_true()) {
        return Ok(Found::Nothing);
    }
    let Some(solver) = solver else {
        return Ok(Found::Unknown);
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

type Choice = FxHashMap<Term, Term>;

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

    /// The choices to try first, and whether these are all.
    fn choices_to_try(&self, terms: &mut Terms) -> (Vec<Choice>, bool) {
        let variables = &self.choices.replaced;
        let sizes = variables
            .iter()
            .map(|variable| match terms.sort(*variable) {
                Sort::Bool => 1,
                Sort::Bits(width) => width,
                Sort::Float(format) => format.width(),
            });
        if sizes.clone().sum::<u32>() <= MAX_BITS {
            let sizes: Vec<_> = sizes.collect();
            let num_choices = 1_u64 << sizes.iter().sum::<u32>();
            let choices = (0..num_choices).map(|mut number| {
                let chosen = variables.iter().zip(&sizes).map(|(variable, size)| {
                    let value = of_number(terms.sort(*variable), number & ((1 << size) - 1));
                    number >>= size;
                    (*variable, terms.constant_term(value))
                });
                chosen.collect()
            });
            return (choices.collect(), true);
        }
        let zeros = self.choice(terms, &Assignment::default());
        let mut choices = vec![zeros.clone()];
        for (_, before, after) in &self.results {
            let parts = terms.reachable(&[after.content]);
            if parts.iter().any(|part| variables.contains(part)) {
                continue;
            }
            let of_zeros = replace(terms, before.content, &zeros);
            for guess in guesses(terms, of_zeros, after.content) {
                choices.extend(variables.iter().map(|variable| {
                    let mut choice = zeros.clone();
                    choice.insert(*variable, fit(terms, guess, *variable));
                    choice
                }));
            }
        }
        (choices, false)
    }

    /// The choice in some values, or 0 where they have none.
    fn choice(&self, terms: &mut Terms, values: &Assignment) -> Choice {
        let variables = self.choices.replaced.iter();
        let chosen = variables.map(|variable| {
            let value = value_of(terms, *variable, values);
            (*variable, terms.constant_term(value))
        });
        chosen.collect()
    }

    /// Makes this the obligation for a program in which nothing else uses what is matched,
    /// so that what stays may choose something else than before.
    fn keep_nothing(&mut self, terms: &mut Terms) {
        let mut new = Choice::default();
        for variable in std::mem::take(&mut self.choices.kept) {
            let sort = terms.sort(variable);
            let other = terms.variable("chosen", sort);
            new.insert(variable, other);
            self.choices.replaced.push(variable);
            self.choices.created.push(other);
        }
        self.is_target_undefined = replace(terms, self.is_target_undefined, &new);
        for (_, _, after) in &mut self.results {
            after.content = replace(terms, after.content, &new);
            after.is_poison = replace(terms, after.is_poison, &new);
        }
    }

    /// What a term is for some values, unless that depends on what is chosen.
    #[must_use]
    pub fn outcome(&self, terms: &mut Terms, term: Term, values: &Assignment) -> Option<Constant> {
        let Choices {
            replaced,
            kept,
            created,
        } = &self.choices;
        let free = [&replaced[..], kept, created].concat();
        let known = with_values(terms, term, values, &free);
        terms.constant(known)
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

/// What the old computation had better choose to return what the new one does, from what it
/// returns if 0 is chosen: the choice may be that, or what is added, subtracted or inverted.
fn guesses(terms: &mut Terms, before: Term, after: Term) -> Vec<Term> {
    let mut guesses = vec![after];
    let are_numbers = [before, after].map(|term| matches!(terms.sort(term), Sort::Bits(_)));
    if are_numbers == [true, true] && terms.width(before) == terms.width(after) {
        guesses.extend([
            terms.apply(Operator::Subtract, &[after, before]),
            terms.apply(Operator::Subtract, &[before, after]),
            terms.apply(Operator::BitXor, &[after, before]),
        ]);
    }
    guesses
}

/// A term, with the sort of a variable.
fn fit(terms: &mut Terms, term: Term, variable: Term) -> Term {
    match (terms.sort(term), terms.sort(variable)) {
        (own, wanted) if own == wanted => term,
        (Sort::Bits(_), Sort::Bits(width)) => terms.resize(term, width, true),
        (_, wanted) => terms.constant_term(of_number(wanted, 0)),
    }
}

/// A term with values in place of all variables but some.
fn with_values(terms: &mut Terms, term: Term, values: &Assignment, free: &[Term]) -> Term {
    let mut known = Choice::default();
    for part in terms.reachable(&[term]) {
        let is_variable = matches!(terms.node(part), Node::Variable(_));
        if is_variable && !free.contains(&part) {
            let value = value_of(terms, part, values);
            known.insert(part, terms.constant_term(value));
        }
    }
    replace(terms, term, &known)
}

fn value_of(terms: &Terms, variable: Term, values: &Assignment) -> Constant {
    let Node::Variable(number) = terms.node(variable) else {
        panic!("only variables have values");
    };
    let value = values.variables.get(*number as usize);
    value
        .copied()
        .unwrap_or_else(|| of_number(terms.sort(variable), 0))
}
