//! Which function answers which request.

use super::{
    actions, call_hierarchy, commands, diagnostics, formatting, language, navigation, references,
    server::{Needs, Server},
    tokens,
    view::View,
    workspace::{Files, Snapshot},
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
        .gathering::<lsp::ReferencesRequest>(Needs::Everything, references::references)
        .about::<lsp::DocumentHighlightRequest>(navigation::highlights)
        .when::<lsp::PrepareRenameRequest>(Needs::Everything, navigation::prepare_rename)
        .gathering::<lsp::RenameRequest>(Needs::Everything, references::rename)
        .when::<lsp::DocumentSymbolRequest>(Needs::Text, navigation::symbols)
        .about::<lsp::DocumentLinkRequest>(navigation::links)
        .when::<lsp::FoldingRangeRequest>(Needs::Text, navigation::folding)
        .when::<lsp::SelectionRangeRequest>(Needs::Text, navigation::selection)
        .when::<lsp::CallHierarchyPrepareRequest>(Needs::Everything, call_hierarchy::prepare)
        .over_files::<lsp::CallHierarchyIncomingCallsRequest>(call_hierarchy::incoming)
        .over_files::<lsp::CallHierarchyOutgoingCallsRequest>(call_hierarchy::outgoing)
        .gathering::<lsp::HoverRequest>(Needs::Names, language::hover)
        .about::<lsp::CompletionRequest>(language::completion)
        .about::<lsp::SignatureHelpRequest>(language::signature_help)
        .about::<lsp::InlayHintRequest>(language::inlay_hints)
        .about::<lsp::SemanticTokensRequest>(tokens::all)
        .about::<lsp::SemanticTokensDeltaRequest>(tokens::changes)
        .about::<lsp::SemanticTokensRangeRequest>(tokens::of_range)
        .about::<lsp::CodeLensRequest>(commands::lenses)
        .when::<lsp::DocumentDiagnosticRequest>(Needs::AllErrors, diagnostics::pulled)
        .when::<lsp::CodeActionRequest>(Needs::Errors, actions::actions)
        .when::<lsp::DocumentFormattingRequest>(Needs::Text, formatting::whole)
        .when::<lsp::DocumentRangeFormattingRequest>(Needs::Text, formatting::range)
        .when::<lsp::DocumentOnTypeFormattingRequest>(Needs::Text, formatting::on_type)
        .over_files::<lsp::WorkspaceDiagnosticRequest>(diagnostics::of_workspace)
        .over_files::<lsp::WorkspaceSymbolRequest>(references::workspace_symbols)
        .aside::<commands::ViewOutput>(commands::view_output)
        .aside::<commands::Explain>(commands::explain)
        .aside::<commands::Run>(commands::run)
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
            let answered = answer(server, view, params);
            server.respond(response(request.id, answered));
        };
        self.server.answer_later(id, uri, needs, Box::new(later));
        self
    }

    /// Answers requests of type `R` about a document that may concern other files, too.
    fn gathering<R>(
        &mut self,
        needs: Needs,
        answer: fn(&Server, View<'_>, R::Params) -> Gathering<R::Result>,
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
            Ok(Gathered::Now(result)) => server.respond(response(request.id, Ok(result))),
            Ok(Gathered::Later(gather)) => gather_for::<R>(server, request.id, gather),
            Err(message) => server.respond(response::<()>(request.id, Err(message))),
        };
        self.server.answer_later(id, uri, needs, Box::new(later));
        self
    }

    /// Answers requests of type `R` about all files.
    fn over_files<R: Method + 'static>(
        &mut self,
        prepare: fn(&Server, R::Params) -> Gather<R::Result>,
    ) -> &mut Self {
        if let Some((request, params)) = self.take::<R>() {
            let gather = prepare(self.server, params);
            gather_for::<R>(self.server, request.id, gather);
        }
        self
    }

    /// Answers requests of type `R` by another program, which may take long. The
    /// function returns what runs it.
    fn aside<R: Method + 'static>(&mut self, prepare: commands::Prepare<R>) -> &mut Self {
        if let Some((request, params)) = self.take::<R>() {
            match prepare(self.server, params) {
                Ok(task) => {
                    self.server
                        .respond_aside(request.id, |id| response(id, task()));
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

/// What makes an answer from all files, until nobody wants it any more.
pub(super) type Gather<R> =
    Box<dyn FnOnce(&mut Files, &Snapshot, &dyn Fn() -> bool) -> Answered<R> + Send>;

/// An answer about a document, or the reason why there is none.
pub(super) type Gathering<R> = Answered<Gathered<R>>;

/// An answer about a document.
pub(super) enum Gathered<R> {
    /// The document says all.
    Now(R),
    /// Other files must be asked, too.
    Later(Gather<R>),
}

fn gather_for<R: Method + 'static>(server: &Server, id: RequestId, gather: Gather<R::Result>) {
    server.gather(id, move |id, files, snapshot, is_wanted| {
        response(id, gather(files, snapshot, is_wanted))
    });
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
    lsp::CallHierarchyPrepareParams: text_document_position_params.text_document;
    lsp::HoverParams: text_document_position_params.text_document;
    lsp::CompletionParams: text_document_position_params.text_document;
    lsp::SignatureHelpParams: text_document_position_params.text_document;
    lsp::InlayHintParams: text_document;
    lsp::SemanticTokensParams: text_document;
    lsp::SemanticTokensDeltaParams: text_document;
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
