//! Where parts of patterns and of programs stand.

use super::report::Label;
use crate::{
    base::source::{FileId, Loader, SourceMap, Span},
    mlir::diagnostics::{position, spans},
    mlir::ffi::text_places::TextPlaces,
};
use melior::ir::{Location, OperationRef, operation::OperationLike};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The files, and what is known of places in them.
pub(crate) struct Places<'s> {
    sources: &'s mut SourceMap,
    loader: &'s dyn Loader,
    /// The program, if it stands in a text as it is.
    program: Option<(FileId, &'s TextPlaces)>,
    /// Where operations come from, if patterns have changed the program.
    origins: Option<&'s Origins>,
}

/// Where operations of a program that patterns have changed come from: line and column
/// in the input, by the address of the operation.
#[derive(Default)]
pub(crate) struct Origins(FxHashMap<usize, (u32, u32)>);

impl Origins {
    /// Those of `operations`, which are a copy of the operations `changed`.
    pub(crate) fn new(
        operations: &[OperationRef<'_, '_>],
        changed: &[OperationRef<'_, '_>],
    ) -> Self {
        let pairs = operations.iter().zip(changed);
        let known = pairs.filter_map(|(operation, changed)| {
            let (_, position) = position(changed.location())?;
            Some((
                operation.to_raw().ptr.addr(),
                (position.line, position.column),
            ))
        });
        Origins(known.collect())
    }

    fn get(&self, operation: OperationRef<'_, '_>) -> Option<(u32, u32)> {
        self.0.get(&operation.to_raw().ptr.addr()).copied()
    }
}

