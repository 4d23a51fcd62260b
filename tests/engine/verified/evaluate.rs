//! What operations on small integers compute, as the texts of the dialects say, and
//! nothing that the verifier has.

use super::operations::{DISJOINT, Dialect, EXACT, Kind, NON_NEGATIVE, NSW, NUW};

/// Bits, or poison.
pub(super) type Value = Option<u64>;

/// An operation has undefined behaviour.
pub(super) struct Undefined;

/// An operation of a program.
#[derive(Debug)]
pub(super) struct Instruction {
    pub(super) code: Code,
    /// Among the inputs and the results before.
    pub(super) operands: Vec<usize>,
    /// Of the first operand, which is the widest one of a cut, and of the result.
    pub(super) from: u32,
    pub(super) width: u32,
    /// Whether the pattern has matched it, and not made it.
    pub(super) is_matched: bool,
}

#[derive(Debug)]
pub(super) enum Code {
    Constant(u64),
    Operation {
        kind: Kind,
        dialect: Dialect,
        flags: u8,
        predicate: u8,
    },
}

/// How an open point is read: whether the remainder of the smallest number by -1 is
/// undefined in `arith`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    pub(super) of_matched: bool,
    pub(super) of_created: bool,
}

/// A function with one result.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) returned: usize,
}

/// What a program may do for some inputs.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    pub(super) may_be_undefined: bool,
    /// Without repetitions.
    pub(super) values: Vec<Value>,
}

impl Program {
    /// Runs it for all that its operations may choose.
    pub(super) fn run(&self, inputs: &[Value], reading: Reading) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let mut known = inputs.to_vec();
        self.run_from(0, &mut known, reading, &mut outcomes);
        outcomes
    }

    fn run_from(
        &self,
        index: usize,
        known: &mut Vec<Value>,
        reading: Reading,
        outcomes: &mut Outcomes,
    ) {
        let Some(instruction) = self.instructions.get(index) else {
            let value = known[self.returned];
            if !outcomes.values.contains(&value) {
                outcomes.values.push(value);
            }
            return;
        };
        let operands: Vec<_> = instruction.operands.iter().map(|it| known[*it]).collect();
        if instruction.chooses(&operands) {
            for bits in 0..1 << instruction.width {
                known.push(Some(bits));
                self.run_from(index + 1, known, reading, outcomes);
                known.pop();
            }
            return;
        }
        match instruction.run(&operands, reading) {
            Ok(value) => {
                known.push(value);
                self.run_from(index + 1, known, reading, outcomes);
                known.pop();
            }
            Err(Undefined) => outcomes.may_be_undefined = true,
        }
    }
}

impl Instruction {
    /// Whether the result may be any number.
    fn chooses(&self, operands: &[Value]) -> bool {
        let Code::Operation { kind, dialect, .. } = self.code else {
            return false;
        };
        match (dialect, kind) {
            (_, Kind::Freeze) => operands[0].is_none(),
            (Dialect::Comb, Kind::Udiv | Kind::Sdiv | Kind::Urem | Kind::Srem) => {
                operands[0].is_some() && operands[1] == Some(0)
            }
            _ => false,
        }
    }

    fn run(&self, operands: &[Value], reading: Reading) -> Result<Value, Undefined> {
        let (kind, dialect, flags, predicate) = match self.code {
            Code::Constant(bits) => return Ok(Some(bits)),
            Code::Operation {
                kind,
                dialect,
                flags,
                predicate,
            } => (kind, dialect, flags, predicate),
        };
        if kind == Kind::Select && dialect != Dialect::Comb {
            let Some(condition) = operands[0] else {
                return Ok(None);
            };
            return Ok(operands[if condition == 1 { 1 } else { 2 }]);
        }
        if dialect != Dialect::Comb {
            self.check(kind, dialect, operands, reading)?;
        }
        let known: Option<Vec<u64>> = operands.iter().copied().collect();
        Ok(known.and_then(|known| self.compute(kind, flags, predicate, &known)))
    }

    /// Divisions have undefined behaviour.
    fn check(
        &self,
        kind: Kind,
        dialect: Dialect,
        operands: &[Value],
        reading: Reading,
    ) -> Result<(), Undefined> {
        use Kind::{CeilS, CeilU, FloorS, Sdiv, Srem, Udiv, Urem};
        if !matches!(kind, CeilS | CeilU | FloorS | Sdiv | Srem | Udiv | Urem) {
            return Ok(());
        }
        let divisor = operands[1].filter(|divisor| *divisor != 0);
        let divisor = divisor.ok_or(Undefined)?;
        let overflows = match kind {
            Sdiv | CeilS | FloorS => true,
            Srem if dialect == Dialect::Llvm => true,
            Srem if self.is_matched => reading.of_matched,
            Srem => reading.of_created,
            _ => false,
        };
        let smallest = 1 << (self.width - 1);
        let may_be_smallest = operands[0].is_none_or(|dividend| dividend == smallest);
        match overflows && may_be_smallest && divisor == mask(self.width) {
            true => Err(Undefined),
            false => Ok(()),
        }
    }

