//! How terms are made. What is known of the result without its operands, or is one of
//! them, is made as such.

use crate::{
    bits,
    compute::compute,
    polynomial,
    term::{Constant, Format, Node, Operator, Sort, Term, Terms, mask},
};

impl Terms {
    /// The result of an operator.
    ///
    /// # Panics
    ///
    /// If the sorts of the operands do not suit it.
    pub fn apply(&mut self, operator: Operator, operands: &[Term]) -> Term {
        let constants: Option<Vec<_>> = operands.iter().map(|term| self.constant(*term)).collect();
        if let Some(result) = constants.and_then(|constants| compute(operator, &constants)) {
            return self.constant_term(result);
        }
        if let Some(known) = self.simplify(operator, operands) {
            return known;
        }
        let mut operands = operands.to_vec();
        if is_commutative(operator) {
            operands.sort_unstable();
        }
        let sort = self.result_sort(operator, &operands);
        self.intern(Node::Apply(operator, operands), sort)
    }

    fn result_sort(&self, operator: Operator, operands: &[Term]) -> Sort {
        let width = |index: usize| self.width(operands[index]);
        match operator {
            Operator::Not
            | Operator::And
            | Operator::Or
            | Operator::Equal
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::LessSigned
            | Operator::LessOrEqualSigned
            | Operator::MultiplyOverflows
            | Operator::MultiplyOverflowsSigned
            | Operator::FloatEqual
            | Operator::FloatLess
            | Operator::FloatLessOrEqual
            | Operator::FloatIsNan
            | Operator::FloatIsInfinite
            | Operator::FloatIsNegative => Sort::Bool,
            Operator::If => self.sort(operands[1]),
            Operator::Extract { width, .. }
            | Operator::ZeroExtend(width)
            | Operator::SignExtend(width)
            | Operator::FloatToSigned(width)
            | Operator::FloatToUnsigned(width) => Sort::Bits(width),
            Operator::BitsOfFloat => match self.sort(operands[0]) {
                Sort::Float(format) => Sort::Bits(format.width()),
                sort => panic!("a term of sort {sort:?} is no float"),
            },
            Operator::Concat => Sort::Bits(width(0) + width(1)),
            Operator::FloatOfBits(format)
            | Operator::FloatConvert(format)
            | Operator::FloatOfSigned(format)
            | Operator::FloatOfUnsigned(format) => Sort::Float(format),
            Operator::Call(function) => self.function(function).result,
            _ => self.sort(operands[0]),
        }
    }

    fn simplify(&mut self, operator: Operator, operands: &[Term]) -> Option<Term> {
        let simpler = match *operands {
            [operand] => self.simplify_unary(operator, operand),
            [first, second] => self.simplify_binary(operator, first, second),
            [condition, then, otherwise] if operator == Operator::If => {
                self.simplify_if(condition, then, otherwise)
            }
            _ => None,
        };
        simpler.or_else(|| bits::simplify(self, operator, operands))
    }

    fn simplify_unary(&mut self, operator: Operator, operand: Term) -> Option<Term> {
        let inner = match self.node(operand) {
            Node::Apply(inner, operands) if operands.len() == 1 => Some((*inner, operands[0])),
            _ => None,
        };
        match (operator, inner) {
            (Operator::FloatOfBits(format), Some((Operator::BitsOfFloat, inner)))
                if self.sort(inner) == Sort::Float(format) =>
            {
                Some(inner)
            }
            (Operator::Not, Some((Operator::Not, inner)))
            | (Operator::BitNot, Some((Operator::BitNot, inner)))
            | (Operator::Negate, Some((Operator::Negate, inner)))
            | (Operator::FloatNegate, Some((Operator::FloatNegate, inner))) => Some(inner),
            (Operator::Extract { low: 0, width }, _)
            | (Operator::ZeroExtend(width) | Operator::SignExtend(width), _)
                if width == self.width(operand) =>
            {
                Some(operand)
            }
            (Operator::Extract { low: 0, width }, Some((extension, inner)))
                if matches!(extension, Operator::ZeroExtend(_) | Operator::SignExtend(_)) =>
            {
                Some(match self.width(inner) {
                    smaller if smaller >= width => self.extract(inner, 0, width),
                    _ => match extension {
                        Operator::ZeroExtend(_) => self.zero_extend(inner, width),
                        _ => self.sign_extend(inner, width),
                    },
                })
            }
            (Operator::ZeroExtend(width), Some((Operator::ZeroExtend(_), inner)))
            | (Operator::SignExtend(width), Some((Operator::ZeroExtend(_), inner))) => {
                Some(self.zero_extend(inner, width))
            }
            (Operator::SignExtend(width), Some((Operator::SignExtend(_), inner))) => {
                Some(self.sign_extend(inner, width))
            }
            (Operator::FloatConvert(format), _) if self.sort(operand) == Sort::Float(format) => {
                Some(operand)
            }
            (Operator::FloatConvert(to), Some((conversion, inner))) => {
                self.convert_integer(conversion, inner, to)
            }
            (
                Operator::FloatIsNan | Operator::FloatIsInfinite | Operator::FloatAbsolute,
                Some((Operator::FloatNegate, inner)),
            ) => Some(self.apply(operator, &[inner])),
            _ => None,
        }
    }

