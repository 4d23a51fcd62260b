//! The dialects that literals in pattern files may use.

pub(crate) mod core;

use self::core::{CoreDialects, are_missed};
use crate::{back::lower::DialectAccess, mlir::ffi::plugins::load_dialect_plugin};
use melior::{Context, dialect::DialectRegistry, utility::register_all_dialects};
use std::{cell::Cell, path::PathBuf};

/// A set of dialects that becomes available when a literal needs it.
pub trait Dialects {
    /// How a compilation gets access to the dialects.
    fn access(&self) -> DialectAccess<'_>;

    /// Registers the dialects, so that the context can load those that it
    /// needs.
    fn make_available(&self, context: &Context) {
        if let DialectAccess::OnDemand(register) = self.access() {
            register(context);
        }
    }

    /// Looks at a context that had access to the dialects, when its work is done.
    fn look_back(&self, _context: &Context) {}

    /// Errors about dialects that are missing.
    fn problems(&self) -> &[String] {
        &[]
    }
}

/// The dialects of MLIR and of plugins.
pub struct AllDialects {
    plugins: Vec<String>,
    problems: Vec<String>,
}

impl AllDialects {
    /// Takes MLIR's dialects and those that `plugins` register.
    pub fn new(plugins: &[PathBuf]) -> Self {
        let plugins: Vec<_> = plugins
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let problems = plugins.iter().filter_map(|path| {
            let reason = load_dialect_plugin(path, &DialectRegistry::new()).err()?;
            Some(format!("cannot load the dialect plugin `{path}`: {reason}"))
        });
        AllDialects {
            problems: problems.collect(),
            plugins,
        }
    }

    fn register(&self, context: &Context) {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        for path in &self.plugins {
            // If the plugin cannot be loaded, that is among the problems.
            let _ = load_dialect_plugin(path, &registry);
        }
        context.append_dialect_registry(&registry);
    }
}

impl Dialects for AllDialects {
    fn access(&self) -> DialectAccess<'_> {
        DialectAccess::OnDemand(Box::new(|context| self.register(context)))
    }

    fn problems(&self) -> &[String] {
        &self.problems
    }
}

/// The dialects of a program with the core of MLIR. Notices if another one is needed, so
/// that a program with all dialects can repeat the run.
#[derive(Default)]
pub struct FewDialects {
    missed: Cell<bool>,
}

impl FewDialects {
    /// Whether another dialect was needed, so that the result is useless.
    pub fn missed_any(&self) -> bool {
        self.missed.get()
    }
}

impl Dialects for FewDialects {
    fn access(&self) -> DialectAccess<'_> {
        DialectAccess::OnDemand(Box::new(|context| match CoreDialects::find() {
            Some(core) => core.make_available(context),
            None => self.missed.set(true),
        }))
    }

    fn look_back(&self, context: &Context) {
        if are_missed(context) {
            self.missed.set(true);
        }
    }
}

/// A context for compiling. It needs no threads, because it runs no passes.
pub(crate) fn new_context() -> Context {
    let context = Context::new_with_threading(false);
    // Without this, MLIR still locks its tables of attributes and types.
    context.enable_multi_threading(false);
    context
}
