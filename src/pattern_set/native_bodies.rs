//! The native functions of pattern files that run without a compiler.

use crate::{
    diagnostic::Diagnostic,
    ffi::{body::Function, native::NativeKind, pattern_set::Natives},
    native_body::{self, OperationClasses},
    native_code::Definition,
    predicates::Uncovered,
};
use std::path::Path;

/// Registers functions with code. Returns an error for each that has a taken name,
/// or that only a compiler understands.
pub(super) fn register(
    definitions: &[Definition],
    operations: &OperationClasses,
    natives: &mut Natives,
) -> Vec<Diagnostic> {
    let errors = definitions.iter().filter_map(|definition| {
        let native = &definition.native;
        let body = match native_body::prepare(native, Path::new(&definition.file), operations) {
            Ok(body) => body,
            Err(gap) => return Some(refuse(definition, &gap)),
        };
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
    });
    errors.collect()
}

fn refuse(definition: &Definition, gap: &Uncovered) -> Diagnostic {
    let native = &definition.native;
    Diagnostic::error(
        native.span,
        format!(
            "`{}` has a body in C++ that cannot run without a compiler: {gap}",
            native.name
        ),
    )
    .help(
        "if you trust this file, use the option `native-code=compile`, which compiles and runs \
         its C++",
    )
}
