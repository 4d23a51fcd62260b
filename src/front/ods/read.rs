//! One run of TableGen, and its messages.

use super::{
    Settings,
    chain::Chain,
    tablegen::{Contents, Failure, Request, Run},
    wire::{Kind, Message, Place, Reply, Tables},
};
use crate::{
    base::diagnostic::{Diagnostic, Severity, closest},
    base::source::{SourceMap, Span, io_reason},
};
use std::{io, thread, time::Duration};

/// The outcome of a run.
#[derive(Debug, Clone)]
pub(super) enum Outcome {
    /// Definitions, and TableGen's messages about them.
    Read(Box<Tables>, Vec<Message>),
    /// Errors.
    Refused(Vec<Message>),
    /// The process failed: the reason, and what it printed.
    Failed(String, String),
}

/// Runs TableGen on chains. `receive` gets the index of each chain and the
/// outcome, in any order, and the tables as bytes for the cache.
pub(super) fn run(
    chains: &[&Chain],
    contents: Contents,
    sources: &SourceMap,
    settings: &Settings,
    mut receive: impl FnMut(usize, Outcome, Option<&[u8]>),
) {
    let requests: Vec<_> = chains
        .iter()
        .map(|chain| Request {
            files: chain
                .files
                .iter()
                .map(|file| (file.path.display().to_string(), file.text(sources)))
                .collect(),
            names: chain.names.as_slice().into(),
            contents,
            timeout: settings.timeout,
        })
        .collect();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut receive = |index, run: Run<'_>| {
        let (outcome, tables) = outcome(&run, settings.timeout);
        receive(index, outcome, tables);
    };
    settings.tablegen.read(&requests, cores, &mut receive);
}

fn outcome<'r>(run: &Run<'r>, timeout: Duration) -> (Outcome, Option<&'r [u8]>) {
    let failed = |reason: String| {
        let output = String::from_utf8_lossy(run.output).into_owned();
        (Outcome::Failed(reason, output), None)
    };
    if let Some(failure) = run.failure {
        return failed(describe(failure, timeout));
    }
    let not_understood = || "its reply has an unknown format".to_owned();
    let Some(Reply { messages, tables }) = Reply::from_bytes(run.reply) else {
        return failed(not_understood());
    };
    let Some(bytes) = tables else {
        return (Outcome::Refused(messages), None);
    };
    match Tables::from_bytes(bytes) {
        Some(tables) => (Outcome::Read(Box::new(tables), messages), Some(bytes)),
        None => failed(not_understood()),
    }
}

fn describe(failure: Failure, timeout: Duration) -> String {
    match failure {
        Failure::Exited(code) => format!("it ended with exit code {code}"),
        Failure::Killed(signal) => format!("it was killed by signal {signal}"),
        Failure::TimedOut => format!("it has not finished after {} s", timeout.as_secs()),
        Failure::NotStarted(code) => {
            let error = io::Error::from_raw_os_error(code);
            format!("cannot start a process for it: {}", io_reason(&error))
        }
    }
}

/// TableGen's messages as diagnostics, each with the notes that follow it. A
/// message without a place is about the include, or the file that was asked for.
pub(super) fn diagnostics(
    messages: Vec<Message>,
    chain: &Chain,
    include: Span,
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for Message { kind, place, text } in messages {
        let span = place.and_then(|place| span_of(place, chain, sources));
        // After a missing file, TableGen also complains about the string that
        // names it.
        let is_at = |other: &Diagnostic| other.span.map(|span| (span.file, span.start));
        if text == UNEXPECTED
            && let Some(last) = diagnostics.last()
            && is_at(last) == span.map(|span| (span.file, span.start))
        {
            continue;
        }
        let is_note = kind == Kind::Note || (text == IN_RECORD && !diagnostics.is_empty());
        let diagnostic = match kind {
            _ if is_note => match diagnostics.pop() {
                Some(previous) => previous.note_maybe_at(span, say(&text)),
                None => Diagnostic::new(Severity::Remark, span, say(&text)),
            },
            Kind::Error => {
                let error = error(&text, span.unwrap_or(include), chain);
                advise(error, &text, chain, sources)
            }
            Kind::Warning => Diagnostic::warning("tablegen", span.unwrap_or(include), say(&text)),
            Kind::Note | Kind::Remark => {
                Diagnostic::new(Severity::Remark, Some(span.unwrap_or(include)), text)
            }
        };
        diagnostics.push(diagnostic);
    }
    diagnostics
}

/// TableGen's error for a token that starts no definition.
const UNEXPECTED: &str = "Unexpected token at top level";

/// TableGen's error after that of a failed assertion in a class.
const IN_RECORD: &str = "assertion failed in this record";

/// An error of TableGen. For a file that was not found, our search has a better
/// one.
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

/// Where TableGen does not know a name, if that is all that is wrong.
pub(super) fn unknown_name(
    messages: &[Message],
    chain: &Chain,
    sources: &SourceMap,
) -> Option<Span> {
    let errors = messages.iter().filter(|one| one.kind == Kind::Error);
    let [Message { place, text, .. }] = errors.collect::<Vec<_>>()[..] else {
        return None;
    };
    let is_about_name = UNKNOWN.iter().any(|start| text.starts_with(start));
    place
        .filter(|_| is_about_name)
        .and_then(|place| span_of(place, chain, sources))
}

/// How TableGen says that it does not know a name.
const UNKNOWN: [&str; 2] = ["Variable not defined: '", "Couldn't find class '"];

/// The classes that rules need, and the file that defines them.
const CLASSES_OF_RULES: ([&str; 3], &str) = (
    ["Pat", "Pattern", "NativeCodeCall"],
    "mlir/IR/PatternBase.td",
);

/// How TableGen says that an operation has something else than a type where one belongs.
const NO_TYPE: [&str; 2] = ["undefined type for argument", "undefined type for result"];

/// The file with the notation that looks like arguments and results of an operation.
const NOTATION: &str = "PdlTypes.td";

/// Adds to an error about an unknown name what it was probably meant to be, and to one about
/// a condition in the definition of an operation where that belongs.
fn advise(error: Diagnostic, text: &str, chain: &Chain, sources: &SourceMap) -> Diagnostic {
    if NO_TYPE.iter().any(|start| text.starts_with(start)) {
        let mut files = chain.files.iter().map(|file| sources.file(file.id).name());
        return match files.any(|name| name.rsplit('/').next() == Some(NOTATION)) {
            true => error.help(
                "conditions on types stand in a record of their own: `def MyTypes : OpTypeRule<MyOp> { … }`",
            ),
            false => error,
        };
    }
    let name = UNKNOWN.iter().find_map(|start| text.strip_prefix(start));
    let name = name.and_then(|rest| rest.split('\'').next());
    let Some(name) = name else {
        return error;
    };
    let (classes, file) = CLASSES_OF_RULES;
    let files = chain.files.iter().map(|file| sources.file(file.id));
    let names = files
        .flat_map(|file| file.text().lines())
        .filter_map(defined);
    match closest(name, names) {
        Some(known) => error.help(format!("did you mean `{known}`?")),
        None if classes.contains(&name) => error.help(format!(
            "include the file that defines it: `include \"{file}\"`"
        )),
        None => error,
    }
}

/// The name that a line of a `.td` file defines.
fn defined(line: &str) -> Option<&str> {
    let keywords = ["def ", "class ", "defm ", "defvar ", "multiclass "];
    let rest = keywords.iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// Words a message of TableGen as ours are: without a capital and a full stop.
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

/// The span of the token at a place.
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
