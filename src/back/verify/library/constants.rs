//! Constants that a rewrite creates.

use super::numbers::{integer, wide_number};
use crate::back::{
    graph::pattern::{Call, NodeId},
    verify::{
        attributes::{self, Attr},
        run::{Run, Stopped},
        types,
    },
};
use melior::ir::Type;
use pdll_verify::{
    term::{Constant, Operator, Sort, Term},
    value::{Type as Known, Value},
};

/// Creates a constant of a type, or of a vector or tensor with the same value everywhere.
/// A number of the type `i64`, which those have that a pattern writes, becomes one of that
/// type. Where that is not possible, the rewrite fails, and so does the run.
pub(super) fn materialize(run: &mut Run<'_, '_, '_>, call: &Call) -> Result<Option<()>, Stopped> {
    let ([value, ty, _], [result]) = (&call.arguments[..], &call.results[..]) else {
        return Ok(None);
    };
    let Some((ty, bits, fits)) = constant(run, *value, *ty) else {
        return Ok(None);
    };
    let fails = run.terms.not(fits);
    if run.terms.constant(fails).is_some_and(Constant::is_true) {
        let reason = format!("no constant of the type `{ty}` has this value");
        return Err(Stopped::Invalid(reason));
    }
    run.fails_if(fails);
    let content = match run.known(ty) {
        // Attributes for `index` have more bits than it may have.
        Known::Index(width) => run.terms.resize(bits, width, true),
        _ => bits,
    };
    let known = Value::known(&mut run.terms, content);
    run.materialize(*result, ty, known);
    Ok(Some(()))
}

/// The type of a constant, the bits of its elements, and whether there is such a constant.
fn constant<'c>(
    run: &mut Run<'_, '_, 'c>,
    value: NodeId,
    ty: NodeId,
) -> Option<(Type<'c>, Term, Term)> {
    let ty = run.ty(ty)?;
    let scalar = types::element(ty).unwrap_or(ty);
    let Sort::Bits(width) = attributes::sort(scalar) else {
        return None;
    };
    let certain = run.terms.bool(true);
    let (bits, fits) = match run.attr(value) {
        Some(Attr::Number { ty: own, bits }) if own == scalar => (bits, certain),
        Some(Attr::Known(known)) if attributes::number_type(known) == Some(scalar) => {
            (attributes::bits(&mut run.terms, known, width)?, certain)
        }
        _ => {
            let number = integer(run, value)?;
            converted(run, number, scalar)?
        }
    };
    Some((ty, bits, fits))
}

/// A number of the type `i64` in another type, and whether that has it. Others fail.
pub(super) fn converted<'c>(
    run: &mut Run<'_, '_, 'c>,
    (own, number): (Type<'c>, Term),
    ty: Type<'c>,
) -> Option<(Term, Term)> {
    if types::known(own, 64) != Known::Integer(64) {
        let Sort::Bits(width) = attributes::sort(ty) else {
            return None;
        };
        return Some((run.terms.bits(width, 0), run.terms.bool(false)));
    }
    match types::known(ty, 64) {
        Known::Integer(width) | Known::Index(width) => {
            let bits = run.terms.resize(number, width, true);
            let wide = width.max(64);
            let [back, exact] = [bits, number].map(|term| wide_number(run, term, wide));
            Some((bits, run.terms.equal(back, exact)))
        }
        Known::Float(format) => {
            // The library refuses what is not exact.
            let float = run.terms.apply(Operator::FloatOfSigned(format), &[number]);
            let bits = run.terms.bits_of_float(float);
            let back = run.terms.apply(Operator::FloatToSigned(64), &[float]);
            Some((bits, run.terms.equal(back, number)))
        }
        Known::Opaque => None,
    }
}
