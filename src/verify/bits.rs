//! How operators on bits meet: extensions, single bits, and the branches of conditions.
//! What becomes the same term in this way needs no solver.

use crate::term::{Constant, Node, Operator, Sort, Term, Terms, mask};

/// A simpler term for an operator and its operands, if there is one.
pub(crate) fn simplify(terms: &mut Terms, operator: Operator, operands: &[Term]) -> Option<Term> {
    match (operator, operands) {
        (Operator::Extract { low, width }, [operand]) => extract(terms, low, width, *operand),
        (Operator::ShiftRightSigned, [x, amount]) => {
            let width = terms.width(*x);
            let amount = number(terms, *amount)?;
            (amount + 1 == u128::from(width)).then(|| {
                let sign = terms.extract(*x, width - 1, 1);
                terms.sign_extend(sign, width)
            })
        }
        (Operator::Equal, [first, second]) => {
            equal(terms, *first, *second).or_else(|| extended(terms, operator, *first, *second))
        }
        (Operator::Subtract, [first, second]) => subtract(terms, *first, *second),
        (Operator::LessOrEqual, [first, second]) => {
            let is_more = terms.apply(Operator::Less, &[*second, *first]);
            Some(terms.not(is_more))
        }
        (Operator::LessOrEqualSigned, [first, second]) => {
            let is_more = terms.apply(Operator::LessSigned, &[*second, *first]);
            Some(terms.not(is_more))
        }
        (Operator::Less | Operator::LessSigned, [first, second]) => {
            extended(terms, operator, *first, *second)
                .or_else(|| less(terms, operator, *first, *second))
        }
        (Operator::BitAnd | Operator::BitOr | Operator::BitXor, [first, second]) => {
            extended(terms, operator, *first, *second)
        }
        (Operator::If, [condition, then, otherwise]) => {
            branch(terms, *condition, *then, *otherwise)
        }
        _ => None,
    }
}

fn number(terms: &Terms, term: Term) -> Option<u128> {
    match terms.constant(term) {
        Some(Constant::Bits { bits, .. }) => Some(bits),
        _ => None,
    }
}

/// An operator and its operands, if the term is one.
fn applied(terms: &Terms, term: Term) -> Option<(Operator, Vec<Term>)> {
    match terms.node(term) {
        Node::Apply(operator, operands) => Some((*operator, operands.clone())),
        _ => None,
    }
}

fn extract(terms: &mut Terms, low: u32, width: u32, operand: Term) -> Option<Term> {
    let (operator, inner) = applied(terms, operand)?;
    match operator {
        Operator::Extract { low: first, .. } => Some(terms.extract(inner[0], first + low, width)),
        Operator::BitAnd | Operator::BitOr | Operator::BitXor | Operator::BitNot => {
            let parts: Vec<_> = inner
                .iter()
                .map(|term| terms.extract(*term, low, width))
                .collect();
            Some(terms.apply(operator, &parts))
        }
        Operator::ZeroExtend(_) if low >= terms.width(inner[0]) => Some(terms.bits(width, 0)),
        Operator::SignExtend(_) if low + 1 >= terms.width(inner[0]) => {
            let sign = terms.width(inner[0]) - 1;
            let sign = terms.extract(inner[0], sign, 1);
            Some(terms.sign_extend(sign, width))
        }
        Operator::ZeroExtend(_) | Operator::SignExtend(_)
            if low + width <= terms.width(inner[0]) =>
        {
            Some(terms.extract(inner[0], low, width))
        }
        _ => None,
    }
}

/// Whether bits are those of a number, asked of what the bits are made of.
fn equal(terms: &mut Terms, first: Term, second: Term) -> Option<Term> {
    let (value, other) = match (number(terms, first), number(terms, second)) {
        (Some(number), _) => (number, second),
        (_, Some(number)) => (number, first),
        _ => return equal_bits(terms, first, second),
    };
    let width = terms.width(other);
    if width == 1 && value == 0 {
        let is_set = terms.is_set(other);
        return Some(terms.not(is_set));
    }
    let (operator, inner) = applied(terms, other)?;
    match operator {
        Operator::If => {
            let [then, otherwise] = [number(terms, inner[1])?, number(terms, inner[2])?];
            let [then, otherwise] = [then, otherwise].map(|branch| terms.bool(branch == value));
            Some(terms.if_else(inner[0], then, otherwise))
        }
        Operator::BitNot => Some(terms.is_number(inner[0], !value & mask(width))),
        Operator::BitAnd | Operator::BitOr | Operator::BitXor if width == 1 => {
            let [x, y] = [inner[0], inner[1]].map(|bit| terms.is_set(bit));
            Some(match operator {
                Operator::BitAnd => terms.and(x, y),
                Operator::BitOr => terms.or(x, y),
                _ => terms.differ(x, y),
            })
        }
        Operator::ZeroExtend(_) | Operator::SignExtend(_) => {
            let low = Constant::of_bits(terms.width(inner[0]), value);
            let low = terms.constant_term(low);
            let again = terms.apply(operator, &[low]);
            match number(terms, again) == Some(value) {
                true => Some(terms.equal(inner[0], low)),
                false => Some(terms.bool(false)),
            }
        }
        _ => None,
    }
}

