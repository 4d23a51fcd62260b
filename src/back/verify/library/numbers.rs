//! Functions of the library on values and numbers.

use super::constants::converted;
use crate::back::{
    graph::pattern::{Call, Node, NodeId},
    verify::{
        attributes::{self, Attr},
        run::Run,
        types,
    },
};
use melior::ir::{Type, r#type::IntegerType};
use pdll_verify::{
    term::{MAX_WIDTH, Operator, Sort, Term},
    value,
};

/// What is known of a function: when a call of it holds, whose results are bound. `None` if
/// nothing is known of this call.
type Function = for<'c> fn(&mut Run<'_, '_, 'c>, &Call) -> Option<Term>;

/// All functions, by their names.
const ALL: &[(&str, Function)] = &[
    ("GetConstant", get_constant),
    ("GetConstantScalar", get_constant),
    ("IsConstant", is_constant),
    ("ConstantEquals", constant_equals),
    ("HasNoUses", |run, call| {
        Some(run.is_unused(call.arguments[0]))
    }),
    // Where operations stand, and who else uses values, is not modelled. A proof holds for
    // both answers.
    ("HasOneUse", |run, _| Some(run.either())),
    ("OpHasOneUse", |run, _| Some(run.either())),
    ("OpUsedOnlyBy", |run, _| Some(run.either())),
    ("UsedOnlyBy", |run, _| Some(run.either())),
    ("UsedOnlyByOpsNamed", |run, _| Some(run.either())),
    ("SameBlock", |run, _| Some(run.either())),
    ("IsBefore", |run, _| Some(run.either())),
    ("HasParent", |run, _| Some(run.either())),
    ("HasAncestor", |run, _| Some(run.either())),
    ("Dominates", |run, _| Some(run.either())),
    ("IsIntegerAttr", is_integer),
    ("IsZero", is_zero),
    ("IsOne", |run, call| {
        let (_, bits) = integer(run, call.arguments[0])?;
        Some(run.terms.is_number(bits, 1))
    }),
    ("IsPowerOfTwo", is_power_of_two),
    ("Log2", log2),
    ("MakeZero", |run, call| make_number(run, call, 0)),
    ("MakeOne", |run, call| make_number(run, call, 1)),
    ("MakeNumber", |run, call| {
        let number = integer(run, call.arguments[1])?;
        let is_plain = types::known(number.0, 64) == value::Type::Integer(64);
        is_plain.then(|| make(run, call, number))?
    }),
    ("CastInteger", cast_integer),
    ("AddIntegers", |run, call| exact(run, call, Operator::Add)),
    ("SubIntegers", |run, call| {
        exact(run, call, Operator::Subtract)
    }),
    ("MulIntegers", |run, call| {
        exact(run, call, Operator::Multiply)
    }),
    ("MinIntegers", |run, call| extremum(run, call, true)),
    ("MaxIntegers", |run, call| extremum(run, call, false)),
    ("IntegerEquals", |run, call| {
        compare(run, call, Operator::Equal)
    }),
    ("IntegerLess", |run, call| {
        compare(run, call, Operator::LessSigned)
    }),
    ("IntegerLessOrEqual", |run, call| {
        compare(run, call, Operator::LessOrEqualSigned)
    }),
];

/// When a call of a function holds, whose results are bound. `None` if that is not known.
pub(super) fn call(run: &mut Run<'_, '_, '_>, name: &str, call: &Call) -> Option<Term> {
    let (_, function) = ALL.iter().find(|(own, _)| *own == name)?;
    function(run, call)
}

fn get_constant(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    let (ty, bits, holds) = constant_of(run, call.arguments[0])?;
    run.set_attr(*call.results.first()?, Attr::Number { ty, bits })?;
    Some(holds)
}

fn is_constant(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    let value = call.arguments[0];
    run.is_constant(value);
    let known = run.values[value.index()]?;
    Some(run.terms.not(known.is_poison))
}

fn constant_equals(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    let (ty, bits, holds) = constant_of(run, call.arguments[0])?;
    if matches!(types::known(ty, 64), value::Type::Float(_)) {
        return None;
    }
    let (_, expected) = integer(run, call.arguments[1])?;
    let [one, other] = same_width(run, bits, expected);
    let is_equal = run.terms.equal(one, other);
    Some(run.terms.and(is_equal, holds))
}

fn is_integer(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    let (ty, _) = integer(run, call.arguments[0])?;
    let is_integer = !matches!(types::known(ty, 64), value::Type::Float(_));
    Some(run.terms.bool(is_integer))
}

