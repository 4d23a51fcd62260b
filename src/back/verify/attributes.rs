//! Attributes as terms, and back.

use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, Type,
        attribute::{DenseElementsAttribute, FloatAttribute, IntegerAttribute},
        r#type::IntegerType,
    },
};
use pdll_verify::{
    evaluate,
    meanings::AttributeKind,
    term::{Constant, Format, Sort, Term, Terms},
    value,
};

/// What a node that is an attribute stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Attr<'c> {
    /// A number or float of a type, by its bits.
    Number {
        ty: Type<'c>,
        bits: Term,
    },
    /// Flags, or one of several cases, by their numbers.
    Case(Term),
    /// There or not.
    Unit(Term),
    /// Only whether it is another one's equal is known.
    Any(Term),
    Known(Attribute<'c>),
}

/// An integer attribute of a width.
pub(super) fn number(context: &Context, width: u32, number: i64) -> Attribute<'_> {
    IntegerAttribute::new(IntegerType::new(context, width).into(), number).into()
}

/// The attribute of a type that is 0, or has nothing but zeros.
pub(super) fn zero<'c>(context: &'c Context, ty: Type<'c>) -> Option<Attribute<'c>> {
    if let Some(element) = super::types::element(ty) {
        let zero = zero(context, element)?;
        return Some(DenseElementsAttribute::new(ty, &[zero]).ok()?.into());
    }
    match super::types::known(ty, 64) {
        value::Type::Opaque => None,
        known => {
            let zero = evaluate::of_number(known.sort(), 0);
            Some(of_constant(context, ty, zero))
        }
    }
}

/// The sort of the numbers of a type in attributes. Those for `index` have 64 bits, however
/// many `index` has.
pub(super) fn sort(ty: Type<'_>) -> Sort {
    super::types::known(ty, 64).sort()
}

/// The attribute of a type that is a constant, or has nothing else.
pub(super) fn of_constant<'c>(
    context: &'c Context,
    ty: Type<'c>,
    constant: Constant,
) -> Attribute<'c> {
    if let Some(element) = super::types::element(ty) {
        let element = of_constant(context, element, constant);
        return DenseElementsAttribute::new(ty, &[element])
            .expect("vectors and tensors have elements")
            .into();
    }
    let Constant::Bits { bits, width } = constant else {
        panic!("values are given by their bits");
    };
    match super::types::known(ty, 64) {
        value::Type::Float(format) => FloatAttribute::new(context, ty, float(format, bits)).into(),
        _ => {
            let unused = 64 - width.min(64);
            let signed = ((bits as u64) << unused).cast_signed() >> unused;
            IntegerAttribute::new(ty, signed).into()
        }
    }
}

/// The bits of a number or float attribute, in so many bits.
pub(super) fn bits(terms: &mut Terms, attribute: Attribute<'_>, width: u32) -> Option<Term> {
    if let Ok(integer) = IntegerAttribute::try_from(attribute) {
        return Some(terms.bits(width, i128::from(integer.value()) as u128));
    }
    let float = FloatAttribute::try_from(attribute).ok()?;
    let value::Type::Float(format) = super::types::known(attribute.r#type(), 64) else {
        return None;
    };
    let of = terms.bits(64, u128::from(float.value().to_bits()));
    let of = terms.float_of_bits(Format::F64, of);
    let converted = terms.apply(pdll_verify::term::Operator::FloatConvert(format), &[of]);
    Some(terms.bits_of_float(converted))
}

/// A float as 64 bits, which hold it without loss.
pub(super) fn float(format: Format, bits: u128) -> f64 {
    let mut terms = Terms::default();
    let bits = terms.bits(format.width(), bits);
    let float = terms.float_of_bits(format, bits);
    let wide = terms.apply(
        pdll_verify::term::Operator::FloatConvert(Format::F64),
        &[float],
    );
    let wide = terms.bits_of_float(wide);
    match terms.constant(wide) {
        Some(Constant::Bits { bits, .. }) => {
            f64::from_bits(u64::try_from(bits).expect("it has 64 bits"))
        }
        _ => unreachable!("constants are computed"),
    }
}

