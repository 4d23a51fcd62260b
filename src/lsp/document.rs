//! An open document: its text, and what was found out about it.

use super::{
    shift::{Edit, Shift},
    text::{Encoding, Text},
};
use crate::ide::Analysis;
use lsp_types::TextDocumentContentChangeEvent;
use std::{path::PathBuf, sync::Arc};

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
    /// The latest analysis. It may be of an older state.
    pub(super) analyzed: Option<Arc<Analyzed>>,
    /// The edits since the state of the analysis, or all.
    edits: Vec<Edit>,
    /// The state whose analysis has failed.
    failed: Option<(u64, u64)>,
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
}

/// A part of a document, up to a line `// -----`.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The offset of its text in the document.
    pub(super) start: u32,
    /// What is known about it.
    pub(super) analysis: Arc<Analysis>,
}

impl Document {
    pub(super) fn new(text: &str, version: i32, environment: u64) -> Self {
        Document {
            text: Text::new(text),
            version,
            state: 0,
            environment,
            analyzed: None,
            edits: Vec::new(),
            failed: None,
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
        for change in changes {
            let (start, end, new) = match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(partial) => {
                    let start = self.text.offset(partial.range.start, encoding);
                    let end = self.text.offset(partial.range.end, encoding);
                    (start, end.max(start), partial.text)
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    (0, self.text.end(), whole.text)
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

    /// Takes a newer analysis.
    pub(super) fn learn(&mut self, analyzed: Arc<Analyzed>) {
        let unknown = (self.state - analyzed.state) as usize;
        self.edits.drain(..self.edits.len() - unknown);
        self.analyzed = Some(analyzed);
    }

    /// Remembers that the analysis of this state has failed.
    pub(super) fn give_up(&mut self) {
        self.failed = Some((self.state, self.environment));
    }

    /// Whether the analysis is of this text and of the present included files, or there
    /// will be none of them.
    pub(super) fn is_known(&self) -> bool {
        if self.failed == Some((self.state, self.environment)) {
            return true;
        }
        self.analyzed.as_ref().is_some_and(|analyzed| {
            analyzed.state == self.state && analyzed.environment == self.environment
        })
    }

    /// How the offsets of the analysis become those of the text.
    pub(super) fn shift(&self) -> Shift<'_> {
        Shift(&self.edits)
    }

    /// Whether a file with one of these paths belongs to it.
    pub(super) fn includes(&self, paths: &[PathBuf]) -> bool {
        let parts = self.analyzed.iter().flat_map(|analyzed| &analyzed.parts);
        parts
            .flat_map(|part| &part.analysis.included_paths)
            .any(|path| paths.contains(path))
    }
}
