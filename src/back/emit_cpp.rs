//! C++ source for programs that contain patterns.
//!
//! [`header`] writes a header in the shape of that of `mlir-pdll -x=cpp`: a
//! struct for each pattern, with the native functions that are written in C++,
//! and a function that adds all of them to a `RewritePatternSet`. The patterns
//! themselves are MLIR bytecode.
//!
//! | module | subject |
//! |---|---|
//! | `header` | the whole of it |
//! | `module` | what there is in a module |
//! | `patterns` | the structs |
//! | `interpreter_calls` | functions that the run time can call |
//! | `function`, `condition` | native functions as C++ functions |
//! | `support` | functions that compiled patterns may need |
//! | `cpp_names`, `literal` | names and strings of C++ |
//! | `writer` | source with places |
//! | `native` | patterns as C++ code instead of bytecode |

mod header;
mod interpreter_calls;
mod module;
mod native;
mod patterns;
pub(crate) mod support;

pub use header::{Place, header};
pub use native::native_header;

use crate::code::text::{condition, cpp_names, function, literal, writer};
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
    let expression = condition::expression(condition);
    let name = condition::foreign_name(&expression)?;
    Some(Diagnostic::error(
        native.span,
        format!(
            "cannot call the constraint `{}`: its condition uses `{name}`, which exists only in the \
             definition of an operation",
            native.name
        ),
    ))
}
