//! `pdll-opt bisect`: finds the rewrite after which a command fails.

mod answer;
mod program;
mod progress;
mod search;
mod trial;

use super::{
    Input, Outcome, Status, Stdin,
    apply::{pipeline::Pipeline, register},
    deliver,
    options::{Bisect, ReportFormat},
    output::{self, Target},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{Disk, io_reason},
    library::session::Session,
    mlir::ffi::pass::OptionSetting,
};
use answer::Found;
use melior::Context;
use program::Program;
use progress::Progress;
use search::{Answer, Search, Verdict};
use std::{
    fs,
    path::{Path, PathBuf},
};
use trial::{Ended, Trials};

/// Runs the command.
pub fn run(options: &Bisect, stdin: &Stdin) -> Outcome {
    let mut session = options.setup.common.session(&Disk);
    let answered = answer(options, stdin, &mut session);
    let common = &options.setup.common;
    let found = match answered {
        Ok(found) => found,
        Err(Trouble::Usage(reason)) => {
            return Outcome {
                messages: format!("error: {reason}\n"),
                status: Status::UsageError,
                ..Outcome::default()
            };
        }
        Err(Trouble::Error(error)) => {
            session.diagnostics.push(*error);
            return Outcome::new(Vec::new(), session, common);
        }
        Err(Trouble::Reported) => return Outcome::new(Vec::new(), session, common),
    };
    let is_known = matches!(found.answer, Answer::Found(_) | Answer::Never);
    let text = match options.format {
        ReportFormat::Text => found.into_text(),
        ReportFormat::Json => found.to_json(),
    };
    let mut outcome = Outcome::new(text.into_bytes(), session, common);
    if !is_known {
        outcome.status = Status::InputError;
    }
    outcome
}

/// Why there is no answer.
enum Trouble {
    Usage(String),
    Error(Box<Diagnostic>),
    /// The session has the errors.
    Reported,
}

impl Trouble {
    fn error(message: impl Into<String>) -> Self {
        Trouble::Error(Box::new(Diagnostic::error_without_place(message)))
    }
}

fn answer(options: &Bisect, stdin: &Stdin, session: &mut Session<'_>) -> Result<Found, Trouble> {
    check_outputs(options, &mut session.diagnostics)?;
    let registry = register(&options.setup).map_err(|errors| {
        session.diagnostics.extend(errors);
        Trouble::Reported
    })?;
    let input = stdin.read(options.setup.input(), session);
    let input = input.ok_or(Trouble::Reported)?;
    let pipeline = Pipeline::new(&options.setup.pass_pipeline, settings(options, &input))
        .map_err(|reason| Trouble::Usage(format!("invalid pass pipeline:\n{reason}")))?;
    let context = Context::new_with_registry(&registry, false);
    context.set_allow_unregistered_dialects(options.setup.allow_unregistered_dialect);
    let program = Program::read(options, &context, &pipeline, &input, session);
    let program = program.ok_or(Trouble::Reported)?;
    let whole = program.rewrite_all(options, session)?;
    // `-W` may have made errors of warnings.
    if session.diagnostics.has_errors() {
        return Err(Trouble::Reported);
    }
    let trials = Trials::new(&options.command).map_err(|error| {
        Trouble::error(format!(
            "cannot make a folder for the program: {}",
            io_reason(&error)
        ))
    })?;
    let bisection = Bisection {
        program: &program,
        num_rewrites: whole.num_rewrites,
        last: whole.text,
        before: String::new(),
        after: None,
        trials,
        progress: Progress::new(&options.setup.common),
    };
    bisection.find(options.output.as_deref(), &mut session.diagnostics)
}

/// The options of the pass.
fn settings(options: &Bisect, input: &Input) -> Vec<OptionSetting> {
    let mut flags = options.setup.pass.clone();
    flags.set_default("warn-never-fired", "none");
    if is_short(input) {
        flags.trace_texts();
    }
    for file in options.setup.pattern_files() {
        flags.add_pattern_file(file.display().to_string());
    }
    flags.into_settings(&options.setup.common)
}

/// Whether the trace says where in a program the lines are that a rewrite changes.
fn is_short(input: &Input) -> bool {
    const MAX_LINES: usize = 2000;
    input.bytes.split(|byte| *byte == b'\n').count() <= MAX_LINES
}

