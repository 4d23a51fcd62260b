//! What terms are for given values of their variables.

use crate::{
    compute::compute,
    term::{Constant, Node, Operator, Sort, Term, Terms},
};
use rustc_hash::FxHashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Values of variables, by their numbers, and of functions of which nothing is known.
#[derive(Debug, Clone, Default)]
pub struct Assignment {
    pub variables: Vec<Constant>,
    /// What functions return. All others return a number made of their arguments.
    pub calls: FxHashMap<(u32, Vec<Constant>), Constant>,
}

/// Terms in an order in which each comes after its operands, for evaluating them often.
#[derive(Debug)]
pub struct Evaluator<'t> {
    terms: &'t Terms,
    order: Vec<Term>,
    /// By the index of the term.
    values: Vec<Option<Constant>>,
}

impl<'t> Evaluator<'t> {
    /// Prepares to evaluate some terms.
    #[must_use]
    pub fn new(terms: &'t Terms, roots: &[Term]) -> Self {
        let order = terms.reachable(roots);
        let length = order.last().map_or(0, |last| last.index() + 1);
        Evaluator {
            terms,
            order,
            values: vec![None; length],
        }
    }

    /// Evaluates all terms.
    pub fn run(&mut self, assignment: &Assignment) {
        let mut operands = Vec::new();
        for term in &self.order {
            let value = match self.terms.node(*term) {
                Node::Constant(constant) => *constant,
                Node::Variable(number) => assignment.variables[*number as usize],
                Node::Apply(operator, terms) => {
                    operands.clear();
                    operands.extend(terms.iter().map(|operand| {
                        self.values[operand.index()].expect("operands come before what uses them")
                    }));
                    compute(*operator, &operands)
                        .unwrap_or_else(|| call(self.terms, assignment, *operator, &operands))
                }
            };
            self.values[term.index()] = Some(value);
        }
    }

    /// The value of one of the terms, or of what they are made of.
    ///
    /// # Panics
    ///
    /// If it is another term, or before the first run.
    #[must_use]
    pub fn value(&self, term: Term) -> Constant {
        self.values[term.index()].expect("the term was evaluated")
    }
}

/// What terms are for some values.
#[must_use]
pub fn evaluate(terms: &Terms, assignment: &Assignment, roots: &[Term]) -> Vec<Constant> {
    let mut evaluator = Evaluator::new(terms, roots);
    evaluator.run(assignment);
    roots.iter().map(|root| evaluator.value(*root)).collect()
}

fn call(
    terms: &Terms,
    assignment: &Assignment,
    operator: Operator,
    operands: &[Constant],
) -> Constant {
    let Operator::Call(number) = operator else {
        panic!("only functions are not known");
    };
    if let Some(known) = assignment.calls.get(&(number, operands.to_vec())) {
        return *known;
    }
    let mut hasher = DefaultHasher::new();
    (number, operands).hash(&mut hasher);
    of_number(terms.function(number).result, hasher.finish())
}

/// A value of a sort, made of any number.
#[must_use]
pub fn of_number(sort: Sort, number: u64) -> Constant {
    match sort {
        Sort::Bool => Constant::Bool(number & 1 == 1),
        Sort::Bits(width) => Constant::of_bits(width, u128::from(number) << 64 | u128::from(number)),
        Sort::Float(format) => crate::float::of_bits(format, u128::from(number) & crate::term::mask(format.width())),
    }
}
