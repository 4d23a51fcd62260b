//! Messages of the compiler as diagnostics.

use super::{Definition, compiler::Failure, source::FRAME};
use crate::{
    base::diagnostic::{Diagnostic, Note},
    base::source::{Position, SourceMap, Span},
};

/// Returns the errors that say why there is no compiled code.
pub(super) fn of_failure(
    failure: Failure,
    definitions: &[Definition],
    sources: &SourceMap,
) -> Vec<Diagnostic> {
    match failure {
        Failure::Refused(output) => diagnostics(&output, definitions, sources),
        Failure::Broken(reason) => vec![Diagnostic::error_without_place(reason)],
        Failure::Disagrees => unreachable!("`Compiler::with_agreeing` tries another compiler"),
    }
}

/// Returns an error for each of the compiler's, at its place in the pattern
/// file.
fn diagnostics(output: &str, definitions: &[Definition], sources: &SourceMap) -> Vec<Diagnostic> {
    let places = Places {
        definitions,
        sources,
    };
    let mut diagnostics = undefined(output);
    if !diagnostics.is_empty() {
        return diagnostics;
    }
    // The place in the code that led to the error that follows.
    let mut origin = None;
    for line in output.lines() {
        let Some(message) = Message::parse(line) else {
            continue;
        };
        let span = places.span(message.place);
        match message.kind {
            Kind::Error => diagnostics.push(match span.or_else(|| origin.take()) {
                Some(at) if span.is_some() => Diagnostic::error(at, message.text),
                Some(at) => Diagnostic::error(at, message.text).note_maybe_at(
                    None,
                    format!("the compiler reports it at {}", message.place),
                ),
                None => {
                    Diagnostic::error_without_place(format!("{}: {}", message.place, message.text))
                }
            }),
            // A note about another file says little without its source.
            Kind::Note => {
                if let (Some(span), Some(last)) = (span, diagnostics.last_mut()) {
                    add_note(last, span, message.text);
                }
            }
            Kind::Origin => origin = span.or(origin),
        }
    }
    if diagnostics.is_empty() {
        diagnostics.push(unknown(output));
    }
    for diagnostic in &mut diagnostics {
        explain_cast(diagnostic);
    }
    diagnostics
}

/// Says how to write a cast that is a method in older code.
fn explain_cast(error: &mut Diagnostic) {
    const CASTS: [&str; 5] = [
        "cast",
        "cast_or_null",
        "dyn_cast",
        "dyn_cast_or_null",
        "isa",
    ];
    if !error.message.contains("no member named") {
        return;
    }
    let is_quoted = |name: &&&str| {
        let (start, end) = (['\'', '‘'], ['\'', '’']);
        start.iter().zip(end).any(|(start, end)| {
            error
                .message
                .contains(&format!("no member named {start}{name}{end}"))
        })
    };
    if let Some(name) = CASTS.iter().find(is_quoted) {
        let message = format!("MLIR has no such method any more; write `llvm::{name}<T>(x)`");
        error.notes.push(Note::new(None, message));
    }
}

/// Adds a note. An error without a place gets the place of the note: clang
/// names the use of a template after the error inside of it.
fn add_note(error: &mut Diagnostic, span: Span, text: &str) {
    match error.span {
        None => error.span = Some(span),
        Some(_) => error.notes.push(Note::new(Some(span), text)),
    }
}

/// Returns an error for each function that the linker did not find. Linkers do
/// not know the line that uses it.
fn undefined(output: &str) -> Vec<Diagnostic> {
    const WORDS: [&str; 2] = ["undefined reference to ", "undefined symbol: "];
    let mut names: Vec<&str> = output
        .lines()
        .filter_map(|line| WORDS.iter().find_map(|word| Some(line.split_once(word)?.1)))
        .map(|name| name.trim_matches(['`', '\'']))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .map(|name| {
            let message = format!("the C++ code uses `{name}`, which nothing defines");
            Diagnostic::error_without_place(message)
        })
        .collect()
}

/// The error for output that has another form.
fn unknown(output: &str) -> Diagnostic {
    let error = Diagnostic::error_without_place("the C++ compiler failed");
    output
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(20)
        .fold(error, |error, line| error.note_maybe_at(None, line))
}

/// A message in the form of gcc and clang.
struct Message<'a> {
    /// `FILE:LINE:COLUMN`.
    place: &'a str,
    kind: Kind,
    text: &'a str,
}

#[derive(Clone, Copy)]
enum Kind {
    Error,
    Note,
    /// The place of a use that led to the error that follows.
    Origin,
}

impl<'a> Message<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        const WORDS: [(&str, Kind); 4] = [
            (": fatal error: ", Kind::Error),
            (": error: ", Kind::Error),
            (": note: ", Kind::Note),
            (":   required from ", Kind::Origin),
        ];
        WORDS.iter().find_map(|(word, kind)| {
            let (place, text) = line.split_once(word)?;
            let text = text
                .split_once(" [-W")
                .map_or(text, |(text, _)| text)
                .trim();
            Some(Message {
                place,
                kind: *kind,
                text,
            })
        })
    }
}

struct Places<'a> {
    definitions: &'a [Definition],
    sources: &'a SourceMap,
}

impl Places<'_> {
    /// The span at a place, if it is in a pattern file. The module `source`
    /// writes the places.
    fn span(&self, place: &str) -> Option<Span> {
        let mut parts = place.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let (file, number) = parts.next()?.rsplit_once('#')?;
        let native = &self.definitions.get(number.parse::<usize>().ok()?)?.native;
        if file == FRAME {
            return Some(native.span);
        }
        let id = native.code_span().file;
        let file = self.sources.file(id);
        let start = file.offset(Position { line, column })?;
        let rest = &file.text()[start as usize..];
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let length = match word.unwrap_or(rest.len()) {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        Some(Span {
            file: id,
            start,
            end: start + length as u32,
        })
    }
}
