//! Imports the `.td` files that a program includes.

use super::{
    Ods, Settings,
    outcomes::{self, Input},
    read,
    tablegen::{Contents, Installation},
    wire::{Place, Placed, Tables},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{FileId, SourceMap, Span},
};
use blake3::Hash;
use std::{path::PathBuf, sync::Arc};

/// An `#include` of a `.td` file.
#[derive(Debug)]
pub(crate) struct Include {
    /// The file that it names.
    pub(crate) input: Input,
    /// The index of the directive in `Program::order`.
    pub(crate) item: usize,
}

impl AsRef<Input> for Include {
    fn as_ref(&self) -> &Input {
        &self.input
    }
}

/// Reads all includes, and adds the paths of the files that they opened to
/// `included_paths`.
///
/// Rules in these files do not count: a pattern file includes the operations and
/// constraints that its own patterns mention, and who includes a dialect's file for
/// them must not get the dialect's rules.
pub(crate) fn import(
    includes: &[Include],
    settings: &Settings,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
    included_paths: &mut Vec<PathBuf>,
) -> Arc<Ods> {
    if includes.is_empty() {
        return Arc::default();
    }
    let mlir = settings.tablegen.installation();
    let key = settings
        .memory
        .as_ref()
        .map(|_| ImportKey::new(includes, mlir));
    let recalled = settings
        .memory
        .as_ref()
        .zip(key.as_ref())
        .and_then(|(memory, key)| memory.recall_import(key));
    if let Some(Imported { ods, opened }) = recalled {
        included_paths.extend(opened);
        return ods;
    }
    let (mut ods, mut opened) = (Ods::default(), Vec::new());
    let mut said: Vec<Diagnostic> = Vec::new();
    let read = outcomes::read(includes, Contents::Definitions, settings, sources);
    for (include, answer) in includes.iter().zip(read) {
        opened.extend(include.input.opened(answer.tables.as_ref()));
        if answer.is_unread {
            ods.add_unread(&include.input.path);
        }
        if let Some(mut tables) = answer.tables {
            for Placed { value, .. } in &mut tables.constraints {
                value.item = include.item;
            }
            for Placed { value, .. } in &mut tables.type_predicates {
                value.include = include.item;
            }
            for Placed { value, .. } in &mut tables.type_rules {
                value.include = include.item;
            }
            add_definitions(&mut ods, &mut tables, &include.input, sources);
        }
        for diagnostic in answer.diagnostics {
            // Several includes may lead to one file.
            if !said.contains(&diagnostic) {
                said.push(diagnostic);
            }
        }
    }
    let ods = Arc::new(ods);
    included_paths.extend_from_slice(&opened);
    if said.is_empty()
        && ods.unread().is_empty()
        && let Some((memory, key)) = settings.memory.as_ref().zip(key)
    {
        let ods = ods.clone();
        memory.keep_import(key, Imported { ods, opened });
    }
    diagnostics.extend(said);
    ods
}

/// What the result of an import without messages depends on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ImportKey(Vec<IncludeKey>);

#[derive(Debug, PartialEq, Eq)]
struct IncludeKey {
    contents: Hash,
    /// Definitions have places in these files, or else that of the include.
    files: Vec<(FileId, PathBuf)>,
    span: Span,
    item: usize,
}

/// The result of an import without messages.
#[derive(Debug, Clone)]
pub(super) struct Imported {
    ods: Arc<Ods>,
    /// The paths of the files that TableGen opened.
    opened: Vec<PathBuf>,
}

impl ImportKey {
    fn new(includes: &[Include], mlir: Installation) -> Self {
        let keys = includes.iter().map(|Include { input, item }| IncludeKey {
            contents: input.chain.key(Contents::Definitions, mlir),
            files: input
                .chain
                .files
                .iter()
                .map(|file| (file.id, file.path.clone()))
                .collect(),
            span: input.span,
            item: *item,
        });
        ImportKey(keys.collect())
    }
}

/// Moves operations and constraints to `ods`.
pub(super) fn add_definitions(
    ods: &mut Ods,
    tables: &mut Tables,
    input: &Input,
    sources: &SourceMap,
) {
    let span = |place| span_of(place, input, sources);
    for Placed {
        place, mut value, ..
    } in tables.operations.drain(..)
    {
        value.span = span(place);
        ods.add_operation(value);
    }
    for Placed {
        place, mut value, ..
    } in tables.constraints.drain(..)
    {
        value.span = span(place);
        ods.add_constraint(value);
    }
    for Placed {
        place, mut value, ..
    } in tables.type_defs.drain(..)
    {
        value.span = span(place);
        ods.add_type_def(value);
    }
    for Placed {
        place, mut value, ..
    } in tables.attr_defs.drain(..)
    {
        value.span = span(place);
        ods.add_attr_def(value);
    }
    for Placed {
        place, mut value, ..
    } in tables.type_predicates.drain(..)
    {
        value.span = span(place);
        ods.add_type_predicate(value);
    }
    for Placed {
        place, mut value, ..
    } in tables.type_rules.drain(..)
    {
        value.span = span(place);
        ods.add_type_rule(value);
    }
}

/// The span of the token at a place. What has no place is where the input is.
pub(super) fn span_of(place: Option<Place>, input: &Input, sources: &SourceMap) -> Span {
    let span = place.and_then(|place| read::span_of(place, &input.chain, sources));
    span.unwrap_or(input.span)
}
