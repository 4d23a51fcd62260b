//! Patterns that run in an MLIR without pdll: what they call, and what keeps them from
//! running there.
//!
//! Such an MLIR looks native functions up by their names, and does not check that there is
//! one: it calls another function, or crashes.

use crate::{
    front::contract::{
        ANY_OF, ARGUMENT, ARGUMENTS, BLOCK, INSERT_AT, INSERT_AT_START, INSERT_BEFORE,
        LIBRARY_PREFIX, NEW_BLOCK, NEW_REGION, PLACE, REGION, SAME, predicate_of,
    },
    front::hir::{CodeSlot, NativeBody, NativeFunctions, RESULT_TYPE_OF, Type},
    front::ods::Subject,
};
use melior::ir::{
    BlockLike, BlockRef, Location, Module, OperationRef, RegionLike, Value, ValueLike,
    attribute::{BoolAttribute, StringAttribute},
    operation::OperationLike,
    operation::OperationResult,
};
use std::{collections::BTreeSet, iter::successors};

/// A native function that patterns call.
#[derive(Debug)]
pub(crate) struct Function<'n> {
    /// The name under which the other program registers it.
    pub(crate) name: String,
    pub(crate) is_constraint: bool,
    pub(crate) parameters: Vec<Slot>,
    pub(crate) results: Vec<Slot>,
    /// Its C++ code in the source, if it has any.
    pub(crate) code: Option<&'n str>,
}

/// A parameter or result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) name: Option<String>,
    pub(crate) ty: Type,
}

/// Why a pattern cannot run in another MLIR, and what to do instead.
#[derive(Debug)]
pub(crate) struct Obstacle<'c> {
    pub(crate) location: Location<'c>,
    pub(crate) reason: String,
    pub(crate) help: &'static str,
}

/// A call in a module, and the name of its callee.
struct Call<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    is_constraint: bool,
    name: String,
}

/// The calls of what only pdll has: functions of its library, and what it adds itself.
pub(crate) fn calls_of_the_library<'c>(module: &Module<'c>) -> Vec<Obstacle<'c>> {
    let calls = calls(module).into_iter();
    calls
        .filter(|call| !compares_a_result(call))
        .filter_map(|call| {
            let (reason, help) = missing(&call.name, call.is_constraint)?;
            Some(Obstacle {
                location: call.operation.location(),
                reason,
                help,
            })
        })
        .collect()
}

/// Whether a call compares what another one of the library returns, which says enough.
fn compares_a_result(call: &Call<'_, '_>) -> bool {
    let mut operands = call.operation.operands();
    let is_of_library = |value| {
        let owner = OperationResult::try_from(value).ok().map(|it| it.owner());
        let name = owner.and_then(|owner| name_of_callee(owner));
        name.is_some_and(|name| name.starts_with(LIBRARY_PREFIX))
    };
    call.name == SAME && operands.any(is_of_library)
}

/// What stands for bodies in `pdl`. That the interpreter has none is said elsewhere.
const OF_BODIES: [&str; 10] = [
    REGION,
    BLOCK,
    ARGUMENT,
    ARGUMENTS,
    NEW_REGION,
    NEW_BLOCK,
    PLACE,
    INSERT_AT,
    INSERT_BEFORE,
    INSERT_AT_START,
];

/// What other MLIRs do not have, and what to write instead.
fn missing(name: &str, is_constraint: bool) -> Option<(String, &'static str)> {
    const SAME_KIND: &str = "declare a native function of your own in its place, and register it \
                             where the patterns run";
    let function = name.strip_prefix(LIBRARY_PREFIX)?;
    if OF_BODIES.contains(&name) {
        return None;
    }
    Some(match name {
        ANY_OF => ("`or`".to_owned(), "write a pattern for each alternative"),
        SAME => (
            "the comparison of types or attributes that the pattern has bound to two variables"
                .to_owned(),
            "write the same variable, or the literal, in both places",
        ),
        _ if predicate_of(name) != function => {
            let reason = format!("the predicate `{}` of pdll", predicate_of(name));
            (reason, SAME_KIND)
        }
        _ => {
            let kind = if is_constraint {
                "constraint"
            } else {
                "rewrite"
            };
            let reason = format!("the {kind} `{function}` of pdll's standard library");
            (reason, SAME_KIND)
        }
    })
}

