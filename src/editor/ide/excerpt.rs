//! What an edit of patterns changes, found out without the rest of the text.
//!
//! A pattern depends on its text, on the declarations that it names, and on the names of
//! all others. So after an edit inside of patterns, these are parsed and analyzed in a text
//! of their own, the *excerpt*, and the last analysis of the whole text says the rest.
//! Warnings about several patterns are missing until the whole text is analyzed again.

#[cfg(test)]
mod tests;

use super::{Analysis, Analyzer, Source, analysis};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Severity},
    base::source::{FileId, Loader, SourceMap, Span},
    front::program::Program,
    front::syntax::{
        self, Parsed,
        ast::Item,
        token::{Token, TokenKind},
    },
    library::session::Session,
};
use analysis::Step;
use memchr::memmem;
use std::{mem, ops::Range, sync::Arc};

/// What has changed in a text since it was analyzed.
pub(crate) struct Change<'t> {
    /// The present text.
    pub(crate) text: &'t str,
    /// The part of the analyzed text that contains all that is not the same.
    pub(crate) replaced: Range<u32>,
}

/// What an analysis of a part of a text belongs to.
#[derive(Debug)]
pub(crate) struct Excerpt {
    /// The last analysis of the whole text. What is outside of the excerpt is the same in
    /// the present text.
    pub(crate) whole: Arc<Analysis>,
    /// The part of its text that the excerpt takes the place of.
    pub(crate) replaced: Range<u32>,
}

/// How many patterns are analyzed in the place of a whole text.
const MAX_PATTERNS: usize = 32;

impl Analyzer {
    /// Analyzes the patterns that have changed since a text in PDLL was analyzed. The
    /// diagnostics are those of the whole text. `None` if only an analysis of all of it
    /// could tell them.
    pub(crate) fn excerpt(
        &mut self,
        whole: &Arc<Analysis>,
        change: &Change<'_>,
        loader: &dyn Loader,
    ) -> Option<Analysis> {
        let Source::Program(program) = &whole.source else {
            return None;
        };
        self.renew_context();
        let Draft {
            sources,
            file,
            parsed,
            errors,
            items,
            replaced,
        } = Draft::find(whole, program, change)?;
        let place = Place {
            whole,
            part: &replaced,
        };
        let before = &program.modules[0].items[items.clone()];
        if !keeps_names(program, &place, before, &parsed.module.items) {
            return None;
        }
        let has_errors = place.others().any(|(_, step)| step == Step::Meaning);
        let words = parsed.tokens.iter().filter(is_word);
        let words = words.map(|token| sources.text(token.span).into());
        let words = (!has_errors).then(|| words.collect());
        let program = program.excerpt(parsed.module, items, words)?;
        let mut session = Session::new(loader, Vec::new());
        session.sources = sources;
        session.diagnostics.extend(errors);
        session.has_other_errors = place.others().any(|(one, step)| is_gate(one, step));
        let mut analysis = self.check(session, file, program, parsed.tokens);
        analysis.keep_own(file);
        analysis.included_paths.clone_from(&whole.included_paths);
        add_others(&mut analysis, &place);
        analysis.excerpt = Some(Excerpt {
            whole: whole.clone(),
            replaced,
        });
        Some(analysis)
    }
}

/// Whether no other part of the text can tell the difference between the names of the
/// patterns before and after the change.
fn keeps_names(program: &Program, place: &Place<'_>, before: &[Item], after: &[Item]) -> bool {
    let (before, after) = (names(before), names(after));
    // If several have a name, the first one counts.
    if before == after {
        return true;
    }
    // Errors may say what else a name could have been.
    let mut others = place.others();
    if others.any(|(_, step)| step == Step::Meaning) {
        return false;
    }
    let Place { whole, part } = place;
    let text = whole.text();
    let own = [&text[..part.start as usize], &text[part.end as usize..]];
    let included = program.modules[1..].iter();
    let included = included.map(|module| whole.sources.file(module.span.file).text());
    let mut others = own.into_iter().chain(included);
    let names = before.iter().chain(&after);
    let names: Vec<_> = names.map(|name| memmem::Finder::new(*name)).collect();
    !others.any(|text| {
        let mut names = names.iter();
        names.any(|name| has_word(text.as_bytes(), name))
    })
}

fn has_word(text: &[u8], word: &memmem::Finder<'_>) -> bool {
    let is_part =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    word.find_iter(text).any(|at| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        !is_part(before) && !is_part(text.get(at + word.needle().len()))
    })
}