    fn simplify_binary(&mut self, operator: Operator, first: Term, second: Term) -> Option<Term> {
        let number = |terms: &Self, term| match terms.constant(term) {
            Some(Constant::Bits { bits, .. }) => Some(bits),
            _ => None,
        };
        let truth = |terms: &Self, term| match terms.constant(term) {
            Some(Constant::Bool(value)) => Some(value),
            _ => None,
        };
        match operator {
            Operator::And | Operator::Or => {
                let neutral = operator == Operator::And;
                match (truth(self, first), truth(self, second)) {
                    (Some(value), _) => Some(if value == neutral { second } else { first }),
                    (_, Some(value)) => Some(if value == neutral { first } else { second }),
                    _ if first == second => Some(first),
                    _ if self.are_opposite(first, second) => Some(self.bool(!neutral)),
                    _ => None,
                }
            }
            Operator::Equal if first == second => Some(self.bool(true)),
            Operator::Equal if matches!(self.sort(first), Sort::Bits(_)) => {
                polynomial::are_equal(self, first, second).map(|equal| self.bool(equal))
            }
            Operator::Equal => match (truth(self, first), truth(self, second)) {
                (Some(true), _) => Some(second),
                (_, Some(true)) => Some(first),
                (Some(false), _) => Some(self.not(second)),
                (_, Some(false)) => Some(self.not(first)),
                _ => None,
            },
            Operator::LessOrEqual | Operator::LessOrEqualSigned if first == second => {
                Some(self.bool(true))
            }
            Operator::Less | Operator::LessSigned if first == second => Some(self.bool(false)),
            Operator::Subtract | Operator::BitXor if first == second => {
                let width = self.width(first);
                Some(self.bits(width, 0))
            }
            Operator::BitAnd | Operator::BitOr if first == second => Some(first),
            Operator::RemainderUnsigned | Operator::RemainderSigned
                if first == second || number(self, second) == Some(1) && self.width(first) > 1 =>
            {
                let width = self.width(first);
                Some(self.bits(width, 0))
            }
            Operator::DivideUnsigned | Operator::DivideSigned
                if number(self, second) == Some(1) && self.width(first) > 1 =>
            {
                Some(first)
            }
            Operator::DivideUnsigned | Operator::DivideSigned if first == second => {
                let width = self.width(first);
                let is_zero = self.is_number(first, 0);
                let (ones, one) = (self.bits(width, u128::MAX), self.bits(width, 1));
                Some(self.if_else(is_zero, ones, one))
            }
            // (x + y) - y and (x - y) + y.
            Operator::Subtract if self.other_summand(first, second).is_some() => {
                self.other_summand(first, second)
            }
            Operator::Add if self.minuend(first, second).is_some() => self.minuend(first, second),
            Operator::Add if self.minuend(second, first).is_some() => self.minuend(second, first),
            Operator::Subtract
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::ShiftRightSigned
                if number(self, second) == Some(0) =>
            {
                Some(first)
            }
            Operator::Add
            | Operator::BitOr
            | Operator::BitXor
            | Operator::BitAnd
            | Operator::Multiply => self.simplify_with_number(operator, first, second),
            Operator::MultiplyOverflows | Operator::MultiplyOverflowsSigned => {
                let is_signed = operator == Operator::MultiplyOverflowsSigned;
                let is_zero = number(self, first) == Some(0) || number(self, second) == Some(0);
                match self.width(first) {
                    _ if is_zero => Some(self.bool(false)),
                    // Only -1 times -1 does not fit. z3 4.8 says otherwise.
                    1 => {
                        let [first, second] = [first, second].map(|bit| self.is_set(bit));
                        let both = self.and(first, second);
                        Some(if is_signed { both } else { self.bool(false) })
                    }
                    _ => None,
                }
            }
            Operator::FloatMultiply | Operator::FloatDivide => {
                self.move_sign(operator, [first, second])
            }
            _ => None,
        }
    }

