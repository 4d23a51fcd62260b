//! Contexts whose errors a test looks at.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use melior::{Context, dialect::DialectRegistry, utility::register_all_dialects};
use std::{
    fmt::Write,
    sync::{Arc, Mutex},
};

/// A context with MLIR's dialects that takes operations of others, too, and the
/// errors that it tells, a line each.
pub(crate) fn context() -> (Context, Arc<Mutex<String>>) {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(true);
    let errors = Arc::new(Mutex::new(String::new()));
    let sink = errors.clone();
    context.attach_diagnostic_handler(move |diagnostic| {
        let mut errors = sink.lock().expect("no test panics with it");
        writeln!(errors, "error: {diagnostic}").expect("a string takes it");
        true
    });
    (context, errors)
}