fn is_zero(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    if let Some(Attr::Number { ty, bits }) = run.attr(call.arguments[0])
        && let value::Type::Float(format) = types::known(ty, 64)
    {
        let float = run.terms.float_of_bits(format, bits);
        let zero = run.terms.bits(format.width(), 0);
        let zero = run.terms.float_of_bits(format, zero);
        return Some(run.terms.apply(Operator::FloatEqual, &[float, zero]));
    }
    let (_, bits) = integer(run, call.arguments[0])?;
    Some(run.terms.is_number(bits, 0))
}

fn make_number(run: &mut Run<'_, '_, '_>, call: &Call, number: u128) -> Option<Term> {
    let number = run.terms.bits(64, number);
    let i64 = IntegerType::new(run.subject.context, 64).into();
    make(run, call, (i64, number))
}

/// Binds the result of a call to a number in the type that is its first argument.
fn make<'c>(run: &mut Run<'_, '_, 'c>, call: &Call, number: (Type<'c>, Term)) -> Option<Term> {
    let ty = run.ty(call.arguments[0])?;
    if !attributes::is_number(ty) {
        return None;
    }
    let (bits, fits) = converted(run, number, ty)?;
    run.set_attr(*call.results.first()?, Attr::Number { ty, bits })?;
    Some(fits)
}

fn compare(run: &mut Run<'_, '_, '_>, call: &Call, operator: Operator) -> Option<Term> {
    let [(_, first), (_, second)] = integers(run, call)?;
    let sides = same_width(run, first, second);
    Some(run.terms.apply(operator, &sides))
}

fn is_power_of_two(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    let (_, bits) = integer(run, call.arguments[0])?;
    let width = run.terms.width(bits);
    let bits = wide_number(run, bits, width + u32::from(width == 1));
    let width = run.terms.width(bits);
    let one = run.terms.bits(width, 1);
    let below = run.terms.apply(Operator::Subtract, &[bits, one]);
    let rest = run.terms.apply(Operator::BitAnd, &[bits, below]);
    let is_power = run.terms.is_number(rest, 0);
    let zero = run.terms.bits(width, 0);
    let is_positive = run.terms.apply(Operator::LessSigned, &[zero, bits]);
    Some(run.terms.and(is_power, is_positive))
}

fn log2(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    let (ty, bits) = integer(run, call.arguments[0])?;
    let width = run.terms.width(bits);
    let mut log = run.terms.bits(width, 0);
    let mut powers = Vec::new();
    for bit in 0..width.saturating_sub(u32::from(width > 1)) {
        let is_this = run.terms.is_number(bits, 1 << bit);
        let number = run.terms.bits(width, u128::from(bit));
        log = run.terms.if_else(is_this, number, log);
        powers.push(is_this);
    }
    run.set_attr(*call.results.first()?, Attr::Number { ty, bits: log })?;
    Some(run.terms.any(&powers))
}

fn cast_integer(run: &mut Run<'_, '_, '_>, call: &Call) -> Option<Term> {
    let (_, bits) = integer(run, call.arguments[0])?;
    let ty = run.ty(call.arguments[1])?;
    let width = number_width(ty)?;
    let wide = width.max(run.terms.width(bits)) + 1;
    let exact = wide_number(run, bits, wide);
    cut(run, exact, ty, call)
}

/// Exact arithmetic: it fails where the type of the result cannot represent it.
fn exact(run: &mut Run<'_, '_, '_>, call: &Call, operator: Operator) -> Option<Term> {
    let sides = integers(run, call)?;
    let Some(ty) = common_type(sides.map(|(ty, _)| ty)) else {
        return Some(run.terms.bool(false));
    };
    let widths = sides.map(|(_, bits)| run.terms.width(bits));
    let most = widths[0].max(widths[1]).max(number_width(ty)?);
    let wide = match operator {
        Operator::Multiply => 2 * most,
        _ => most + 1,
    };
    if wide > MAX_WIDTH {
        return None;
    }
    let sides = sides.map(|(_, bits)| wide_number(run, bits, wide));
    let exact = run.terms.apply(operator, &sides);
    cut(run, exact, ty, call)
}

fn extremum(run: &mut Run<'_, '_, '_>, call: &Call, is_least: bool) -> Option<Term> {
    let sides = integers(run, call)?;
    let Some(ty) = common_type(sides.map(|(ty, _)| ty)) else {
        return Some(run.terms.bool(false));
    };
    let widths = sides.map(|(_, bits)| run.terms.width(bits));
    let wide = widths[0].max(widths[1]).max(number_width(ty)?) + 1;
    let [first, second] = sides.map(|(_, bits)| wide_number(run, bits, wide));
    let is_less = run.terms.apply(Operator::LessSigned, &[first, second]);
    let exact = match is_least {
        true => run.terms.if_else(is_less, first, second),
        false => run.terms.if_else(is_less, second, first),
    };
    cut(run, exact, ty, call)
}

