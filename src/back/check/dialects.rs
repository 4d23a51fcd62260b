//! What dialects know about operations. Each name is looked up once.

use crate::{
    base::diagnostic::closest,
    mlir::ffi::known_operations::{DialectLoading, Facts, near_dialect, operations_of_dialect},
    mlir::listed::Listed,
};
use melior::Context;
use rustc_hash::FxHashMap;

/// The dialects of a context.
pub(super) struct Dialects<'c> {
    context: &'c Context,
    /// What the dialects have that the context knows by name only.
    listed: Option<&'c Listed>,
    facts: FxHashMap<String, Facts>,
    /// The dialect that is close to a name that none has, and the names of the operations
    /// of some.
    near: FxHashMap<String, Option<String>>,
    operations: FxHashMap<String, Vec<String>>,
}

impl<'c> Dialects<'c> {
    pub(super) fn new(context: &'c Context, listed: Option<&'c Listed>) -> Self {
        Dialects {
            context,
            listed,
            facts: FxHashMap::default(),
            near: FxHashMap::default(),
            operations: FxHashMap::default(),
        }
    }

    pub(super) fn context(&self) -> &'c Context {
        self.context
    }

    pub(super) fn facts(&mut self, operation: &str) -> Facts {
        if let Some(known) = self.facts.get(operation) {
            return *known;
        }
        let facts = Facts::find(self.context, operation, DialectLoading::Never);
        self.facts.insert(operation.to_owned(), facts);
        facts
    }

    /// An operation of the same dialect that may have been meant.
    pub(super) fn suggestion(&mut self, operation: &str) -> Option<String> {
        let (dialect, own) = split(operation);
        let known = match self.operations.get(dialect) {
            Some(known) => known,
            None => {
                let known = operations_of_dialect(self.context, dialect);
                self.operations.entry(dialect.to_owned()).or_insert(known)
            }
        };
        // A dialect name that is right must not make up for the rest.
        let closest = closest(own, known.iter().map(String::as_str))?;
        Some(format!("{dialect}.{closest}"))
    }

    /// An operation of a registered dialect that may have been meant by the name of one
    /// whose dialect is not registered: the names of the dialects are close, and the rest
    /// is equal. Loads the dialect.
    pub(super) fn in_near_dialect(&mut self, operation: &str) -> Option<String> {
        let (dialect, own) = split(operation);
        if !self.near.contains_key(dialect) {
            let near = near_dialect(self.context, dialect);
            self.near.insert(dialect.to_owned(), near);
        }
        let near = self.near.get(dialect)?.as_deref()?;
        let near = format!("{near}.{own}");
        if self
            .listed
            .is_some_and(|listed| !listed.has_operation(&near))
        {
            return None;
        }
        let facts = Facts::find(self.context, &near, DialectLoading::OnDemand);
        facts.registered().map(|_| near)
    }
}

/// The name of the dialect of an operation.
pub(super) fn dialect(operation: &str) -> &str {
    split(operation).0
}

/// The name of the dialect, and the rest.
fn split(operation: &str) -> (&str, &str) {
    operation.split_once('.').unwrap_or((operation, ""))
}
