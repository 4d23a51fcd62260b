//! Random patterns, about half of which are right.

use super::{
    expression::{Condition, Expression, Flags, Number, Operation, Rule, Width, is_constant},
    operations::{Dialect, FLAGS, KINDS, Kind, NSW, NUW},
    templates,
};
use crate::support::random::Random;

/// A pattern at some widths.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) rule: Rule,
    pub(super) dialect: Dialect,
    /// By `Width`.
    pub(super) widths: [u32; 3],
    /// Whether equal parts of what is matched are one operation.
    pub(super) shares: bool,
    /// Whether what is made takes parts of what is matched.
    pub(super) reuses: bool,
    /// Whether nothing else uses what is matched, because the pattern asks that.
    pub(super) is_alone: bool,
}

/// A case has no more programs, and a program no more inputs.
const MAX_PROGRAMS: u64 = 64;
const MAX_INPUTS: u64 = 750;

/// The leaves of random expressions, by their width.
const LEAVES: [&[char]; 3] = [&['x', 'y', 'z', 'A', 'B'], &['p', 'q'], &['b', 'd']];

pub(super) fn case(random: &mut Random) -> Case {
    loop {
        let rule = match random.below(10) {
            0..7 => templates::parse(templates::ALL[random.below(templates::ALL.len())]),
            7 | 8 => random_rule(random, true),
            _ => random_rule(random, false),
        };
        let dialect = *random.pick(&[Dialect::Arith, Dialect::Arith, Dialect::Llvm, Dialect::Comb]);
        let shares = random.chance(50);
        let mut case = Case {
            rule,
            dialect,
            widths: [0; 3],
            shares,
            reuses: random.chance(30),
            is_alone: !shares && random.chance(30),
        };
        for _ in 0..*random.pick(&[0, 1, 1, 2, 3]) {
            case.change(random);
        }
        if case.is_valid() && case.choose_widths(random) {
            return case;
        }
    }
}

/// What is made is like what is matched, or something else of the same leaves.
fn random_rule(random: &mut Random, is_like: bool) -> Rule {
    let width = *random.pick(&[Width::Wide, Width::Wide, Width::Bit, Width::Narrow]);
    let source = expression(random, width, &LEAVES.map(<[char]>::to_vec), 3);
    let leaves = source.leaves();
    let of = |width: usize| -> Vec<char> {
        let all = leaves.iter().filter(|leaf| LEAVES[width].contains(leaf));
        all.copied().collect()
    };
    let target = match is_like {
        true => source.clone(),
        false => expression(random, width, &[of(0), of(1), of(2)], 2),
    };
    Rule {
        source,
        target,
        conditions: Vec::new(),
    }
}

/// An expression with at most so many operations.
fn expression(
    random: &mut Random,
    width: Width,
    leaves: &[Vec<char>; 3],
    budget: usize,
) -> Expression {
    if budget == 0 || random.chance(15) {
        let leaf = random.pick_any(&leaves[width as usize]).copied();
        return match leaf.filter(|_| random.chance(85)) {
            Some(leaf) => Expression::Leaf(leaf),
            None => Expression::Constant(literal(random), width),
        };
    }
    let kinds: Vec<_> = KINDS.iter().map(|(kind, ..)| *kind).collect();
    let fits = |kind: Kind| match kind {
        Kind::Cmp => width == Width::Bit,
        Kind::Zext | Kind::Sext => width == Width::Wide,
        Kind::Trunc => width == Width::Narrow,
        _ => true,
    };
    let kinds: Vec<_> = kinds.into_iter().filter(|kind| fits(*kind)).collect();
    let kind = *random.pick(&kinds);
    let types = match kind {
        Kind::Cmp => {
            let of = *random.pick(&[Width::Wide, Width::Wide, Width::Narrow]);
            vec![of, of]
        }
        Kind::Zext | Kind::Sext => vec![Width::Narrow],
        Kind::Trunc => vec![Width::Wide],
        Kind::Freeze => vec![width],
        Kind::Select => vec![Width::Bit, width, width],
        _ => vec![width; 2],
    };
    let mut left = budget - 1;
    let operands = types.into_iter().map(|width| {
        let share = random.below(left + 1);
        let operand = expression(random, width, leaves, share);
        left -= operand.num_operations();
        operand
    });
    let operands = operands.collect();
    Expression::Operation(Operation {
        kind,
        flags: Flags::Absent,
        predicate: random.below(10) as u8,
        operands,
        width,
    })
}

fn literal(random: &mut Random) -> Number {
    Number::Literal(*random.pick(&[0, 0, 1, 1, -1, -1, 2, 3, 4, 7, -2, -8]))
}

