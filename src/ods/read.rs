//! One run of TableGen, and what it complains about.

use super::{
    chain::Chain,
    wire::{Kind, Message, Place, Reply, Tables},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    ffi::{self, OdsFailure, OdsRequest},
    source::{SourceMap, Span},
};
use std::{io, time::Duration};

/// What a run gave.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Definitions, and what TableGen had to say about them.
    Read(Tables, Vec<Message>),
    /// Errors.
    Refused(Vec<Message>),
    /// An end that TableGen did not intend: how, and what was printed.
    Failed(String, String),
}

impl Outcome {
    /// With predicates in place. What the cache keeps is without.
    pub(super) fn linked(self) -> Self {
        match self {
            Outcome::Read(mut tables, messages) => match tables.link() {
                Some(()) => Outcome::Read(tables, messages),
                None => Outcome::Failed("its predicates are in disorder".to_owned(), String::new()),
            },
            other => other,
        }
    }
}

/// Has TableGen read a chain.
pub(super) fn run(chain: &Chain, sources: &SourceMap, timeout: Duration) -> Outcome {
    let file = |file: &super::chain::ChainFile| {
        let path = file.path.display().to_string();
        (path, sources.file(file.id).text())
    };
    let run = ffi::read_ods(&OdsRequest {
        files: chain.files.iter().map(file).collect(),
        names: &chain.names,
        timeout,
    });
    let output = String::from_utf8_lossy(&run.output).into_owned();
    if let Some(failure) = run.failure {
        return Outcome::Failed(describe(failure, timeout), output);
    }
    match serde_json::from_slice::<Reply>(&run.reply) {
        Ok(reply) => match reply.tables {
            Some(tables) => Outcome::Read(tables, reply.messages),
            None => Outcome::Refused(reply.messages),
        },
        Err(error) => Outcome::Failed(format!("its answer is not understood: {error}"), output),
    }
}

fn describe(failure: OdsFailure, timeout: Duration) -> String {
    match failure {
        OdsFailure::Exited(code) => format!("it ended with exit code {code}"),
        OdsFailure::Killed(signal) => format!("it was ended by signal {signal}"),
        OdsFailure::TimedOut => format!("it takes longer than {} s", timeout.as_secs()),
        OdsFailure::NotStarted(code) => {
            let error = io::Error::from_raw_os_error(code);
            format!("no process can be started for it: {error}")
        }
    }
}

/// TableGen's messages as diagnostics, each with the notes that follow it.
/// What has no place is said at the include.
pub(super) fn diagnostics(
    messages: Vec<Message>,
    chain: &Chain,
    include: Span,
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for Message { kind, place, text } in messages {
        let span = place.and_then(|place| span_of(place, chain, sources));
        let diagnostic = match kind {
            Kind::Note => match diagnostics.pop() {
                Some(previous) => previous.note_maybe_at(span, say(&text)),
                None => Diagnostic::new(Severity::Remark, span, say(&text)),
            },
            Kind::Error => error(&text, span.unwrap_or(include), chain),
            Kind::Warning => Diagnostic::warning("tablegen", span.unwrap_or(include), say(&text)),
            Kind::Remark => Diagnostic::new(Severity::Remark, Some(span.unwrap_or(include)), text),
        };
        diagnostics.push(diagnostic);
    }
    diagnostics
}

/// An error. We know better than TableGen why a file was not found.
fn error(text: &str, span: Span, chain: &Chain) -> Diagnostic {
    let name = text
        .strip_prefix("could not find include file '")
        .and_then(|rest| rest.strip_suffix('\''));
    let missing = name.and_then(|name| chain.missing.iter().find(|one| one.name == name));
    match missing {
        Some(missing) => (*missing.error).clone(),
        None => Diagnostic::error(span, say(text)),
    }
}

/// Our way to say what TableGen says: without a capital and a full stop.
fn say(text: &str) -> String {
    let text = text.trim();
    let text = match text.strip_suffix('.') {
        Some(sentence) if !sentence.ends_with('.') => sentence,
        _ => text,
    };
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if first.is_ascii_uppercase() && second.is_lowercase() => {
            first.to_ascii_lowercase().to_string() + chars.as_str()
        }
        _ => text.to_owned(),
    }
}

/// The token at a place.
pub(super) fn span_of((file, offset): Place, chain: &Chain, sources: &SourceMap) -> Option<Span> {
    let file = chain.files.get(file)?.id;
    let text = sources.file(file).text();
    let mut start = text.len().min(offset as usize);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let rest = &text[start..];
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let sigil = usize::from(rest.starts_with(['$', '!', '#']));
    let word = rest[sigil..]
        .find(|c| !is_word(c))
        .unwrap_or(rest.len() - sigil);
    let length = match word {
        0 => rest.chars().next().map_or(0, char::len_utf8),
        word => sigil + word,
    };
    Some(Span {
        file,
        start: start as u32,
        end: (start + length) as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::say;

    #[test]
    fn messages_are_said_in_our_way() {
        assert_eq!(say("Couldn't find class 'X'."), "couldn't find class 'X'");
        assert_eq!(say("ODS is an acronym"), "ODS is an acronym");
        assert_eq!(say("and so on..."), "and so on...");
    }
}
