//! What functions mean that patterns call: those of the library, by their names, and those
//! that pattern files define, by their code.

use super::{
    attributes, code,
    run::{Attr, Run, Stopped},
    subject::Subject,
    types,
};
use crate::{
    back::graph::pattern::{Call, Node, NodeId, Statement},
    code::predicates,
    front::{contract::LIBRARY_PREFIX, hir::NativeBody},
    mlir::ffi::{entity::Entity, native::Answer},
};
use melior::{
    Context,
    ir::{Attribute, Type, attribute::StringAttribute},
};
use pdll_verify::{
    meanings::AttributeKind,
    term::{Constant, MAX_WIDTH, Operator, Sort, Term, Terms},
    value,
};

/// When a constraint holds, whose results are bound. `None` if that is not known.
pub(super) fn constraint<'c>(
    run: &mut Run<'_, '_, 'c>,
    call: &Call,
) -> Result<Option<Term>, Stopped> {
    let name = run.subject.pool.text(call.name);
    if let Some(name) = name.strip_prefix(LIBRARY_PREFIX) {
        if let Some(holds) = on_values(run, name, call) {
            return Ok(Some(holds));
        }
        return Ok(on_types(run, call));
    }
    let Some(native) = run.subject.definitions.get(name).copied() else {
        return Ok(None);
    };
    match &native.body {
        NativeBody::Predicate {
            subject, predicate, ..
        } => {
            let Ok(condition) = predicates::prepare(*subject, predicate) else {
                return Ok(None);
            };
            let argument = call.arguments[0];
            let holds = if let Some(ty) = run.ty(argument) {
                condition.holds_for_type(ty)
            } else if let Some(attr) = run.attr(argument) {
                // Most conditions are about the kind of an attribute. Where one depends on
                // the value, it holds for none of these, and the types are left out; or it
                // holds for all of them, and is taken to hold always, which says more
                // about the pattern than it has to do.
                let samples = samples(run, attr);
                let mut holds = samples
                    .iter()
                    .map(|one| condition.holds_for_attribute(*one));
                let first = holds.next().unwrap_or(true);
                if holds.any(|other| other != first) {
                    return Ok(None);
                }
                first
            } else {
                return Ok(None);
            };
            Ok(Some(run.terms.bool(holds)))
        }
        NativeBody::Code {
            code: text,
            parameters,
            ..
        } => {
            let result = code::evaluate(run, &text.text, parameters, &call.arguments);
            Ok(result.and_then(|value| value.truth()))
        }
    }
}

/// Runs a rewrite. Returns whether it is known.
pub(super) fn rewrite(run: &mut Run<'_, '_, '_>, call: &Call) -> Result<bool, Stopped> {
    let name = run.subject.pool.text(call.name);
    let known = match name.strip_prefix(LIBRARY_PREFIX) {
        Some(name) => library_rewrite(run, name, call),
        None => match run
            .subject
            .definitions
            .get(name)
            .copied()
            .map(|native| &native.body)
        {
            Some(NativeBody::Code {
                code: text,
                parameters,
                ..
            }) => {
                let value = code::evaluate(run, &text.text, parameters, &call.arguments);
                match (value, &call.results[..]) {
                    (Some(value), [result]) => value.bind(run, *result),
                    _ => None,
                }
            }
            _ => None,
        },
    };
    Ok(known.is_some())
}

fn library_rewrite(run: &mut Run<'_, '_, '_>, name: &str, call: &Call) -> Option<()> {
    match (name, &call.arguments[..], &call.results[..]) {
        ("TypeOf", [value], [result]) => {
            let ty = run.ty(*value)?;
            run.set_ty(*result, ty);
            Some(())
        }
        // What is created has the attribute, as `copies` says, if its meaning knows it.
        ("CopyOptionalAttr" | "CopyAttr", arguments, _) => {
            let is_created = |copy: &Copy| !run.subject.pattern.nodes.is_matched(copy.to);
            let copies = copies(run.subject);
            let mut copies = copies.iter().filter(|copy| is_created(copy));
            copies
                .any(|copy| arguments.contains(&copy.to))
                .then_some(())
        }
        ("CopyDiscardableAttrs" | "SetDiscardableAttr", _, _) => Some(()),
        _ => on_values(run, name, call).map(|holds| run.condition(holds)),
    }
}

