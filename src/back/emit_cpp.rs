//! C++ source for programs that contain patterns.
//!
//! A header has a struct for each pattern, with the native functions that are written in
//! C++, and a function that adds all of them to a `RewritePatternSet`.
//!
//! | module | subject |
//! |---|---|
//! | `native` | headers whose patterns are C++ code |
//! | `interpreter` | headers whose patterns MLIR's interpreter runs |
//! | `header` | what both have in common |
//! | `module` | what there is in a module |
//! | `support` | functions that compiled patterns may need |
//! | `function`, `condition` | native functions as C++ functions |
//! | `cpp_names`, `literal` | names and strings of C++ |
//! | `writer` | source with places |

mod header;
mod interpreter;
mod module;
mod native;
pub(crate) mod support;

pub use header::Place;
pub use interpreter::interpreter_header;
pub(crate) use interpreter::{Fault, faults, open_types};
pub use native::native_header;

use crate::code::text::{condition, cpp_names, function, writer};
use crate::{
    base::diagnostic::Diagnostic,
    front::hir::{Native, NativeBody},
    front::syntax::code::check_braces,
};

/// Returns an error if a native function cannot be a C++ function.
pub(crate) fn check(native: &Native) -> Option<Diagnostic> {
    match &native.body {
        NativeBody::Predicate { condition, .. } => check_condition(native, condition),
        NativeBody::Code { code, .. } => check_braces(code),
    }
}

fn check_condition(native: &Native, condition: &str) -> Option<Diagnostic> {
    let name = condition::foreign_name(condition)?;
    Some(Diagnostic::error(
        native.span,
        format!(
            "cannot call the constraint `{}`: its condition uses `{name}`, which exists only in the \
             definition of an operation",
            native.name
        ),
    ))
}
