//! What operations return for numbers, against what the tests compute themselves.

use super::{AttributeKind, Operation, Outcome, Reading, find};
use crate::{
    term::{Constant, Term, Terms, mask},
    value::{Type, Value},
};

/// What an operation does with numbers that are not poison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    Returns(u128),
    IsPoison,
    IsUndefined,
    /// It chooses freely.
    Chooses,
}

/// Runs an operation with attributes, in the order of its meaning. Those that are left out
/// are 0.
fn run(name: &str, operands: &[(Type, u128)], attributes: &[u128], result: Type) -> Does {
    let mut terms = Terms::default();
    let outcome = outcome(&mut terms, name, operands, attributes, result);
    let is = |term| terms.constant(term).is_some_and(Constant::is_true);
    match terms.constant(outcome.results[0].content) {
        _ if is(outcome.is_undefined) => Does::IsUndefined,
        _ if is(outcome.results[0].is_poison) => Does::IsPoison,
        Some(Constant::Bits { bits, .. }) => Does::Returns(bits),
        Some(other) => panic!("{other:?} has no bits"),
        None => Does::Chooses,
    }
}

fn outcome(
    terms: &mut Terms,
    name: &str,
    operands: &[(Type, u128)],
    attributes: &[u128],
    result: Type,
) -> Outcome {
    let meaning = find(name).expect("it has a meaning");
    let values: Vec<_> = operands
        .iter()
        .map(|(ty, bits)| {
            let content = terms.constant_term(crate::evaluate::of_number(
                ty.sort(),
                u64::try_from(*bits).expect("they fit"),
            ));
            Value::known(terms, content)
        })
        .collect();
    let types: Vec<_> = operands.iter().map(|(ty, _)| *ty).collect();
    if let Some(fits) = meaning.fits {
        assert!(fits(&types, &[result]), "{name} at {types:?}");
    }
    let given = meaning.attributes.iter().enumerate();
    let attributes: Vec<Term> = given
        .map(|(index, (_, kind))| {
            let bits = attributes.get(index).copied().unwrap_or_default();
            let width = match *kind {
                AttributeKind::Value => match result.sort() {
                    crate::term::Sort::Bits(width) => width,
                    sort => panic!("{sort:?} has no bits"),
                },
                AttributeKind::Number { width } => width,
                AttributeKind::Flags { bits, .. } => bits,
                AttributeKind::Choice { cases } => super::choice_width(cases),
                AttributeKind::Unit | AttributeKind::Absent => return terms.bool(bits == 1),
            };
            terms.bits(width, bits)
        })
        .collect();
    let mut operation = Operation {
        terms,
        operands: &values,
        operand_types: &types,
        result_types: &[result],
        attributes: &attributes,
        reading: Reading::ALL[0],
    };
    (meaning.compute)(&mut operation).expect("the types suit it")
}

fn signed(width: u32, bits: u128) -> i128 {
    crate::compute::signed(width, bits)
}

/// All pairs of numbers of a few widths.
fn pairs() -> impl Iterator<Item = (u32, u128, u128)> {
    (1..=4).flat_map(|width| {
        (0..1 << width).flat_map(move |x| (0..1 << width).map(move |y| (width, x, y)))
    })
}

/// Checks an operation with two operands of the type of the result.
#[track_caller]
fn check(name: &str, attributes: &[u128], expected: impl Fn(u32, u128, u128) -> Does) {
    for (width, x, y) in pairs() {
        let ty = Type::Integer(width);
        let does = run(name, &[(ty, x), (ty, y)], attributes, ty);
        let expected = match expected(width, x, y) {
            Does::Returns(bits) => Does::Returns(bits & mask(width)),
            other => other,
        };
        assert_eq!(does, expected, "{name} of {x} and {y} in {width} bits");
    }
}

/// Checks an operation with one operand of the type of the result.
#[track_caller]
fn check_one(name: &str, attributes: &[u128], expected: impl Fn(u32, u128) -> Does) {
    for width in 1..=6 {
        for x in 0..1 << width {
            let ty = Type::Integer(width);
            let does = run(name, &[(ty, x)], attributes, ty);
            assert_eq!(does, expected(width, x), "{name} of {x} in {width} bits");
        }
    }
}

fn unless(is_poison: bool, bits: u128) -> Does {
    match is_poison {
        true => Does::IsPoison,
        false => Does::Returns(bits),
    }
}

fn fits(width: u32, number: i128) -> bool {
    (-(1 << (width - 1))..1 << (width - 1)).contains(&number)
}

