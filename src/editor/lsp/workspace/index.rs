//! What is known about a file that is not open.

use crate::{
    base::source::Span,
    editor::ide::{self, SymbolKind},
    editor::lsp::{
        diagnostics::{Found, of_document},
        view::{PartView, View},
    },
    front::sema::EntityKind,
};
use lsp_types::{Location, Range};
use smol_str::SmolStr;
use std::{collections::HashMap, path::PathBuf};

/// What a file declares and uses. Uses of local names are not in it.
#[derive(Debug, Default)]
pub(in crate::editor::lsp) struct FileIndex {
    /// The declarations, in order.
    pub(in crate::editor::lsp) declared: Vec<Declared>,
    /// The variables and parameters, in order.
    pub(in crate::editor::lsp) locals: Vec<Local>,
    /// The names that are used, in order.
    pub(in crate::editor::lsp) used: Vec<Used>,
    /// What is wrong with it, and with files that it includes.
    pub(in crate::editor::lsp) found: Found,
    /// The files that it includes.
    pub(in crate::editor::lsp) included: Vec<PathBuf>,
    /// Whether all that it includes was found and is valid.
    pub(super) is_valid: bool,
}

/// A declaration.
#[derive(Debug, Clone)]
pub(in crate::editor::lsp) struct Declared {
    pub(in crate::editor::lsp) name: String,
    pub(in crate::editor::lsp) kind: SymbolKind,
    /// All of it.
    pub(in crate::editor::lsp) range: Range,
    /// Its name, or the word that starts it.
    pub(in crate::editor::lsp) name_range: Range,
}

/// A variable or parameter.
#[derive(Debug, Clone)]
pub(in crate::editor::lsp) struct Local {
    pub(in crate::editor::lsp) name: SmolStr,
    pub(in crate::editor::lsp) range: Range,
    /// The declaration that it belongs to: an index of `declared`.
    pub(in crate::editor::lsp) within: Option<usize>,
}

/// A name where it is used.
#[derive(Debug, Clone)]
pub(in crate::editor::lsp) struct Used {
    pub(in crate::editor::lsp) range: Range,
    pub(in crate::editor::lsp) kind: EntityKind,
    /// The text of the name.
    pub(in crate::editor::lsp) name: String,
    /// Where it is defined.
    pub(in crate::editor::lsp) definition: Location,
    /// The declaration in which it is used: an index of `declared`.
    pub(in crate::editor::lsp) within: Option<usize>,
}

impl FileIndex {
    /// What there is to know about a document and its analysis.
    pub(in crate::editor::lsp) fn new(view: View<'_>) -> FileIndex {
        let mut index = FileIndex {
            found: of_document(view),
            is_valid: true,
            ..FileIndex::default()
        };
        for part in view.parts() {
            index.add(part);
        }
        index
    }

    fn add(&mut self, part: PartView<'_>) {
        let analysis = part.analysis();
        let first = self.declared.len();
        let mut symbols = ide::symbols(analysis);
        symbols.retain(|symbol| part.shows(symbol.span));
        self.declared.extend(symbols.iter().map(|symbol| Declared {
            name: symbol.name.clone(),
            kind: symbol.kind,
            range: part.range(symbol.span),
            name_range: part.range(symbol.name_span),
        }));
        let within = |span: Span| {
            let mut all = symbols.iter();
            let number = all.position(|symbol| symbol.span.contains(span))?;
            Some(first + number)
        };
        let locals = ide::locals(analysis).filter(|local| part.shows(local.span));
        let locals = locals.map(|local| Local {
            name: local.name.clone(),
            range: part.range(local.span),
            within: within(local.span),
        });
        self.locals.extend(locals);
        let mut places = Places {
            part,
            known: HashMap::new(),
        };
        for one in ide::global_uses(analysis) {
            if !part.shows(one.span) {
                continue;
            }
            let Some(definition) = places.location(one.definition) else {
                continue;
            };
            self.used.push(Used {
                range: part.range(one.span),
                kind: one.kind,
                name: analysis.sources.text(one.span).to_owned(),
                definition,
                within: within(one.span),
            });
        }
        self.included.extend_from_slice(&analysis.included_paths);
        self.is_valid &= part.diagnostics().is_empty();
    }
}

/// Where definitions are. Many uses have the same one.
struct Places<'a> {
    part: PartView<'a>,
    known: HashMap<Span, Option<Location>>,
}

impl Places<'_> {
    fn location(&mut self, span: Span) -> Option<Location> {
        let part = self.part;
        let known = self
            .known
            .entry(span)
            .or_insert_with(|| part.location(span));
        known.clone()
    }
}
