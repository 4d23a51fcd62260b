//! Errors and warnings, sent and asked for.

use super::{
    requests::{Answered, Gather},
    server::Server,
    view::{PartView, View},
};
use crate::base::diagnostic::{Diagnostic, Note, Severity};
use crossbeam_channel::Sender;
use lsp_server::{Message, Notification};
use lsp_types::{
    self as lsp, Code, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    DocumentDiagnosticParams, DocumentDiagnosticReport, FullDocumentDiagnosticReport,
    PublishDiagnosticsParams, RelatedFullDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};
use std::collections::{BTreeMap, BTreeSet};

/// The diagnostics of a document, and of each file that it includes and that is to
/// blame, by URI. Those of the document itself are there even if there are none.
pub(super) type Found = BTreeMap<String, Vec<lsp::Diagnostic>>;

/// What is known to be wrong with a document and the files that it includes.
pub(super) fn of_document(view: View<'_>) -> Found {
    let mut found = Found::from([(view.uri.to_string(), Vec::new())]);
    let has_parts = view.analyzed.parts.len() > 1;
    for part in view.parts() {
        for diagnostic in part.diagnostics() {
            let (uri, diagnostic) = protocol(part, diagnostic);
            let list: &mut Vec<_> = found.entry(uri.0).or_default();
            // Several parts may include one file.
            if !has_parts || !list.contains(&diagnostic) {
                list.push(diagnostic);
            }
        }
    }
    found
}

/// A diagnostic as the protocol has it, and its file. One whose file nobody can open
/// stands at the start of the document.
pub(super) fn protocol(part: PartView<'_>, diagnostic: &Diagnostic) -> (Uri, lsp::Diagnostic) {
    let location = diagnostic.span.and_then(|span| part.location(span));
    let location = location.unwrap_or_else(|| lsp::Location {
        uri: part.view.uri.clone(),
        range: lsp::Range::default(),
    });
    let mut message = diagnostic.message.clone();
    let mut related = Vec::new();
    for Note {
        span,
        message: note,
        ..
    } in &diagnostic.notes
    {
        match span.and_then(|span| part.location(span)) {
            Some(location) => related.push(DiagnosticRelatedInformation {
                location,
                message: note.clone(),
            }),
            None => message += &format!("\n{note}"),
        }
    }
    if let Some(help) = &diagnostic.help {
        message += &format!("\nhelp: {help}");
    }
    let severity = match diagnostic.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Remark => DiagnosticSeverity::Information,
    };
    let is_unused = diagnostic
        .name
        .is_some_and(|name| name.starts_with("unused"));
    let result = lsp::Diagnostic {
        range: location.range,
        severity: Some(severity),
        code: diagnostic.name.map(|name| Code::String(name.to_owned())),
        code_description: None,
        source: Some("pdll".to_owned()),
        message: lsp::Message::String(message),
        tags: is_unused.then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    };
    (location.uri, result)
}

/// What editors show now: for each file, what is wrong with it, by the document that
/// was analyzed.
#[derive(Debug, Default)]
pub(super) struct Published {
    files: BTreeMap<String, BTreeMap<String, Vec<lsp::Diagnostic>>>,
    /// The states of documents that they are about.
    versions: BTreeMap<String, i32>,
}

impl Published {
    /// Publishes what is wrong with a document, and takes back what was.
    pub(super) fn publish(
        &mut self,
        document: &Uri,
        version: i32,
        found: Found,
        editor: &Sender<Message>,
    ) {
        if self.shows(document, version, &found) {
            return;
        }
        self.versions.insert(document.to_string(), version);
        let mut changed = self.take_back(document);
        for (file, diagnostics) in found {
            let of_file = self.files.entry(file.clone()).or_default();
            of_file.insert(document.to_string(), diagnostics);
            changed.insert(file);
        }
        for file in changed {
            let version = (file == document.as_ref()).then_some(version);
            self.send(&file, version, editor);
        }
    }