/// A search that runs the command.
struct Bisection<'p> {
    program: &'p Program<'p>,
    num_rewrites: u64,
    /// The program after all rewrites.
    last: String,
    /// The program after most rewrites for which the command succeeds.
    before: String,
    /// The program after fewest for which it fails.
    after: Option<(String, Ended)>,
    trials: Trials<'p>,
    progress: Progress,
}

impl Bisection<'_> {
    fn find(
        mut self,
        folder: Option<&Path>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Found, Trouble> {
        let searched = self.check_input().and_then(|()| self.search());
        self.progress.clear();
        let answer = searched?;
        let step = match answer {
            Answer::Found(number) => Some(self.program.step(number).map_err(Trouble::error)?),
            _ => None,
        };
        if let (Some(folder), Some((after, _))) = (folder, &self.after) {
            write(folder, &self.before, after, diagnostics)?;
        }
        Ok(Found {
            answer,
            num_rewrites: self.num_rewrites,
            num_runs: self.trials.num_runs,
            step,
            failure: self
                .after
                .map(|(_, ended)| (ended.to_string(), ended.output)),
        })
    }

    /// Checks that the command succeeds without any rewrite.
    fn check_input(&mut self) -> Result<(), Trouble> {
        let text = self.program.text_after(0).ok_or_else(|| {
            Trouble::error("the pass pipeline fails if no pattern rewrites anything")
        })?;
        self.progress.show(&self.trials, None);
        let ended = self.trials.run(&text).map_err(Trouble::error)?;
        let problem = match ended.verdict() {
            Verdict::Good => {
                self.before = text;
                return Ok(());
            }
            Verdict::Bad => "the command fails without any rewrite",
            Verdict::Unknown => "the command cannot tell about the program without any rewrite",
        };
        let error = Diagnostic::error_without_place(format!("{problem}: {ended}"));
        let error = match ended.output.is_empty() {
            true => error,
            false => error.note_maybe_at(None, format!("it printed:\n{}", ended.output)),
        };
        Err(Trouble::Error(Box::new(error)))
    }

    fn search(&mut self) -> Result<Answer, Trouble> {
        let mut search = Search::new(self.num_rewrites);
        while let Some(number) = search.next() {
            self.progress.show(&self.trials, Some(search.range()));
            let verdict = self.judge(number)?;
            search.add(number, verdict);
        }
        Ok(search.answer())
    }

    fn judge(&mut self, number: u64) -> Result<Verdict, Trouble> {
        let text = match number {
            _ if number == self.num_rewrites => Some(self.last.clone()),
            _ => self.program.text_after(number),
        };
        // Between two rewrites, a program may be invalid.
        let Some(text) = text else {
            return Ok(Verdict::Unknown);
        };
        let ended = self.trials.run(&text).map_err(Trouble::error)?;
        let verdict = ended.verdict();
        match verdict {
            Verdict::Good => self.before = text,
            Verdict::Bad => self.after = Some((text, ended)),
            Verdict::Unknown => {}
        }
        Ok(verdict)
    }
}

/// The files with the programs before and after a rewrite.
fn outputs(folder: &Path) -> [PathBuf; 2] {
    ["before.mlir", "after.mlir"].map(|name| folder.join(name))
}

/// Checks that the outputs do not replace an input.
fn check_outputs(options: &Bisect, diagnostics: &mut Diagnostics) -> Result<(), Trouble> {
    let paths = options.output.as_deref().map(outputs);
    let paths: Vec<_> = paths.iter().flatten().map(PathBuf::as_path).collect();
    let problems = output::conflicts(&paths, &options.setup.inputs());
    if problems.is_empty() {
        return Ok(());
    }
    let errors = problems.into_iter().map(Diagnostic::error_without_place);
    diagnostics.extend(errors);
    Err(Trouble::Reported)
}

fn write(
    folder: &Path,
    before: &str,
    after: &str,
    diagnostics: &mut Diagnostics,
) -> Result<(), Trouble> {
    fs::create_dir_all(folder).map_err(|error| {
        let (folder, reason) = (folder.display(), io_reason(&error));
        Trouble::error(format!("cannot create the folder `{folder}`: {reason}"))
    })?;
    let paths = outputs(folder);
    let targets = paths
        .iter()
        .zip([before, after])
        .map(|(path, text)| Target {
            path,
            bytes: text.as_bytes().to_vec(),
            if_changed: false,
        });
    deliver(&targets.collect::<Vec<_>>(), diagnostics);
    Ok(())
}
