//! Conditions that solvers find easy, in place of others that hold for the same values.

use crate::term::{Node, Operator, Term, Terms};
use rustc_hash::FxHashMap;

/// Conditions that can hold together if and only if `conditions` can, and for the same
/// values of their variables.
///
/// A quotient and a remainder are variables: `x = q * y + r` determines them where `y` is
/// not 0. Solvers decide this much sooner than what they make of divisions. The bits of a
/// float are a variable, too, because solvers have no operator for them.
pub(crate) fn plain(terms: &mut Terms, conditions: &[Term]) -> Vec<Term> {
    let order = terms.reachable(conditions);
    let mut plain = Plain {
        terms,
        known: FxHashMap::default(),
        divisions: FxHashMap::default(),
        facts: Vec::new(),
    };
    for term in order {
        plain.add(term);
    }
    let mut all: Vec<_> = conditions.iter().map(|term| plain.known[term]).collect();
    all.extend(plain.facts);
    all
}

struct Plain<'t> {
    terms: &'t mut Terms,
    known: FxHashMap<Term, Term>,
    /// The quotient and the remainder of two numbers, with or without signs.
    divisions: FxHashMap<(Term, Term, bool), [Term; 2]>,
    /// What holds of the variables.
    facts: Vec<Term>,
}

impl Plain<'_> {
    fn add(&mut self, term: Term) {
        let plain = match self.terms.node(term).clone() {
            Node::Variable(_) | Node::Constant(_) => term,
            Node::Apply(operator, operands) => {
                let operands: Vec<_> = operands.iter().map(|term| self.known[term]).collect();
                match operator {
                    Operator::DivideUnsigned => self.division(operands[0], operands[1], false)[0],
                    Operator::RemainderUnsigned => {
                        self.division(operands[0], operands[1], false)[1]
                    }
                    Operator::DivideSigned => self.division(operands[0], operands[1], true)[0],
                    Operator::RemainderSigned => self.division(operands[0], operands[1], true)[1],
                    Operator::MultiplyOverflowsSigned => {
                        product_overflows(self.terms, operands[0], operands[1])
                    }
                    Operator::BitsOfFloat => self.bits(operands[0]),
                    Operator::Call(function) => {
                        let function = self.terms.function(function).clone();
                        self.terms.call(&function.name, operands, function.result)
                    }
                    _ => self.terms.apply(operator, &operands),
                }
            }
        };
        self.known.insert(term, plain);
    }

    fn division(&mut self, x: Term, y: Term, is_signed: bool) -> [Term; 2] {
        if let Some(known) = self.divisions.get(&(x, y, is_signed)) {
            return *known;
        }
        let terms = &mut *self.terms;
        let sort = terms.sort(x);
        let (q, r) = (terms.variable("quotient", sort), terms.variable("remainder", sort));
        let width = terms.width(x);
        let zero = terms.bits(width, 0);
        let by_zero = terms.equal(y, zero);
        let ones = terms.bits(width, u128::MAX);
        let of_zero = if is_signed {
            let one = terms.bits(width, 1);
            let is_negative = terms.is_negative(x);
            terms.if_else(is_negative, one, ones)
        } else {
            ones
        };
        let (q_is, r_is) = (terms.equal(q, of_zero), terms.equal(r, x));
        let without = terms.and(q_is, r_is);
        let with = if is_signed {
            signed_division(terms, [x, y], [q, r])
        } else {
            unsigned_division(terms, [x, y], [q, r])
        };
        let fact = terms.if_else(by_zero, without, with);
        self.facts.push(fact);
        self.divisions.insert((x, y, is_signed), [q, r]);
        [q, r]
    }

    /// Any bits that stand for the float, and those of one NaN.
    fn bits(&mut self, float: Term) -> Term {
        let terms = &mut *self.terms;
        let crate::term::Sort::Float(format) = terms.sort(float) else {
            panic!("only floats are given by their bits");
        };
        let bits = terms.variable("bits", crate::term::Sort::Bits(format.width()));
        let same = terms.float_of_bits(format, bits);
        let same = terms.equal(same, float);
        let is_nan = terms.apply(Operator::FloatIsNan, &[float]);
        let (_, significand) = format.sizes();
        let nan = (1 << (format.width() - 1)) - (1 << (significand - 2));
        let is_usual = terms.is_number(bits, nan);
        let is_usual = terms.implies(is_nan, is_usual);
        self.facts.extend([same, is_usual]);
        bits
    }
}

