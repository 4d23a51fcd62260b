//! Answers from all files of the workspace: who mentions a name, and what is declared.

use super::{
    navigation::{contains, symbol_kind},
    requests::{Gather, Gathered, Gathering},
    server::Server,
    uri,
    view::{PartView, View},
    workspace::{Declared, FileIndex, Files, Local, Snapshot, Used},
};
use crate::{editor::ide, front::sema::EntityKind};
use lsp_types::{
    BaseSymbolInformation, Location, Range, ReferenceParams, RenameParams, TextEdit, Uri,
    WorkspaceEdit, WorkspaceSymbol, WorkspaceSymbolLocation, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};
use std::collections::HashMap;

pub(super) fn references(
    _: &Server,
    view: View<'_>,
    params: ReferenceParams,
) -> Gathering<Option<Vec<Location>>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let Some(mentions) = ide::references(part.analysis(), offset) else {
        return Ok(Gathered::Now(Some(Vec::new())));
    };
    let mut locations = Vec::new();
    if params.context.include_declaration {
        locations.extend(part.location(mentions.definition));
    }
    locations.extend(mentions.uses.iter().filter_map(|span| part.location(*span)));
    let Some(target) = Target::new(part, offset) else {
        return Ok(Gathered::Now(Some(locations)));
    };
    Ok(Gathered::Later(Box::new(
        move |files, snapshot, is_wanted| {
            let mut others = target.mentions(files, snapshot, is_wanted);
            // Those of included files are known.
            others.retain(|location| !locations.contains(location));
            locations.extend(others);
            Ok(Some(locations))
        },
    )))
}

pub(super) fn rename(
    _: &Server,
    view: View<'_>,
    params: RenameParams,
) -> Gathering<Option<WorkspaceEdit>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let name = params.new_name;
    let places = ide::rename(part.analysis(), offset, &name)?;
    let mut locations: Vec<_> = places
        .iter()
        .filter_map(|span| part.location(*span))
        .collect();
    let Some(target) = Target::new(part, offset).filter(|_| !locations.is_empty()) else {
        return Ok(Gathered::Now(Some(edit(locations, &name))));
    };
    Ok(Gathered::Later(Box::new(
        move |files, snapshot, is_wanted| {
            if let Some(conflict) = target.conflict(&name, files, snapshot, is_wanted) {
                return Err(conflict);
            }
            locations.extend(target.mentions(files, snapshot, is_wanted));
            Ok(Some(edit(locations, &name)))
        },
    )))
}

fn edit(locations: Vec<Location>, name: &str) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for Location { uri, range } in locations {
        let edits = changes.entry(uri).or_default();
        if !edits.iter().any(|edit| edit.range == range) {
            edits.push(TextEdit {
                range,
                new_text: name.to_owned(),
            });
        }
    }
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

/// A name that other files may mention.
struct Target {
    /// The document that was asked about.
    document: Uri,
    definition: Location,
    kind: EntityKind,
    /// Its text, which each file has that mentions it.
    name: String,
}

impl Target {
    /// The name at an offset. `None` if no other file can mention it.
    fn new(part: PartView<'_>, offset: u32) -> Option<Target> {
        let analysis = part.analysis();
        let entity = ide::entity(analysis, offset)?;
        if matches!(entity.kind, EntityKind::Variable | EntityKind::Parameter) {
            return None;
        }
        Some(Target {
            document: part.view.uri.clone(),
            definition: part.location(entity.definition)?,
            kind: entity.kind,
            name: ide::name_in_patterns(analysis, entity).to_owned(),
        })
    }

    /// Where the files of the workspace mention it, without the document.
    fn mentions(
        &self,
        files: &mut Files,
        snapshot: &Snapshot,
        is_wanted: &dyn Fn() -> bool,
    ) -> Vec<Location> {
        let mut found = Vec::new();
        for (uri, index) in files.indices(snapshot, Some(&self.name), is_wanted) {
            if uri::is_same(&uri, &self.document) {
                continue;
            }
            found.extend(self.uses(&index).map(|used| Location {
                uri: uri.clone(),
                range: used.range,
            }));
        }
        found
    }