/// A call of the library that copies an attribute of a matched operation to a created one.
pub(super) struct Copy {
    pub(super) from: NodeId,
    pub(super) name: String,
    pub(super) to: NodeId,
    pub(super) new_name: String,
}

/// All of them.
pub(super) fn copies(subject: &Subject<'_, '_>) -> Vec<Copy> {
    let calls = subject
        .pattern
        .rewrite
        .iter()
        .filter_map(|statement| match statement {
            Statement::Call(call) => Some(call),
            _ => None,
        });
    let text = |node: NodeId| {
        let constant = subject.pattern.nodes[node].constant()?;
        let text = StringAttribute::try_from(subject.attribute_constant(constant)).ok()?;
        Some(text.value().to_owned())
    };
    let copy = |call: &Call| {
        let name = subject.pool.text(call.name).strip_prefix(LIBRARY_PREFIX)?;
        match (name, &call.arguments[..]) {
            ("CopyOptionalAttr", [from, name, to, new_name]) => Some(Copy {
                from: *from,
                name: text(*name)?,
                to: *to,
                new_name: text(*new_name)?,
            }),
            ("CopyAttr", [from, to, name]) => Some(Copy {
                from: *from,
                name: text(*name)?,
                to: *to,
                new_name: text(*name)?,
            }),
            _ => None,
        }
    };
    calls.filter_map(copy).collect()
}

