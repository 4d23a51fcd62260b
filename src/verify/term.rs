//! Terms: what is computed, each stored once.

use rustc_hash::FxHashMap;

/// All terms of a computation. Equal terms are stored once, so that comparing two of
/// them is comparing two numbers.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<(Node, Sort)>,
    ids: FxHashMap<Node, Term>,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    function_ids: FxHashMap<Function, u32>,
}

/// A term of the [`Terms`] that made it. Operands have smaller numbers than what uses
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    Variable(u32),
    Constant(Constant),
    Apply(Operator, Vec<Term>),
}

/// What values a term can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Bool,
    /// Between 1 and [`MAX_WIDTH`] bits.
    Bits(u32),
    Float(Format),
}

/// The largest number of bits of a term.
pub const MAX_WIDTH: u32 = 128;

/// The formats of IEEE 754, and bfloat16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    F16,
    BF16,
    F32,
    F64,
}

impl Format {
    /// The bits of the exponent, and those of the significand with the hidden one.
    #[must_use]
    pub fn sizes(self) -> (u32, u32) {
        match self {
            Format::F16 => (5, 11),
            Format::BF16 => (8, 8),
            Format::F32 => (8, 24),
            Format::F64 => (11, 53),
        }
    }

    #[must_use]
    pub fn width(self) -> u32 {
        let (exponent, significand) = self.sizes();
        exponent + significand
    }
}

/// A value of a sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Constant {
    Bool(bool),
    /// The bits above the width are 0.
    Bits {
        width: u32,
        bits: u128,
    },
    /// By its bits. All NaNs are stored as one.
    Float {
        format: Format,
        bits: u64,
    },
}

impl Constant {
    #[must_use]
    pub fn sort(self) -> Sort {
        match self {
            Constant::Bool(_) => Sort::Bool,
            Constant::Bits { width, .. } => Sort::Bits(width),
            Constant::Float { format, .. } => Sort::Float(format),
        }
    }

    /// Bits of a width, without those above it.
    #[must_use]
    pub fn of_bits(width: u32, bits: u128) -> Self {
        Constant::Bits {
            width,
            bits: bits & mask(width),
        }
    }

    #[must_use]
    pub fn is_true(self) -> bool {
        self == Constant::Bool(true)
    }
}

/// A one in each of that many bits.
#[must_use]
pub fn mask(width: u32) -> u128 {
    u128::MAX >> (MAX_WIDTH - width)
}

/// A free variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// For people. Several variables may have the same name.
    pub name: String,
    pub sort: Sort,
}

/// A function of which nothing is known but that it returns the same for the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Function {
    pub name: String,
    pub arguments: Vec<Sort>,
    pub result: Sort,
}

/// What is computed from terms. Those on bits mean what the operators of SMT-LIB's theory
/// of bit vectors mean, division by zero and large shifts among them. Those on floats
/// round to the nearest, ties to even.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    Not,
    And,
    Or,
    Equal,
    /// The second operand if the first one holds, else the third one.
    If,
    BitNot,
    Negate,
    Add,
    Subtract,
    Multiply,
    DivideUnsigned,
    DivideSigned,
    RemainderUnsigned,
    /// With the sign of the dividend.
    RemainderSigned,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    BitAnd,
    BitOr,
    BitXor,
    Less,
    LessOrEqual,
    LessSigned,
    LessOrEqualSigned,
    MultiplyOverflows,
    MultiplyOverflowsSigned,
    /// Bits from one on.
    Extract {
        low: u32,
        width: u32,
    },
    /// To a width.
    ZeroExtend(u32),
    SignExtend(u32),
    /// The first operand has the high bits.
    Concat,
    FloatOfBits(Format),
    /// The bits of a float, which for NaN are always the same.
    BitsOfFloat,
    FloatAdd,
    FloatSubtract,
    FloatMultiply,
    FloatDivide,
    /// What remains if the quotient is rounded to the nearest integer, ties to even.
    FloatRemainder,
    FloatFma,
    FloatSqrt,
    FloatNegate,
    FloatAbsolute,
    FloatRound(Rounding),
    FloatEqual,
    FloatLess,
    FloatLessOrEqual,
    FloatIsNan,
    FloatIsInfinite,
    FloatIsNegative,
    FloatConvert(Format),
    FloatOfSigned(Format),
    FloatOfUnsigned(Format),
    /// To a width. What does not fit is any value, but always the same one.
    FloatToSigned(u32),
    FloatToUnsigned(u32),
    /// A function of which nothing is known, by its number.
    Call(u32),
}

/// To which integer a float is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    Up,
    Down,
    ToZero,
}

impl Terms {
    #[must_use]
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()].0
    }

    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].1
    }

    /// The number of bits of a term that has bits.
    ///
    /// # Panics
    ///
    /// If it has none.
    #[must_use]
    pub fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::Bits(width) => width,
            sort => panic!("a term of sort {sort:?} has no bits"),
        }
    }

    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    #[must_use]
    pub fn function(&self, function: u32) -> &Function {
        &self.functions[function as usize]
    }

    /// The constant that a term is.
    #[must_use]
    pub fn constant(&self, term: Term) -> Option<Constant> {
        match self.node(term) {
            Node::Constant(constant) => Some(*constant),
            _ => None,
        }
    }

    /// A new variable, which differs from all others.
    pub fn variable(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        let number = small(self.variables.len());
        self.variables.push(Variable {
            name: name.into(),
            sort,
        });
        self.intern(Node::Variable(number), sort)
    }

    pub fn constant_term(&mut self, constant: Constant) -> Term {
        self.intern(Node::Constant(constant), constant.sort())
    }

    /// The result of a function of which nothing is known.
    pub fn call(&mut self, name: &str, arguments: Vec<Term>, result: Sort) -> Term {
        let function = Function {
            name: name.to_owned(),
            arguments: arguments.iter().map(|term| self.sort(*term)).collect(),
            result,
        };
        let number = match self.function_ids.get(&function) {
            Some(number) => *number,
            None => {
                let number = small(self.functions.len());
                self.functions.push(function.clone());
                self.function_ids.insert(function, number);
                number
            }
        };
        self.intern(Node::Apply(Operator::Call(number), arguments), result)
    }

    pub(crate) fn intern(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(term) = self.ids.get(&node) {
            return *term;
        }
        let term = Term(small(self.nodes.len()));
        self.nodes.push((node.clone(), sort));
        self.ids.insert(node, term);
        term
    }

    /// Some terms and all that they are made of, each after its operands.
    #[must_use]
    pub fn reachable(&self, roots: &[Term]) -> Vec<Term> {
        let mut is_seen = vec![false; self.nodes.len()];
        let mut open = roots.to_vec();
        while let Some(term) = open.pop() {
            if std::mem::replace(&mut is_seen[term.index()], true) {
                continue;
            }
            if let Node::Apply(_, operands) = self.node(term) {
                open.extend(operands);
            }
        }
        let all = (0..).map(Term).zip(is_seen);
        all.filter_map(|(term, is_seen)| is_seen.then_some(term))
            .collect()
    }
}

impl Term {
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("there are fewer than 2^32 of them in memory")
}