/// The type of what is computed of two numbers: theirs, or that of the one that is no `i64`,
/// which is the type of numbers that have none.
fn common_type<'c>([first, second]: [Type<'c>; 2]) -> Option<Type<'c>> {
    let is_i64 = |ty: Type<'_>| types::known(ty, 64) == value::Type::Integer(64);
    match (first == second, is_i64(first), is_i64(second)) {
        (true, ..) | (_, false, true) => Some(first),
        (_, true, false) => Some(second),
        _ => None,
    }
}

/// Binds the result of a call to a number, and returns whether its type represents it.
fn cut<'c>(run: &mut Run<'_, '_, 'c>, exact: Term, ty: Type<'c>, call: &Call) -> Option<Term> {
    let width = number_width(ty)?;
    let bits = run.terms.extract(exact, 0, width);
    let wide = run.terms.width(exact);
    let back = wide_number(run, bits, wide);
    run.set_attr(*call.results.first()?, Attr::Number { ty, bits })?;
    Some(run.terms.equal(back, exact))
}

/// The number of bits of integer attributes of a type.
fn number_width(ty: Type<'_>) -> Option<u32> {
    match types::known(ty, 64) {
        value::Type::Integer(width) | value::Type::Index(width) => Some(width),
        value::Type::Float(_) | value::Type::Opaque => None,
    }
}

/// The attribute of a constant: its type, its bits, and when the value is a constant with
/// them. Of an attribute for `index`, which has 64 bits, the value may have fewer.
fn constant_of<'c>(run: &mut Run<'_, '_, 'c>, value: NodeId) -> Option<(Type<'c>, Term, Term)> {
    let ty = run.ty(value)?;
    if !attributes::is_number(ty) {
        return None;
    }
    run.is_constant(value);
    let known = run.values[value.index()]?;
    let bits = match attributes::sort(ty) {
        sort if sort == run.terms.sort(known.content) => known.content,
        sort => run.terms.variable("c", sort),
    };
    let width = run.terms.width(known.content);
    let cut = run.terms.resize(bits, width, true);
    let is_value = run.terms.equal(cut, known.content);
    let is_known = run.terms.not(known.is_poison);
    Some((ty, bits, run.terms.and(is_value, is_known)))
}

/// The two integers that a call gets.
fn integers<'c>(run: &mut Run<'_, '_, 'c>, call: &Call) -> Option<[(Type<'c>, Term); 2]> {
    let [first, second] = call.arguments[..] else {
        return None;
    };
    Some([integer(run, first)?, integer(run, second)?])
}

/// Two integers with as many bits as the longer one.
fn same_width(run: &mut Run<'_, '_, '_>, one: Term, other: Term) -> [Term; 2] {
    let wide = run.terms.width(one).max(run.terms.width(other));
    [one, other].map(|bits| wide_number(run, bits, wide))
}

/// An integer with more bits. It has a sign, but one bit has none.
pub(super) fn wide_number(run: &mut Run<'_, '_, '_>, bits: Term, width: u32) -> Term {
    let has_sign = run.terms.width(bits) > 1;
    run.terms.resize(bits, width, has_sign)
}

/// An integer attribute: its type and its bits. A number of another kind has none.
pub(super) fn integer<'c>(run: &mut Run<'_, '_, 'c>, node: NodeId) -> Option<(Type<'c>, Term)> {
    match run.attr(node).or_else(|| constant(run, node))? {
        Attr::Number { ty, bits } => {
            let is_float = matches!(types::known(ty, 64), value::Type::Float(_));
            (!is_float).then_some((ty, bits))
        }
        Attr::Known(attribute) => {
            let ty = attributes::integer_type(attribute)?;
            let Sort::Bits(width) = types::known(ty, 64).sort() else {
                return None;
            };
            Some((ty, attributes::bits(&mut run.terms, attribute, width)?))
        }
        Attr::Case(_) | Attr::Unit(_) | Attr::Any(_) => None,
    }
}

fn constant<'c>(run: &Run<'_, '_, 'c>, node: NodeId) -> Option<Attr<'c>> {
    match &run.subject.pattern.nodes[node] {
        Node::Attribute {
            value: Some(value), ..
        } => Some(Attr::Known(run.subject.attribute_constant(*value))),
        _ => None,
    }
}