    /// Whether that is shown for this state of a document.
    fn shows(&self, document: &Uri, version: i32, found: &Found) -> bool {
        let name = document.as_ref();
        let of_document = self.files.iter();
        let of_document = of_document.filter_map(|(file, all)| Some((file, all.get(name)?)));
        self.versions.get(name) == Some(&version) && of_document.eq(found.iter())
    }

    /// Takes back what a closed document has shown to be wrong.
    pub(super) fn forget(&mut self, document: &Uri, editor: &Sender<Message>) {
        self.versions.remove(document.as_ref());
        for file in self.take_back(document) {
            self.send(&file, None, editor);
        }
    }

    /// Removes what a document has shown, and returns the files concerned.
    fn take_back(&mut self, document: &Uri) -> BTreeSet<String> {
        let mut changed = BTreeSet::new();
        for (file, of_file) in &mut self.files {
            if of_file.remove(document.as_ref()).is_some() {
                changed.insert(file.clone());
            }
        }
        changed
    }

    fn send(&mut self, file: &str, version: Option<i32>, editor: &Sender<Message>) {
        let of_file = self.files.get(file);
        let has_several = of_file.is_some_and(|of_file| of_file.len() > 1);
        let mut diagnostics: Vec<lsp::Diagnostic> = Vec::new();
        for one in of_file.into_iter().flat_map(BTreeMap::values).flatten() {
            if !has_several || !diagnostics.contains(one) {
                diagnostics.push(one.clone());
            }
        }
        if of_file.is_some_and(BTreeMap::is_empty) {
            self.files.remove(file);
        }
        let params = PublishDiagnosticsParams {
            uri: file.into(),
            version,
            diagnostics,
        };
        let method = "textDocument/publishDiagnostics".to_owned();
        // Nobody listens any more if that fails, and the loop will see it.
        let _ = editor.send(Notification::new(method, params).into());
    }
}

/// Answers an editor that asks for diagnostics.
pub(super) fn pulled(
    _: &Server,
    view: View<'_>,
    _: DocumentDiagnosticParams,
) -> Answered<DocumentDiagnosticReport> {
    let items = of_document(view)
        .remove(view.uri.as_ref())
        .unwrap_or_default();
    let report = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: None,
            items,
        },
    };
    Ok(DocumentDiagnosticReport::RelatedFullDocumentDiagnosticReport(report))
}

/// Answers an editor that asks for the diagnostics of all files of the workspace.
pub(super) fn of_workspace(
    _: &Server,
    params: WorkspaceDiagnosticParams,
) -> Gather<WorkspaceDiagnosticReport> {
    Box::new(move |files, snapshot, is_wanted| {
        let mut found = Found::new();
        for (_, index) in files.indices(snapshot, None, is_wanted) {
            for (file, diagnostics) in &index.found {
                let of_file = found.entry(file.clone()).or_default();
                // Several files may include one.
                let new = diagnostics.iter().filter(|one| !of_file.contains(one));
                let new: Vec<_> = new.cloned().collect();
                of_file.extend(new);
            }
        }
        // What was wrong with a file that is gone.
        for known in &params.previous_result_ids {
            found.entry(known.uri.to_string()).or_default();
        }
        let reports = found.into_iter();
        let reports = reports.map(|(file, found)| report(file.into(), found, &params));
        Ok(WorkspaceDiagnosticReport::new(reports.collect()))
    })
}

/// The report on a file, which is short if the editor has it already.
fn report(
    uri: Uri,
    items: Vec<lsp::Diagnostic>,
    params: &WorkspaceDiagnosticParams,
) -> WorkspaceDocumentDiagnosticReport {
    let text = serde_json::to_vec(&items).unwrap_or_default();
    let result_id = blake3::hash(&text).to_hex().to_string();
    let mut known = params.previous_result_ids.iter();
    let is_known = known.any(|known| known.uri == uri && known.value == result_id);
    if is_known {
        let unchanged = UnchangedDocumentDiagnosticReport { result_id };
        return WorkspaceUnchangedDocumentDiagnosticReport::new(uri, None, unchanged).into();
    }
    let full = FullDocumentDiagnosticReport {
        result_id: Some(result_id),
        items,
    };
    WorkspaceFullDocumentDiagnosticReport::new(uri, None, full).into()
}
