//! Native functions that run without a compiler.

use crate::{
    code::{
        body,
        predicates::{self, Uncovered},
    },
    front::{
        hir::{Native, NativeBody},
        ods::CodeClasses,
    },
    mlir::ffi::{body::Body, condition::Condition},
};
use std::path::Path;

/// What runs a function.
#[derive(Debug)]
pub(crate) enum Runnable {
    /// Questions of the tables, for the constraint of a `.td` file.
    Condition(Condition),
    Body(Body),
}

/// What runs a function whose code is written in `file`. A constraint of a `.td` file that
/// the tables do not cover is a body, if it can be one.
///
/// # Errors
///
/// The reason why it needs a compiler.
pub(crate) fn prepare(
    native: &Native,
    file: &Path,
    classes: &CodeClasses,
) -> Result<Runnable, Uncovered> {
    match &native.body {
        NativeBody::Predicate {
            subject,
            predicate,
            condition,
            ..
        } => predicates::prepare(*subject, predicate)
            .map(Runnable::Condition)
            .or_else(|gap| {
                let body = body::prepare_condition(*subject, condition, classes);
                body.map(Runnable::Body).map_err(|_| gap)
            }),
        NativeBody::Code { .. } => body::prepare(native, file, classes).map(Runnable::Body),
    }
}