/// The first call of each function that has C++ code, which is no part of `pdl`.
pub(crate) fn calls_of_code<'c>(
    module: &Module<'c>,
    functions: &NativeFunctions,
) -> Vec<Obstacle<'c>> {
    let mut said = BTreeSet::new();
    let obstacle = |call: Call<'c, '_>| {
        let mut natives = functions.natives.iter();
        let native = natives
            .find(|one| one.is_constraint == call.is_constraint && *one.name == *call.name)?;
        let name = &native.name;
        if !said.insert((call.is_constraint, name.clone())) {
            return None;
        }
        let (reason, help) = match &native.body {
            NativeBody::Predicate { .. } => (
                format!("the C++ code of `{name}`, a constraint of a `.td` file"),
                "declare a native constraint in its place, and register it where the patterns \
                 run; `-x python` makes a function for it, and `-x cpp` a header with the code",
            ),
            NativeBody::Code { .. } if name.starts_with(RESULT_TYPE_OF) => (
                format!("the {name}, which its definition implies"),
                "write the result types: `-> (…)`",
            ),
            NativeBody::Code { .. } => (
                format!("the C++ code of `{name}`"),
                "leave the code out, and register the function where the patterns run; \
                 `-x python` makes a function for it, and `-x cpp` a header with the code",
            ),
        };
        Some(Obstacle {
            location: call.operation.location(),
            reason,
            help,
        })
    };
    calls(module).into_iter().filter_map(obstacle).collect()
}

/// Whether there are no patterns.
pub(crate) fn is_empty(module: &Module<'_>) -> bool {
    module.body().first_operation().is_none()
}

/// Whether not all MLIRs read the short form of a module: they differ in that of negated
/// constraints, and none reads what follows a replacement by values, if that has a name.
pub(crate) fn has_no_short_form(module: &Module<'_>) -> bool {
    let mut found = false;
    for_each_operation(module, |operation| {
        let flag = operation.attribute("isNegated").ok();
        let flag = flag.and_then(|flag| BoolAttribute::try_from(flag).ok());
        found |= flag.is_some_and(|flag| flag.value()) || is_open_replacement(operation);
    });
    found
}

/// The name of what follows is taken for the operation that replaces.
fn is_open_replacement(operation: OperationRef<'_, '_>) -> bool {
    let is_operation = |value: Value<'_, '_>| matches!(kind(value.r#type()), Type::Operation);
    let next = operation.next_in_block();
    operation.name().as_string_ref().as_str() == Ok("pdl.replace")
        && !operation.operands().skip(1).any(is_operation)
        && next.is_some_and(|next| next.result_count() > 0)
}

/// The native functions that the patterns call, by their names, and where each is called
/// first.
pub(crate) fn called<'c, 'n>(
    module: &Module<'c>,
    functions: &'n NativeFunctions,
) -> Vec<(Function<'n>, Location<'c>)> {
    let mut all: Vec<(Function<'n>, Location<'c>)> = Vec::new();
    for call in calls(module) {
        let is_same = |(known, _): &(Function<'_>, _)| {
            known.name == call.name && known.is_constraint == call.is_constraint
        };
        if !all.iter().any(is_same) {
            let location = call.operation.location();
            all.push((function(&call, functions), location));
        }
    }
    all.sort_by(|(a, _), (b, _)| (!a.is_constraint, &a.name).cmp(&(!b.is_constraint, &b.name)));
    all
}

fn function<'n>(call: &Call<'_, '_>, functions: &'n NativeFunctions) -> Function<'n> {
    let (written, code) = signature(call, functions).unwrap_or_else(|| (of_call(call), None));
    let (parameters, results) = written;
    Function {
        name: call.name.clone(),
        is_constraint: call.is_constraint,
        parameters,
        results,
        code,
    }
}

