//! What the server says about itself.

use super::document_text::Encoding;
use crate::editor::ide::{Modifiers, SemanticKind};
use lsp_types::{InitializeParams, PositionEncodingKind};
use serde_json::{Value, json};

/// The encoding of columns: the one of our texts, if the client knows it.
pub(super) fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_ref());
    let is_known = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
    if is_known {
        Encoding::Utf8
    } else {
        Encoding::Utf16
    }
}

/// Whether the client can be asked to tell what happens to files.
pub(super) fn can_watch(params: &InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let watching = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watching.is_some_and(|watching| watching.dynamic_registration == Some(true))
}

/// Whether the client shows what takes long.
pub(super) fn shows_progress(params: &InitializeParams) -> bool {
    let window = params.capabilities.window.as_ref();
    window.is_some_and(|window| window.work_done_progress == Some(true))
}

/// The requests that make the client ask again for what it shows, as far as it knows them.
pub(super) fn refreshes(params: &InitializeParams) -> Vec<&'static str> {
    let Ok(capabilities) = serde_json::to_value(&params.capabilities.workspace) else {
        return Vec::new();
    };
    let known = [
        ("semanticTokens", "workspace/semanticTokens/refresh"),
        ("inlayHint", "workspace/inlayHint/refresh"),
        ("codeLens", "workspace/codeLens/refresh"),
        ("diagnostics", "workspace/diagnostic/refresh"),
    ];
    let known = known.into_iter();
    known
        .filter(|(feature, _)| capabilities[feature]["refreshSupport"] == true)
        .map(|(_, method)| method)
        .collect()
}

/// The answer to the request to initialize.
pub(super) fn answer(encoding: Encoding, params: &InitializeParams) -> Value {
    let mut capabilities = capabilities(encoding);
    // An editor that can do both would show everything twice.
    let text_document = params.capabilities.text_document.as_ref();
    let waits = text_document.is_some_and(|text| text.publish_diagnostics.is_some());
    if waits && let Some(all) = capabilities.as_object_mut() {
        all.remove("diagnosticProvider");
    }
    json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "pdll-opt", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// What ends a word, so that the one that is proposed is taken.
const COMMITTING: [&str; 30] = [
    "\t", "(", ")", "[", "]", "{", "}", "<", ">", ":", ";", ",", "+", "-", "/", "*", "%", "^", "&",
    "#", "?", ".", "=", "\"", "'", "|", "!", "~", "@", "$",
];

fn capabilities(encoding: Encoding) -> Value {
    let encoding = match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
    };
    json!({
        "positionEncoding": encoding,
        // Changes come as edits.
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "hoverProvider": true,
        "completionProvider": {
            "allCommitCharacters": COMMITTING,
            "resolveProvider": false,
            "triggerCharacters": [".", ">", "(", "{", ",", "<", ":", "[", " ", "\"", "/"],
        },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "inlayHintProvider": true,
        "semanticTokensProvider": {
            "legend": {
                "tokenTypes": SemanticKind::ALL.map(SemanticKind::name),
                "tokenModifiers": Modifiers::ALL,
            },
            "full": { "delta": true },
            "range": true,
        },
        "codeLensProvider": { "resolveProvider": true },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "callHierarchyProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "documentLinkProvider": { "resolveProvider": false },
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "documentOnTypeFormattingProvider": {
            "firstTriggerCharacter": "}", "moreTriggerCharacter": [";"],
        },
        "workspace": {
            "workspaceFolders": { "supported": true, "changeNotifications": true },
        },
        "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
        "diagnosticProvider": {
            "identifier": "pdll",
            "interFileDependencies": true,
            "workspaceDiagnostics": true,
        },
    })
}