impl Case {
    /// Changes something at random, which may keep the rule right.
    fn change(&mut self, random: &mut Random) {
        let dialect = self.dialect;
        match random.below(12) {
            0 => self.wrap(random),
            1 => self.instantiate(random),
            2 => self.copy_flags(),
            3 => change_one(random, &mut self.rule.source, |random, part| {
                change_flags(random, dialect, part);
            }),
            4 | 5 => change_one(random, &mut self.rule.target, |random, part| {
                change_flags(random, dialect, part);
            }),
            6 => change_one(random, &mut self.rule.target, |_, part| {
                if let Expression::Operation(it) = part
                    && (it.kind.is_binary() || it.kind == Kind::Cmp)
                {
                    it.operands.swap(0, 1);
                }
            }),
            7 => change_one(random, &mut self.rule.target, change_kind),
            8 => change_one(random, &mut self.rule.source, change_kind),
            9 => self.replace_part(random),
            10 => self.change_conditions(random),
            _ => std::mem::swap(&mut self.rule.source, &mut self.rule.target),
        }
    }

    /// Uses both sides in the same operation.
    fn wrap(&mut self, random: &mut Random) {
        let width = self.rule.source.width();
        let kinds: Vec<_> = KINDS.iter().map(|(kind, ..)| *kind).collect();
        let kinds: Vec<_> = kinds.into_iter().filter(|kind| kind.is_binary()).collect();
        let kind = *random.pick(&kinds);
        let other = Expression::Leaf(*random.pick(LEAVES[width as usize]));
        let is_first = random.chance(50);
        let mut flags = Flags::Absent;
        if random.chance(40) {
            flags = random_flags(random, kind.flags(self.dialect));
        }
        for (side, may_drop) in [
            (&mut self.rule.source, false),
            (&mut self.rule.target, true),
        ] {
            let inner = std::mem::replace(side, Expression::Leaf('x'));
            let operands = match is_first {
                true => vec![inner, other.clone()],
                false => vec![other.clone(), inner],
            };
            let drops = may_drop && random.chance(50);
            *side = Expression::Operation(Operation {
                kind,
                flags: if drops { Flags::Absent } else { flags },
                predicate: 0,
                operands,
                width,
            });
        }
    }

    /// Puts the same thing in place of a leaf on both sides.
    fn instantiate(&mut self, random: &mut Random) {
        let leaves = self.rule.source.leaves();
        let leaves: Vec<_> = leaves.into_iter().filter(|it| !is_constant(*it)).collect();
        let Some(leaf) = random.pick_any(&leaves).copied() else {
            return;
        };
        let width = Expression::Leaf(leaf).width();
        let new = match random.below(3) {
            0 => Expression::Leaf(*random.pick(LEAVES[width as usize])),
            1 => Expression::Constant(literal(random), width),
            _ => expression(random, width, &LEAVES.map(<[char]>::to_vec), 1),
        };
        for side in [&mut self.rule.source, &mut self.rule.target] {
            side.visit_mut(&mut |part| {
                if *part == Expression::Leaf(leaf) {
                    *part = new.clone();
                }
            });
        }
    }

    /// Copies the flags of operations that may have some for overflow.
    fn copy_flags(&mut self) {
        for side in [&mut self.rule.source, &mut self.rule.target] {
            let dialect = self.dialect;
            side.visit_mut(&mut |part| {
                if let Expression::Operation(it) = part
                    && it.kind.flags(dialect) == NSW | NUW
                {
                    it.flags = Flags::Copied;
                }
            });
        }
    }

    fn replace_part(&mut self, random: &mut Random) {
        let leaves = self.rule.source.leaves();
        change_one(random, &mut self.rule.target, |random, part| {
            let width = part.width();
            let fitting: Vec<_> = leaves
                .iter()
                .filter(|leaf| Expression::Leaf(**leaf).width() == width)
                .collect();
            *part = match random.pick_any(&fitting) {
                Some(leaf) if random.chance(60) => Expression::Leaf(**leaf),
                _ => Expression::Constant(literal(random), width),
            };
        });
    }

    fn change_conditions(&mut self, random: &mut Random) {
        if !self.rule.conditions.is_empty() && random.chance(40) {
            self.rule.conditions.pop();
            return;
        }
        let leaves = self.rule.source.leaves();
        let constants: Vec<_> = leaves.into_iter().filter(|it| is_constant(*it)).collect();
        let Some(first) = random.pick_any(&constants).copied() else {
            return;
        };
        let second = match random.chance(50) {
            true => literal(random),
            false => Number::Leaf(*random.pick(&constants)),
        };
        let (name, count) = *random.pick(&[
            ("IsZero", 1),
            ("IsOne", 1),
            ("IsPowerOfTwo", 1),
            ("IntegerEquals", 2),
            ("IntegerLess", 2),
            ("IntegerLessOrEqual", 2),
        ]);
        let mut arguments = vec![Number::Leaf(first), second];
        arguments.truncate(count);
        self.rule.conditions.push(Condition {
            is_negated: random.chance(40),
            name,
            arguments,
        });
    }

