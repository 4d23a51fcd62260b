//! Sums of products. Two that are the same by the laws of arithmetic modulo a power of two
//! have the same form here, so no solver has to find that out, width after width.

use crate::term::{Constant, Node, Operator, Term, Terms, mask};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A sum with more parts than this is not looked into.
const MAX_PARTS: usize = 32;
/// Nor is a product of more factors, or a term that is deeper.
const MAX_FACTORS: usize = 8;
const MAX_DEPTH: usize = 64;

/// The factors of each part, in order, and how often the part is added. No factors stand
/// for 1.
type Polynomial = BTreeMap<Vec<Term>, u128>;

/// Whether two terms with bits are the same, or differ, for all values of their variables.
/// `None` if that is not seen.
pub(crate) fn are_equal(terms: &mut Terms, first: Term, second: Term) -> Option<bool> {
    let is_sum =
        |term| matches!(terms.node(term), Node::Apply(operator, _) if is_looked_into(*operator));
    if !is_sum(first) && !is_sum(second) {
        return None;
    }
    let width = terms.width(first);
    let mut reader = Reader {
        terms,
        known: FxHashMap::default(),
    };
    let [first, second] = [first, second].map(|term| reader.read(term, width, 0));
    let difference = add(width, &first, &second, mask(width))?;
    match difference.keys().next() {
        None => Some(true),
        Some(factors) if factors.is_empty() && difference.len() == 1 => Some(false),
        Some(_) => None,
    }
}

fn is_looked_into(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Add
            | Operator::Subtract
            | Operator::Negate
            | Operator::BitNot
            | Operator::Multiply
            | Operator::ShiftLeft
            | Operator::Extract { low: 0, .. }
    )
}

struct Reader<'t> {
    terms: &'t mut Terms,
    known: FxHashMap<(Term, u32), Polynomial>,
}

impl Reader<'_> {
    /// The lowest `width` bits of a term.
    fn read(&mut self, term: Term, width: u32, depth: usize) -> Polynomial {
        if let Some(known) = self.known.get(&(term, width)) {
            return known.clone();
        }
        let inside = match depth < MAX_DEPTH {
            true => self.inside(term, width, depth + 1),
            false => None,
        };
        let read = match inside {
            Some(read) => read,
            None => {
                let low = self.terms.extract(term, 0, width);
                BTreeMap::from([(vec![low], 1)])
            }
        };
        self.known.insert((term, width), read.clone());
        read
    }

    fn inside(&mut self, term: Term, width: u32, depth: usize) -> Option<Polynomial> {
        let (operator, operands) = match self.terms.node(term) {
            Node::Constant(Constant::Bits { bits, .. }) => return Some(number(width, *bits)),
            Node::Apply(operator, operands) => (*operator, operands.clone()),
            _ => return None,
        };
        let minus_one = mask(width);
        match (operator, &operands[..]) {
            (Operator::Add, [x, y]) => {
                let [x, y] = [x, y].map(|term| self.read(*term, width, depth));
                add(width, &x, &y, 1)
            }
            (Operator::Subtract, [x, y]) => {
                let [x, y] = [x, y].map(|term| self.read(*term, width, depth));
                add(width, &x, &y, minus_one)
            }
            (Operator::Negate, [x]) => {
                let x = self.read(*x, width, depth);
                add(width, &number(width, 0), &x, minus_one)
            }
            // The sum of a number and its opposite bits is -1.
            (Operator::BitNot, [x]) => {
                let x = self.read(*x, width, depth);
                add(width, &number(width, minus_one), &x, minus_one)
            }
            (Operator::Multiply, [x, y]) => {
                let [x, y] = [x, y].map(|term| self.read(*term, width, depth));
                multiply(width, &x, &y)
            }
            (Operator::ShiftLeft, [x, amount]) => {
                let Some(Constant::Bits { bits: amount, .. }) = self.terms.constant(*amount) else {
                    return None;
                };
                if amount >= u128::from(width) {
                    return Some(number(width, 0));
                }
                let x = self.read(*x, width, depth);
                add(width, &number(width, 0), &x, 1 << amount)
            }
            (Operator::Extract { low: 0, .. }, [x]) => Some(self.read(*x, width, depth)),
            (Operator::ZeroExtend(_) | Operator::SignExtend(_), [x])
                if self.terms.width(*x) >= width =>
            {
                Some(self.read(*x, width, depth))
            }
            _ => None,
        }
    }
}

fn number(width: u32, number: u128) -> Polynomial {
    let number = number & mask(width);
    let parts = (number != 0).then(|| (Vec::new(), number));
    parts.into_iter().collect()
}

/// The sum of `x` and `times` times `y`, unless it is too large.
fn add(width: u32, x: &Polynomial, y: &Polynomial, times: u128) -> Option<Polynomial> {
    let mut sum = x.clone();
    for (factors, count) in y {
        add_part(width, &mut sum, factors.clone(), count.wrapping_mul(times));
    }
    (sum.len() <= MAX_PARTS).then_some(sum)
}

fn multiply(width: u32, x: &Polynomial, y: &Polynomial) -> Option<Polynomial> {
    let mut product = Polynomial::new();
    for (first, first_count) in x {
        for (second, second_count) in y {
            let mut factors = [&first[..], &second[..]].concat();
            if factors.len() > MAX_FACTORS {
                return None;
            }
            factors.sort_unstable();
            let count = first_count.wrapping_mul(*second_count);
            add_part(width, &mut product, factors, count);
        }
    }
    (product.len() <= MAX_PARTS).then_some(product)
}

fn add_part(width: u32, sum: &mut Polynomial, factors: Vec<Term>, count: u128) {
    let all = sum.get(&factors).copied().unwrap_or(0).wrapping_add(count) & mask(width);
    match all {
        0 => sum.remove(&factors),
        _ => sum.insert(factors, all),
    };
}