/// Whether an attribute is a unit attribute.
pub(super) fn is_unit(context: &Context, attribute: Attribute<'_>) -> bool {
    attribute == Attribute::unit(context)
}

/// Whether a type has values that attributes can state.
pub(super) fn is_number(ty: Type<'_>) -> bool {
    !super::types::has_lanes(ty) && super::types::known(ty, 64) != value::Type::Opaque
}

/// The type of an integer attribute.
pub(super) fn integer_type(attribute: Attribute<'_>) -> Option<Type<'_>> {
    IntegerAttribute::try_from(attribute).ok()?;
    number_type(attribute)
}

/// The type of a number or float attribute.
pub(super) fn number_type<'c>(attribute: Attribute<'c>) -> Option<Type<'c>> {
    let is_number = attribute.is_integer() || attribute.is_float();
    is_number.then(|| attribute.r#type())
}

/// Some values of an attribute.
pub(super) fn samples<'c>(context: &'c Context, attr: Attr<'c>) -> Vec<Attribute<'c>> {
    match attr {
        Attr::Known(attribute) => vec![attribute],
        Attr::Number { ty, .. } => {
            let Sort::Bits(width) = super::types::known(ty, 64).sort() else {
                return Vec::new();
            };
            let corners = [0, 1, u128::MAX, 1 << (width - 1), 2, 5];
            let of = |bits| {
                let constant = Constant::of_bits(width, bits);
                of_constant(context, ty, constant)
            };
            corners.map(of).to_vec()
        }
        Attr::Case(_) | Attr::Unit(_) | Attr::Any(_) => Vec::new(),
    }
}

/// Whether two attributes are the same.
pub(super) fn same<'c>(terms: &mut Terms, one: Attr<'c>, other: Attr<'c>) -> Option<Term> {
    Some(match (one, other) {
        (Attr::Known(one), Attr::Known(other)) => terms.bool(one == other),
        (
            Attr::Number { ty, bits },
            Attr::Number {
                ty: other_ty,
                bits: other,
            },
        ) => {
            if ty == other_ty {
                terms.equal(bits, other)
            } else {
                terms.bool(false)
            }
        }
        (Attr::Number { ty, bits }, Attr::Known(known))
        | (Attr::Known(known), Attr::Number { ty, bits }) => {
            if number_type(known) != Some(ty) {
                terms.bool(false)
            } else {
                let width = terms.width(bits);
                let known = self::bits(terms, known, width)?;
                terms.equal(bits, known)
            }
        }
        (Attr::Any(one), Attr::Any(other)) => terms.equal(one, other),
        (Attr::Case(one), Attr::Case(other)) if terms.width(one) == terms.width(other) => {
            terms.equal(one, other)
        }
        _ => return None,
    })
}

/// The bits of an attribute that the pattern writes.
pub(super) fn known_bits(
    terms: &mut Terms,
    context: &Context,
    attribute: Attribute<'_>,
    kind: AttributeKind,
    width: u32,
) -> Option<Term> {
    if let Some(bits) = bits(terms, attribute, width) {
        return Some(bits);
    }
    match kind {
        AttributeKind::Flags { values, .. } if !is_unit(context, attribute) => {
            let text = attribute.to_string();
            let (_, inner) = text.strip_suffix('>')?.split_once('<')?;
            let mut bits = 0;
            for word in inner.split(',').map(str::trim) {
                bits |= match word {
                    "none" => 0,
                    "fast" => (1 << values.len()) - 1,
                    _ => 1 << values.iter().position(|value| *value == word)?,
                };
            }
            Some(terms.bits(width, bits))
        }
        _ => None,
    }
}
