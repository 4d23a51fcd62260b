//! Compiled patterns as bytes, which depend on no other file.
//!
//! The bytes are MLIR bytecode of a module of `pdl.pattern` operations. An
//! attribute of the module holds, as JSON, what pdl cannot express: the
//! conditions of the constraints of `.td` files.

use super::definitions::Definitions;
use crate::{
    contract::{CONSTRAINTS, CONSTRAINTS_VERSION},
    ffi,
    hir::{Native, NativeBody},
    native_code::Definition,
    ods::{
        Subject,
        flat::{self, FlatPredicate, Flattener},
    },
    source::{SourceMap, Span},
};
use melior::{
    Context,
    ir::{
        Attribute, Module,
        attribute::StringAttribute,
        operation::{OperationLike, OperationMutLike, WalkOrder, WalkResult},
    },
};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::HashMap;

/// The contents of the attribute. A change of the layout raises
/// `PDLL_CONSTRAINTS_VERSION` in `contract/Names.h`.
#[derive(Serialize, Deserialize)]
struct Constraints {
    format: u32,
    /// Children come before their parents.
    predicates: Vec<FlatPredicate>,
    constraints: Vec<Constraint>,
}

/// The part that every format has.
#[derive(Deserialize)]
struct Header {
    format: u32,
}

#[derive(Serialize, Deserialize)]
struct Constraint {
    name: SmolStr,
    subject: Subject,
    /// The index of its predicate.
    predicate: usize,
    /// The condition as a C++ expression.
    condition: String,
    file: String,
    line: u32,
}

/// Turns a module of patterns into bytes, with the native functions that its
/// patterns call. Leaves out functions with code, which the caller must have
/// refused.
pub(crate) fn write(
    context: &Context,
    module: &mut Module<'_>,
    definitions: &[Definition],
    sources: &SourceMap,
) -> Vec<u8> {
    if let Some(text) = constraints(definitions, sources) {
        let attribute: Attribute<'_> = StringAttribute::new(context, &text).into();
        let mut module = module.as_operation_mut();
        module.set_attribute(CONSTRAINTS, attribute);
    }
    ffi::bytecode::write(module.as_operation())
}

/// The constraints as JSON, if there are any.
fn constraints(definitions: &[Definition], sources: &SourceMap) -> Option<String> {
    let mut flattener = Flattener::default();
    let mut constraints: Vec<_> = definitions
        .iter()
        .filter_map(|Definition { native, file, .. }| match &native.body {
            NativeBody::Predicate {
                subject,
                predicate,
                condition,
            } => Some(Constraint {
                name: native.name.clone(),
                subject: *subject,
                predicate: flattener.add(predicate),
                condition: condition.clone(),
                file: file.clone(),
                line: sources.position(native.span).line,
            }),
            NativeBody::Code { .. } => None,
        })
        .collect();
    constraints.sort_by(|a, b| a.name.cmp(&b.name));
    let contents = Constraints {
        format: CONSTRAINTS_VERSION,
        predicates: flattener.finish(),
        constraints,
    };
    (!contents.constraints.is_empty())
        .then(|| serde_json::to_string(&contents).expect("all keys are strings"))
}

/// Takes the constraints out of a module, and makes its patterns call them by
/// their new names.
///
/// # Errors
///
/// The reason, if another version of pdll wrote the constraints.
pub(super) fn take_constraints(
    module: &mut Module<'_>,
    sources: &mut SourceMap,
    definitions: &mut Definitions,
) -> Result<(), String> {
    let Ok(attribute) = module.as_operation().attribute(CONSTRAINTS) else {
        return Ok(());
    };
    let text = StringAttribute::try_from(attribute).map_err(|_| damaged("they are not text"))?;
    let natives = read(text.value(), sources)?;
    let mut renamed = HashMap::new();
    for (native, file) in natives {
        let old = native.name.clone();
        let new = definitions.add_embedded(native, file);
        if new != old {
            renamed.insert(old, new);
        }
    }
    if !renamed.is_empty() {
        rename_calls(module, &renamed);
    }
    Ok(())
}

fn read(text: &str, sources: &mut SourceMap) -> Result<Vec<(Native, String)>, String> {
    let found = match serde_json::from_str::<Header>(text) {
        Ok(Header {
            format: CONSTRAINTS_VERSION,
        }) => serde_json::from_str::<Constraints>(text),
        Ok(Header { format }) => return Err(unknown_format(format)),
        Err(error) => Err(error),
    };
    let contents = found.map_err(|error| damaged(&error.to_string()))?;
    let predicates = flat::link(contents.predicates).ok_or_else(|| damaged(WRONG_NUMBER))?;
    let native = |constraint: Constraint| {
        let predicate = predicates
            .get(constraint.predicate)
            .ok_or_else(|| damaged(WRONG_NUMBER))?
            .clone()
            .ok_or_else(|| damaged("a condition is nested too deeply"))?;
        // The file may be gone, but messages can name the line.
        let file = sources.add_part(&constraint.file, "", None, constraint.line);
        let native = Native {
            name: constraint.name,
            is_constraint: true,
            span: Span {
                file,
                ..Span::default()
            },
            body: NativeBody::Predicate {
                subject: constraint.subject,
                predicate,
                condition: constraint.condition,
            },
        };
        Ok((native, constraint.file))
    };
    contents.constraints.into_iter().map(native).collect()
}

/// The reason for a predicate that is not in the list.
const WRONG_NUMBER: &str = "a number of a predicate is wrong";

fn unknown_format(found: u32) -> String {
    format!(
        "its constraints have the format {found}, but this version of pdll expects {CONSTRAINTS_VERSION}; \
         compile the patterns again with this version"
    )
}

fn damaged(reason: &str) -> String {
    format!("its constraints are damaged: {reason}; compile the patterns again")
}

fn rename_calls(module: &mut Module<'_>, names: &HashMap<SmolStr, SmolStr>) {
    module
        .as_operation_mut()
        .walk_mut(WalkOrder::PreOrder, |mut operation| {
            if operation.name().as_string_ref().as_str() == Ok("pdl.apply_native_constraint")
                && let Ok(attribute) = operation.attribute("name")
                && let Ok(name) = StringAttribute::try_from(attribute)
                && let Some(new) = names.get(name.value())
            {
                ffi::ir::set_string(&mut operation, "name", new);
            }
            WalkResult::Advance
        });
}
