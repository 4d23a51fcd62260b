//! What functions mean that patterns call: those of the library, by their names, and those
//! that pattern files define, by their code.

mod constants;
mod copies;
mod numbers;

pub(super) use copies::copies;

use super::{
    attributes::{self, Attr},
    code,
    run::{Run, Stopped},
    subject::Unsupported,
};
use crate::{
    back::graph::pattern::{Call, Node},
    code::predicates,
    front::{contract::LIBRARY_PREFIX, hir::NativeBody},
    mlir::ffi::{entity::Entity, native::Answer},
};
use copies::Copy;
use pdll_verify::term::Term;

/// When a constraint holds, whose results are bound. `None` if that is not known.
pub(super) fn constraint<'c>(
    run: &mut Run<'_, '_, 'c>,
    call: &Call,
) -> Result<Option<Term>, Stopped> {
    let name = run.subject.pool.text(call.name);
    if let Some(defined) = run.subject.meanings.function(name, run.subject) {
        return run.call(&defined, call);
    }
    if let Some(name) = name.strip_prefix(LIBRARY_PREFIX) {
        if let Some(holds) = numbers::call(run, name, call) {
            return Ok(Some(holds));
        }
        return Ok(on_types(run, call));
    }
    let Some(native) = run.subject.native(name) else {
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
                let samples = attributes::samples(run.subject.context, attr);
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
    if let Some(defined) = run.subject.meanings.function(name, run.subject) {
        let Some(holds) = run.call(&defined, call)? else {
            return Ok(false);
        };
        if run
            .terms
            .constant(holds)
            .is_none_or(|holds| !holds.is_true())
        {
            let text = format!("the definition of `{name}` depends on values");
            return Err(Unsupported(text).into());
        }
        return Ok(true);
    }
    let known = match name.strip_prefix(LIBRARY_PREFIX) {
        Some("MaterializeConstant") => constants::materialize(run, call)?,
        Some(name) => library_rewrite(run, name, call),
        None => match run.subject.native(name).map(|native| &native.body) {
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
        _ => numbers::call(run, name, call).map(|holds| run.condition(holds)),
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
