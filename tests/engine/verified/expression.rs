//! What random patterns match and make, as data.

use super::operations::Kind;

/// The width of a value. All values of a pattern have one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    Wide,
    Narrow,
    Bit,
}

/// A tree of operations.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expression {
    /// A value that may be anything, or the constant of a name in upper case.
    Leaf(char),
    /// A constant operation.
    Constant(Number, Width),
    Operation(Operation),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Operation {
    pub(crate) kind: Kind,
    pub(crate) flags: Flags,
    /// Of a comparison.
    pub(crate) predicate: u8,
    pub(crate) operands: Vec<Expression>,
    pub(crate) width: Width,
}

/// The flags of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flags {
    /// None is written.
    Absent,
    /// Some of `Kind::flags`, as bits.
    Fixed(u8),
    /// Those for overflow, which the pattern copies.
    Copied,
}

/// A number that a pattern writes or computes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Number {
    Literal(i64),
    Leaf(char),
    /// What a function of the library returns.
    Call(&'static str, Vec<Number>),
}

/// A constraint on numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    pub(crate) is_negated: bool,
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<Number>,
}

/// A pattern without widths.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rule {
    pub(crate) source: Expression,
    pub(crate) target: Expression,
    pub(crate) conditions: Vec<Condition>,
}

pub(crate) const fn is_constant(leaf: char) -> bool {
    leaf.is_ascii_uppercase()
}

/// The width of a leaf, which its name says.
pub(crate) fn leaf_width(leaf: char) -> Width {
    match leaf {
        'b' | 'd' => Width::Bit,
        'p' | 'q' => Width::Narrow,
        _ => Width::Wide,
    }
}

impl Expression {
    pub(crate) fn width(&self) -> Width {
        match self {
            Expression::Leaf(leaf) => leaf_width(*leaf),
            Expression::Constant(_, width) => *width,
            Expression::Operation(operation) => operation.width,
        }
    }

    /// Visits it and all that is in it, what is in it first.
    pub(crate) fn visit<'e>(&'e self, visit: &mut impl FnMut(&'e Expression)) {
        if let Expression::Operation(operation) = self {
            for operand in &operation.operands {
                operand.visit(visit);
            }
        }
        visit(self);
    }

    pub(crate) fn visit_mut(&mut self, visit: &mut impl FnMut(&mut Expression)) {
        if let Expression::Operation(operation) = self {
            for operand in &mut operation.operands {
                operand.visit_mut(visit);
            }
        }
        visit(self);
    }

    /// The leaves, each once.
    pub(crate) fn leaves(&self) -> Vec<char> {
        let mut leaves = Vec::new();
        let mut add = |leaf: char| {
            if !leaves.contains(&leaf) {
                leaves.push(leaf);
            }
        };
        self.visit(&mut |part| match part {
            Expression::Leaf(leaf) => add(*leaf),
            Expression::Constant(number, _) => number.leaves(&mut add),
            Expression::Operation(_) => {}
        });
        leaves
    }

    pub(crate) fn num_operations(&self) -> usize {
        let mut count = 0;
        self.visit(&mut |part| count += usize::from(matches!(part, Expression::Operation(_))));
        count
    }

    pub(crate) fn copies_flags(&self) -> bool {
        let mut copies = false;
        self.visit(&mut |part| {
            copies |= matches!(part, Expression::Operation(it) if it.flags == Flags::Copied);
        });
        copies
    }
}

impl Number {
    pub(crate) fn leaves(&self, add: &mut impl FnMut(char)) {
        match self {
            Number::Literal(_) => {}
            Number::Leaf(leaf) => add(*leaf),
            Number::Call(_, arguments) => arguments.iter().for_each(|it| it.leaves(add)),
        }
    }
}

impl Rule {
    /// The widths that occur.
    pub(crate) fn has_width(&self, width: Width) -> bool {
        let mut has = false;
        for side in [&self.source, &self.target] {
            side.visit(&mut |part| has |= part.width() == width);
        }
        has
    }
}