    /// The result for operands that are no poison.
    fn compute(&self, kind: Kind, flags: u8, predicate: u8, operands: &[u64]) -> Value {
        use Kind::{
            Add, And, Ashr, CeilS, CeilU, Cmp, FloorS, Freeze, Lshr, Mul, Or, Sdiv, Select, Sext,
            Shl, Smax, Smin, Srem, Sub, Trunc, Udiv, Umax, Umin, Urem, Xor, Zext,
        };
        let unsigned: Vec<i64> = operands.iter().map(|bits| *bits as i64).collect();
        let signed: Vec<i64> = operands.iter().map(|bits| sign(*bits, self.from)).collect();
        let (x, y) = (unsigned[0], unsigned.get(1).copied().unwrap_or(0));
        let (s, t) = (signed[0], signed.get(1).copied().unwrap_or(0));
        let is_comb = matches!(
            self.code,
            Code::Operation {
                dialect: Dialect::Comb,
                ..
            }
        );
        let is_too_far = y >= i64::from(self.from);
        // The exact results, as signed and unsigned numbers.
        let [of_signed, of_unsigned] = match kind {
            Add => [s + t, x + y],
            Sub => [s - t, x - y],
            Mul => [s * t, x * y],
            Shl if is_too_far => return is_comb.then_some(0),
            Shl => [s << y, x << y],
            Lshr if is_too_far => return is_comb.then_some(0),
            Lshr => [x >> y; 2],
            Ashr if is_too_far && !is_comb => return None,
            Ashr => [s >> y.min(8); 2],
            Udiv => [x / y; 2],
            Urem => [x % y; 2],
            CeilU => [(x + y - 1) / y; 2],
            Sdiv => [s / t; 2],
            Srem => [s % t; 2],
            CeilS => [ceil(s, t); 2],
            FloorS => [-ceil(-s, t); 2],
            And => [x & y; 2],
            Or => [x | y; 2],
            Xor => [x ^ y; 2],
            Smax => [s.max(t); 2],
            Umax => [x.max(y); 2],
            Smin => [s.min(t); 2],
            Umin => [x.min(y); 2],
            Cmp => [i64::from(compare(predicate, x, y, s, t)); 2],
            Select => [if x == 1 { unsigned[1] } else { unsigned[2] }; 2],
            Zext | Freeze => [x; 2],
            Sext => [s; 2],
            Trunc => [s, x],
        };
        let bits = of_unsigned as u64 & mask(self.width);
        let loses = match kind {
            Lshr | Ashr => x & ((1 << y.min(8)) - 1) != 0,
            Udiv => x % y != 0,
            Sdiv => s % t != 0,
            _ => false,
        };
        let is_poison = flags & NSW != 0 && sign(bits, self.width) != of_signed
            || flags & NUW != 0 && bits as i64 != of_unsigned
            || flags & EXACT != 0 && loses
            || flags & DISJOINT != 0 && x & y != 0
            || flags & NON_NEGATIVE != 0 && s < 0;
        (!is_poison).then_some(bits)
    }
}

/// The quotient, rounded up.
fn ceil(dividend: i64, divisor: i64) -> i64 {
    let quotient = dividend / divisor;
    let is_positive = (dividend < 0) == (divisor < 0);
    quotient + i64::from(dividend % divisor != 0 && is_positive)
}

/// The predicates of `arith.cmpi`; `comb.icmp` has four more, which look at unknown bits.
fn compare(predicate: u8, x: i64, y: i64, s: i64, t: i64) -> bool {
    match predicate {
        0 | 10 | 12 => x == y,
        1 | 11 | 13 => x != y,
        2 => s < t,
        3 => s <= t,
        4 => s > t,
        5 => s >= t,
        6 => x < y,
        7 => x <= y,
        8 => x > y,
        9 => x >= y,
        other => panic!("there is no predicate {other}"),
    }
}

pub(super) const fn mask(width: u32) -> u64 {
    (1 << width) - 1
}

/// The bits as a signed number.
pub(super) const fn sign(bits: u64, width: u32) -> i64 {
    let is_negative = bits >> (width - 1) & 1 == 1;
    bits as i64 - if is_negative { 1 << width } else { 0 }
}