    /// Where a file mentions it.
    fn uses<'i>(&self, index: &'i FileIndex) -> impl Iterator<Item = &'i Used> {
        let part = ide::part_of_operation(self.kind, &self.name);
        index.used.iter().filter(move |used| {
            ide::part_of_operation(used.kind, &used.name) == part
                && used.definition.range.start == self.definition.range.start
                && uri::is_same(&used.definition.uri, &self.definition.uri)
        })
    }

    /// Why it cannot be called `name` in a file of the workspace.
    fn conflict(
        &self,
        name: &str,
        files: &mut Files,
        snapshot: &Snapshot,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<String> {
        for (uri, index) in files.indices(snapshot, Some(&self.name), is_wanted) {
            let is_hidden_by = |local: &&Local| {
                let mut around = self.uses(&index).map(|used| used.within);
                local.name == name && around.any(|within| within == local.within)
            };
            if let Some(local) = index.locals.iter().find(is_hidden_by) {
                return Some(is_defined(name, &uri, local.range));
            }
        }
        let declaring = files.indices(snapshot, Some(name), is_wanted).into_iter();
        let declaring: Vec<_> = declaring
            .filter_map(|(uri, index)| {
                let mut declared = index.declared.iter();
                let range = declared.find(|one| one.name == name)?.name_range;
                Some((uri, range))
            })
            .collect();
        if declaring.is_empty() {
            return None;
        }
        for (uri, index) in files.indices(snapshot, None, is_wanted) {
            let included = index.included.iter().map(|path| uri::of_path(path));
            let program: Vec<_> = included.chain([uri.clone()]).collect();
            let has = |wanted: &Uri| program.iter().any(|one| uri::is_same(one, wanted));
            let other = declaring.iter().find(|(other, _)| has(other));
            if let Some((other, range)) = other.filter(|_| has(&self.definition.uri)) {
                let message = is_defined(name, other, *range);
                return Some(match uri::is_same(other, &uri) {
                    true => message,
                    false => format!("{message}, which `{}` includes, too", uri::name(&uri)),
                });
            }
        }
        None
    }
}

fn is_defined(name: &str, uri: &Uri, range: Range) -> String {
    let line = range.start.line + 1;
    format!("`{name}` is defined in line {line} of `{}`", uri::name(uri))
}

/// The declarations of all files whose names contain the letters that the editor asks
/// for, in that order.
pub(super) fn workspace_symbols(
    server: &Server,
    params: WorkspaceSymbolParams,
) -> Gather<Option<WorkspaceSymbolResponse>> {
    let wanted = params.query.to_lowercase();
    // Documents that are not saved are in no folder.
    let uris = server.documents.keys().map(|uri| Uri(uri.clone()));
    let unsaved = uris.filter(|uri| uri::to_path(uri).is_none());
    let mut found: Vec<_> = unsaved
        .flat_map(|uri| {
            let index = server.view(&uri).map(FileIndex::new).unwrap_or_default();
            let declared = index.declared.into_iter();
            let matching = declared.filter(|one| contains(&one.name, &wanted));
            let matching: Vec<_> = matching.map(|one| workspace_symbol(&uri, &one)).collect();
            matching
        })
        .collect();
    Box::new(move |files, snapshot, is_wanted| {
        for path in files.list(snapshot) {
            if !is_wanted() {
                break;
            }
            let uri = uri::of_path(&path);
            let declared = files.outline(snapshot, &path);
            let declared = declared.iter().flat_map(|declared| declared.iter());
            let matching = declared.filter(|one| contains(&one.name, &wanted));
            found.extend(matching.map(|one| workspace_symbol(&uri, one)));
        }
        Ok(Some(WorkspaceSymbolResponse::WorkspaceSymbolList(found)))
    })
}

fn workspace_symbol(uri: &Uri, declared: &Declared) -> WorkspaceSymbol {
    WorkspaceSymbol {
        location: WorkspaceSymbolLocation::Location(Location {
            uri: uri.clone(),
            range: declared.name_range,
        }),
        data: None,
        base_symbol_information: BaseSymbolInformation {
            name: declared.name.clone(),
            kind: symbol_kind(declared.kind),
            tags: None,
            container_name: None,
        },
    }
}
