//! C++ for programs that have patterns built in.
//!
//! [`header`] writes a header in the shape of `mlir-pdll -x=cpp`'s: a struct for
//! each pattern, with the native functions that are written in C++, and a
//! function that adds all of them to a `RewritePatternSet`. Patterns are kept as
//! MLIR bytecode.
//!
//! | module | subject |
//! |---|---|
//! | `header` | the whole of it |
//! | `module` | what there is in a module |
//! | `patterns` | the structs |
//! | `calls` | functions that the run time can call |
//! | `function`, `condition` | native functions as C++ functions |
//! | `support` | functions that compiled patterns may need |
//! | `names`, `literal` | names and strings of C++ |
//! | `writer` | source with places |

mod calls;
mod condition;
pub(crate) mod function;
mod header;
pub(crate) mod literal;
mod module;
mod names;
mod patterns;
pub(crate) mod support;
pub(crate) mod writer;

pub use header::{Place, header};

use crate::{
    diagnostic::Diagnostic,
    hir::{Native, NativeBody},
};

/// What keeps a native function from being a C++ function.
pub(crate) fn check(native: &Native) -> Option<Diagnostic> {
    let NativeBody::Predicate { condition, .. } = &native.body else {
        return None;
    };
    let expression = condition::expression(condition);
    let name = condition::foreign_name(&expression)?;
    Some(Diagnostic::error(
        native.span,
        format!(
            "`{}` cannot be a constraint of its own: its condition needs `{name}`",
            native.name
        ),
    ))
}
