//! Compiled patterns as bytes, which need no other file any more.
//!
//! They are MLIR bytecode of a module of `pdl.pattern` operations. What pdl has
//! no words for, the conditions of the constraints of `.td` files, is JSON in an
//! attribute of the module.

use super::{definitions::Definitions, files::Compiled};
use crate::{
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

/// The attribute of the module.
const ATTRIBUTE: &str = "pdll.constraints";

/// Another layout of the JSON gets another number.
const FORMAT: u32 = 1;

/// The contents of the attribute.
#[derive(Serialize, Deserialize)]
struct Constraints {
    format: u32,
    /// Children come before what is made of them.
    predicates: Vec<FlatPredicate>,
    constraints: Vec<Constraint>,
}

/// What every format has.
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
    /// The same as a C++ expression.
    condition: String,
    file: String,
    line: u32,
}

/// Makes bytes of patterns. Functions with code are left out: it is for the
/// caller to refuse them.
pub(crate) fn write(
    context: &Context,
    compiled: &mut Compiled<'_>,
    sources: &SourceMap,
) -> Vec<u8> {
    let text = constraints(&compiled.definitions, sources);
    if let Some(text) = text {
        let attribute: Attribute<'_> = StringAttribute::new(context, &text).into();
        let mut module = compiled.module.as_operation_mut();
        module.set_attribute(ATTRIBUTE, attribute);
    }
    ffi::bytecode::write(compiled.module.as_operation())
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
        format: FORMAT,
        predicates: flattener.finish(),
        constraints,
    };
    (!contents.constraints.is_empty())
        .then(|| serde_json::to_string(&contents).expect("all keys are strings"))
}

/// Takes the constraints that come with a module, and makes its patterns call
/// them by the names that they have from now on.
///
/// # Errors
///
/// When another version of pdll wrote the constraints.
pub(super) fn take_constraints(
    module: &mut Module<'_>,
    sources: &mut SourceMap,
    definitions: &mut Definitions,
) -> Result<(), String> {
    let Ok(attribute) = module.as_operation().attribute(ATTRIBUTE) else {
        return Ok(());
    };
    let text = StringAttribute::try_from(attribute).map_err(|_| unknown_format("no text"))?;
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
        Ok(Header { format: FORMAT }) => serde_json::from_str::<Constraints>(text),
        Ok(Header { format }) => return Err(unknown_format(&format.to_string())),
        Err(error) => Err(error),
    };
    let contents = found.map_err(|error| unknown_format(&error.to_string()))?;
    let predicates =
        flat::link(contents.predicates).ok_or_else(|| unknown_format("a wrong number"))?;
    let native = |constraint: Constraint| {
        let predicate = predicates.get(constraint.predicate);
        // The file is not at hand, but messages can name the line.
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
                predicate: predicate
                    .ok_or_else(|| unknown_format("a wrong number"))?
                    .clone(),
                condition: constraint.condition,
            },
        };
        Ok((native, constraint.file))
    };
    contents.constraints.into_iter().map(native).collect()
}

fn unknown_format(found: &str) -> String {
    format!(
        "its constraints have the format {FORMAT} in this version of pdll, and another one here \
         ({found}); compile the patterns again with this version"
    )
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