    /// A float made of an integer and converted: at once, if the first float is exact.
    fn convert_integer(&mut self, conversion: Operator, integer: Term, to: Format) -> Option<Term> {
        let is_exact = |format: Format, sign: u32| {
            let (_, significand) = format.sizes();
            self.width(integer) - sign <= significand
        };
        match conversion {
            Operator::FloatOfSigned(format) if is_exact(format, 1) => {
                Some(self.apply(Operator::FloatOfSigned(to), &[integer]))
            }
            Operator::FloatOfUnsigned(format) if is_exact(format, 0) => {
                Some(self.apply(Operator::FloatOfUnsigned(to), &[integer]))
            }
            _ => None,
        }
    }

    /// A product or quotient of floats without signs of its own: it has the sign of the
    /// result. There is one NaN, whose sign means nothing.
    fn move_sign(&mut self, operator: Operator, operands: [Term; 2]) -> Option<Term> {
        let opposite = operands.map(|operand| match self.node(operand) {
            Node::Apply(Operator::FloatNegate, inner) => Some(inner[0]),
            _ => None,
        });
        let [first, second] = [0, 1].map(|index| opposite[index].unwrap_or(operands[index]));
        match opposite.iter().flatten().count() {
            0 => None,
            1 => {
                let result = self.apply(operator, &[first, second]);
                Some(self.apply(Operator::FloatNegate, &[result]))
            }
            _ => Some(self.apply(operator, &[first, second])),
        }
    }

    /// A commutative operation of which one operand is a number.
    fn simplify_with_number(&mut self, operator: Operator, x: Term, y: Term) -> Option<Term> {
        let (number, other) = match (self.constant(x), self.constant(y)) {
            (Some(Constant::Bits { bits, .. }), _) => (bits, y),
            (_, Some(Constant::Bits { bits, .. })) => (bits, x),
            _ => return None,
        };
        let width = self.width(x);
        let ones = mask(width);
        match operator {
            Operator::Add | Operator::BitOr | Operator::BitXor if number == 0 => Some(other),
            Operator::Multiply | Operator::BitAnd if number == 0 => Some(self.bits(width, 0)),
            Operator::Multiply if number == 1 => Some(other),
            Operator::BitAnd if number == ones => Some(other),
            Operator::BitOr if number == ones => Some(self.bits(width, ones)),
            Operator::BitXor if number == ones => Some(self.apply(Operator::BitNot, &[other])),
            Operator::Multiply if number == ones => Some(self.apply(Operator::Negate, &[other])),
            _ => None,
        }
    }

    fn simplify_if(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        if then == otherwise {
            return Some(then);
        }
        if let Some(condition) = self.constant(condition) {
            return Some(if condition.is_true() { then } else { otherwise });
        }
        let value = |term| match self.constant(term) {
            Some(Constant::Bool(value)) => Some(value),
            _ => None,
        };
        match (value(then), value(otherwise)) {
            (Some(true), Some(false)) => Some(condition),
            (Some(false), Some(true)) => Some(self.not(condition)),
            (Some(true), None) => Some(self.or(condition, otherwise)),
            (None, Some(false)) => Some(self.and(condition, then)),
            _ => None,
        }
    }

    /// What a sum consists of beside a term.
    fn other_summand(&self, sum: Term, term: Term) -> Option<Term> {
        match self.node(sum) {
            Node::Apply(Operator::Add, operands) => match operands[..] {
                [first, second] if second == term => Some(first),
                [first, second] if first == term => Some(second),
                _ => None,
            },
            _ => None,
        }
    }

    /// From what a difference takes a term away.
    fn minuend(&self, difference: Term, term: Term) -> Option<Term> {
        match self.node(difference) {
            Node::Apply(Operator::Subtract, operands) if operands[1] == term => Some(operands[0]),
            _ => None,
        }
    }

    fn are_opposite(&self, first: Term, second: Term) -> bool {
        let negates = |negation: Term, term: Term| matches!(self.node(negation), Node::Apply(Operator::Not, operands) if operands[0] == term);
        negates(first, second) || negates(second, first)
    }
}

/// Whether operands may change places.
fn is_commutative(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::And
            | Operator::Or
            | Operator::Equal
            | Operator::Add
            | Operator::Multiply
            | Operator::BitAnd
            | Operator::BitOr
            | Operator::BitXor
            | Operator::MultiplyOverflows
            | Operator::MultiplyOverflowsSigned
            | Operator::FloatAdd
            | Operator::FloatMultiply
            | Operator::FloatEqual
    )
}

/// Short names for what is often made.
impl Terms {
    pub fn bool(&mut self, value: bool) -> Term {
        self.constant_term(Constant::Bool(value))
    }

    pub fn bits(&mut self, width: u32, bits: u128) -> Term {
        self.constant_term(Constant::of_bits(width, bits))
    }

    /// The smallest number with a sign.
    pub fn signed_min(&mut self, width: u32) -> Term {
        self.bits(width, 1 << (width - 1))
    }