fn names(items: &[Item]) -> Vec<&str> {
    let names = items.iter().filter_map(|item| match item {
        Item::Pattern(decl) => Some(decl.name.as_ref()?.text.as_str()),
        _ => None,
    });
    names.collect()
}

/// Whether a check does not go on after that diagnostic.
fn is_gate(diagnostic: &Diagnostic, step: Step) -> bool {
    step < Step::Rest && diagnostic.severity == Severity::Error
}

/// A part of the analyzed text.
struct Place<'a> {
    whole: &'a Analysis,
    part: &'a Range<u32>,
}

impl Place<'_> {
    /// Whether something starts there. At the end of a part, the next one starts.
    fn has(&self, span: Span) -> bool {
        let is_at_end = span.start == self.part.end && self.whole.text().len() as u32 == span.start;
        span.file == self.whole.file && (self.part.contains(&span.start) || is_at_end)
    }

    fn has_diagnostic(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.span.is_some_and(|span| self.has(span))
    }

    /// Whether a diagnostic, or what it says besides, is about something there.
    fn is_mentioned(&self, diagnostic: &Diagnostic) -> bool {
        let notes = diagnostic.notes.iter().filter_map(|note| note.span);
        let suggestion = diagnostic.suggestion.iter().map(|one| one.span);
        let mut places = diagnostic.span.into_iter().chain(notes).chain(suggestion);
        places.any(|place| {
            let overlaps = place.start < self.part.end && self.part.start < place.end;
            self.has(place) || place.file == self.whole.file && overlaps
        })
    }

    /// What is wrong with the rest of the text, and does not depend on this part.
    fn others(&self) -> impl Iterator<Item = (&Diagnostic, Step)> {
        let all = self.whole.diagnostics.iter();
        let all = all.zip(self.whole.steps.iter().copied());
        all.filter(|(one, step)| match step {
            // What a warning says about a pattern need not be true after a change.
            Step::Rest => !self.is_mentioned(one),
            Step::Parsing | Step::Meaning => !self.has_diagnostic(one),
        })
    }
}

/// Adds to the diagnostics of an excerpt what is wrong with the rest of the text.
fn add_others(analysis: &mut Analysis, place: &Place<'_>) {
    let others = place.others().map(|(one, step)| (one.clone(), step));
    let mut all: Vec<_> = others.collect();
    let own = mem::take(&mut analysis.diagnostics).into_iter();
    let own: Vec<_> = own.zip(mem::take(&mut analysis.steps)).collect();
    let start = place.whole.at(place.part.start);
    let at = all.partition_point(|(one, _)| one.span.is_none_or(|span| span < start));
    all.splice(at..at, own);
    let fails = all.iter().any(|(one, step)| is_gate(one, *step));
    all.retain(|(_, step)| !fails || *step < Step::Rest);
    (analysis.diagnostics, analysis.steps) = all.into_iter().unzip();
}

/// The patterns that have changed, parsed in a text of their own.
struct Draft {
    sources: SourceMap,
    file: FileId,
    parsed: Parsed,
    errors: Vec<Diagnostic>,
    /// The items of the old text whose place they take.
    items: Range<usize>,
    /// The text of these.
    replaced: Range<u32>,
}

impl Draft {
    /// Looks for patterns that the parser reads in the same way whatever is around them.
    fn find(whole: &Analysis, program: &Program, change: &Change<'_>) -> Option<Draft> {
        let old = Old::new(whole, program);
        let mut items = old.around(&change.replaced)?;
        loop {
            old.widen(&mut items);
            let are_patterns = old.items[items.clone()].iter().all(is_pattern);
            if !are_patterns || items.len() > MAX_PATTERNS {
                return None;
            }
            let draft = Draft::parse(whole, change, items.clone(), old.text(&items)?)?;
            let mut tokens = draft.parsed.tokens.iter();
            let has_include = tokens.any(|token| token.kind == TokenKind::Directive);
            if has_include || !draft.parsed.module.items.iter().all(is_pattern) {
                return None;
            }
            if items.start > 0 && !draft.starts_apart() {
                items.start -= 1;
            } else if items.end < old.items.len() && !draft.ends_apart() {
                items.end += 1;
            } else {
                return Some(draft);
            }
        }
    }

    fn parse(
        whole: &Analysis,
        change: &Change<'_>,
        items: Range<usize>,
        replaced: Range<u32>,
    ) -> Option<Draft> {
        let end = change.text.len() - (whole.text().len() - replaced.end as usize);
        let text = change.text.get(replaced.start as usize..end)?;
        let mut sources = whole.sources.clone();
        let line = sources.position(whole.at(replaced.start)).line;
        // Places that others report are those of a file with this name.
        let name = format!("{} (excerpt)", sources.file(whole.file).name());
        let file = sources.add_part(name, text, None, line);
        let mut errors = Diagnostics::default();
        let parsed = syntax::parse(&sources, file, &mut errors);
        Some(Draft {
            errors: errors.take(),
            sources,
            file,
            parsed,
            items,
            replaced,
        })
    }

