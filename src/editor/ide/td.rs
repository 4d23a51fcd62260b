//! `.td` files as documents: rewrite rules, and definitions of TableGen.
//!
//! What TableGen reads is complete, but has no places within rules, and there is none
//! after an error. So names, symbols and folds come from the text itself, and what they
//! stand for from TableGen, as far as it is known.
//!
//! | module | subject |
//! |---|---|
//! | `lexer`, `outline` | what the text says, with or without errors |
//! | `td_names` | what each name stands for |
//! | `symbols` | classes, defs and rules |
//! | `folding` | what may be folded away |
//! | `selection` | what is selected together |
//! | `words` | what the words of the text are |
//! | `completion` | what may be written at an offset |
//! | `hover` | what there is to read about a name |
//! | `variables` | what the variables of a rule are bound to |

mod completion;
mod folding;
mod hover;
mod lexer;
mod outline;
mod selection;
mod symbols;
mod td_names;
#[cfg(test)]
mod tests;
mod variables;
mod words;

pub(super) use completion::completion;
pub(super) use folding::folds;
pub(super) use hover::hover;
pub(super) use selection::{items, parts, token_at};
pub(super) use symbols::{item_around, rules, symbols};
pub(super) use words::words;

use super::Analysis;
use crate::{
    base::source::{FileId, SourceMap, Span},
    editor::migrate::Preview,
    front::ods::RuleFile,
    front::sema::Index,
};
use blake3::Hash;
use lexer::{Token, lex};
use outline::{Item, Outline, Place};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

/// A `.td` file and all that it includes.
#[derive(Debug)]
pub(crate) struct Document {
    /// What TableGen has read. After an error, there are no rules, and the definitions
    /// are those of the included files.
    pub(crate) rules: RuleFile,
    /// Each rule in PDLL.
    previews: Vec<Preview>,
    /// Every token of the text.
    tokens: Vec<Token>,
    /// The outlines of all files.
    outlines: BTreeMap<FileId, Arc<Outline>>,
    /// The items that are rules.
    rule_items: BTreeSet<usize>,
}

impl Document {
    /// The document with these rules.
    pub(super) fn new(
        rules: RuleFile,
        previews: Vec<Preview>,
        outlines: &mut Outlines,
        sources: &SourceMap,
    ) -> (Document, Index) {
        let tokens = lex(sources.file(rules.file).text());
        let outlines = outlines.of(sources, (rules.file, &tokens));
        let mut document = Document {
            rules,
            previews,
            tokens,
            outlines,
            rule_items: BTreeSet::new(),
        };
        let (index, rule_items) = td_names::names(&document, sources);
        document.rule_items = rule_items;
        (document, index)
    }

    fn outline(&self) -> &Outline {
        &self.outlines[&self.rules.file]
    }

    fn span(&self, place: &Place) -> Span {
        span_in(self.rules.file, place)
    }

    /// The item whose name is at a place.
    fn item(&self, name: Span) -> Option<(FileId, &Item)> {
        let items = &self.outlines.get(&name.file)?.items;
        let place = name.start..name.end;
        let item = items
            .iter()
            .find(|item| item.name.as_ref() == Some(&place))?;
        Some((name.file, item))
    }
}

/// The paths that the document includes, and where they are written.
pub(super) fn includes<'a>(analysis: &'a Analysis, document: &Document) -> Vec<(Span, &'a str)> {
    let includes = document.outline().includes.iter();
    let written = includes.map(|place| document.span(place));
    let path = |span| (span, analysis.sources.text(span).trim_matches('"'));
    written.map(path).collect()
}

fn span_in(file: FileId, place: &Place) -> Span {
    Span {
        file,
        start: place.start,
        end: place.end,
    }
}

/// The outlines of texts, each of which is made once.
#[derive(Debug, Default)]
pub(super) struct Outlines {
    known: HashMap<Hash, Arc<Outline>>,
}

/// How many outlines are kept.
const MAX_OUTLINES: usize = 1024;

impl Outlines {
    /// The outline of each `.td` file, of which one has these tokens.
    fn of(
        &mut self,
        sources: &SourceMap,
        (document, tokens): (FileId, &[Token]),
    ) -> BTreeMap<FileId, Arc<Outline>> {
        if self.known.len() > MAX_OUTLINES {
            self.known.clear();
        }
        let files = sources
            .files()
            .filter(|(_, file)| file.is_read() && file.name().ends_with(".td"));
        files
            .map(|(id, file)| {
                let outline = self.known.entry(file.hash());
                let outline = outline.or_insert_with(|| {
                    let text = file.text();
                    Arc::new(match id == document {
                        true => Outline::new(text, tokens),
                        false => Outline::new(text, &lex(text)),
                    })
                });
                (id, outline.clone())
            })
            .collect()
    }
}