    pub fn not(&mut self, operand: Term) -> Term {
        self.apply(Operator::Not, &[operand])
    }

    pub fn and(&mut self, first: Term, second: Term) -> Term {
        self.apply(Operator::And, &[first, second])
    }

    pub fn or(&mut self, first: Term, second: Term) -> Term {
        self.apply(Operator::Or, &[first, second])
    }

    pub fn all(&mut self, terms: &[Term]) -> Term {
        let holds = self.bool(true);
        terms.iter().fold(holds, |all, term| self.and(all, *term))
    }

    pub fn any(&mut self, terms: &[Term]) -> Term {
        let none = self.bool(false);
        terms.iter().fold(none, |any, term| self.or(any, *term))
    }

    pub fn implies(&mut self, condition: Term, conclusion: Term) -> Term {
        let fails = self.not(condition);
        self.or(fails, conclusion)
    }

    pub fn equal(&mut self, first: Term, second: Term) -> Term {
        self.apply(Operator::Equal, &[first, second])
    }

    pub fn differ(&mut self, first: Term, second: Term) -> Term {
        let are_equal = self.equal(first, second);
        self.not(are_equal)
    }

    /// Whether bits are those of a number.
    pub fn is_number(&mut self, term: Term, number: u128) -> Term {
        let width = self.width(term);
        let number = self.bits(width, number);
        self.equal(term, number)
    }

    pub fn if_else(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.apply(Operator::If, &[condition, then, otherwise])
    }

    /// One bit that is 1 if the condition holds.
    pub fn bit_of(&mut self, condition: Term) -> Term {
        let (one, zero) = (self.bits(1, 1), self.bits(1, 0));
        self.if_else(condition, one, zero)
    }

    /// Whether one bit is 1.
    pub fn is_set(&mut self, bit: Term) -> Term {
        self.is_number(bit, 1)
    }

    pub fn extract(&mut self, term: Term, low: u32, width: u32) -> Term {
        self.apply(Operator::Extract { low, width }, &[term])
    }

    /// Whether the highest bit is 1.
    pub fn is_negative(&mut self, term: Term) -> Term {
        let width = self.width(term);
        let sign = self.extract(term, width - 1, 1);
        self.is_set(sign)
    }

    pub fn zero_extend(&mut self, term: Term, to: u32) -> Term {
        self.apply(Operator::ZeroExtend(to), &[term])
    }

    pub fn sign_extend(&mut self, term: Term, to: u32) -> Term {
        self.apply(Operator::SignExtend(to), &[term])
    }

    /// A number of another width: its low bits, or extended.
    pub fn resize(&mut self, term: Term, width: u32, is_signed: bool) -> Term {
        if self.width(term) >= width {
            self.extract(term, 0, width)
        } else if is_signed {
            self.sign_extend(term, width)
        } else {
            self.zero_extend(term, width)
        }
    }

    /// Whether a sum does not fit.
    pub fn add_overflows(&mut self, x: Term, y: Term, is_signed: bool) -> Term {
        let sum = self.apply(Operator::Add, &[x, y]);
        if !is_signed {
            return self.apply(Operator::Less, &[sum, x]);
        }
        let signs = [x, y, sum].map(|term| self.is_negative(term));
        let were_equal = self.equal(signs[0], signs[1]);
        let changed = self.differ(signs[0], signs[2]);
        self.and(were_equal, changed)
    }

    /// Whether a difference does not fit.
    pub fn subtract_overflows(&mut self, x: Term, y: Term, is_signed: bool) -> Term {
        if !is_signed {
            return self.apply(Operator::Less, &[x, y]);
        }
        if self.constant(x) == Some(Constant::of_bits(self.width(x), 0)) {
            let min = self.signed_min(self.width(x));
            return self.equal(y, min);
        }
        let difference = self.apply(Operator::Subtract, &[x, y]);
        let signs = [x, y, difference].map(|term| self.is_negative(term));
        let were_different = self.differ(signs[0], signs[1]);
        let changed = self.differ(signs[0], signs[2]);
        self.and(were_different, changed)
    }

    pub fn multiply_overflows(&mut self, x: Term, y: Term, is_signed: bool) -> Term {
        let operator = match is_signed {
            true => Operator::MultiplyOverflowsSigned,
            false => Operator::MultiplyOverflows,
        };
        self.apply(operator, &[x, y])
    }

    pub fn float_of_bits(&mut self, format: Format, bits: Term) -> Term {
        self.apply(Operator::FloatOfBits(format), &[bits])
    }

    /// The bits of a float.
    pub fn bits_of_float(&mut self, float: Term) -> Term {
        self.apply(Operator::BitsOfFloat, &[float])
    }
}
