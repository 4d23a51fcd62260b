//! Which function answers which request.

use super::{
    actions, commands, diagnostics, formatting, language, navigation,
    server::{Needs, Server},
    view::View,
};
use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::{self as lsp, Request as Method, Uri};
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
        .when::<lsp::DocumentSymbolRequest>(Needs::Text, navigation::symbols)
        .about::<lsp::DocumentLinkRequest>(navigation::links)
        .when::<lsp::FoldingRangeRequest>(Needs::Text, navigation::folding)
        .when::<lsp::SelectionRangeRequest>(Needs::Text, navigation::selection)
        .about::<lsp::HoverRequest>(language::hover)
        .about::<lsp::CompletionRequest>(language::completion)
        .about::<lsp::SignatureHelpRequest>(language::signature_help)
        .about::<lsp::InlayHintRequest>(language::inlay_hints)
        .about::<lsp::SemanticTokensRequest>(language::semantic_tokens)
        .about::<lsp::SemanticTokensRangeRequest>(language::semantic_tokens_in)
        .about::<lsp::CodeLensRequest>(commands::lenses)
        .when::<lsp::DocumentDiagnosticRequest>(Needs::Errors, diagnostics::pulled)
        .when::<lsp::CodeActionRequest>(Needs::Errors, actions::actions)
        .when::<lsp::DocumentFormattingRequest>(Needs::Text, formatting::whole)
        .when::<lsp::DocumentRangeFormattingRequest>(Needs::Text, formatting::range)
        .when::<lsp::DocumentOnTypeFormattingRequest>(Needs::Text, formatting::on_type)
        .at_once::<lsp::WorkspaceSymbolRequest>(navigation::workspace_symbols)
        .aside::<commands::ViewOutput>(commands::view_output)
        .aside::<commands::Explain>(commands::explain)
        .aside::<lsp::CodeLensResolveRequest>(commands::resolve_lens)
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
    /// Answers requests of type `R` when it is known what the names in their document
    /// stand for.
    fn about<R>(
        &mut self,
        answer: fn(&Server, View<'_>, R::Params) -> Answered<R::Result>,
    ) -> &mut Self
    where
        R: Method + 'static,
        R::Params: OfDocument,
    {
        self.when::<R>(Needs::Names, answer)
    }

    /// Answers requests of type `R` when so much is known about their document.
    fn when<R>(
        &mut self,
        needs: Needs,
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
        let later = move |server: &Server, view: View<'_>| {
            response(request.id, answer(server, view, params))
        };
        self.server.answer_later(id, uri, needs, Box::new(later));
        self
    }

    /// Answers requests of type `R` from what is known now.
    fn at_once<R: Method>(
        &mut self,
        answer: fn(&Server, R::Params) -> Answered<R::Result>,
    ) -> &mut Self {
        if let Some((request, params)) = self.take::<R>() {
            let answered = answer(self.server, params);
            self.server.respond(response(request.id, answered));
        }
        self
    }

    /// Answers requests of type `R` by another program, which may take long. The
    /// function returns what runs it.
    fn aside<R: Method + 'static>(&mut self, prepare: commands::Prepare<R>) -> &mut Self {
        if let Some((request, params)) = self.take::<R>() {
            match prepare(self.server, params) {
                Ok(task) => {
                    let id = request.id;
                    self.server.respond_aside(move || response(id, task()));
                }
                Err(message) => {
                    self.server
                        .respond(response::<()>(request.id, Err(message)));
                }
            }
        }
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

fn response<R: Serialize>(id: RequestId, answered: Answered<R>) -> Response {
    match answered {
        Ok(result) => Response::new_ok(id, result),
        Err(message) => Response::new_err(id, ErrorCode::RequestFailed as i32, message),
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
    lsp::HoverParams: text_document_position_params.text_document;
    lsp::CompletionParams: text_document_position_params.text_document;
    lsp::SignatureHelpParams: text_document_position_params.text_document;
    lsp::InlayHintParams: text_document;
    lsp::SemanticTokensParams: text_document;
    lsp::SemanticTokensRangeParams: text_document;
    lsp::CodeLensParams: text_document;
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