#[test]
fn llvm_flags_make_what_does_not_fit_poison() {
    for flags in 0..4 {
        let is_lost = |width: u32, signed: i128, unsigned: i128| {
            let is_signed = flags & 1 == 1 && !fits(width, signed);
            let is_unsigned = flags & 2 == 2 && !(0..1 << width).contains(&unsigned);
            is_signed || is_unsigned
        };
        let both = |compute: fn(i128, i128) -> i128| {
            move |width, x: u128, y: u128| {
                let with_signs = compute(signed(width, x), signed(width, y));
                let without = compute(x.cast_signed(), y.cast_signed());
                unless(is_lost(width, with_signs, without), without.cast_unsigned())
            }
        };
        check("llvm.add", &[flags], both(|x, y| x + y));
        check("llvm.sub", &[flags], both(|x, y| x - y));
        check("llvm.mul", &[flags], both(|x, y| x * y));
        check("llvm.shl", &[flags], |width, x, y| {
            let is_far = y >= u128::from(width);
            let by = y.min(16);
            unless(
                is_far || is_lost(width, signed(width, x) << by, (x << by).cast_signed()),
                x << by,
            )
        });
        for (width, x, _) in pairs().filter(|(width, ..)| *width > 1) {
            let (from, to) = (Type::Integer(width), Type::Integer(width - 1));
            let lost = is_lost(width - 1, signed(width, x), x.cast_signed());
            let does = run("llvm.trunc", &[(from, x)], &[flags], to);
            assert_eq!(does, unless(lost, x & mask(width - 1)), "{x} with {flags}");
        }
    }
    for exact in 0..2 {
        let is_exact = exact == 1;
        check("llvm.or", &[exact], |_, x, y| {
            unless(is_exact && x & y != 0, x | y)
        });
        check("llvm.lshr", &[exact], |width, x, y| {
            let by = y.min(u128::from(width));
            let is_far = y >= u128::from(width);
            unless(is_far || (is_exact && x >> by << by != x), x >> by)
        });
        check("llvm.ashr", &[exact], |width, x, y| {
            let by = y.min(u128::from(width));
            let is_far = y >= u128::from(width);
            let shifted = signed(width, x) >> by;
            unless(
                is_far || (is_exact && x >> by << by != x),
                shifted.cast_unsigned(),
            )
        });
        check("llvm.udiv", &[exact], |_, x, y| match y {
            0 => Does::IsUndefined,
            _ => unless(is_exact && x % y != 0, x / y),
        });
        check("llvm.sdiv", &[exact], |width, x, y| {
            let (x, y) = (signed(width, x), signed(width, y));
            match y == 0 || !fits(width, x / y) {
                true => Does::IsUndefined,
                false => unless(is_exact && x % y != 0, (x / y).cast_unsigned()),
            }
        });
        for (width, x, _) in pairs() {
            let (from, to) = (Type::Integer(width), Type::Integer(width + 3));
            let does = run("llvm.zext", &[(from, x)], &[exact], to);
            assert_eq!(does, unless(is_exact && signed(width, x) < 0, x), "{x}");
        }
    }
    check("llvm.srem", &[], |width, x, y| {
        let (x, y) = (signed(width, x), signed(width, y));
        match y == 0 || !fits(width, x / y) {
            true => Does::IsUndefined,
            false => Does::Returns((x % y).cast_unsigned()),
        }
    });
}

#[test]
fn llvm_intrinsics() {
    let clamp = |width: u32, number: i128| {
        let number = number.clamp(-(1 << (width - 1)), (1 << (width - 1)) - 1);
        Does::Returns(number.cast_unsigned())
    };
    check("llvm.intr.sadd.sat", &[], |width, x, y| {
        clamp(width, signed(width, x) + signed(width, y))
    });
    check("llvm.intr.ssub.sat", &[], |width, x, y| {
        clamp(width, signed(width, x) - signed(width, y))
    });
    check("llvm.intr.uadd.sat", &[], |width, x, y| {
        Does::Returns((x + y).min(mask(width)))
    });
    check("llvm.intr.usub.sat", &[], |_, x, y| {
        Does::Returns(x.saturating_sub(y))
    });
    for (width, x, y) in pairs() {
        let ty = Type::Integer(width);
        for by in 0..1 << width {
            let operands = [(ty, x), (ty, y), (ty, by)];
            let amount = by % u128::from(width);
            let both = x << width | y;
            let left = Does::Returns((both << amount >> width) & mask(width));
            assert_eq!(run("llvm.intr.fshl", &operands, &[], ty), left);
            let right = Does::Returns((both >> amount) & mask(width));
            assert_eq!(run("llvm.intr.fshr", &operands, &[], ty), right);
        }
    }
    let i32 = Type::Integer(32);
    let swapped = run("llvm.intr.bswap", &[(i32, 0x0102_0304)], &[], i32);
    assert_eq!(swapped, Does::Returns(0x0403_0201));
    for flag in 0..2 {
        check_one("llvm.intr.ctlz", &[flag], |width, x| {
            let zeros = u128::from(x.leading_zeros() - (128 - width));
            unless(flag == 1 && x == 0, zeros)
        });
        check_one("llvm.intr.abs", &[flag], |width, x| {
            let size = signed(width, x).unsigned_abs();
            unless(flag == 1 && x == 1 << (width - 1), size)
        });
    }
}