    /// Whether its first word cannot belong to what is before it.
    fn starts_apart(&self) -> bool {
        let mut words = self.parsed.tokens.iter().filter(is_word);
        words
            .next()
            .is_some_and(|first| first.kind == TokenKind::Pattern)
    }

    /// Whether it ends with a pattern without syntax errors, and with its line.
    fn ends_apart(&self) -> bool {
        let ends_line = self.sources.file(self.file).text().ends_with('\n');
        let last = self.parsed.module.items.last().map(Item::span);
        last.is_some_and(|last| {
            let mut errors = self.errors.iter().filter_map(|error| error.span);
            ends_line && !errors.any(|error| last.start <= error.end)
        })
    }
}

fn is_pattern(item: &Item) -> bool {
    matches!(item, Item::Pattern(_))
}

fn is_word(token: &&Token) -> bool {
    !token.kind.is_trivia()
}

/// The items of an analyzed text. The text of an item starts with the line after the item
/// before, so that comments above an item belong to it, and those beside it.
struct Old<'a> {
    whole: &'a Analysis,
    items: &'a [Item],
    /// Where syntax errors are, in order.
    errors: Vec<Span>,
}

impl<'a> Old<'a> {
    fn new(whole: &'a Analysis, program: &'a Program) -> Self {
        let all = whole.diagnostics.iter().zip(&whole.steps);
        let of_parsing = all.filter(|(_, step)| **step == Step::Parsing);
        let errors = of_parsing.filter_map(|(one, _)| one.span);
        Old {
            whole,
            items: &program.modules[0].items,
            errors: errors.filter(|span| span.file == whole.file).collect(),
        }
    }

    /// The items whose text a part touches.
    fn around(&self, part: &Range<u32>) -> Option<Range<usize>> {
        let last = self.items.len().checked_sub(1)?;
        let ends_before = |place| move |item: &Item| item.span().end <= place;
        let mut start = self
            .items
            .partition_point(ends_before(part.start))
            .min(last);
        while start > 0 && self.start(start).is_none_or(|at| at > part.start) {
            start -= 1;
        }
        let mut end = self.items.partition_point(ends_before(part.end));
        end = end.max(start + 1);
        while end <= last && self.start(end).is_none_or(|at| at < part.end) {
            end += 1;
        }
        Some(start..end)
    }

    /// Adds the items around that the parser may not tell apart from these.
    fn widen(&self, items: &mut Range<usize>) {
        while !self.is_apart(items.start) {
            items.start -= 1;
        }
        while items.end < self.items.len() && !self.is_apart(items.end) {
            items.end += 1;
        }
    }

    /// Whether an item starts in a line of its own, and no syntax error in the item before
    /// has to do with it.
    fn is_apart(&self, item: usize) -> bool {
        let Some(before) = item.checked_sub(1) else {
            return true;
        };
        let is_error = |item: usize| matches!(self.items[item], Item::Error(_));
        let (first, last) = (
            self.items[before].span().start,
            self.items[item].span().start,
        );
        let mut errors = self.errors.iter();
        let is_damaged = errors.any(|error| first <= error.end && error.start <= last);
        self.start(item).is_some() && !is_damaged && !is_error(before) && !is_error(item)
    }

    /// Where the text of an item starts. None if it starts in the line in which the item
    /// before ends.
    fn start(&self, item: usize) -> Option<u32> {
        let Some(before) = item.checked_sub(1) else {
            return Some(0);
        };
        let end = self.items[before].span().end;
        let tokens = &self.whole.tokens;
        let next = tokens.partition_point(|token| token.span.start < end);
        let between = tokens[next..].iter().take_while(|token| !is_word(token));
        let mut spaces = between.filter(|token| token.kind == TokenKind::Whitespace);
        spaces.find_map(|token| {
            let line = self.whole.sources.text(token.span).find('\n')?;
            Some(token.span.start + line as u32 + 1)
        })
    }

    /// The text of items that are apart from the others.
    fn text(&self, items: &Range<usize>) -> Option<Range<u32>> {
        let end = match items.end == self.items.len() {
            true => self.whole.text().len() as u32,
            false => self.start(items.end)?,
        };
        Some(self.start(items.start)?..end)
    }
}
