//! An open document: its text, and what was found out about it.

use super::{
    document_text::{Encoding, Text},
    shift::{Edit, Shift},
};
use crate::{
    base::source::{character_end, character_start},
    editor::ide::Analysis,
    front::ods::Reads,
};
use lsp_types::{SemanticToken, TextDocumentContentChangeEvent};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
    time::Instant,
};

/// A document that the editor shows.
#[derive(Debug)]
pub(super) struct Document {
    /// The present text.
    pub(super) text: Text,
    /// The number that the editor gave to this state.
    pub(super) version: i32,
    /// How many edits led to it.
    pub(super) state: u64,
    /// The state of all files that it may include.
    pub(super) environment: u64,
    /// The latest analysis that is complete, or, if there is none, the latest one. It may
    /// be of an older state.
    pub(super) analyzed: Option<Arc<Analyzed>>,
    /// What is known about the patterns that the edits since that state have changed.
    pub(super) excerpt: Option<Arc<Excerpt>>,
    /// The state that no excerpt can tell.
    is_no_excerpt: Option<(u64, u64)>,
    /// The edits since the state of the analysis, or all.
    edits: Vec<Edit>,
    /// When the text has become what it is.
    pub(super) since: Instant,
    /// The state whose analysis has failed.
    failed: Option<(u64, u64)>,
    /// The state that includes definitions that are not read yet, and their files.
    postponed: Option<((u64, u64), Vec<String>)>,
    /// The state whose definitions were read.
    read: Option<(u64, u64)>,
}

/// What is known about a state of a document.
#[derive(Debug)]
pub(super) struct Analyzed {
    /// How many edits led to the text.
    pub(super) state: u64,
    /// The state of the included files.
    pub(super) environment: u64,
    /// Its parts, in order. There is at least one.
    pub(super) parts: Vec<Part>,
    /// The words of the text as the protocol sends them, of a document of one part.
    pub(super) encoded_words: OnceLock<Arc<Vec<SemanticToken>>>,
}

/// What is known about patterns of a document that have changed since it was analyzed.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// How many edits led to the text.
    pub(super) state: u64,
    /// The analysis of the whole document that knows the rest.
    pub(super) known: Arc<Analyzed>,
    /// The part of the document that contains the patterns: an index of `parts`.
    pub(super) index: usize,
    /// The patterns, and all that is wrong with the part of the document.
    pub(super) part: Part,
}

/// A part of a document, up to a line `// -----`.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The offset of its text in the document.
    pub(super) start: u32,
    /// What is known about it.
    pub(super) analysis: Arc<Analysis>,
}

/// Where two texts differ: the start and end in the old one, and what the new one has
/// there. Places before and after it stay what they are.
fn changed_part(old: &str, new: &str) -> (u32, u32, String) {
    let same = |(old, new): &(u8, u8)| old == new;
    let prefix = old.bytes().zip(new.bytes()).take_while(same).count();
    let prefix = character_start(old, prefix).min(character_start(new, prefix));
    let (old_rest, new_rest) = (&old[prefix..], &new[prefix..]);
    let ends = old_rest.bytes().rev().zip(new_rest.bytes().rev());
    let suffix = ends.take_while(same).count();
    let old_end = character_end(old, old.len() - suffix);
    let suffix = old.len() - old_end;
    let changed = &new[prefix..new.len() - suffix];
    (prefix as u32, old_end as u32, changed.to_owned())
}

impl Analyzed {
    /// The files with definitions that it leaves out, because they are not read yet.
    pub(super) fn unread(&self) -> Vec<String> {
        let parts = self.parts.iter();
        let mut files: Vec<_> = parts
            .flat_map(|part| part.analysis.ods().unread())
            .cloned()
            .collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The number of declarations in PDLL.
    fn num_declarations(&self) -> usize {
        let trees = self.parts.iter().filter_map(|part| part.analysis.tree());
        trees.map(|tree| tree.items.len()).sum()
    }

    /// Whether it leaves nothing out.
    pub(super) fn is_complete(&self) -> bool {
        let mut parts = self.parts.iter();
        parts.all(|part| part.analysis.ods().unread().is_empty())
    }
}

impl Document {
    pub(super) fn new(text: &str, version: i32, environment: u64) -> Self {
        Document {
            text: Text::new(text),
            version,
            state: 0,
            environment,
            analyzed: None,
            excerpt: None,
            is_no_excerpt: None,
            since: Instant::now(),
            edits: Vec::new(),
            failed: None,
            postponed: None,
            read: None,
        }
    }