/// A function on values and numbers.
fn on_values<'c>(run: &mut Run<'_, '_, 'c>, name: &str, call: &Call) -> Option<Term> {
    let always = run.terms.bool(true);
    let arguments = &call.arguments[..];
    match (name, arguments) {
        ("GetConstant" | "GetConstantScalar", [value]) => {
            let (ty, bits, holds) = constant_of(run, *value)?;
            run.set_attr(*call.results.first()?, Attr::Number { ty, bits })?;
            Some(holds)
        }
        ("IsConstant", [value]) => {
            run.is_constant(*value);
            let known = run.values[value.index()]?;
            Some(run.terms.not(known.is_poison))
        }
        ("HasNoUses", [value]) => Some(run.is_unused(*value)),
        (
            "HasOneUse" | "OpHasOneUse" | "OpUsedOnlyBy" | "UsedOnlyBy" | "SameBlock" | "IsBefore"
            | "HasParent" | "HasAncestor" | "Dominates" | "UsedOnlyByOpsNamed",
            _,
        ) => Some(run.either()),
        ("IsIntegerAttr", [number]) => {
            let (ty, _) = integer(run, *number)?;
            let is_integer = !matches!(types::known(ty, 64), value::Type::Float(_));
            Some(run.terms.bool(is_integer))
        }
        ("IsZero", [number]) => {
            if let Some(Attr::Number { ty, bits }) = run.attr(*number)
                && let value::Type::Float(format) = types::known(ty, 64)
            {
                let float = run.terms.float_of_bits(format, bits);
                let zero = run.terms.bits(format.width(), 0);
                let zero = run.terms.float_of_bits(format, zero);
                return Some(run.terms.apply(Operator::FloatEqual, &[float, zero]));
            }
            let (_, bits) = integer(run, *number)?;
            Some(run.terms.is_number(bits, 0))
        }
        ("IsOne", [number]) => {
            let (_, bits) = integer(run, *number)?;
            Some(run.terms.is_number(bits, 1))
        }
        ("ConstantEquals", [value, number]) => {
            let (ty, bits, holds) = constant_of(run, *value)?;
            if matches!(types::known(ty, 64), value::Type::Float(_)) {
                return None;
            }
            let (_, expected) = integer(run, *number)?;
            let wide = run.terms.width(bits).max(run.terms.width(expected));
            let [one, other] = [bits, expected].map(|bits| wide_number(run, bits, wide));
            let is_equal = run.terms.equal(one, other);
            Some(run.terms.and(is_equal, holds))
        }
        ("MakeZero" | "MakeOne", [ty]) => {
            let ty = run.ty(*ty)?;
            if !attributes::is_number(ty) {
                return None;
            }
            if let (value::Type::Float(_), "MakeOne") = (types::known(ty, 64), name) {
                return None;
            }
            let Sort::Bits(width) = attributes::sort(ty) else {
                return None;
            };
            let bits = run.terms.bits(width, u128::from(name == "MakeOne"));
            run.set_attr(*call.results.first()?, Attr::Number { ty, bits })?;
            Some(always)
        }
        (
            "AddIntegers" | "SubIntegers" | "MulIntegers" | "MinIntegers" | "MaxIntegers",
            [first, second],
        ) => exact(run, name, [*first, *second], *call.results.first()?),
        ("IntegerEquals" | "IntegerLess" | "IntegerLessOrEqual", [first, second]) => {
            let [first, second] =
                [integer(run, *first)?, integer(run, *second)?].map(|(_, bits)| bits);
            let wide = run.terms.width(first).max(run.terms.width(second));
            let [first, second] = [first, second].map(|bits| wide_number(run, bits, wide));
            let operator = match name {
                "IntegerEquals" => Operator::Equal,
                "IntegerLess" => Operator::LessSigned,
                _ => Operator::LessOrEqualSigned,
            };
            Some(run.terms.apply(operator, &[first, second]))
        }
        ("IsPowerOfTwo", [number]) => {
            let (_, bits) = integer(run, *number)?;
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
        ("Log2", [number]) => {
            let (ty, bits) = integer(run, *number)?;
            let width = run.terms.width(bits);
            let mut log = run.terms.bits(width, 0);
            let (mut powers, value) = (Vec::new(), bits);
            for bit in 0..width.saturating_sub(u32::from(width > 1)) {
                let is_this = run.terms.is_number(value, 1 << bit);
                let number = run.terms.bits(width, u128::from(bit));
                log = run.terms.if_else(is_this, number, log);
                powers.push(is_this);
            }
            run.set_attr(*call.results.first()?, Attr::Number { ty, bits: log })?;
            Some(run.terms.any(&powers))
        }
        ("CastInteger", [number, ty]) => {
            let (_, bits) = integer(run, *number)?;
            let ty = run.ty(*ty)?;
            let known = types::known(ty, 64);
            let Sort::Bits(width) = known.sort() else {
                return None;
            };
            if matches!(known, value::Type::Float(_) | value::Type::Opaque) {
                return None;
            }
            let wide = width.max(run.terms.width(bits)) + 1;
            let exact = wide_number(run, bits, wide);
            let cut = run.terms.extract(exact, 0, width);
            let back = wide_number(run, cut, wide);
            run.set_attr(*call.results.first()?, Attr::Number { ty, bits: cut })?;
            Some(run.terms.equal(back, exact))
        }
        _ => None,
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

/// Exact arithmetic: it fails where the type of the result cannot represent it.
fn exact<'c>(
    run: &mut Run<'_, '_, 'c>,
    name: &str,
    arguments: [NodeId; 2],
    result: NodeId,
) -> Option<Term> {
    let [first, second] = [integer(run, arguments[0])?, integer(run, arguments[1])?];
    let is_i64 = |ty: Type<'_>| types::known(ty, 64) == value::Type::Integer(64);
    let ty = match (first.0 == second.0, is_i64(first.0), is_i64(second.0)) {
        (true, ..) | (_, false, true) => first.0,
        (_, true, false) => second.0,
        _ => {
            // The types differ.
            return Some(run.terms.bool(false));
        }
    };
    let known = types::known(ty, 64);
    if matches!(known, value::Type::Float(_) | value::Type::Opaque) {
        return None;
    }
    let Sort::Bits(width) = known.sort() else {
        return None;
    };
    let most = run
        .terms
        .width(first.1)
        .max(run.terms.width(second.1))
        .max(width);
    let wide = if name == "MulIntegers" {
        2 * most
    } else {
        most + 1
    };
    if wide > MAX_WIDTH {
        return None;
    }
    let [x, y] = [first.1, second.1].map(|bits| wide_number(run, bits, wide));
    let terms = &mut run.terms;
    let exact = match name {
        "AddIntegers" => terms.apply(Operator::Add, &[x, y]),
        "SubIntegers" => terms.apply(Operator::Subtract, &[x, y]),
        "MulIntegers" => terms.apply(Operator::Multiply, &[x, y]),
        _ => {
            let is_less = terms.apply(Operator::LessSigned, &[x, y]);
            let (then, otherwise) = if name == "MinIntegers" {
                (x, y)
            } else {
                (y, x)
            };
            terms.if_else(is_less, then, otherwise)
        }
    };
    let cut = terms.extract(exact, 0, width);
    let back = wide_number(run, cut, wide);
    run.set_attr(result, Attr::Number { ty, bits: cut })?;
    Some(run.terms.equal(back, exact))
}

/// An integer with more bits. It has a sign, but one bit has none.
fn wide_number(run: &mut Run<'_, '_, '_>, bits: Term, width: u32) -> Term {
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
        Attr::Case(_) | Attr::Unit(_) => None,
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

/// A function of the library on types and attributes that are known, which is called.
fn on_types<'c>(run: &mut Run<'_, '_, 'c>, call: &Call) -> Option<Term> {
    let mut arguments = Vec::new();
    for argument in &call.arguments {
        let entity = match (&run.subject.pattern.nodes[*argument], run.ty(*argument)) {
            (Node::Type { .. } | Node::Returned { .. }, Some(ty)) => Entity::Type(ty),
            _ => match run.attr(*argument)? {
                Attr::Known(attribute) => Entity::Attribute(attribute),
                _ => return None,
            },
        };
        arguments.push(Some(entity));
    }
    let name = run.subject.pool.text(call.name);
    let (context, library) = (run.subject.context, run.subject.library);
    let answer = library.call_constraint(context, name, &arguments, call.results.len());
    let results = match answer {
        Answer::Holds(results) => results,
        Answer::Fails(_) => return Some(run.terms.bool(false)),
        Answer::Breaks(_) | Answer::MissesArgument => return None,
    };
    for (node, result) in call.results.iter().zip(results) {
        match result? {
            Entity::Type(ty) => match run.ty(*node) {
                Some(known) if known != ty => return Some(run.terms.bool(false)),
                _ => run.set_ty(*node, ty),
            },
            Entity::Attribute(attribute) => run.set_attr(*node, Attr::Known(attribute))?,
            _ => return None,
        }
    }
    Some(run.terms.bool(true))
}

/// Some values of an attribute.
fn samples<'c>(run: &Run<'_, '_, 'c>, attr: Attr<'c>) -> Vec<Attribute<'c>> {
    match attr {
        Attr::Known(attribute) => vec![attribute],
        Attr::Number { ty, .. } => {
            let Sort::Bits(width) = types::known(ty, 64).sort() else {
                return Vec::new();
            };
            let corners = [0, 1, u128::MAX, 1 << (width - 1), 2, 5];
            let of = |bits| {
                let constant = Constant::of_bits(width, bits);
                attributes::of_constant(run.subject.context, ty, constant)
            };
            corners.map(of).to_vec()
        }
        Attr::Case(_) | Attr::Unit(_) => Vec::new(),
    }
}

/// Whether two attributes are the same.
pub(super) fn same<'c>(run: &mut Run<'_, '_, 'c>, one: Attr<'c>, other: Attr<'c>) -> Option<Term> {
    Some(match (one, other) {
        (Attr::Known(one), Attr::Known(other)) => run.terms.bool(one == other),
        (
            Attr::Number { ty, bits },
            Attr::Number {
                ty: other_ty,
                bits: other,
            },
        ) => {
            if ty == other_ty {
                run.terms.equal(bits, other)
            } else {
                run.terms.bool(false)
            }
        }
        (Attr::Number { ty, bits }, Attr::Known(known))
        | (Attr::Known(known), Attr::Number { ty, bits }) => {
            if attributes::number_type(known) != Some(ty) {
                run.terms.bool(false)
            } else {
                let width = run.terms.width(bits);
                let known = attributes::bits(&mut run.terms, known, width)?;
                run.terms.equal(bits, known)
            }
        }
        (Attr::Case(one), Attr::Case(other)) if run.terms.width(one) == run.terms.width(other) => {
            run.terms.equal(one, other)
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
    if let Some(bits) = attributes::bits(terms, attribute, width) {
        return Some(bits);
    }
    match kind {
        AttributeKind::Flags { values, .. } if !attributes::is_unit(context, attribute) => {
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
