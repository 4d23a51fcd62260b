//! `pdll-opt fmt`: formats PDLL files.

use super::{Input, Outcome, Status, Stdin, deliver, options::Fmt, output::Target, render};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::{Disk, FileId},
    front::format::format,
    library::session::Session,
};
use similar::TextDiff;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Runs the command. A file with errors stays as it is, and so do all files if one
/// cannot be written.
pub fn run(options: &Fmt, stdin: &Stdin) -> Outcome {
    let common = options.common();
    let loader = Disk;
    let mut session = common.session(&loader);
    let formatted: Vec<_> = options
        .inputs
        .iter()
        .filter_map(|path| formatted(path, options, stdin, &mut session))
        .collect();
    let mut outcome = match options.check {
        true => differences(&formatted),
        false => written(&formatted, &mut session),
    };
    if session.diagnostics.has_errors() {
        outcome.status = Status::InputError;
    }
    let diagnostics = session.diagnostics.take_sorted();
    outcome.messages = render::render(&session.sources, &diagnostics, &common);
    outcome
}

/// A file without errors.
struct Formatted {
    path: PathBuf,
    old: String,
    new: String,
}

impl Formatted {
    fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }
}

fn formatted(
    path: &Path,
    options: &Fmt,
    stdin: &Stdin,
    session: &mut Session<'_>,
) -> Option<Formatted> {
    if path
        .extension()
        .is_some_and(|end| end == "td" || end == "mlir")
    {
        let path = path.display();
        return session.fail(format!(
            "`{path}` is no PDLL file, and `fmt` formats only these"
        ));
    }
    let is_stdin = path == Path::new("-");
    let Input { mut name, bytes } = stdin.read(path, session)?;
    if let Some(path) = &options.stdin_filepath
        && is_stdin
    {
        name = path.display().to_string();
    }
    let file = session.add(&name, bytes);
    let new = checked(file, session)?;
    Some(Formatted {
        path: path.to_owned(),
        old: session.sources.file(file).text().to_owned(),
        new,
    })
}

/// The formatted text, unless there are errors in the file.
fn checked(file: FileId, session: &mut Session<'_>) -> Option<String> {
    let before = session.diagnostics.take();
    let formatted = format(&session.sources, file, &mut session.diagnostics);
    let has_errors = session.diagnostics.has_errors();
    let own = session.diagnostics.take();
    session.diagnostics.extend(before.into_iter().chain(own));
    match formatted {
        Ok(formatted) => (!has_errors).then_some(formatted),
        Err(lost) => {
            let name = session.sources.file(file).name();
            let message = format!(
                "internal error of pdll, please report it: formatting `{name}` would change \
                 it: {lost}"
            );
            session
                .diagnostics
                .push(Diagnostic::error_without_place(message));
            None
        }
    }
}

/// Writes the files that change, and prints what came from standard input.
fn written(formatted: &[Formatted], session: &mut Session<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    let mut targets = Vec::new();
    for one in formatted {
        if one.is_stdin() {
            outcome.output.extend(one.new.bytes());
        } else if one.new != one.old {
            targets.push(Target {
                path: &one.path,
                bytes: one.new.clone().into_bytes(),
                if_changed: false,
            });
        }
    }
    deliver(&targets, &mut session.diagnostics);
    outcome
}

/// How long to look for the shortest patch.
const MAX_TIME: Duration = Duration::from_millis(200);

/// The changes as patches.
fn differences(formatted: &[Formatted]) -> Outcome {
    let mut outcome = Outcome::default();
    for Formatted { path, old, new } in formatted.iter().filter(|one| one.old != one.new) {
        let path = path.display();
        let mut diff = TextDiff::configure();
        let diff = diff
            .timeout(MAX_TIME)
            .diff_lines(old.as_str(), new.as_str());
        let mut diff = diff.unified_diff();
        let patch = diff.header(&format!("a/{path}"), &format!("b/{path}"));
        outcome.output.extend(patch.to_string().bytes());
        outcome.status = Status::InputError;
    }
    outcome
}