    /// Applies the changes of one notification, in order.
    pub(super) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        self.version = version;
        self.since = Instant::now();
        for change in changes {
            let (start, end, new) = match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(partial) => {
                    let start = self.text.offset(partial.range.start, encoding);
                    let end = self.text.offset(partial.range.end, encoding);
                    (start, end.max(start), partial.text)
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    changed_part(self.text.as_str(), &whole.text)
                }
            };
            let mut text = self.text.as_str().to_owned();
            text.replace_range(start as usize..end as usize, &new);
            self.text = Text::new(&text);
            self.state += 1;
            self.edits.push(Edit {
                start,
                end,
                length: new.len() as u32,
            });
        }
    }

    /// Takes a newer analysis. A provisional one counts only if there is nothing else.
    pub(super) fn learn(&mut self, analyzed: Arc<Analyzed>) {
        let unread = analyzed.unread();
        if !unread.is_empty() {
            self.postponed = Some(((analyzed.state, analyzed.environment), unread));
            let known = self.analyzed.as_ref();
            if known.is_some_and(|known| known.is_complete()) {
                return;
            }
        }
        let unknown = (self.state - analyzed.state) as usize;
        self.edits.drain(..self.edits.len() - unknown);
        self.analyzed = Some(analyzed);
        self.excerpt = None;
    }

    /// Takes what an excerpt has told, if it can tell anything.
    pub(super) fn learn_excerpt(&mut self, moment: (u64, u64), excerpt: Option<Arc<Excerpt>>) {
        let Some(excerpt) = excerpt else {
            self.is_no_excerpt = Some(moment);
            return;
        };
        let known = self.analyzed.as_ref();
        if known.is_some_and(|known| Arc::ptr_eq(known, &excerpt.known)) {
            self.excerpt = Some(excerpt);
        }
    }

    /// The last analysis of the whole text, of which an excerpt could tell how it has
    /// changed. Texts with at most `short` declarations are analyzed as a whole.
    pub(super) fn excerpt_of(&self, short: usize) -> Option<&Arc<Analyzed>> {
        if self.is_current() || self.is_no_excerpt == Some(self.moment()) {
            return None;
        }
        let known = self.analyzed.as_ref()?;
        let is_usable = known.environment == self.environment && known.is_complete();
        (is_usable && known.num_declarations() > short).then_some(known)
    }

    /// Whether an excerpt or an analysis is about the present text.
    pub(super) fn is_current(&self) -> bool {
        let excerpt = self.excerpt.as_ref();
        self.is_known() || excerpt.is_some_and(|one| self.is_present(one))
    }

    fn is_present(&self, excerpt: &Excerpt) -> bool {
        (excerpt.state, excerpt.known.environment) == self.moment()
    }

    /// Remembers that the analysis of this state has failed.
    pub(super) fn give_up(&mut self) {
        self.failed = Some(self.moment());
    }

    /// Whether the analysis is complete, and of this text and of the present included
    /// files, or there will be none of them.
    pub(super) fn is_known(&self) -> bool {
        if self.failed == Some(self.moment()) {
            return true;
        }
        self.analyzed.as_ref().is_some_and(|analyzed| {
            (analyzed.state, analyzed.environment) == self.moment() && analyzed.is_complete()
        })
    }

    /// The state of the text and of the files that it may include.
    pub(super) fn moment(&self) -> (u64, u64) {
        (self.state, self.environment)
    }

    /// The files with definitions that must be read before the analysis can be complete.
    /// Nothing else is missing then.
    pub(super) fn unread(&self) -> Option<&[String]> {
        let (moment, files) = self.postponed.as_ref()?;
        (*moment == self.moment()).then_some(files)
    }

    /// Takes note that definitions were read: those of `moment`, if this document has
    /// included them.
    pub(super) fn definitions_were_read(&mut self, moment: Option<(u64, u64)>) {
        self.postponed = None;
        self.read = moment.or(self.read);
    }

    /// Which definitions count: those that are known now. They were read once, so
    /// that an analysis can be complete even if nobody keeps what was read.
    pub(super) fn reads(&self) -> Reads {
        match self.read == Some(self.moment()) {
            true => Reads::All,
            false => Reads::Known,
        }
    }

    /// How the offsets of the analysis become those of the text.
    pub(super) fn shift(&self) -> Shift<'_> {
        Shift(&self.edits)
    }

    /// The same since a later state than that of the analysis.
    pub(super) fn shift_since(&self, state: u64) -> Shift<'_> {
        let unknown = (self.state - state) as usize;
        Shift(&self.edits[self.edits.len() - unknown..])
    }

    /// Whether a file with one of these paths belongs to it.
    pub(super) fn includes(&self, paths: &[PathBuf]) -> bool {
        let parts = self.analyzed.iter().flat_map(|analyzed| &analyzed.parts);
        parts
            .flat_map(|part| &part.analysis.included_paths)
            .any(|path| paths.contains(path))
    }
}

#[cfg(test)]
mod tests {
    use super::changed_part;

    #[test]
    fn a_new_text_changes_what_differs() {
        for (old, new, expected) in [
            ("abc", "abc", (3, 3, "")),
            ("abc", "aXc", (1, 2, "X")),
            ("aa", "aaa", (2, 2, "a")),
            ("", "x", (0, 0, "x")),
            ("x", "", (0, 1, "")),
            // They share a byte.
            ("aéc", "aèc", (1, 3, "è")),
            ("a\u{e9}", "a\u{129}", (1, 3, "\u{129}")),
        ] {
            let (start, end, text) = changed_part(old, new);
            assert_eq!((start, end, &*text), expected, "{old} {new}");
        }
    }
}
