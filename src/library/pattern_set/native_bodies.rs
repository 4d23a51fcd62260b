//! The native functions of pattern files that run without a compiler.

use crate::{
    base::diagnostic::Diagnostic,
    code::body as native_body,
    code::predicates::Uncovered,
    front::hir::NativeBody,
    front::ods::CodeClasses,
    library::compile::Definition,
    mlir::ffi::{
        body::{Body, Function},
        native::NativeKind,
        pattern_set::Natives,
    },
    mlir::options::NativeCode,
};
use std::path::Path;

/// Registers the functions with bodies that run without a compiler. Returns the
/// definitions left to compile, among them all conditions, and an error for each function that has a taken name
/// or, if no C++ code is compiled, that only a compiler understands.
pub(super) fn register(
    definitions: Vec<Definition>,
    native_code: NativeCode,
    operations: &CodeClasses,
    natives: &mut Natives,
) -> (Vec<Definition>, Vec<Diagnostic>) {
    let (mut others, mut errors) = (Vec::new(), Vec::new());
    for definition in definitions {
        if let NativeBody::Predicate { .. } = definition.native.body {
            others.push(definition);
            continue;
        }
        match prepare(&definition, operations) {
            Ok(body) => errors.extend(add(&definition, body, natives)),
            Err(_) if native_code == NativeCode::Compile => others.push(definition),
            Err(gap) => errors.push(uncovered(&definition, &gap).help(COMPILE)),
        }
    }
    (others, errors)
}

const COMPILE: &str = "if you trust this file, use the option `native-code=compile`, which \
                       compiles and runs its C++";

/// Returns an error if a body cannot run without a compiler.
pub(crate) fn check(definition: &Definition, operations: &CodeClasses) -> Option<Diagnostic> {
    let gap = prepare(definition, operations).err()?;
    Some(uncovered(definition, &gap).help(
        "declare it without a body, and give the builder of the pattern set a closure or a \
         shared library with it",
    ))
}

fn prepare(definition: &Definition, operations: &CodeClasses) -> Result<Body, Uncovered> {
    let file = Path::new(&definition.file);
    native_body::prepare(&definition.native, file, operations)
}

/// Returns an error if the name is taken.
pub(super) fn add(
    definition: &Definition,
    body: Body,
    natives: &mut Natives,
) -> Option<Diagnostic> {
    let native = &definition.native;
    let function = Function {
        kind: if native.is_constraint {
            NativeKind::Constraint
        } else {
            NativeKind::Rewrite
        },
        name: &native.name,
        signature: &definition.signature(),
        origin: &format!("`{}`", definition.file),
    };
    let taken = body.add_to(natives, &function).err()?;
    Some(Diagnostic::error(native.span, taken))
}

fn uncovered(definition: &Definition, gap: &Uncovered) -> Diagnostic {
    let native = &definition.native;
    let message = format!(
        "`{}` has a body in C++ that cannot run without a compiler: {gap}",
        native.name
    );
    Diagnostic::error(native.span, message)
}