type Signature = (Vec<Slot>, Vec<Slot>);

/// What the source says about the function.
fn signature<'n>(
    call: &Call<'_, '_>,
    functions: &'n NativeFunctions,
) -> Option<(Signature, Option<&'n str>)> {
    let is_it =
        |is_constraint: bool, name: &str| is_constraint == call.is_constraint && name == call.name;
    let mut declared = functions.declared.iter();
    if let Some(found) = declared.find(|one| is_it(one.is_constraint, &one.name)) {
        return Some(((slots(&found.parameters), slots(&found.results)), None));
    }
    let mut natives = functions.natives.iter();
    let native = natives.find(|one| is_it(one.is_constraint, &one.name))?;
    Some(match &native.body {
        NativeBody::Code {
            code,
            parameters,
            results,
        } => ((slots(parameters), slots(results)), Some(&*code.text)),
        NativeBody::Predicate {
            subject, condition, ..
        } => {
            let ty = match subject {
                Subject::Attribute => Type::Attribute,
                Subject::Type => Type::Type,
                Subject::Operation => Type::Operation,
            };
            let name = Some("self".to_owned());
            ((vec![Slot { name, ty }], Vec::new()), Some(condition))
        }
    })
}

fn slots(slots: &[CodeSlot]) -> Vec<Slot> {
    let slot = |slot: &CodeSlot| Slot {
        name: slot.name.as_ref().map(ToString::to_string),
        ty: slot.ty,
    };
    slots.iter().map(slot).collect()
}

/// What a call passes and takes.
fn of_call(call: &Call<'_, '_>) -> Signature {
    let slot = |ty: melior::ir::Type<'_>| Slot {
        name: None,
        ty: kind(ty),
    };
    let operands = call.operation.operands().map(|one| slot(one.r#type()));
    let results = call.operation.results().map(|one| slot(one.r#type()));
    (operands.collect(), results.collect())
}

fn kind(ty: melior::ir::Type<'_>) -> Type {
    match ty.to_string().as_str() {
        "!pdl.attribute" => Type::Attribute,
        "!pdl.operation" => Type::Operation,
        "!pdl.type" => Type::Type,
        "!pdl.value" => Type::Value,
        "!pdl.range<type>" => Type::TypeRange,
        "!pdl.range<value>" => Type::ValueRange,
        other => unreachable!("`pdl` has no type {other}"),
    }
}

/// All calls of native functions, in the order of the module.
fn calls<'c, 'a>(module: &'a Module<'c>) -> Vec<Call<'c, 'a>> {
    let mut calls = Vec::new();
    for_each_operation(module, |operation| {
        let is_constraint = match operation.name().as_string_ref().as_str() {
            Ok("pdl.apply_native_constraint") => true,
            Ok("pdl.apply_native_rewrite" | "pdl.rewrite") => false,
            _ => return,
        };
        calls.extend(name_of_callee(operation).map(|name| Call {
            operation,
            is_constraint,
            name,
        }));
    });
    calls
}

/// Visits the operations of all patterns, each before those inside of it.
fn for_each_operation<'c, 'a>(module: &'a Module<'c>, mut visit: impl FnMut(OperationRef<'c, 'a>)) {
    for pattern in operations(module.body()) {
        visit_all(pattern, &mut visit);
    }
}

fn visit_all<'c, 'a>(operation: OperationRef<'c, 'a>, visit: &mut dyn FnMut(OperationRef<'c, 'a>)) {
    visit(operation);
    for region in operation.regions() {
        let blocks = successors(region.first_block(), |block| block.next_in_region());
        for inner in blocks.flat_map(operations) {
            visit_all(inner, visit);
        }
    }
}

fn name_of_callee(call: OperationRef<'_, '_>) -> Option<String> {
    let name = StringAttribute::try_from(call.attribute("name").ok()?).ok()?;
    Some(name.value().to_owned())
}

fn operations<'c, 'a>(block: BlockRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    successors(block.first_operation(), |operation| {
        operation.next_in_block()
    })
}
