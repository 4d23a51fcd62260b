//! What operations choose freely, such as the value of a poison that is frozen.

use super::Obligation;
use crate::{
    evaluate::{Assignment, of_number},
    propagate::replace,
    term::{Constant, Node, Operator, Sort, Term, Terms},
};
use rustc_hash::FxHashMap;

/// All choices are tried if they have so few bits together.
const MAX_BITS: u32 = 3;

/// The variables that stand for what operations choose freely.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// Of what is replaced.
    pub replaced: Vec<Term>,
    /// Of what is matched and stays, so that others may see what is chosen.
    pub kept: Vec<Term>,
    /// Of what is matched and stays, or not, and nothing else uses.
    pub unseen: Vec<Term>,
    /// Of what takes its place.
    pub created: Vec<Term>,
}

/// What is chosen, for each variable.
pub(super) type Choice = FxHashMap<Term, Term>;

impl Obligation {
    /// The choices to try first, and whether these are all.
    pub(super) fn choices_to_try(&self, terms: &mut Terms) -> (Vec<Choice>, bool) {
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
    pub(super) fn choice(&self, terms: &mut Terms, values: &Assignment) -> Choice {
        let variables = self.choices.replaced.iter();
        let chosen = variables.map(|variable| {
            let value = value_of(terms, *variable, values);
            (*variable, terms.constant_term(value))
        });
        chosen.collect()
    }

    /// Says that nothing else uses what is matched, so that what stays may choose something
    /// else than before.
    pub(super) fn keep_nothing(&mut self, terms: &mut Terms) {
        let kept = std::mem::take(&mut self.choices.kept);
        self.choices.unseen.extend(kept);
        self.separate_unseen(terms);
    }

    /// Gives what stays choices of its own, where nothing else sees them.
    pub(super) fn separate_unseen(&mut self, terms: &mut Terms) {
        let mut new = Choice::default();
        for variable in std::mem::take(&mut self.choices.unseen) {
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
            unseen,
            created,
        } = &self.choices;
        let free = [&replaced[..], kept, unseen, created].concat();
        let known = with_values(terms, term, values, &free);
        terms.constant(known)
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
pub(super) fn with_values(
    terms: &mut Terms,
    term: Term,
    values: &Assignment,
    free: &[Term],
) -> Term {
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
