//! `serve`: a published folder, shown on this machine.

mod connection;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::console::{Console, Failure, Verdict};
use crate::files::slashed;
use crate::interrupt;
use connection::Timeouts;

/// Show a published folder in the browsers of this machine
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The folder, as written by `publish`
    folder: PathBuf,
    /// The port; by default, a free one
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
}

const EXAMPLES: &str = "\
Only programs of this machine can connect. Ctrl-C ends the command.

Exit status: 0 ended by Ctrl-C, 2 there is no such folder, or the port is in use.

Examples:
  battlewright serve site
  battlewright serve site --port 8000";

/// The time after which Ctrl-C takes effect at the latest.
const PAUSE: Duration = Duration::from_millis(100);

/// The greatest number of connections at a time. A browser has up to six.
const CONNECTIONS: usize = 256;

impl Serve {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let server = FolderServer::bind(&self.folder, self.port)?;
        let interrupted = interrupt::watched()?;
        writeln!(console, "{} is at http://{}/ until you press Ctrl-C", slashed(&self.folder), server.address)?;
        console.flush()?;
        server.run(interrupted);
        Ok(Verdict::Clean)
    }
}

/// A folder that is served.
struct FolderServer {
    root: Arc<Path>,
    listener: TcpListener,
    /// The address of the server on this machine.
    address: SocketAddr,
}

impl FolderServer {
    /// Opens `port`, or a free one for 0.
    ///
    /// # Errors
    /// There is no such folder, or the port is in use.
    fn bind(folder: &Path, port: u16) -> Result<Self, Failure> {
        let name = slashed(folder);
        let root = fs::canonicalize(folder).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Failure::new(format!("no such folder: {name}")).help("`battlewright publish` writes one")
            }
            _ => Failure::new(format!("cannot read {name}: {error}")),
        })?;
        if !root.is_dir() {
            return Err(Failure::new(format!("{name} is no folder"))
                .help("name a folder that `battlewright publish` has written"));
        }
        let cannot = |error: &dyn std::fmt::Display| Failure::new(format!("cannot open port {port}: {error}"));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                Failure::new(format!("port {port} is in use")).help("choose another --port, or omit it for a free one")
            }
            io::ErrorKind::PermissionDenied => {
                cannot(&error).help("choose a --port from 1024 on, or omit it for a free one")
            }
            _ => cannot(&error),
        })?;
        let address = listener.local_addr().map_err(|error| cannot(&error))?;
        Ok(Self { root: root.into(), listener, address })
    }

    /// Answers requests until `stop` is set.
    fn run(self, stop: &AtomicBool) {
        let Self { root, listener, .. } = self;
        // Threads that wait for requests end with the program.
        let open = Arc::new(());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // One for the list itself.
                if Arc::strong_count(&open) > CONNECTIONS {
                    continue;
                }
                let (root, counted) = (Arc::clone(&root), Arc::clone(&open));
                // A thread for each connection: browsers open some in advance, which stay silent. One that cannot be started
                // drops its connection, and the browser tries again.
                let _ = thread::Builder::new().spawn(move || {
                    connection::converse(&stream, &root, Timeouts::USUAL);
                    drop(counted);
                });
            }
        });
        while !stop.load(Ordering::Relaxed) {
            thread::sleep(PAUSE);
        }
    }
}