#[test]
fn numbers_as_rows_of_bits() {
    check_one("math.ctlz", &[], |width, x| {
        Does::Returns(u128::from(x.leading_zeros() - (128 - width)))
    });
    check_one("math.cttz", &[], |width, x| {
        Does::Returns(u128::from(x.trailing_zeros().min(width)))
    });
    check_one("math.ctpop", &[], |_, x| {
        Does::Returns(u128::from(x.count_ones()))
    });
    check_one("math.absi", &[], |width, x| {
        Does::Returns(signed(width, x).unsigned_abs())
    });
    for name in ["comb.reverse", "llvm.intr.bitreverse"] {
        check_one(name, &[], |width, x| {
            Does::Returns(x.reverse_bits() >> (128 - width))
        });
    }
}

#[test]
fn circuits_have_two_states_and_no_undefined_behaviour() {
    let of = |number: i128| Does::Returns(number.cast_unsigned());
    check("comb.add", &[], |_, x, y| Does::Returns(x + y));
    check("comb.sub", &[], |_, x, y| Does::Returns(x.wrapping_sub(y)));
    check("comb.mul", &[], |_, x, y| Does::Returns(x * y));
    check("comb.and", &[], |_, x, y| Does::Returns(x & y));
    check("comb.or", &[], |_, x, y| Does::Returns(x | y));
    check("comb.xor", &[], |_, x, y| Does::Returns(x ^ y));
    check("comb.shl", &[], |_, x, y| Does::Returns(x << y));
    check("comb.shru", &[], |_, x, y| Does::Returns(x >> y));
    check("comb.shrs", &[], |width, x, y| of(signed(width, x) >> y));
    check("comb.divu", &[], |_, x, y| {
        x.checked_div(y).map_or(Does::Chooses, Does::Returns)
    });
    check("comb.modu", &[], |_, x, y| {
        x.checked_rem(y).map_or(Does::Chooses, Does::Returns)
    });
    check("comb.divs", &[], |width, x, y| {
        signed(width, x)
            .checked_div(signed(width, y))
            .map_or(Does::Chooses, of)
    });
    check("comb.mods", &[], |width, x, y| {
        signed(width, x)
            .checked_rem(signed(width, y))
            .map_or(Does::Chooses, of)
    });
    let i1 = Type::Integer(1);
    for (width, x, y) in pairs() {
        let ty = Type::Integer(width);
        let (signed_x, signed_y) = (signed(width, x), signed(width, y));
        let holds = [
            x == y,
            x != y,
            signed_x < signed_y,
            signed_x <= signed_y,
            signed_x > signed_y,
            signed_x >= signed_y,
            x < y,
            x <= y,
            x > y,
            x >= y,
            x == y,
            x != y,
            x == y,
            x != y,
        ];
        for (predicate, holds) in (0..).zip(holds) {
            let does = run("comb.icmp", &[(ty, x), (ty, y)], &[predicate], i1);
            assert_eq!(
                does,
                Does::Returns(holds.into()),
                "{predicate} of {x} and {y}"
            );
        }
        let both = Type::Integer(2 * width);
        let does = run("comb.concat", &[(ty, x), (ty, y)], &[], both);
        assert_eq!(does, Does::Returns(x << width | y));
        let does = run("comb.replicate", &[(ty, x)], &[], both);
        assert_eq!(does, Does::Returns(x << width | x));
        for condition in 0..2 {
            let operands = [(i1, condition), (ty, x), (ty, y)];
            let does = run("comb.mux", &operands, &[], ty);
            assert_eq!(does, Does::Returns([y, x][condition as usize]));
        }
        let odd = Does::Returns(u128::from(x.count_ones() % 2));
        assert_eq!(run("comb.parity", &[(ty, x)], &[], i1), odd);
        for (low, count) in (0..width).flat_map(|low| (1..=width - low).map(move |n| (low, n))) {
            let part = Type::Integer(count);
            let does = run("comb.extract", &[(ty, x)], &[low.into()], part);
            assert_eq!(does, Does::Returns(x >> low & mask(count)));
        }
        assert_eq!(run("hw.constant", &[], &[x], ty), Does::Returns(x));
    }
    let (i2, i4) = (Type::Integer(2), Type::Integer(4));
    let three = run("comb.xor", &[(i4, 1), (i4, 2), (i4, 7)], &[], i4);
    assert_eq!(three, Does::Returns(4));
    let mut terms = Terms::default();
    let outside = outcome(&mut terms, "comb.extract", &[(i4, 5)], &[3], i2);
    let exists = outside.exists.and_then(|exists| terms.constant(exists));
    assert_eq!(exists, Some(Constant::Bool(false)));
}

