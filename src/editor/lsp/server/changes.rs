//! What the editor tells about texts and files.

use super::Server;
use crate::editor::lsp::{document::Document, saved, settings::DATABASE, uri};
use lsp_server::{Request, RequestId};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, Uri,
};
use serde_json::json;
use std::{path::PathBuf, sync::Arc};

impl Server {
    /// Asks the editor to tell what happens to files, if it can.
    pub(super) fn watch_files(&self) {
        if !self.can_watch {
            return;
        }
        let files = format!("**/{{*.pdll,*.td,*.mlir,{DATABASE}}}");
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": [{ "globPattern": files }] },
        });
        let params = json!({ "registrations": [registration] });
        let id = RequestId::from("watch".to_owned());
        self.send(Request::new(id, "client/registerCapability".to_owned(), params).into());
    }

    pub(super) fn open(&mut self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let document = Document::new(&opened.text, opened.version, self.environment);
        self.documents.insert(opened.uri.to_string(), document);
        match uri::to_path(&opened.uri) {
            Some(path) if !path.exists() => self.files_appeared(),
            _ => self.others_changed(&opened.uri),
        }
    }

    pub(super) fn change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri;
        let Some(document) = self.documents.get_mut(uri.as_ref()) else {
            return self.log(&format!("cannot change `{uri}`, which is not open"));
        };
        let version = params.text_document.version;
        document.change(version, params.content_changes, self.encoding);
        self.others_changed(&uri);
    }

    /// Other programs read what is saved.
    pub(super) fn save(&mut self, params: DidSaveTextDocumentParams) {
        self.others_changed(&params.text_document.uri);
    }

    pub(super) fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.documents.remove(uri.as_ref());
        self.published.forget(&uri, &self.sender);
        self.told.forget(&uri);
        self.others_changed(&uri);
    }

    pub(super) fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        let paths = params
            .changes
            .iter()
            .filter_map(|change| uri::to_path(&change.uri));
        let paths: Vec<_> = paths.filter(|path| !saved::is_temporary(path)).collect();
        if paths.is_empty() {
            return;
        }
        if paths.iter().any(|path| path.ends_with(DATABASE)) {
            Arc::make_mut(&mut self.settings).read_databases();
            self.say_problems();
        }
        self.files_appeared();
    }

    /// Analyzes all documents again: a new file may be what one could not include so far.
    fn files_appeared(&mut self) {
        self.environment += 1;
        for document in self.documents.values_mut() {
            document.environment = self.environment;
        }
    }

    pub(super) fn folders_changed(&mut self, params: DidChangeWorkspaceFoldersParams) {
        Arc::make_mut(&mut self.settings).change_folders(&params.event);
    }

    /// Analyzes the documents again that include one that has changed.
    fn others_changed(&mut self, uri: &Uri) {
        let Some(path) = uri::to_path(uri) else {
            return;
        };
        let mut paths: Vec<PathBuf> = path.canonicalize().into_iter().collect();
        paths.push(path);
        let includers = self.documents.iter_mut();
        for (_, document) in includers.filter(|(other, _)| *other != uri.as_ref()) {
            if document.includes(&paths) {
                self.environment += 1;
                document.environment = self.environment;
            }
        }
    }
}
