//! Patterns and a program, ready to be compared.

use super::{
    history::{self, Past, Recorder},
    program::{self, Program},
    replay::Replay,
    rerun::Reruns,
    selection::Selection,
};
use crate::{
    back::explain::{self, Places, Report, Rerun},
    back::graph::{Checked, labels},
    back::picture::Artist,
    back::reference::Reference,
    base::diagnostic::{Diagnostic, count},
    base::source::{Disk, FileId, SourceMap},
    commands::{
        Input,
        apply::pipeline::Pipeline,
        options::{Explain, State},
    },
    library::pattern_set::CompiledPatterns,
    mlir::ffi::{
        entity,
        pass::TraceSink,
        pattern_set::Natives,
        registration::{Offer, PatternSource},
    },
};
use melior::{
    Context,
    ir::{BlockLike, Module, OperationRef, attribute::StringAttribute, operation::OperationLike},
};
use std::{collections::BTreeSet, iter};

/// Patterns, and a program in the state that is looked at.
pub(super) struct Subject<'p, 'c> {
    patterns: Patterns<'p, 'c>,
    program: Program<'c>,
    /// What a run did, if that says something.
    past: Option<Past>,
    /// The run of `past`, if it began with `program`.
    run: Option<(&'c Context, &'p Pipeline<'p>)>,
}

impl<'p, 'c> Subject<'p, 'c> {
    /// Prepares the patterns, reads the program, and runs the patterns as the options ask
    /// for it. Without a subject, the errors have gone to the diagnostic engine.
    ///
    /// # Errors
    ///
    /// What is wrong with the trace of the run, which is a bug of ours.
    pub(super) fn read(
        options: &Explain,
        context: &'c Context,
        pipeline: &'p Pipeline<'p>,
        input: &Input,
        compiled: &'p CompiledPatterns<'c>,
    ) -> Result<Option<Self>, String> {
        let Some(patterns) = Patterns::prepare(compiled, context, super::source(options)) else {
            return Ok(None);
        };
        let mut recorder = Recorder::new(program::has_texts(options, input));
        let trace = TraceSink::new(|line| recorder.add(line));
        let read = patterns.offer.during(|| {
            let program = Program::read(options, context, pipeline, input, &trace)?;
            let run = match options.at {
                State::Input if !options.no_run => {
                    history::run(context, pipeline, &program.module, &trace).map(|()| true)
                }
                State::Input => Ok(false),
                State::Final | State::Step(_) => Ok(true),
            };
            Some((program, run))
        });
        trace.finish()?;
        let error = match &read {
            Some((_, Err(error))) => Some(error.as_str()),
            _ => None,
        };
        let past = recorder.finish(options, error);
        let past = past.map_err(|error| format!("the trace of the run is invalid: {error}"))?;
        let is_of_program = options.at == State::Input && history::is_followed(options);
        Ok(read.map(|(program, run)| Subject {
            patterns,
            program,
            run: is_of_program.then_some((context, pipeline)),
            // What failed before the first rewrite says nothing.
            past: (matches!(run, Ok(true)) || past.history.has_rewrites()).then_some(past),
        }))
    }

    /// Compares the program, which stands in `file` unless it was printed, with the
    /// patterns.
    pub(super) fn explain(
        &self,
        selection: &Selection,
        file: FileId,
        sources: &mut SourceMap,
    ) -> Report {
        let Subject {
            patterns,
            program,
            past,
            run,
        } = self;
        let reference = Reference::new(&patterns.graph, &patterns.natives);
        let file = match &program.text {
            Some((name, text)) => sources.add(name, text.clone(), None),
            None => file,
        };
        let text = Some((file, &program.places));
        let mut places = Places::new(sources, &Disk, text, program.origins.as_ref());
        let past = past.as_ref();
        let reruns = run.zip(past).map(|((context, pipeline), past)| {
            Reruns::new(context, pipeline, &program.module, past.steps)
        });
        patterns.offer.during(|| {
            explain::explain(
                &reference,
                program.module.as_operation(),
                &selection.question,
                past.map(|past| &past.history),
                reruns.as_ref().map(|reruns| reruns as &dyn Rerun),
                &mut places,
            )
        })
    }

    /// Errors about names of patterns, and a step, that select nothing.
    pub(super) fn problems(&self, selection: &Selection, at: State) -> Vec<Diagnostic> {
        let mut problems = selection.problems(&self.patterns.names, &self.patterns.dropped());
        let steps = self.past.as_ref().map(|past| past.steps);
        if let (State::Step(number), Some(steps)) = (at, steps)
            && number > steps
        {
            let message = format!(
                "there is no step {number}: the run has {}",
                count(steps as usize, "step")
            );
            problems.push(Diagnostic::error_without_place(message));
        }
        problems
    }

    /// Draws the patterns.
    pub(super) fn artist(&self) -> Artist<'_, 'p, 'c> {
        Artist::new(&self.patterns.graph)
    }

    /// The names of the operations of the program.
    pub(super) fn operation_names(&self) -> BTreeSet<String> {
        let operations = entity::operations_in_order(self.program.module.as_operation());
        let names = operations.iter().filter_map(|operation| {
            let name = operation.name();
            Some(name.as_string_ref().as_str().ok()?.to_owned())
        });
        names.collect()
    }

    /// The steps of the run, if one says something.
    pub(super) fn replay(&self) -> Option<&Replay> {
        self.past.as_ref().map(|past| &past.replay)
    }
}

/// Patterns that are ready to be explained.
pub(super) struct Patterns<'p, 'c> {
    pub(super) graph: Checked<'p, 'c>,
    pub(super) natives: Natives,
    /// The same for passes.
    offer: Offer<'p, 'c>,
    /// All patterns.
    names: Vec<Named>,
    /// Those that are used.
    used: Vec<Named>,
}

impl<'p, 'c> Patterns<'p, 'c> {
    /// Prepares the patterns for passes that want this source. On failure the errors have
    /// gone to the diagnostic engine.
    pub(super) fn prepare(
        compiled: &'p CompiledPatterns<'c>,
        context: &'c Context,
        source: PatternSource,
    ) -> Option<Self> {
        let names = pattern_names(&compiled.module);
        let (graph, prepared) = compiled.prepare(context, &source.filter)?;
        Some(Patterns {
            graph,
            natives: compiled.natives.share(),
            offer: Offer::new(source, prepared),
            names,
            used: pattern_names(&compiled.module),
        })
    }

    /// The names of the patterns that the options have disabled.
    fn dropped(&self) -> Vec<&str> {
        let names = self.names.iter().map(|pattern| &*pattern.name);
        names
            .filter(|name| !self.used.iter().any(|used| used.name == *name))
            .collect()
    }
}

/// What a pattern is called.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) labels: Vec<String>,
}

fn pattern_names(module: &Module<'_>) -> Vec<Named> {
    let first = module.body().first_operation();
    let operations = iter::successors(first, OperationLike::next_in_block);
    let name = |operation: OperationRef<'_, '_>| {
        let name = operation.attribute("sym_name").ok()?;
        Some(Named {
            name: StringAttribute::try_from(name).ok()?.value().to_owned(),
            labels: labels(operation),
        })
    };
    operations.filter_map(name).collect()
}
