//! Pattern files that are compiled to a module, and what makes them ready for a pass.

use crate::{
    back::check,
    back::graph::Checked,
    back::matcher,
    base::source::SourceMap,
    mlir::ffi::{
        pattern_set::{Filter, Natives, PatternWarning},
        registration::Prepared,
    },
};
use melior::{
    Context,
    ir::{BlockLike, Module, operation::OperationLike},
};
use std::{collections::HashMap, iter};

/// What pattern files compile to.
pub(crate) struct CompiledPatterns<'c> {
    /// The patterns.
    pub(crate) module: Module<'c>,
    /// The native functions that they can call.
    pub(crate) natives: Natives,
    /// The warnings about them, before a filter has dropped any.
    pub(super) warnings: Vec<PatternWarning>,
    /// The texts that they are from.
    pub(crate) sources: SourceMap,
}

impl<'c> CompiledPatterns<'c> {
    /// Drops the patterns that the filter does not select, checks the others, and makes
    /// their program. On failure the errors have gone to the diagnostic engine of the
    /// context; so have all warnings of the checks.
    pub(crate) fn prepare(
        &self,
        context: &'c Context,
        filter: &Filter,
    ) -> Option<(Checked<'_, 'c>, Prepared<'_, 'c>)> {
        let before = addresses(&self.module);
        let graph = check::for_this_process(context, &self.module, Some(&self.natives), filter)?;
        let prepared = Prepared {
            module: graph.module(),
            natives: &self.natives,
            program: matcher::compile(&graph).into_program(),
            warnings: kept(&self.warnings, &before, &addresses(&self.module)),
        };
        Some((graph, prepared))
    }
}

/// Where MLIR has the patterns of a module. To prepare them drops some, and neither moves
/// nor adds one.
fn addresses(module: &Module<'_>) -> Vec<usize> {
    let first = module.body().first_operation();
    let patterns = iter::successors(first, OperationLike::next_in_block);
    patterns.map(|one| one.to_raw().ptr.addr()).collect()
}

/// The warnings about the patterns that are left, with their new indices.
fn kept(warnings: &[PatternWarning], before: &[usize], after: &[usize]) -> Vec<PatternWarning> {
    let numbered = after.iter().enumerate();
    let indices: HashMap<_, _> = numbered.map(|(index, address)| (address, index)).collect();
    let new = |warning: &PatternWarning| {
        let address = before.get(warning.pattern)?;
        Some(PatternWarning {
            pattern: *indices.get(address)?,
            ..warning.clone()
        })
    };
    warnings.iter().filter_map(new).collect()
}
