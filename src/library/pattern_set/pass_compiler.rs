//! How the pass `apply-pdll` compiles its patterns.

use super::{Builder, PatternSet};
use crate::{
    back::check,
    back::explain::{self, Origins, Places, Question},
    back::graph::Checked,
    back::matcher,
    back::reference::Reference,
    base::source::{Disk, SourceMap},
    mlir::ffi::{
        checked_module::{CheckedModule, RunsIn},
        pattern_set::Natives,
        program::Program,
        registration::{CompilePatterns, CompiledPatterns, PatternSource},
    },
};
use melior::{
    Context,
    ir::{Module, OperationRef},
};

/// Compiles the pattern files of the pass as a [`Builder`] does.
pub(crate) enum PassCompiler {}

impl CompilePatterns for PassCompiler {
    fn compile(context: &Context, source: PatternSource) -> Option<CompiledPatterns<'_>> {
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
        let include_dirs = source.include_dirs.into_iter();
        let builder = include_dirs.fold(builder, Builder::include_dir);
        let natives = source.natives.into_iter();
        let builder = natives.fold(builder, Builder::native_library);
        builder.compile_or_report()
    }

    fn check<'c>(
        context: &'c Context,
        module: &Module<'c>,
        natives: &Natives,
        are_sound: &mut [bool],
    ) {
        check::refuse(
            context,
            module,
            Some(natives),
            RunsIn::ThisProcess,
            are_sound,
        );
    }

    fn program<'c>(context: &'c Context, module: CheckedModule<'_, 'c>) -> Program<'c> {
        let graph = Checked::read(context, module);
        check::warn(&graph);
        matcher::compile(&graph).into_program()
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
            let mut places = Places::new(&mut sources, &Disk, None, Origins::default());
            let question = Question::about_all();
            explain::explain(&reference, root, &question, None, &mut places)
        };
        explain::json::render(&report, "input", &sources)
    }
}
