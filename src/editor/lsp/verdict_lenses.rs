//! Lenses that say whether patterns are right.

use super::{
    commands::Task,
    requests::Answered,
    server::Server,
    verdicts::{Report, Title},
    view::View,
};
use lsp_types::{CodeLens, Command, Range, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// What is known about the patterns of a document.
pub(super) enum Verdicts<'v> {
    Known(Arc<Report>),
    /// The editor asks again when more is known.
    Pending,
    /// The editor asks for each lens, and waits.
    Later(View<'v>),
}

/// What a lens is about that says nothing yet.
#[derive(Debug, Serialize, Deserialize)]
struct Subject {
    uri: Uri,
    /// How many edits led to the text.
    state: u64,
    /// Where the pattern starts.
    line: u32,
    /// Its name, which may be empty.
    verdict_of: String,
}

impl<'v> Verdicts<'v> {
    /// `None` if nobody wants to see them.
    pub(super) fn new(server: &Server, view: View<'v>) -> Option<Self> {
        if !server.settings.shows_verdicts {
            return None;
        }
        if !server.can_show_lenses_again() {
            return Some(Verdicts::Later(view));
        }
        let report = server.verdicts_of(view.uri)?.report();
        // What is known of the text may be older than it, and count its lines differently.
        let is_present = view.analyzed.state == view.document.state;
        Some(match report.filter(|_| is_present) {
            Some(report) => Verdicts::Known(report),
            None => Verdicts::Pending,
        })
    }

    /// The lens over the pattern with that name, or none, which starts in that line.
    pub(super) fn lens(&self, range: Range, line: u32, name: &str) -> CodeLens {
        let (command, data) = match self {
            Verdicts::Known(report) => (Some(command(report.title(line, name), name)), None),
            Verdicts::Pending => (Some(command(Title::pending(), name)), None),
            Verdicts::Later(view) => {
                let subject = Subject {
                    uri: view.uri.clone(),
                    state: view.excerpt.map_or(view.analyzed.state, |one| one.state),
                    line,
                    verdict_of: name.to_owned(),
                };
                (None, Some(json!(subject)))
            }
        };
        CodeLens {
            range,
            command,
            data,
        }
    }
}

/// Whether a lens with this data is of this kind.
pub(super) fn is_about(data: &Value) -> bool {
    data.get("verdict_of").is_some()
}

/// Says in a lens whether its pattern is right, once that is known.
pub(super) fn resolve(server: &Server, mut lens: CodeLens) -> Answered<Task<CodeLens>> {
    let subject = lens.data.clone().unwrap_or_default();
    let subject: Subject = serde_json::from_value(subject)
        .map_err(|error| format!("cannot understand the lens: {error}"))?;
    let document = server.documents.get(subject.uri.as_ref());
    let document = document.ok_or_else(|| format!("`{}` is not open", subject.uri))?;
    let is_present = document.state == subject.state;
    let answer = server.verdicts_of(&subject.uri).filter(|_| is_present);
    Ok(Box::new(move || {
        let report = answer.and_then(|answer| answer.wait());
        let title = report.map_or_else(Title::pending, |report| {
            report.title(subject.line, &subject.verdict_of)
        });
        lens.command = Some(command(title, &subject.verdict_of));
        Ok(lens)
    }))
}

/// A command that shows what else is known. An editor shows one without a name as text.
fn command(title: Title, pattern: &str) -> Command {
    let Title { text, details } = title;
    let has_details = details.is_some();
    Command {
        title: text,
        command: if has_details { "pdll.showVerdict" } else { "" }.to_owned(),
        arguments: details.map(|details| vec![json!(pattern), json!(details)]),
        ..Command::default()
    }
}