impl<'s> Places<'s> {
    pub(crate) fn new(
        sources: &'s mut SourceMap,
        loader: &'s dyn Loader,
        program: Option<(FileId, &'s TextPlaces)>,
        origins: Option<&'s Origins>,
    ) -> Self {
        Places {
            sources,
            loader,
            program,
            origins,
        }
    }

    /// The place of a part of a pattern, and the calls that lead there.
    pub(super) fn of_pattern(&mut self, location: Location<'_>) -> Vec<Span> {
        let mut spans = spans(location, self.sources, self.loader);
        for span in &mut spans {
            let text = self.sources.file(span.file).text();
            let start = span.start as usize;
            span.end = span.end.max((start + expression(&text[start..])) as u32);
        }
        spans
    }

    /// The text at a place.
    pub(super) fn text(&self, span: Span) -> &str {
        self.sources.text(span)
    }

    /// The name of a pattern, or the place of one without a name.
    pub(super) fn pattern(&mut self, location: Location<'_>) -> Option<Span> {
        const KEYWORD: &str = "Pattern ";
        let mut span = self.of_pattern(location).into_iter().next()?;
        let text = self.sources.file(span.file).text();
        let rest = text[span.start as usize..].strip_prefix(KEYWORD);
        let length = rest.map_or(0, word);
        let has_name = rest.is_some_and(|rest| &rest[..length] != "with");
        if length > 0 && has_name {
            span.start += KEYWORD.len() as u32;
            span.end = span.start + length as u32;
        }
        Some(span)
    }

    /// The name of an operation.
    pub(super) fn operation(&mut self, operation: OperationRef<'_, '_>) -> Option<Span> {
        let known = self.in_program(|places| places.name(operation));
        known.or_else(|| {
            let spans = spans(operation.location(), self.sources, self.loader);
            spans.into_iter().next()
        })
    }

    /// The line of its name.
    pub(super) fn line(&mut self, operation: OperationRef<'_, '_>) -> Option<u32> {
        let span = self.operation(operation)?;
        Some(self.sources.position(span).line)
    }

    /// Some of its operands.
    pub(super) fn operands(
        &self,
        operation: OperationRef<'_, '_>,
        range: Range<usize>,
    ) -> Option<Span> {
        let last = range
            .end
            .checked_sub(1)
            .filter(|last| *last >= range.start)?;
        let first = self.in_program(|places| places.operand(operation, range.start))?;
        let last = self.in_program(|places| places.operand(operation, last))?;
        Some(if first.start <= last.start {
            first.to(last)
        } else {
            first
        })
    }

    /// A result of it.
    pub(super) fn result(&self, operation: OperationRef<'_, '_>, index: usize) -> Option<Span> {
        self.in_program(|places| places.result(operation, index))
    }

    /// An attribute of it, by its name and as MLIR prints it. Operations may print
    /// their attributes in any way, so this looks for the text.
    pub(super) fn attribute(
        &self,
        operation: OperationRef<'_, '_>,
        name: &str,
        value: Option<&str>,
    ) -> Option<Span> {
        let name_place = self.in_program(|places| places.name(operation))?;
        let whole = self.in_program(|places| places.operation(operation))?;
        let from = name_place.end as usize;
        let text = self.sources.file(whole.file).text();
        let text = own_text(text.get(from..whole.end as usize)?);
        let named = value.and_then(|value| {
            let assigned = format!("{name} = {value}");
            let start = find_word(text, &assigned)?;
            Some(start + assigned.len() - value.len()..start + assigned.len())
        });
        let found = named
            .or_else(|| value.and_then(|value| place_of_word(text, value)))
            .or_else(|| place_of_word(text, name))?;
        Some(Span {
            file: whole.file,
            start: (from + found.start) as u32,
            end: (from + found.end) as u32,
        })
    }

    /// The line of the name of an operation.
    pub(super) fn line_of(&self, operation: OperationRef<'_, '_>) -> Option<u32> {
        if let Some((line, _)) = self.origins.and_then(|known| known.get(operation)) {
            return Some(line);
        }
        let span = self.in_program(|places| places.name(operation))?;
        Some(self.sources.position(span).line)
    }

    /// Whether a position is inside of an operation.
    pub(super) fn contains(&self, operation: OperationRef<'_, '_>, line: u32, column: u32) -> bool {
        if let Some(origin) = self.origins.and_then(|known| known.get(operation)) {
            return origin == (line, column);
        }
        let Some(name) = self.in_program(|places| places.name(operation)) else {
            return false;
        };
        let whole = self.in_program(|places| places.operation(operation));
        let whole = whole.unwrap_or(name);
        let file = self.sources.file(whole.file);
        // Names of results stand before the name of the operation.
        let results = self
            .result(operation, 0)
            .map(|span| file.position(span.start));
        let start = file.position(whole.start);
        let start = results.map_or(start, |results| results.min(start));
        let end = file.position(whole.end);
        ((start.line, start.column)..(end.line, end.column)).contains(&(line, column))
    }

    fn in_program(&self, find: impl FnOnce(&TextPlaces) -> Option<Range<usize>>) -> Option<Span> {
        let (file, places) = self.program.as_ref()?;
        let range = find(places)?;
        Some(Span {
            file: *file,
            start: u32::try_from(range.start).ok()?,
            end: u32::try_from(range.end).ok()?,
        })
    }
}

/// A label, if its place is known.
pub(super) fn label(span: Option<Span>, text: impl Into<String>) -> Option<Label> {
    let text = text.into();
    span.map(|span| Label { span, text })
}

/// The text of an operation up to its regions.
fn own_text(text: &str) -> &str {
    let end = text.find("{\n").unwrap_or(text.len());
    &text[..end]
}

fn place_of_word(text: &str, word: &str) -> Option<Range<usize>> {
    let start = find_word(text, word)?;
    Some(start..start + word.len())
}

/// Where a text stands, not as a part of a longer word.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_word = |letter: Option<char>| letter.is_some_and(in_word);
    let mut found = text.match_indices(word).map(|(start, _)| start);
    found.find(|start| {
        let before = text[..*start].chars().next_back();
        let after = text[*start + word.len()..].chars().next();
        !word.is_empty() && !is_word(before) && !is_word(after)
    })
}

fn in_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$')
}

/// The length of the word with which a text begins.
fn word(text: &str) -> usize {
    text.find(|letter| !in_word(letter)).unwrap_or(text.len())
}

/// The length of what begins a text: a word, with what follows in brackets.
fn expression(text: &str) -> usize {
    let length = word(text);
    let close = match text[length..].chars().next() {
        Some('<') => '>',
        Some('(') => ')',
        _ => return length,
    };
    let line = text.lines().next().unwrap_or_default();
    let mut is_string = false;
    let mut depth = 0;
    for (index, letter) in line.char_indices().skip_while(|(index, _)| *index < length) {
        match letter {
            '"' => is_string = !is_string,
            _ if is_string => {}
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 && letter == close && !is_string {
            return index + 1;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::{expression, find_word};

    #[test]
    fn expressions_have_their_brackets() {
        for (text, expected) in [
            ("op<arith.addi>(x, y)", "op<arith.addi>"),
            ("attr<\"2 : i32 >\">} -> (t)", "attr<\"2 : i32 >\">"),
            ("OneUse(op.result, (x));", "OneUse(op.result, (x))"),
            ("two.result);", "two.result"),
            ("type<", "type"),
            ("é<x>", "é<x>"),
            ("", ""),
        ] {
            assert_eq!(&text[..expression(text)], expected);
        }
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(find_word("12 : i32, 2 : i32", "2 : i32"), Some(10));
        assert_eq!(find_word("a.value", "value"), None);
    }
}
