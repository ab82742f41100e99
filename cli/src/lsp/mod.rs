//! `lsp`: the language server, for text editors.
//!
//! Messages arrive on standard input and leave on standard output. [`Server`] answers them without input and output;
//! only this file and `wire.rs` use pipes.

mod actions;
mod answer;
mod complete;
mod context;
mod document;
mod encoding;
mod findings;
mod formatting;
mod hover;
mod navigate;
mod rules;
mod rulesets;
mod server;
mod symbols;
mod wire;

use std::io::{Read, Write};

use clap::Args;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{LogMessage, Notification as _};
use lsp_types::{InitializeParams, LogMessageParams, MessageType};
use serde_json::{Value, json};

use crate::console::{Failure, Verdict};
use server::Server;
use wire::Incoming;

/// Run the language server for text editors: findings, completion, hover, definitions, renaming, quick fixes
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Lsp {
    /// Use standard input and output; this is always so, and the flag exists for editors that pass it
    #[arg(long)]
    stdio: bool,
}

const EXAMPLES: &str = "\
Exit status: 0 after a shutdown request, 1 if the editor ends the server without one, 2 if the connection ends.

Examples:
  battlewright lsp            (started by your text editor; see the guide)";

impl Lsp {
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        serve(std::io::stdin(), std::io::stdout().lock())
    }
}

fn left(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("the editor disconnected: {error}"))
        .help("`battlewright lsp` must be started by a text editor")
}

/// A session with a client.
struct Session<W> {
    /// The server, once the client has sent `initialize`.
    server: Option<Server>,
    /// `true` once the client has sent `shutdown`.
    is_over: bool,
    to: W,
}

/// Serves the client at the other ends of the pipes until it exits. Without a shutdown request before, the protocol asks for
/// the exit status 1.
fn serve(from: impl Read + Send + 'static, to: impl Write) -> Result<Verdict, Failure> {
    let received = wire::read(from).map_err(left)?;
    let mut session = Session { server: None, is_over: false, to };
    let mut next = None;
    loop {
        match next.take().or_else(|| received.recv().ok()) {
            Some(Incoming::Sound(Message::Notification(notification))) if notification.method == "exit" => {
                return Ok(if session.is_over { Verdict::Clean } else { Verdict::Findings });
            }
            Some(Incoming::Sound(message)) => session.handle_message(message)?,
            Some(Incoming::Broken(id, why)) => session.refuse(id, &why)?,
            Some(Incoming::Lost(why)) => return Err(left(format!("it sent {why}"))),
            None => break,
        }
        // Findings are sent only when no further message waits, since more typing makes them outdated.
        next = received.try_recv().ok();
        if next.is_none() {
            session.publish()?;
        }
    }
    if session.is_over { Ok(Verdict::Clean) } else { Err(left("without a shutdown request")) }
}

impl<W: Write> Session<W> {
    fn send(&mut self, message: impl Into<Message>) -> Result<(), Failure> {
        message.into().write(&mut self.to).and_then(|()| self.to.flush()).map_err(left)
    }

    fn handle_message(&mut self, message: Message) -> Result<(), Failure> {
        match message {
            Message::Request(request) => {
                let answer = self.answer(request)?;
                self.send(answer)
            }
            Message::Notification(notification) => {
                if let Some(server) = &mut self.server {
                    server.notification(notification);
                }
                Ok(())
            }
            Message::Response(_) => Ok(()),
        }
    }

    fn answer(&mut self, request: Request) -> Result<Response, Failure> {
        let refused = |id, code: ErrorCode, why: &str| Ok(Response::new_err(id, code as i32, why.to_owned()));
        match (&mut self.server, request.method.as_str()) {
            _ if self.is_over => refused(request.id, ErrorCode::InvalidRequest, "the server was shut down"),
            (None, "initialize") => {
                let params: InitializeParams = serde_json::from_value(request.params)
                    .map_err(|error| left(format!("invalid initialize request ({error})")))?;
                let server = Server::new(&params.capabilities);
                let about = json!({ "name": "battlewright", "version": env!("CARGO_PKG_VERSION") });
                let answer = json!({ "capabilities": server.capabilities(), "serverInfo": about });
                self.server = Some(server);
                Ok(Response::new_ok(request.id, answer))
            }
            (None, _) => refused(request.id, ErrorCode::ServerNotInitialized, "the server is not initialized"),
            (Some(_), "initialize") => {
                refused(request.id, ErrorCode::InvalidRequest, "the server is already initialized")
            }
            (Some(_), "shutdown") => {
                self.is_over = true;
                Ok(Response::new_ok(request.id, Value::Null))
            }
            (Some(server), _) => Ok(server.request(request)),
        }
    }

    /// Reports an unreadable message: as the response if it was a request, else as a log message.
    fn refuse(&mut self, id: Option<RequestId>, why: &str) -> Result<(), Failure> {
        let message = format!("a message was ignored: {why}");
        match id {
            Some(id) => self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, message)),
            None => {
                let params = LogMessageParams { typ: MessageType::ERROR, message };
                self.send(Notification::new(LogMessage::METHOD.to_owned(), params))
            }
        }
    }

    fn publish(&mut self) -> Result<(), Failure> {
        let told = self.server.as_mut().map(Server::published).unwrap_or_default();
        told.into_iter().try_for_each(|told| self.send(told))
    }
}

#[cfg(test)]
mod testing;
