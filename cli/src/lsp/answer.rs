//! Requests and notifications, between JSON and typed values.

use lsp_server::{ErrorCode, Notification, Request, Response};
use lsp_types::{TextEdit, Uri, WorkspaceEdit};
use serde::de::DeserializeOwned;

/// The error code and message of a refused request.
pub(super) struct Refusal(pub(super) ErrorCode, pub(super) String);

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self(ErrorCode::RequestFailed, message)
    }
}

/// Answers `request`, of type `R`, by calling `with`.
pub(super) fn answer<R: lsp_types::request::Request>(
    request: Request,
    with: impl FnOnce(R::Params) -> Result<R::Result, Refusal>,
) -> Response {
    let answered = parse(request.params).map_err(|message| Refusal(ErrorCode::InvalidParams, message)).and_then(with);
    match answered {
        Ok(result) => Response::new_ok(request.id, result),
        Err(Refusal(code, message)) => refuse(request.id, code, message),
    }
}

/// Refuses an unsupported request.
pub(super) fn unknown(request: Request) -> Response {
    let message = format!("`{}` is not supported", request.method);
    refuse(request.id, ErrorCode::MethodNotFound, message)
}

fn refuse(id: lsp_server::RequestId, code: ErrorCode, message: String) -> Response {
    Response::new_err(id, code as i32, message)
}

/// Parses the parameters of a notification of type `N`; `None` if malformed.
pub(super) fn params_of<N: lsp_types::notification::Notification>(notification: Notification) -> Option<N::Params> {
    parse(notification.params).ok()
}

/// Returns edits of one document.
pub(super) fn edits_of(uri: Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some([(uri, edits)].into()), ..WorkspaceEdit::default() }
}

fn parse<T: DeserializeOwned>(params: serde_json::Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}
