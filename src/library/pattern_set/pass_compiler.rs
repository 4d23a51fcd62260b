//! How the pass `apply-pdll` compiles its patterns.

use super::{
    Builder, CompiledPatterns, PatternSet,
    only_find::{have_variables, only_find},
};
use crate::{
    back::explain::{self, Places, Question},
    back::graph::Checked,
    back::reference::Reference,
    base::source::{Disk, SourceMap},
    mlir::ffi::{
        checked_module::CheckedModule,
        pattern_set::{Natives, PatternUse},
        registration::{CompilePatterns, PassPatterns, PatternSource},
    },
};
use melior::{Context, ir::OperationRef};

/// Compiles the pattern files of the pass as a [`Builder`] does.
pub(crate) enum PassCompiler {}

impl CompilePatterns for PassCompiler {
    fn compile(
        context: &Context,
        source: PatternSource,
        made_for: PatternUse,
    ) -> Option<PassPatterns<'_>> {
        let filter = source.filter.clone();
        let variables = source.only_finds.clone();
        let patterns = Self::read(context, source)?;
        if let Some(variables) = &variables {
            only_find(context, &patterns.module, variables);
        }
        let set = {
            let (_, prepared) = patterns.prepare(context, &filter)?;
            prepared.set(made_for)
        };
        if let Some(variables) = &variables
            && !have_variables(&patterns.module, variables)
        {
            return None;
        }
        Some(PassPatterns {
            set,
            module: patterns.module,
            natives: patterns.natives,
        })
    }

    fn explain<'c>(
        context: &'c Context,
        module: CheckedModule<'_, 'c>,
        natives: &'c Natives,
        root: OperationRef<'c, 'c>,
    ) -> String {
        let graph = Checked::read(context, module);
        let reference = Reference::new(&graph, natives);
        let mut sources = SourceMap::default();
        let report = {
            let mut places = Places::new(&mut sources, &Disk, None, None);
            let question = Question::about_all();
            explain::explain(&reference, root, &question, None, None, &mut places)
        };
        explain::json::render(&report, "input", &sources)
    }
}

impl PassCompiler {
    /// Compiles the patterns of a pass to a module, all that the files have. On failure,
    /// the errors have gone to the diagnostic engine of the context.
    pub(crate) fn read(context: &Context, source: PatternSource) -> Option<CompiledPatterns<'_>> {
        let mut builder = PatternSet::builder(context).native_code(source.native_code);
        if !source.use_ods_cache {
            builder = builder.without_ods_cache();
        }
        if source.allow_unknown_operations {
            builder = builder.allow_unknown_operations();
        }
        if source.skip_unsupported {
            builder = builder.skip_unsupported();
        }
        let builder = builder.select(source.filter);
        let preludes = source.native_preludes.into_iter();
        let builder = preludes.fold(builder, Builder::native_prelude);
        let builder = source.files.into_iter().fold(builder, Builder::file);
        let builder = match source.script {
            Some(bytecode) => builder.text("the patterns of the script", bytecode),
            None => builder,
        };
        let include_dirs = source.include_dirs.into_iter();
        let builder = include_dirs.fold(builder, Builder::include_dir);
        let natives = source.natives.into_iter();
        let builder = natives.fold(builder, Builder::native_library);
        builder.compile_or_report()
    }
}
