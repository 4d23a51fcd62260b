//! Terms in the language of solvers, SMT-LIB 2.6.

use crate::term::{Constant, Node, Operator, Rounding, Sort, Term, Terms};
use std::fmt::Write;

/// A question to a solver: whether conditions can hold together.
#[derive(Debug)]
pub struct Query<'t> {
    terms: &'t Terms,
    dialect: Dialect,
    /// The terms that the conditions are made of.
    order: Vec<Term>,
    conditions: Vec<Term>,
}

/// Which words a solver knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// What all solvers know.
    Standard,
    /// z3 has predicates for products that do not fit, which are much faster than products
    /// of twice the width.
    Z3,
}

impl<'t> Query<'t> {
    #[must_use]
    pub fn new(terms: &'t Terms, conditions: &[Term], dialect: Dialect) -> Self {
        Query {
            terms,
            dialect,
            order: terms.reachable(conditions),
            conditions: conditions.to_vec(),
        }
    }

    /// The declarations and assertions, without the command that asks.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut is_declared = rustc_hash::FxHashSet::default();
        for term in &self.order {
            match self.terms.node(*term) {
                Node::Variable(number) => {
                    let sort = sort(self.terms.sort(*term));
                    let _ = writeln!(text, "(declare-const v{number} {sort})");
                }
                Node::Apply(Operator::Call(number), _) if is_declared.insert(*number) => {
                    let function = self.terms.function(*number);
                    let arguments: Vec<_> =
                        function.arguments.iter().map(|its| sort(*its)).collect();
                    let (arguments, result) = (arguments.join(" "), sort(function.result));
                    let _ = writeln!(text, "(declare-fun f{number} ({arguments}) {result})");
                }
                _ => {}
            }
            if let Node::Apply(operator, operands) = self.terms.node(*term) {
                let (index, sort) = (term.index(), sort(self.terms.sort(*term)));
                let _ = write!(text, "(define-fun t{index} () {sort} ");
                self.apply(&mut text, *operator, operands);
                text.push_str(")\n");
            }
        }
        for condition in &self.conditions {
            let _ = writeln!(text, "(assert {})", self.name(*condition));
        }
        text
    }

    /// What a model must say: the values of variables, and of what unknown functions
    /// return, with the words for them. What functions get comes before what they return.
    #[must_use]
    pub fn asked(&self) -> Vec<(Term, String)> {
        let asked = self
            .order
            .iter()
            .filter_map(|term| match self.terms.node(*term) {
                Node::Variable(number) => Some((*term, format!("v{number}"))),
                Node::Apply(Operator::Call(_), _) => Some((*term, self.name(*term))),
                _ => None,
            });
        asked.collect()
    }

    /// Whether functions of which nothing is known are called.
    #[must_use]
    pub fn has_calls(&self) -> bool {
        let is_call =
            |term: &Term| matches!(self.terms.node(*term), Node::Apply(Operator::Call(_), _));
        self.order.iter().any(is_call)
    }

    fn name(&self, term: Term) -> String {
        match self.terms.node(term) {
            Node::Constant(constant) => literal(*constant),
            Node::Variable(number) => format!("v{number}"),
            Node::Apply(..) => format!("t{}", term.index()),
        }
    }

    fn apply(&self, text: &mut String, operator: Operator, operands: &[Term]) {
        let names: Vec<_> = operands.iter().map(|operand| self.name(*operand)).collect();
        let head = match operator {
            Operator::ZeroExtend(to) => {
                format!("(_ zero_extend {})", to - self.terms.width(operands[0]))
            }
            Operator::SignExtend(to) => {
                format!("(_ sign_extend {})", to - self.terms.width(operands[0]))
            }
            Operator::Extract { low, width } => format!("(_ extract {} {low})", low + width - 1),
            Operator::MultiplyOverflows => {
                let width = self.terms.width(operands[0]);
                text.push_str(&product_overflows(
                    self.dialect,
                    width,
                    &names[0],
                    &names[1],
                ));
                return;
            }
            _ => head(operator),
        };
        // A function without arguments is a constant.
        let _ = match names.is_empty() {
            true => write!(text, "{head}"),
            false => write!(text, "({head} {})", names.join(" ")),
        };
    }
}

