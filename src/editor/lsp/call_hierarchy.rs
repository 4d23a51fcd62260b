//! The call hierarchy: which declarations call which, in all files of the workspace.

use super::{
    navigation::symbol_kind,
    requests::{Answered, Gather},
    server::Server,
    uri,
    view::View,
    workspace::{Declared, FileIndex, Files, Snapshot, Used},
};
use crate::{editor::ide, front::sema::EntityKind};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    Location, Range, SymbolKind, Uri,
};
use std::sync::Arc;

pub(super) fn prepare(
    _: &Server,
    view: View<'_>,
    params: CallHierarchyPrepareParams,
) -> Answered<Option<Vec<CallHierarchyItem>>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let caller = ide::caller(part.analysis(), offset);
    let item = caller.and_then(|caller| {
        let Location { uri, range } = part.location(caller.span)?;
        let selection_range = part.location(caller.name_span)?.range;
        let kind = symbol_kind(caller.kind);
        Some(item(caller.name, kind, uri, range, selection_range))
    });
    Ok(item.map(|item| vec![item]))
}

fn item(
    name: String,
    kind: SymbolKind,
    uri: Uri,
    range: Range,
    selection_range: Range,
) -> CallHierarchyItem {
    let file = uri.as_ref().rsplit('/').next().map(str::to_owned);
    CallHierarchyItem {
        name,
        kind,
        tags: None,
        detail: file,
        uri,
        range,
        selection_range,
        data: None,
    }
}

fn item_of(uri: &Uri, declared: &Declared) -> CallHierarchyItem {
    item(
        declared.name.clone(),
        symbol_kind(declared.kind),
        uri.clone(),
        declared.range,
        declared.name_range,
    )
}

/// The declarations that mention one.
pub(super) fn incoming(
    _: &Server,
    params: CallHierarchyIncomingCallsParams,
) -> Gather<Option<Vec<CallHierarchyIncomingCall>>> {
    let target = params.item;
    Box::new(move |files, snapshot, is_wanted| {
        let mut calls: Vec<CallHierarchyIncomingCall> = Vec::new();
        for (uri, index) in files.indices(snapshot, Some(&target.name), is_wanted) {
            let is_target = |used: &&Used| {
                used.definition.range.start == target.selection_range.start
                    && uri::is_same(&used.definition.uri, &target.uri)
            };
            for used in index.used.iter().filter(is_target) {
                let Some(from) = used.within.and_then(|within| index.declared.get(within)) else {
                    continue;
                };
                let from = item_of(&uri, from);
                match calls.last_mut().filter(|last| last.from == from) {
                    Some(last) => last.from_ranges.push(used.range),
                    None => calls.push(CallHierarchyIncomingCall::new(from, vec![used.range])),
                }
            }
        }
        Ok(Some(calls))
    })
}

/// The declarations that one mentions.
pub(super) fn outgoing(
    server: &Server,
    params: CallHierarchyOutgoingCallsParams,
) -> Gather<Option<Vec<CallHierarchyOutgoingCall>>> {
    let from = params.item;
    // A document that is not saved is in no folder.
    let unsaved = uri::to_path(&from.uri).is_none();
    let unsaved = server
        .view(&from.uri)
        .filter(|_| unsaved)
        .map(FileIndex::new);
    Box::new(move |files, snapshot, _| {
        let own = unsaved.map(Arc::new);
        let own = own
            .or_else(|| files.index_of(snapshot, &from.uri))
            .unwrap_or_default();
        let mut calls: Vec<(Location, CallHierarchyOutgoingCall)> = Vec::new();
        let is_inside =
            |used: &&Used| from.range.start <= used.range.start && used.range.end <= from.range.end;
        for used in own
            .used
            .iter()
            .filter(is_inside)
            .filter(|used| is_call(used.kind))
        {
            let known = calls
                .iter_mut()
                .find(|(target, _)| *target == used.definition);
            match known {
                Some((_, call)) => call.from_ranges.push(used.range),
                None => {
                    let to = target(files, snapshot, &own, used);
                    let call = CallHierarchyOutgoingCall::new(to, vec![used.range]);
                    calls.push((used.definition.clone(), call));
                }
            }
        }
        Ok(Some(calls.into_iter().map(|(_, call)| call).collect()))
    })
}

fn is_call(kind: EntityKind) -> bool {
    matches!(
        kind,
        EntityKind::Constraint | EntityKind::Rewrite | EntityKind::Predicate
    )
}

/// The declaration that a name stands for. One of a `.td` file is where its name is.
fn target(
    files: &mut Files,
    snapshot: &Snapshot,
    own: &FileIndex,
    used: &Used,
) -> CallHierarchyItem {
    let Location { uri, range } = &used.definition;
    let find = |index: &FileIndex| {
        let mut declared = index.declared.iter();
        let found = declared.find(|one| one.name_range == *range);
        found.map(|one| item_of(uri, one))
    };
    let found = match uri::to_path(uri) {
        None => find(own),
        Some(_) => files.index_of(snapshot, uri).and_then(|index| find(&index)),
    };
    let kind = match used.kind {
        EntityKind::Rewrite => SymbolKind::Function,
        _ => SymbolKind::Interface,
    };
    found.unwrap_or_else(|| item(used.name.clone(), kind, uri.clone(), *range, *range))
}
