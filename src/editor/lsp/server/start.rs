//! How a session begins.

use super::End;
use lsp_server::{Connection, ErrorCode, Message, RequestId, Response};
use lsp_types::InitializeParams;
use serde_json::{Value, json};

/// The first request, which must be the one to initialize. All others are errors until
/// then. Parameters that are not understood are as if they were not there: an editor
/// without a process or a folder is served, too.
pub(super) fn initialization(
    connection: &Connection,
) -> Result<(RequestId, InitializeParams), End> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                return Ok((request.id, understood(request.params)));
            }
            Message::Request(request) => {
                let code = ErrorCode::ServerNotInitialized as i32;
                let message = "expected the request `initialize` first".to_owned();
                let error = Response::new_err(request.id, code, message);
                let _ = connection.sender.send(error.into());
            }
            Message::Notification(one) if one.method == "exit" => return Err(End::Exited),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Err(End::Lost)
}

/// The parameters of an editor, without the fields that are not understood.
fn understood(params: Value) -> InitializeParams {
    if let Ok(params) = serde_json::from_value(params.clone()) {
        return params;
    }
    let mut known = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    for (name, value) in params.as_object().into_iter().flatten() {
        let before = known[name].take();
        known[name] = value.clone();
        if serde_json::from_value::<InitializeParams>(known.clone()).is_err() {
            known[name] = before;
        }
    }
    serde_json::from_value(known).unwrap_or_default()
}
