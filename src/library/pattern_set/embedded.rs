//! Compiled patterns as bytes, which depend on no other file.
//!
//! The bytes are MLIR bytecode of a module of `pdl.pattern` operations. An
//! attribute of the module holds, as JSON, what pdl cannot express: the
//! conditions of the constraints of `.td` files, and the bodies of functions.

mod body;

use super::definitions::Definitions;
use crate::{
    back::lower::disjunction,
    base::source::{SourceMap, Span},
    front::contract::{CONSTRAINTS, CONSTRAINTS_VERSION},
    front::hir::{Native, NativeBody},
    front::ods::CodeClasses,
    front::ods::{
        Subject,
        flat::{self, FlatPredicate, Flattener},
    },
    library::compile::Definition,
    mlir::{diagnostics::Catcher, ffi},
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
use std::collections::{HashMap, HashSet};

/// The contents of the attribute. A change of the layout raises
/// `PDLL_CONSTRAINTS_VERSION` in `contract/Names.h`.
#[derive(Serialize, Deserialize)]
struct Constraints {
    format: u32,
    /// Children come before their parents.
    predicates: Vec<FlatPredicate>,
    constraints: Vec<Constraint>,
    functions: Vec<body::Function>,
    /// The classes of operations that the bodies mention.
    classes: CodeClasses,
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
/// patterns call, and that run without a compiler.
pub(crate) fn write(
    context: &Context,
    module: &mut Module<'_>,
    definitions: &[Definition],
    classes: &CodeClasses,
    sources: &SourceMap,
) -> Vec<u8> {
    if let Some(text) = constraints(definitions, classes, sources) {
        let attribute: Attribute<'_> = StringAttribute::new(context, &text).into();
        let mut module = module.as_operation_mut();
        module.set_attribute(CONSTRAINTS, attribute);
    }
    ffi::bytecode::write(module.as_operation())
}

/// The functions as JSON, if there are any.
fn constraints(
    definitions: &[Definition],
    classes: &CodeClasses,
    sources: &SourceMap,
) -> Option<String> {
    if definitions.is_empty() {
        return None;
    }
    let mut flattener = Flattener::default();
    let mut constraints: Vec<_> = definitions
        .iter()
        .filter_map(|Definition { native, file, .. }| match &native.body {
            NativeBody::Predicate {
                subject,
                predicate,
                condition,
                by_name: _,
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
    let functions = body::functions(definitions, sources);
    let conditions = constraints.iter().map(|one| one.condition.as_str());
    let conditions: Vec<_> = conditions.collect();
    let classes = body::used_classes(&functions, &conditions, classes);
    let contents = Constraints {
        format: CONSTRAINTS_VERSION,
        predicates: flattener.finish(),
        constraints,
        classes,
        functions,
    };
    Some(serde_json::to_string(&contents).expect("all keys are strings"))
}

/// Takes the functions out of a module, and makes its patterns call them by
/// their new names.
///
/// # Errors
///
/// The reason, if another version of pdll wrote the constraints.
pub(super) fn take_constraints(
    context: &Context,
    module: &mut Module<'_>,
    sources: &mut SourceMap,
    definitions: &mut Definitions,
) -> Result<(), String> {
    let Ok(attribute) = module.as_operation().attribute(CONSTRAINTS) else {
        return Ok(());
    };
    let text = StringAttribute::try_from(attribute).map_err(|_| damaged("they are not text"))?;
    let (natives, mut classes) = read(text.value(), sources)?;
    // The program may have other dialects than the one that compiled the patterns.
    let catcher = Catcher::of_this_thread(context);
    classes.retain_cases(|case| Attribute::parse(context, case).is_some());
    drop(catcher);
    definitions.add_classes(classes);
    let mut renamed = HashMap::new();
    for (native, file) in natives {
        let old = (native.is_constraint, native.name.clone());
        let new = definitions.add_embedded(native, file);
        if new != old.1 {
            renamed.insert(old, new);
        }
    }
    if !renamed.is_empty() {
        rename_calls(context, module, &renamed);
    }
    Ok(())
}

/// Functions, and the files that define them.
type Found = Vec<(Native, String)>;

fn read(text: &str, sources: &mut SourceMap) -> Result<(Found, CodeClasses), String> {
    let found = match serde_json::from_str::<Header>(text) {
        Ok(Header {
            format: CONSTRAINTS_VERSION,
        }) => serde_json::from_str::<Constraints>(text),
        Ok(Header { format }) => return Err(unknown_format(format)),
        Err(error) => Err(error),
    };
    let contents = found.map_err(|error| damaged(&error.to_string()))?;
    let predicates = flat::link(contents.predicates).ok_or_else(|| damaged(WRONG_NUMBER))?;
    let mut found: Found = Vec::new();
    for constraint in contents.constraints {
        let predicate = predicates
            .get(constraint.predicate)
            .ok_or_else(|| damaged(WRONG_NUMBER))?
            .clone()
            .ok_or_else(|| damaged("a condition is nested too deeply"))?;
        let native = Native {
            name: constraint.name,
            is_constraint: true,
            returns_outcome: false,
            span: place(&constraint.file, constraint.line, sources),
            body: NativeBody::Predicate {
                subject: constraint.subject,
                predicate,
                condition: constraint.condition,
                by_name: None,
            },
        };
        found.push((native, constraint.file));
    }
    for function in contents.functions {
        let native = function
            .native(sources)
            .ok_or_else(|| damaged("a type is unknown"))?;
        found.push((native, function.file));
    }
    Ok((found, contents.classes))
}

/// A place in a file that may be gone, but whose line messages can name.
fn place(file: &str, line: u32, sources: &mut SourceMap) -> Span {
    Span {
        file: sources.add_part(file, "", None, line),
        ..Span::default()
    }
}

/// The reason for a predicate that is not in the list.
const WRONG_NUMBER: &str = "a number of a predicate is wrong";

fn unknown_format(found: u32) -> String {
    format!(
        "its functions have the format {found}, but this version of pdll expects {CONSTRAINTS_VERSION}; \
         compile the patterns again with this version"
    )
}

fn damaged(reason: &str) -> String {
    format!("its functions are damaged: {reason}; compile the patterns again")
}

/// Renames functions: `names` has whether each is a constraint, and its old name.
fn rename_calls(
    context: &Context,
    module: &mut Module<'_>,
    names: &HashMap<(bool, SmolStr), SmolStr>,
) {
    let find = |name: &str| names.get(&(true, name.into())).map(ToString::to_string);
    let mut programs = HashSet::new();
    module
        .as_operation()
        .walk(WalkOrder::PreOrder, |operation| {
            programs.extend(disjunction::of_call(operation).map(|one| one.to_raw().ptr));
            WalkResult::Advance
        });
    module
        .as_operation_mut()
        .walk_mut(WalkOrder::PreOrder, |mut operation| {
            let is_constraint = match operation.name().as_string_ref().as_str() {
                Ok("pdl.apply_native_constraint") => true,
                Ok("pdl.apply_native_rewrite") => false,
                Ok("pdl.attribute") if programs.contains(&operation.to_raw().ptr) => {
                    if let Ok(value) = operation.attribute("value") {
                        let value = disjunction::renamed(context, value, &find);
                        ffi::ir::set_attribute(&mut operation, "value", value);
                    }
                    return WalkResult::Advance;
                }
                _ => return WalkResult::Advance,
            };
            if let Ok(attribute) = operation.attribute("name")
                && let Ok(name) = StringAttribute::try_from(attribute)
                && let Some(new) = names.get(&(is_constraint, name.value().into()))
            {
                let new = StringAttribute::new(context, new).into();
                ffi::ir::set_attribute(&mut operation, "name", new);
            }
            WalkResult::Advance
        });
}
