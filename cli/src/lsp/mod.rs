//! `lsp`: the language server, for text editors.
//!
//! Messages come in on standard input and go out on standard output, as every editor's client has it. What a message
//! asks is answered by [`Server`], which knows nothing of pipes; only this file does.

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
mod server;
mod symbols;

use clap::Args;
use lsp_server::{Connection, Message};
use lsp_types::InitializeParams;
use serde_json::json;

use crate::console::{Failure, Verdict};
use server::Server;

/// Serve a text editor: findings as you type, completion, hover, definitions, renaming, quick fixes
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Lsp {
    /// Speak over standard input and output, as always; editors that say so are understood
    #[arg(long)]
    stdio: bool,
}

const EXAMPLES: &str = "\
Exit status: 0 when the editor says goodbye, 2 when it leaves without.

Examples:
  battlewright lsp            (your editor starts it; the guide shows how)";

impl Lsp {
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let (connection, threads) = Connection::stdio();
        let served = serve(&connection);
        // The threads end when nobody holds the connection any more.
        drop(connection);
        let ended = threads.join();
        served?;
        ended.map_err(|error| Failure::new(format!("the connection broke: {error}")))?;
        Ok(Verdict::Clean)
    }
}

fn left(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("the editor left: {error}"))
        .help("`battlewright lsp` is started by a text editor, not by hand")
}

/// Serves until the client says goodbye.
fn serve(connection: &Connection) -> Result<(), Failure> {
    let (id, params) = connection.initialize_start().map_err(left)?;
    let params: InitializeParams =
        serde_json::from_value(params).map_err(|error| left(format!("it introduced itself wrongly ({error})")))?;
    let mut server = Server::new(&params.capabilities);
    let about = json!({ "name": "battlewright", "version": env!("CARGO_PKG_VERSION") });
    let answer = json!({ "capabilities": server.capabilities(), "serverInfo": about });
    connection.initialize_finish(id, answer).map_err(left)?;
    let send = |message: Message| connection.sender.send(message).map_err(left);
    loop {
        match connection.receiver.recv().map_err(left)? {
            Message::Request(request) if connection.handle_shutdown(&request).map_err(left)? => return Ok(()),
            Message::Request(request) => send(server.request(request).into())?,
            Message::Notification(notification) if notification.method == "exit" => {
                return Err(left("without saying goodbye"));
            }
            Message::Notification(notification) => server.notification(notification),
            Message::Response(_) => {}
        }
        // While more is typed nobody waits for what is wrong with the text before it.
        if connection.receiver.is_empty() {
            server.published().into_iter().try_for_each(|told| send(told.into()))?;
        }
    }
}

#[cfg(test)]
mod testing;
