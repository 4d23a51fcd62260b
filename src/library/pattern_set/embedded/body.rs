//! Functions with bodies in C++ that run without a compiler.

use super::place;
use crate::{
    base::source::{SourceMap, StringLit},
    front::hir::{CodeSlot, Native, NativeBody, Type},
    front::ods::CodeClasses,
    library::compile::Definition,
};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

#[derive(Serialize, Deserialize)]
pub(super) struct Function {
    name: SmolStr,
    is_constraint: bool,
    #[serde(default)]
    returns_outcome: bool,
    code: String,
    parameters: Vec<Slot>,
    results: Vec<Slot>,
    pub(super) file: String,
    line: u32,
}

#[derive(Serialize, Deserialize)]
struct Slot {
    name: Option<SmolStr>,
    /// The name of its type in the language.
    ty: String,
    class: Option<String>,
}

/// The functions with bodies among `definitions`, by name.
pub(super) fn functions(definitions: &[Definition], sources: &SourceMap) -> Vec<Function> {
    let function = |definition: &Definition| {
        let native = &definition.native;
        let NativeBody::Code {
            code,
            parameters,
            results,
        } = &native.body
        else {
            return None;
        };
        Some(Function {
            name: native.name.clone(),
            is_constraint: native.is_constraint,
            returns_outcome: native.returns_outcome,
            code: code.text.clone(),
            parameters: parameters.iter().map(Slot::new).collect(),
            results: results.iter().map(Slot::new).collect(),
            file: definition.file.clone(),
            line: sources.position(native.span).line,
        })
    };
    let mut functions: Vec<_> = definitions.iter().filter_map(function).collect();
    functions.sort_by(|a, b| (a.is_constraint, &a.name).cmp(&(b.is_constraint, &b.name)));
    functions
}

/// Those of `classes` whose names occur in bodies, parameters or conditions.
pub(super) fn used_classes(
    functions: &[Function],
    conditions: &[&str],
    classes: &CodeClasses,
) -> CodeClasses {
    let is_used = |class: &str| {
        let name = class.rsplit("::").next().unwrap_or(class);
        let is_in_function = |function: &Function| {
            let mut of_slots = function
                .parameters
                .iter()
                .filter_map(|slot| slot.class.as_deref());
            function.code.contains(name) || of_slots.any(|class| class.contains(name))
        };
        functions.iter().any(is_in_function) || conditions.iter().any(|text| text.contains(name))
    };
    classes.filtered(is_used)
}

impl Function {
    /// Returns `None` if a type is unknown.
    pub(super) fn native(&self, sources: &mut SourceMap) -> Option<Native> {
        let slots = |slots: &[Slot]| slots.iter().map(Slot::read).collect::<Option<Vec<_>>>();
        let span = place(&self.file, self.line, sources);
        Some(Native {
            name: self.name.clone(),
            is_constraint: self.is_constraint,
            returns_outcome: self.returns_outcome,
            span,
            body: NativeBody::Code {
                code: StringLit {
                    text: self.code.clone(),
                    offsets: None,
                    span,
                    delimiter: 0,
                    is_valid: true,
                },
                parameters: slots(&self.parameters)?,
                results: slots(&self.results)?,
            },
        })
    }
}

impl Slot {
    fn new(slot: &CodeSlot) -> Self {
        Slot {
            name: slot.name.clone(),
            ty: slot.ty.name().to_owned(),
            class: slot.class.clone(),
        }
    }

    fn read(&self) -> Option<CodeSlot> {
        Some(CodeSlot {
            name: self.name.clone(),
            ty: Type::named(&self.ty)?,
            class: self.class.clone(),
        })
    }
}