#[test]
fn circuits_have_types_that_fit() {
    let fits = |name, operands: &[u32], results: &[u32]| {
        let [operands, results] = [operands, results]
            .map(|widths| -> Vec<_> { widths.iter().map(|width| Type::Integer(*width)).collect() });
        find(name)
            .and_then(|meaning| meaning.fits)
            .is_some_and(|fits| fits(&operands, &results))
    };
    for (name, operands, results) in [
        ("comb.add", &[3, 3, 3][..], &[3][..]),
        ("comb.concat", &[3, 4], &[7]),
        ("comb.replicate", &[3], &[9]),
        ("comb.mux", &[1, 4, 4], &[4]),
        ("hw.constant", &[], &[5]),
        ("llvm.trunc", &[5], &[4]),
    ] {
        assert!(fits(name, operands, results), "{name}");
    }
    for (name, operands, results) in [
        ("comb.add", &[][..], &[3][..]),
        ("comb.add", &[3, 4], &[3]),
        ("comb.sub", &[3, 3, 3], &[3]),
        ("comb.concat", &[3, 4], &[8]),
        ("comb.replicate", &[3], &[8]),
        ("comb.mux", &[], &[4]),
        ("comb.mux", &[2, 4, 4], &[4]),
        ("comb.icmp", &[4, 4], &[4]),
        ("comb.extract", &[4], &[5]),
        ("llvm.trunc", &[4], &[4]),
    ] {
        assert!(!fits(name, operands, results), "{name}");
    }
}

/// The bits of small floats, most of them special.
const FLOATS: [f32; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    -2.5,
    3.0,
    7.25,
    -7.25,
    1e-40,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

#[test]
fn floats_are_those_of_this_machine() {
    let f32 = Type::Float(crate::term::Format::F32);
    let bits = |float: f32| match float.is_nan() {
        true => u128::from(f32::NAN.to_bits()),
        false => u128::from(float.to_bits()),
    };
    for (x, y) in FLOATS.into_iter().flat_map(|x| FLOATS.map(|y| (x, y))) {
        let does = |name| run(name, &[(f32, bits(x)), (f32, bits(y))], &[], f32);
        let returns = |float| Does::Returns(bits(float));
        for name in ["arith.remf", "llvm.frem"] {
            assert_eq!(does(name), returns(x % y), "{name} of {x} and {y}");
        }
        let are_zeros_of_two_signs = x == 0.0 && y == 0.0 && bits(x) != bits(y);
        let [maximum, minimum] = match are_zeros_of_two_signs {
            true => [Does::Chooses; 2],
            false => [returns(x.max(y)), returns(x.min(y))],
        };
        assert_eq!(does("arith.maxnumf"), maximum, "{x} and {y}");
        assert_eq!(does("arith.minnumf"), minimum, "{x} and {y}");
        assert_eq!(does("math.copysign"), returns(x.copysign(y)), "{x} and {y}");
    }
    let i1 = Type::Integer(1);
    for x in FLOATS {
        let does = |name| run(name, &[(f32, bits(x))], &[], i1) == Does::Returns(1);
        assert_eq!(does("math.isnan"), x.is_nan());
        assert_eq!(does("math.isinf"), x.is_infinite());
        assert_eq!(does("math.isfinite"), x.is_finite());
        assert_eq!(does("math.isnormal"), x.is_normal(), "{x}");
    }
}

#[test]
fn flags_of_llvm_floats_are_those_of_arith() {
    let f32 = Type::Float(crate::term::Format::F32);
    let nan = (f32, u128::from(f32::NAN.to_bits()));
    let infinite = (f32, u128::from(f32::INFINITY.to_bits()));
    for (flags, nan_is, infinite_is) in [(0, false, false), (1, true, false), (2, false, true)] {
        for (operand, is_poison) in [(nan, nan_is), (infinite, infinite_is)] {
            let negated = run("llvm.fneg", &[operand], &[flags], f32);
            assert_eq!(negated == Does::IsPoison, is_poison, "{flags}");
            let compared = [operand, operand];
            let compared = run("llvm.fcmp", &compared, &[1, flags], Type::Integer(1));
            assert_eq!(compared == Does::IsPoison, is_poison, "{flags}");
            let selected = [(Type::Integer(1), 1), operand, (f32, 0)];
            let selected = run("llvm.select", &selected, &[flags], f32);
            assert_eq!(selected == Does::IsPoison, is_poison, "{flags}");
        }
    }
}