/// Whether a product without signs does not fit. Not all solvers have a predicate for this:
/// a product of twice the width then has other high bits than 0.
fn product_overflows(dialect: Dialect, width: u32, x: &str, y: &str) -> String {
    match dialect {
        Dialect::Z3 => format!("(not (bvumul_noovfl {x} {y}))"),
        Dialect::Standard => {
            let [x, y] = [x, y].map(|name| format!("((_ zero_extend {width}) {name})"));
            let high = format!("((_ extract {} {width}) (bvmul {x} {y}))", 2 * width - 1);
            format!("(not (= {high} (_ bv0 {width})))")
        }
    }
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Float(format) => {
            let (exponent, significand) = format.sizes();
            format!("(_ FloatingPoint {exponent} {significand})")
        }
    }
}

fn literal(constant: Constant) -> String {
    match constant {
        Constant::Bool(value) => value.to_string(),
        Constant::Bits { width, bits } => format!("(_ bv{bits} {width})"),
        Constant::Float { format, bits } => {
            let (exponent, significand) = format.sizes();
            let width = format.width();
            format!("((_ to_fp {exponent} {significand}) (_ bv{bits} {width}))")
        }
    }
}

fn head(operator: Operator) -> String {
    let simple = match operator {
        Operator::Not => "not",
        Operator::And => "and",
        Operator::Or => "or",
        Operator::Equal => "=",
        Operator::If => "ite",
        Operator::BitNot => "bvnot",
        Operator::Negate => "bvneg",
        Operator::Add => "bvadd",
        Operator::Subtract => "bvsub",
        Operator::Multiply => "bvmul",
        Operator::DivideUnsigned => "bvudiv",
        Operator::DivideSigned => "bvsdiv",
        Operator::RemainderUnsigned => "bvurem",
        Operator::RemainderSigned => "bvsrem",
        Operator::ShiftLeft => "bvshl",
        Operator::ShiftRight => "bvlshr",
        Operator::ShiftRightSigned => "bvashr",
        Operator::BitAnd => "bvand",
        Operator::BitOr => "bvor",
        Operator::BitXor => "bvxor",
        Operator::Less => "bvult",
        Operator::LessOrEqual => "bvule",
        Operator::LessSigned => "bvslt",
        Operator::LessOrEqualSigned => "bvsle",
        Operator::Concat => "concat",
        Operator::FloatAdd => "fp.add RNE",
        Operator::FloatSubtract => "fp.sub RNE",
        Operator::FloatMultiply => "fp.mul RNE",
        Operator::FloatDivide => "fp.div RNE",
        Operator::FloatRemainder => "fp.rem",
        Operator::FloatFma => "fp.fma RNE",
        Operator::FloatSqrt => "fp.sqrt RNE",
        Operator::FloatNegate => "fp.neg",
        Operator::FloatAbsolute => "fp.abs",
        Operator::FloatEqual => "fp.eq",
        Operator::FloatLess => "fp.lt",
        Operator::FloatLessOrEqual => "fp.leq",
        Operator::FloatIsNan => "fp.isNaN",
        Operator::FloatIsInfinite => "fp.isInfinite",
        Operator::FloatIsNegative => "fp.isNegative",
        Operator::FloatRound(rounding) => return format!("fp.roundToIntegral {}", mode(rounding)),
        Operator::FloatOfBits(format) => {
            let (exponent, significand) = format.sizes();
            return format!("(_ to_fp {exponent} {significand})");
        }
        Operator::FloatConvert(format) | Operator::FloatOfSigned(format) => {
            let (exponent, significand) = format.sizes();
            return format!("(_ to_fp {exponent} {significand}) RNE");
        }
        Operator::FloatOfUnsigned(format) => {
            let (exponent, significand) = format.sizes();
            return format!("(_ to_fp_unsigned {exponent} {significand}) RNE");
        }
        Operator::FloatToSigned(width) => return format!("(_ fp.to_sbv {width}) RTZ"),
        Operator::FloatToUnsigned(width) => return format!("(_ fp.to_ubv {width}) RTZ"),
        Operator::Call(number) => return format!("f{number}"),
        Operator::BitsOfFloat | Operator::MultiplyOverflowsSigned => {
            unreachable!("they are made plain before")
        }
        Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::MultiplyOverflows => unreachable!("they are printed with their widths"),
    };
    simple.to_owned()
}

fn mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::ToZero => "RTZ",
    }
}