/// `x = q * y + r`, where nothing overflows and `r` is less than `y`.
fn unsigned_division(terms: &mut Terms, [x, y]: [Term; 2], [q, r]: [Term; 2]) -> Term {
    let product = terms.apply(Operator::Multiply, &[q, y]);
    let sum = terms.apply(Operator::Add, &[product, r]);
    let is_sum = terms.equal(x, sum);
    let overflows = terms.multiply_overflows(q, y, false);
    let fits = terms.not(overflows);
    let is_small = terms.apply(Operator::Less, &[r, y]);
    let is_part = terms.apply(Operator::LessOrEqual, &[r, x]);
    terms.all(&[is_sum, fits, is_small, is_part])
}

/// `x = q * y + r`, where the product does not overflow, `r` is smaller than `y` without
/// their signs, and `r` is 0 or has the sign of `x`. The smallest number by -1 is itself,
/// as its positive counterpart does not fit.
fn signed_division(terms: &mut Terms, [x, y]: [Term; 2], [q, r]: [Term; 2]) -> Term {
    let width = terms.width(x);
    let product = terms.apply(Operator::Multiply, &[q, y]);
    let sum = terms.apply(Operator::Add, &[product, r]);
    let is_sum = terms.equal(x, sum);
    let overflows = product_overflows(terms, q, y);
    let fits = terms.not(overflows);
    let [size_of_r, size_of_y] = [r, y].map(|term| size(terms, term));
    let is_small = terms.apply(Operator::Less, &[size_of_r, size_of_y]);
    let [r_sign, x_sign] = [r, x].map(|term| terms.is_negative(term));
    let has_sign = terms.equal(r_sign, x_sign);
    let is_zero = terms.is_number(r, 0);
    let has_sign = terms.or(is_zero, has_sign);
    let usual = terms.all(&[is_sum, fits, is_small, has_sign]);
    let min = terms.signed_min(width);
    let (is_min, by_ones) = (terms.equal(x, min), terms.is_number(y, u128::MAX >> (128 - width)));
    let is_unusual = terms.and(is_min, by_ones);
    let is_itself = terms.equal(q, x);
    let unusual = terms.and(is_itself, is_zero);
    terms.if_else(is_unusual, unusual, usual)
}

/// Whether a product with signs overflows: that of the sizes does, or has no opposite. z3
/// has a predicate for this, whose answer in version 4.8 is wrong for some numbers.
fn product_overflows(terms: &mut Terms, x: Term, y: Term) -> Term {
    let width = terms.width(x);
    let sizes = [x, y].map(|term| size(terms, term));
    let product = terms.apply(Operator::Multiply, &sizes);
    let is_large = terms.multiply_overflows(sizes[0], sizes[1], false);
    let min = terms.signed_min(width);
    let is_above = terms.apply(Operator::Less, &[min, product]);
    let is_at_least = terms.apply(Operator::LessOrEqual, &[min, product]);
    let signs = [x, y].map(|term| terms.is_negative(term));
    let is_positive = terms.equal(signs[0], signs[1]);
    let has_no_opposite = terms.if_else(is_positive, is_at_least, is_above);
    terms.or(is_large, has_no_opposite)
}

/// A number without its sign. That of the smallest number has the same bits.
fn size(terms: &mut Terms, term: Term) -> Term {
    let is_negative = terms.is_negative(term);
    let opposite = terms.apply(Operator::Negate, &[term]);
    terms.if_else(is_negative, opposite, term)
}