    fn is_valid(&self) -> bool {
        let Rule {
            source,
            target,
            conditions,
        } = &self.rule;
        let leaves = source.leaves();
        let mut are_known = target.leaves().iter().all(|leaf| leaves.contains(leaf));
        for condition in conditions {
            let arguments = condition.arguments.iter();
            arguments.for_each(|it| it.leaves(&mut |leaf| are_known &= leaves.contains(&leaf)));
        }
        let mut exist = true;
        for side in [source, target] {
            side.visit(&mut |part| match part {
                Expression::Operation(it) => {
                    let known = it.kind.flags(self.dialect);
                    exist &= it.kind.name(self.dialect).is_some()
                        && match it.flags {
                            Flags::Absent => true,
                            Flags::Fixed(flags) => flags & !known == 0,
                            Flags::Copied => known == NSW | NUW,
                        };
                }
                // What is matched has no computed numbers.
                Expression::Constant(number, _) if std::ptr::eq(side, source) => {
                    exist &= matches!(number, Number::Literal(_));
                }
                _ => {}
            });
        }
        are_known
            && exist
            && source.width() == target.width()
            && (1..=4).contains(&source.num_operations())
            && target.num_operations() <= 4
            && (source.copies_flags() || !target.copies_flags())
            && source != target
    }

    /// Chooses widths at which all can be tried.
    fn choose_widths(&mut self, random: &mut Random) -> bool {
        let has_narrow = self.rule.has_width(Width::Narrow);
        let least = if has_narrow { 2 } else { 1 };
        for wide in (least..=*random.pick(&[2, 3, 3, 4, 4])).rev() {
            let narrow = if has_narrow {
                1 + random.below(wide as usize - 1)
            } else {
                1
            };
            self.widths = [wide, narrow as u32, 1];
            if self.num_programs() <= MAX_PROGRAMS && self.num_inputs() <= MAX_INPUTS {
                return true;
            }
        }
        false
    }

    pub(super) fn width(&self, width: Width) -> u32 {
        self.widths[width as usize]
    }

    pub(super) fn num_programs(&self) -> u64 {
        let leaves = self.rule.source.leaves();
        let constants = leaves.into_iter().filter(|leaf| is_constant(*leaf));
        let numbers: u64 = constants.map(|_| 1 << self.widths[0]).product();
        numbers
            * if self.rule.source.copies_flags() {
                4
            } else {
                1
            }
    }

    fn num_inputs(&self) -> u64 {
        let leaves = self.rule.source.leaves();
        let values = leaves.into_iter().filter(|leaf| !is_constant(*leaf));
        let widths = values.map(|leaf| self.width(Expression::Leaf(leaf).width()));
        widths.map(|width| (1 << width) + 1).product()
    }
}

/// Changes one part of an expression.
fn change_one(
    random: &mut Random,
    expression: &mut Expression,
    mut change: impl FnMut(&mut Random, &mut Expression),
) {
    let mut count = 0;
    expression.visit(&mut |_| count += 1);
    let mut chosen = random.below(count) as isize;
    expression.visit_mut(&mut |part| {
        if chosen == 0 {
            change(random, part);
        }
        chosen -= 1;
    });
}

fn change_flags(random: &mut Random, dialect: Dialect, part: &mut Expression) {
    if let Expression::Operation(it) = part {
        it.flags = random_flags(random, it.kind.flags(dialect));
    }
}

/// Some of the flags that there are.
fn random_flags(random: &mut Random, known: u8) -> Flags {
    let flags = FLAGS.iter().map(|(_, flag)| flag & known);
    let chosen = flags.filter(|_| random.chance(50)).sum();
    match chosen {
        0 => Flags::Absent,
        flags => Flags::Fixed(flags),
    }
}

fn change_kind(random: &mut Random, part: &mut Expression) {
    match part {
        Expression::Constant(number, _) => *number = literal(random),
        Expression::Operation(it) if it.kind == Kind::Cmp => it.predicate = random.below(10) as u8,
        Expression::Operation(it) if it.kind.is_binary() => {
            let kinds = KINDS.iter().filter(|(kind, ..)| kind.is_binary());
            let kinds: Vec<_> = kinds.map(|(kind, ..)| *kind).collect();
            it.kind = *random.pick(&kinds);
            it.flags = Flags::Absent;
        }
        Expression::Operation(it) if it.kind == Kind::Zext => it.kind = Kind::Sext,
        Expression::Operation(it) if it.kind == Kind::Sext => it.kind = Kind::Zext,
        _ => {}
    }
}
