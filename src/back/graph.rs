//! Patterns of the dialect `pdl` as graphs. Nothing else reads the dialect to find out
//! what patterns match and how they rewrite.
//!
//! | module | subject |
//! |---|---|
//! | `build` | graphs from the parts of patterns |
//! | `read` | `pdl.pattern` operations as parts of patterns |
//! | `bodies` | what patterns say about the inside of operations |
//! | `pattern`, `pool` | a pattern as data, and the names and constants of all patterns |
//! | `statements` | what rewrites refer to, and in which order |
//! | `guards` | what must hold of a match so that its rewrite cannot go wrong |
//! | `locations` | where patterns and their nodes stand |
//! | `text` | graphs in a form that can be compared |

pub(crate) mod bodies;
pub(super) mod build;
pub(crate) mod guards;
mod locations;
pub(crate) mod pattern;
pub(crate) mod pool;
mod read;
pub(crate) mod statements;
mod text;

pub(crate) use locations::{Locations, Place, variable_at};
pub(crate) use read::labels;

use crate::mlir::ffi::{
    checked_module::{CheckedModule, RunsIn},
    diagnostics::Remark,
};
use build::GraphBuilder;
use melior::{Context, ir::Module};
use pattern::Pattern;
use pool::Pool;
use std::ops::Deref;

/// Patterns, which the checks may refuse.
pub(crate) struct Graph<'m, 'c> {
    context: &'c Context,
    /// What they were read from. Otherwise there is no IR of them, and nothing knows where
    /// they stand.
    module: Option<&'m Module<'c>>,
    /// In the order of the source.
    patterns: Vec<Pattern>,
    pool: Pool<'c>,
}

impl<'m, 'c> Graph<'m, 'c> {
    /// Reads the patterns of a module whose operations verify.
    ///
    /// # Errors
    ///
    /// What no pattern can have, although MLIR allows it.
    pub(crate) fn read(
        context: &'c Context,
        module: &'m Module<'c>,
    ) -> Result<Self, Vec<Remark<'c>>> {
        let builder = read::read(context, module)?;
        Ok(Graph {
            module: Some(module),
            ..Graph::without_ir(context, builder)
        })
    }

    /// The patterns that have been built.
    pub(super) fn without_ir(context: &'c Context, builder: GraphBuilder<'c>) -> Self {
        let (patterns, pool) = builder.finish();
        Graph {
            context,
            module: None,
            patterns,
            pool,
        }
    }

    pub(crate) fn context(&self) -> &'c Context {
        self.context
    }

    /// In the order of the source.
    pub(crate) fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The names and constants of all patterns.
    pub(crate) fn pool(&self) -> &Pool<'c> {
        &self.pool
    }

    /// Where the patterns stand, in the same order. Only messages need to know.
    pub(crate) fn locations(&self) -> Vec<Locations<'c>> {
        match self.module {
            Some(module) => locations::read(module),
            None => {
                let unknown = |pattern| Locations::unknown(self.context, pattern);
                self.patterns.iter().map(unknown).collect()
            }
        }
    }
}

/// The patterns of a module that has passed the checks of pdll.
///
/// Whatever plans, explains, emits or embeds patterns takes them as this, and the only
/// way to it is a [`CheckedModule`]: so no pattern that the checks refuse is ever run or
/// explained, and where the checks rule something out, a panic is right.
pub(crate) struct Checked<'m, 'c> {
    graph: Graph<'m, 'c>,
    module: CheckedModule<'m, 'c>,
}

impl<'m, 'c> Checked<'m, 'c> {
    /// The patterns as they are, which `check` has let pass.
    pub(super) fn new(graph: Graph<'m, 'c>, module: CheckedModule<'m, 'c>) -> Self {
        Checked { graph, module }
    }

    /// Reads patterns again that have passed the checks before, when what the checks have
    /// read is gone.
    ///
    /// # Panics
    ///
    /// If they cannot be read.
    pub(crate) fn read(context: &'c Context, module: CheckedModule<'m, 'c>) -> Self {
        match Graph::read(context, module.module()) {
            Ok(graph) => Checked { graph, module },
            Err(_) => panic!("patterns that have passed the checks can be read"),
        }
    }

    pub(crate) fn module(&self) -> CheckedModule<'m, 'c> {
        self.module
    }

    /// Where the patterns will run.
    pub(crate) fn runs_in(&self) -> RunsIn {
        self.module.runs_in()
    }
}

impl<'m, 'c> Deref for Checked<'m, 'c> {
    type Target = Graph<'m, 'c>;

    fn deref(&self) -> &Graph<'m, 'c> {
        &self.graph
    }
}