/// Whether two bits are the same, of which one is that of a condition.
fn equal_bits(terms: &mut Terms, first: Term, second: Term) -> Option<Term> {
    let is_condition = |term| {
        let applied = applied(terms, term);
        applied.is_some_and(|(operator, inner)| {
            let mut branches = inner.iter().skip(1);
            operator == Operator::If && branches.all(|term| number(terms, *term).is_some())
        })
    };
    let is_bit = matches!(terms.sort(first), Sort::Bits(1));
    if !is_bit || !(is_condition(first) || is_condition(second)) {
        return None;
    }
    let [first, second] = [first, second].map(|bit| terms.is_set(bit));
    Some(terms.equal(first, second))
}

/// An operator on two numbers that are extended in the same way from the same width.
fn extended(terms: &mut Terms, operator: Operator, first: Term, second: Term) -> Option<Term> {
    let ((kind, x), (other_kind, y)) = (applied(terms, first)?, applied(terms, second)?);
    let is_signed = match kind {
        Operator::SignExtend(_) => true,
        Operator::ZeroExtend(_) => false,
        _ => return None,
    };
    if kind != other_kind || terms.width(x[0]) != terms.width(y[0]) {
        return None;
    }
    let inner = match operator {
        // To extend the sign keeps the order without signs, and to add zeros makes both
        // numbers positive.
        Operator::LessSigned if !is_signed => Operator::Less,
        _ => operator,
    };
    let result = terms.apply(inner, &[x[0], y[0]]);
    Some(match operator {
        Operator::BitAnd | Operator::BitOr | Operator::BitXor => terms.apply(kind, &[result]),
        _ => result,
    })
}

/// Whether a number is less than 0, more than 0, or less than without what is taken away.
fn less(terms: &mut Terms, operator: Operator, first: Term, second: Term) -> Option<Term> {
    if operator == Operator::LessSigned {
        return (number(terms, second) == Some(0)).then(|| terms.is_negative(first));
    }
    if number(terms, second) == Some(0) {
        return Some(terms.bool(false));
    }
    if number(terms, first) == Some(0) {
        let is_zero = terms.is_number(second, 0);
        return Some(terms.not(is_zero));
    }
    match applied(terms, first)? {
        // The difference is less if it takes something away and does not wrap.
        (Operator::Subtract, inner) if inner[0] == second => {
            let is_zero = terms.is_number(inner[1], 0);
            let wraps = terms.apply(Operator::Less, &[second, inner[1]]);
            let stays = terms.or(is_zero, wraps);
            Some(terms.not(stays))
        }
        _ => None,
    }
}

/// 0 - x, and (x - y) - x.
fn subtract(terms: &mut Terms, first: Term, second: Term) -> Option<Term> {
    if number(terms, first) == Some(0) {
        return Some(terms.apply(Operator::Negate, &[second]));
    }
    match applied(terms, first)? {
        (Operator::Subtract, inner) if inner[0] == second => {
            Some(terms.apply(Operator::Negate, &[inner[1]]))
        }
        _ => None,
    }
}

/// A condition that is the opposite of another one, or is asked again in its branches.
fn branch(terms: &mut Terms, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
    if let Some((Operator::Not, inner)) = applied(terms, condition) {
        return Some(terms.if_else(inner[0], otherwise, then));
    }
    let again = |terms: &Terms, term: Term, index: usize| match applied(terms, term) {
        Some((Operator::If, inner)) if inner[0] == condition => Some(inner[index]),
        _ => None,
    };
    let (then_again, otherwise_again) = (again(terms, then, 1), again(terms, otherwise, 2));
    if then_again.is_none() && otherwise_again.is_none() {
        return None;
    }
    let (then, otherwise) = (
        then_again.unwrap_or(then),
        otherwise_again.unwrap_or(otherwise),
    );
    Some(terms.if_else(condition, then, otherwise))
}
