//! The shape people know from rustc: framed source with labels, in colour.

use super::{
    Diagnostic, Note, Severity,
    visible::{visible_name, without_c1},
};
use crate::base::source::{SourceMap, Span, character_end, character_start};
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};
use std::ops::Range;

/// Renders one diagnostic, with terminal colours or without.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic, colored: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO,
    };
    let mut title = level.primary_title(diagnostic.message.as_str());
    if let Some(name) = diagnostic.name {
        title = title.id(name);
    }
    let mut group = Group::with_title(title);
    if let Some(span) = diagnostic.span {
        group = group.element(snippet(
            sources,
            span,
            AnnotationKind::Primary.span(range(sources, span)),
        ));
    }
    for Note { span, message, .. } in &diagnostic.notes {
        group = group.element(Level::NOTE.message(message.as_str()));
        if let Some(span) = span {
            let annotation = AnnotationKind::Context.span(range(sources, *span));
            group = group.element(snippet(sources, *span, annotation));
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if colored {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut out = without_c1(renderer.render(&[group]));
    out.push('\n');
    out
}

/// The place in its line, or only its position if the line is too long for people,
/// or not known.
fn snippet<'a>(sources: &'a SourceMap, span: Span, annotation: Annotation<'a>) -> Element<'a> {
    const MAX_LENGTH: usize = 500;
    let file = sources.file(span.file);
    if !file.is_read() || file.line_text(span.start).len() > MAX_LENGTH {
        let position = file.position(span.start);
        return Origin::path(visible_name(file.name()))
            .line(position.line as usize)
            .char_column(position.column as usize)
            .into();
    }
    Snippet::source(file.text())
        .path(visible_name(file.name()))
        .line_start(file.position(0).line as usize)
        .annotation(annotation)
        .into()
}

/// The annotated bytes, which must lie inside the text and cut no character.
fn range(sources: &SourceMap, span: Span) -> Range<usize> {
    let text = sources.file(span.file).text();
    let start = character_start(text, span.start as usize);
    start..character_end(text, span.end as usize).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn places_inside_of_characters_are_widened() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.pdll", "a é\u{1F600}", None);
        for start in 0..12 {
            for end in start..12 {
                let diagnostic = Diagnostic::error(Span { file, start, end }, "found");
                let shown = render(&sources, &diagnostic, false);
                assert!(shown.contains("^"), "{start}..{end}: {shown}");
            }
        }
    }

    #[test]
    fn terminals_obey_no_names() {
        let mut sources = SourceMap::default();
        let file = sources.add("\u{1b}[31m\n.pdll", "let \u{1b}x;\n", None);
        let place = sources.character(file, 0);
        let diagnostic = Diagnostic::error(place, "found \u{9b}`\u{1b}`");
        let shown = render(&sources, &diagnostic, false);
        assert!(!shown.contains(['\u{1b}', '\u{9b}']), "{shown:?}");
        assert!(shown.contains(" --> ␛[31m␊.pdll:1:1\n"), "{shown}");
    }

    #[test]
    fn frames_the_source() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.pdll", "let x;\nlet x;\n", None);
        let name = |start| Span {
            file,
            start,
            end: start + 1,
        };
        let diagnostic = Diagnostic::error(name(11), "`x` is defined twice")
            .note(name(4), "the first definition is here")
            .help("rename one of them");
        expect![[r#"
            error: `x` is defined twice
             --> a.pdll:2:5
              |
            2 | let x;
              |     ^
              |
              = note: the first definition is here
              |
             ::: a.pdll:1:5
              |
            1 | let x;
              |     -
              |
              = help: rename one of them
        "#]]
        .assert_eq(&render(&sources, &diagnostic, false));
    }
}
