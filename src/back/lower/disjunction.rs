//! Disjunctions as attributes, whose form `cpp-shim/runtime/std/AnyOf.h` describes.

use crate::{
    front::contract::ANY_OF,
    front::hir::{Disjunction, DisjunctionStep},
};
use melior::{
    Context,
    ir::{
        Attribute, OperationRef,
        attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute},
        operation::{OperationLike, OperationResult},
    },
};
use std::collections::BTreeSet;

/// The attribute for a disjunction.
pub(super) fn attribute<'c>(context: &'c Context, disjunction: &Disjunction) -> Attribute<'c> {
    let branches = disjunction.branches.iter().map(|branch| {
        let steps: Vec<_> = branch.iter().map(|one| step(context, one)).collect();
        ArrayAttribute::new(context, &steps).into()
    });
    ArrayAttribute::new(context, &branches.collect::<Vec<_>>()).into()
}

fn step<'c>(context: &'c Context, step: &DisjunctionStep) -> Attribute<'c> {
    let parts = match step {
        DisjunctionStep::Call {
            function,
            inputs,
            results,
        } => vec![
            StringAttribute::new(context, function).into(),
            numbers(context, inputs),
            numbers(context, results),
        ],
        DisjunctionStep::AnyOf { inner, is_negated } => {
            let negation = is_negated.then(|| Attribute::unit(context));
            [attribute(context, inner)]
                .into_iter()
                .chain(negation)
                .collect()
        }
    };
    ArrayAttribute::new(context, &parts).into()
}

fn numbers<'c>(context: &'c Context, numbers: &[usize]) -> Attribute<'c> {
    let numbers: Vec<_> = numbers.iter().map(|number| *number as i64).collect();
    DenseI64ArrayAttribute::new(context, &numbers).into()
}

/// The disjunction that an attribute is for, if it is for one.
pub(crate) fn read(attribute: Attribute<'_>) -> Option<Disjunction> {
    let branches = each(ArrayAttribute::try_from(attribute).ok()?).map(|branch| {
        let steps = each(ArrayAttribute::try_from(branch).ok()?);
        steps.map(read_step).collect()
    });
    Some(Disjunction {
        branches: branches.collect::<Option<_>>()?,
    })
}

fn read_step(step: Attribute<'_>) -> Option<DisjunctionStep> {
    let step = ArrayAttribute::try_from(step).ok()?;
    let parts: Vec<_> = each(step).collect();
    match &parts[..] {
        [name, inputs, results] => Some(DisjunctionStep::Call {
            function: StringAttribute::try_from(*name).ok()?.value().into(),
            inputs: read_numbers(*inputs)?,
            results: read_numbers(*results)?,
        }),
        [inner, rest @ ..] if rest.len() < 2 => Some(DisjunctionStep::AnyOf {
            inner: read(*inner)?,
            is_negated: !rest.is_empty(),
        }),
        _ => None,
    }
}

fn read_numbers(attribute: Attribute<'_>) -> Option<Vec<usize>> {
    let numbers = DenseI64ArrayAttribute::try_from(attribute).ok()?;
    let number = |index| usize::try_from(numbers.element(index).ok()?).ok();
    (0..numbers.len()).map(number).collect()
}

/// The `pdl.attribute` with the disjunction that an operation decides, if it decides one.
pub(crate) fn of_call<'c, 'a>(call: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let name = StringAttribute::try_from(call.attribute("name").ok()?).ok()?;
    if name.value() != ANY_OF {
        return None;
    }
    let program = OperationResult::try_from(call.operand(0).ok()?).ok()?;
    Some(program.owner())
}

/// Adds the names of the constraints that the disjunction of an attribute calls. Other
/// attributes have none.
pub(crate) fn add_functions(attribute: Attribute<'_>, names: &mut BTreeSet<String>) {
    let Ok(array) = ArrayAttribute::try_from(attribute) else {
        return;
    };
    match name(array) {
        Some(name) => {
            names.insert(name.value().to_owned());
        }
        None => each(array).for_each(|element| add_functions(element, names)),
    }
}

/// The attribute with those names changed for which there is a new one.
pub(crate) fn renamed<'c>(
    context: &'c Context,
    attribute: Attribute<'c>,
    find: &impl Fn(&str) -> Option<String>,
) -> Attribute<'c> {
    let Ok(array) = ArrayAttribute::try_from(attribute) else {
        return attribute;
    };
    let elements: Vec<_> = match name(array).and_then(|name| find(name.value())) {
        Some(new) => [StringAttribute::new(context, &new).into()]
            .into_iter()
            .chain(each(array).skip(1))
            .collect(),
        None => each(array)
            .map(|element| renamed(context, element, find))
            .collect(),
    };
    ArrayAttribute::new(context, &elements).into()
}

/// The name of the constraint, if the array is a step that calls one.
fn name(array: ArrayAttribute<'_>) -> Option<StringAttribute<'_>> {
    StringAttribute::try_from(each(array).next()?).ok()
}

fn each<'c>(array: ArrayAttribute<'c>) -> impl Iterator<Item = Attribute<'c>> {
    (0..array.len()).map(move |index| array.element(index).expect("the index is in the array"))
}
