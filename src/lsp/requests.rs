//! Which function answers which request.

use super::{actions, diagnostics, formatting, navigation, server::Server, view::View};
use lsp_server::{ErrorCode, Request, Response};
use lsp_types::{
    self as lsp, Request as Method, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
};
use serde::{Serialize, de::DeserializeOwned};

/// Answers a request, now or when its document is analyzed.
pub(super) fn handle(server: &mut Server, request: Request) {
    let mut dispatch = Dispatch {
        server,
        request: Some(request),
    };
    dispatch
        .about::<lsp::DefinitionRequest>(navigation::definition)
        .about::<lsp::ReferencesRequest>(navigation::references)
        .about::<lsp::DocumentHighlightRequest>(navigation::highlights)
        .about::<lsp::PrepareRenameRequest>(navigation::prepare_rename)
        .about::<lsp::RenameRequest>(navigation::rename)
        .about::<lsp::DocumentSymbolRequest>(navigation::symbols)
        .about::<lsp::DocumentLinkRequest>(navigation::links)
        .about::<lsp::FoldingRangeRequest>(navigation::folding)
        .about::<lsp::SelectionRangeRequest>(navigation::selection)
        .about::<lsp::DocumentDiagnosticRequest>(diagnostics::pulled)
        .about::<lsp::CodeActionRequest>(actions::actions)
        .about::<lsp::DocumentFormattingRequest>(formatting::whole)
        .about::<lsp::DocumentRangeFormattingRequest>(formatting::range)
        .about::<lsp::DocumentOnTypeFormattingRequest>(formatting::on_type)
        .unknown();
}

/// A request, until somebody answers it.
struct Dispatch<'s> {
    server: &'s mut Server,
    request: Option<Request>,
}

/// The answer of a request, or the reason why there is none.
pub(super) type Answered<R> = Result<R, String>;

impl Dispatch<'_> {
    /// Answers requests of type `R` when their document is analyzed.
    fn about<R>(
        &mut self,
        answer: fn(&Server, View<'_>, R::Params) -> Answered<R::Result>,
    ) -> &mut Self
    where
        R: Method + 'static,
        R::Params: OfDocument,
    {
        let Some((request, params)) = self.take::<R>() else {
            return self;
        };
        let (id, uri) = (request.id.clone(), params.uri().clone());
        let later = move |server: &Server, view: View<'_>| match answer(server, view, params) {
            Ok(result) => Response::new_ok(request.id, result),
            Err(message) => Response::new_err(request.id, ErrorCode::RequestFailed as i32, message),
        };
        self.server.answer_later(id, uri, Box::new(later));
        self
    }

    /// Takes the request, if it is of type `R`. Parameters that are not are an error.
    fn take<R: Method>(&mut self) -> Option<(Request, R::Params)> {
        let request = self
            .request
            .take_if(|one| one.method == R::METHOD.as_str())?;
        match serde_json::from_value(request.params.clone()) {
            Ok(params) => Some((request, params)),
            Err(error) => {
                let message = format!("cannot understand the parameters: {error}");
                self.server
                    .fail(request.id, ErrorCode::InvalidParams, message);
                None
            }
        }
    }

    fn unknown(&mut self) {
        if let Some(request) = self.request.take() {
            let message = format!("there is no method `{}`", request.method);
            self.server
                .fail(request.id, ErrorCode::MethodNotFound, message);
        }
    }
}

/// Parameters of a request about one document.
pub(super) trait OfDocument: DeserializeOwned + 'static {
    /// The document.
    fn uri(&self) -> &Uri;
}

macro_rules! of_document {
    ($($params:ty: $($field:ident).+;)*) => {
        $(impl OfDocument for $params {
            fn uri(&self) -> &Uri {
                &self.$($field).+.uri
            }
        })*
    };
}

of_document! {
    lsp::DefinitionParams: text_document_position_params.text_document;
    lsp::ReferenceParams: text_document_position_params.text_document;
    lsp::DocumentHighlightParams: text_document_position_params.text_document;
    lsp::PrepareRenameParams: text_document_position_params.text_document;
    lsp::RenameParams: text_document_position_params.text_document;
    lsp::DocumentSymbolParams: text_document;
    lsp::DocumentLinkParams: text_document;
    lsp::FoldingRangeParams: text_document;
    lsp::SelectionRangeParams: text_document;
    lsp::DocumentDiagnosticParams: text_document;
    lsp::CodeActionParams: text_document;
    lsp::DocumentFormattingParams: text_document;
    lsp::DocumentRangeFormattingParams: text_document;
    lsp::DocumentOnTypeFormattingParams: text_document;
}
