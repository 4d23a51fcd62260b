//! The shape of LLVM's tools: `file:line:column: error: message`, the source
//! line, a caret and the range; notes in the same shape.

use super::{Diagnostic, Note};
use crate::base::source::{SourceMap, Span};
use std::{borrow::Cow, fmt::Write};

/// Renders one diagnostic with its notes. Help comes last, as a note.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let mut out = String::new();
    if let Some(span) = diagnostic.span {
        include_chain(&mut out, sources, span);
    }
    let suffix = diagnostic
        .name
        .map(|name| format!(" [-W{name}]"))
        .unwrap_or_default();
    let message = format!("{}{suffix}", diagnostic.message);
    entry(
        &mut out,
        sources,
        diagnostic.span,
        diagnostic.severity.name(),
        &message,
    );
    for Note { span, message, .. } in &diagnostic.notes {
        entry(&mut out, sources, *span, "note", message);
    }
    if let Some(help) = &diagnostic.help {
        // Without a place: the source line stands right above already.
        entry(&mut out, sources, None, "note", help);
    }
    out
}

fn include_chain(out: &mut String, sources: &SourceMap, span: Span) {
    let mut chain = Vec::new();
    let mut file = span.file;
    while let Some(at) = sources.file(file).included_at() {
        chain.push(at);
        file = at.file;
    }
    for at in chain.into_iter().rev() {
        let name = sources.file(at.file).name();
        let line = sources.position(at).line;
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(out, "Included from {name}:{line}:");
    }
}

fn entry(out: &mut String, sources: &SourceMap, span: Option<Span>, kind: &str, message: &str) {
    let Some(span) = span else {
        let _ = writeln!(out, "{kind}: {message}");
        return;
    };
    let file = sources.file(span.file);
    let position = file.position(span.start);
    let _ = writeln!(
        out,
        "{}:{}:{}: {kind}: {message}",
        file.name(),
        position.line,
        position.column
    );
    if !file.is_read() {
        return;
    }
    let line = file.line_text(span.start);
    let length = (span.end - span.start) as usize;
    let (line, start) = excerpt(line, position.column as usize - 1);
    let _ = writeln!(out, "{line}");
    let _ = writeln!(out, "{}", underline(&line, start, length));
}

/// The part of a line around the byte `start`, and where that byte is in it. Only
/// a line that is too long for people is shortened.
fn excerpt(line: &str, start: usize) -> (Cow<'_, str>, usize) {
    const MAX_LENGTH: usize = 500;
    const BEFORE: usize = 60;
    const AFTER: usize = 120;
    const DOTS: &str = "...";
    if line.len() <= MAX_LENGTH {
        return (line.into(), start);
    }
    let start = start.min(line.len());
    let boundary = |from: usize| {
        let mut places = from..line.len();
        places
            .find(|place| line.is_char_boundary(*place))
            .unwrap_or(line.len())
    };
    let (from, to) = (
        boundary(start.saturating_sub(BEFORE)),
        boundary(start + AFTER),
    );
    let dots = |is_cut| if is_cut { DOTS } else { "" };
    let left = dots(from > 0);
    let text = [left, &line[from..to], dots(to < line.len())].concat();
    (text.into(), left.len() + start - from)
}

/// `^~~~` under `length` bytes of `line` from byte `start` on. Tabs stay tabs,
/// so that the caret lines up whatever the terminal takes them for.
fn underline(line: &str, start: usize, length: usize) -> String {
    let start = start.min(line.len());
    let end = (start + length).min(line.len());
    let mut mark: String = line[..start]
        .chars()
        .filter(|c| *c != '\u{FEFF}') // it has no width
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    mark.push('^');
    let marked = line.get(start..end).map_or(1, |text| text.chars().count());
    mark.extend(std::iter::repeat_n('~', marked.saturating_sub(1)));
    mark
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::Position;
    use expect_test::expect;

    #[test]
    fn long_lines_are_shortened_around_the_place() {
        let mut sources = SourceMap::default();
        let text = format!("{}here{}\n", "a ".repeat(1 << 20), " b".repeat(1 << 20));
        let file = sources.add("a.pdll", text, None);
        let at = |start| Span {
            file,
            start,
            end: start + 4,
        };
        let here = render(&sources, &Diagnostic::error(at(1 << 21), "found"));
        let lines: Vec<_> = here.lines().collect();
        assert!(
            lines[1].starts_with("...a a ") && lines[1].ends_with(" b..."),
            "{here}"
        );
        assert_eq!(lines[1].find("here"), lines[2].find("^~~~"), "{here}");
        let first = render(&sources, &Diagnostic::error(at(0), "found"));
        assert!(
            first.contains("\na a a ") && first.contains("\n^~~~\n"),
            "{first}"
        );
        assert!(here.len() < 600 && first.len() < 600);
    }

    #[test]
    fn a_file_that_cannot_be_read_has_no_excerpt() {
        let mut sources = SourceMap::default();
        let gone = sources.add_unread("gone.mlir", Position { line: 7, column: 3 });
        let diagnostic = Diagnostic::error(gone, "found").note(gone, "so it is");
        expect![[r#"
            gone.mlir:7:3: error: found
            gone.mlir:7:3: note: so it is
        "#]]
        .assert_eq(&render(&sources, &diagnostic));
    }

    #[test]
    fn places_a_caret_and_notes() {
        let mut sources = SourceMap::default();
        let main = sources.add("a.pdll", "#include \"b.pdll\"\n", None);
        let at = Span {
            file: main,
            start: 9,
            end: 17,
        };
        let file = sources.add("b.pdll", "\tlet x;\r\nlet x;\n", Some(at));
        let name = |start| Span {
            file,
            start,
            end: start + 1,
        };
        let diagnostic = Diagnostic::error(
            Span {
                file,
                start: 9,
                end: 14,
            },
            "`x` is defined twice",
        )
        .note(name(5), "the first definition is here")
        .help("rename one of them");
        expect![[r#"
            Included from a.pdll:1:
            b.pdll:2:1: error: `x` is defined twice
            let x;
            ^~~~~
            b.pdll:1:6: note: the first definition is here
            	let x;
            	    ^
            note: rename one of them
        "#]]
        .assert_eq(&render(&sources, &diagnostic));
    }
}
