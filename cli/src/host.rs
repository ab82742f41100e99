//! `host`: a server that keeps games between people.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use battlewright_host::{
    CheckedData, HeldGame, HostError, HostOptions, Limits, Notices, OlderProgram, Server, StoreError,
};
use clap::{Args, Subcommand};

use crate::console::{Console, Failure, Verdict, stderr};
use crate::files::slashed;
use crate::playtest::{OutputFormat, print};

/// Keep games between people: a server for a published folder
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Host {
    #[command(subcommand)]
    order: Option<Order>,
    /// The folder, as written by `publish`
    #[arg(required = true)]
    folder: Option<PathBuf>,
    /// The data file, which is made if it is missing
    #[arg(long, value_name = "FILE", required = true)]
    data: Option<PathBuf>,
    /// The address of the site, such as https://battles.example; by default, the server is for this machine
    #[arg(long, value_name = "URL")]
    origin: Option<String>,
    /// The port; by default, a free one
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// The address to listen on; a container needs 0.0.0.0
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A proxy in front tells the addresses of browsers in X-Forwarded-For
    #[arg(long)]
    behind_proxy: bool,
    /// Erase games so many days after their end; by default, never
    #[arg(long, value_name = "DAYS")]
    keep: Option<u32>,
    /// An older program, for games that this one reads differently; may be given several times
    #[arg(long = "engine", value_name = "VERSION=FILE", value_parser = older)]
    engines: Vec<OlderProgram>,
    /// Send nothing to other machines, where players could else be told of their moves
    #[arg(long)]
    no_webhooks: bool,
}

/// The orders about a data file.
#[derive(Debug, Subcommand)]
enum Order {
    /// Copy the data file, also while a server runs
    Backup {
        /// The new file
        to: PathBuf,
        #[command(flatten)]
        data: DataFile,
    },
    /// Check the data file, and whether this version can go on with its games
    Check {
        #[command(flatten)]
        data: DataFile,
        /// Another version of the program, which checks whether it can go on with them
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
        /// The format of the report
        #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
        format: OutputFormat,
    },
    /// Play one game for a newer server, which sends it here
    #[command(hide = true)]
    Engine,
    /// Print the record of a game, which holds the secret choices of both sides
    Export {
        /// The id of the game, from its link
        game: String,
        #[command(flatten)]
        data: DataFile,
    },
    /// Erase a game with its links
    Erase {
        /// The id of the game, from its link
        game: String,
        #[command(flatten)]
        data: DataFile,
    },
    /// Print the results of the games that have ended, as CSV without names
    Results {
        #[command(flatten)]
        data: DataFile,
    },
}

/// The data file of an order.
#[derive(Debug, Args)]
struct DataFile {
    /// The data file
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
}

const EXAMPLES: &str = "\
Whoever has the link of a seat plays it. The operator can read all games. Ctrl-C or SIGTERM ends the server; games go on when it is
back. A proxy in front of it speaks HTTPS: see the guide.

Exit status: 0 ended by a signal, 1 `check` has findings, 2 could not run.

Examples:
  battlewright host site --data games.db --port 8000
  battlewright host site --data games.db --origin https://battles.example --port 8000 --behind-proxy
  battlewright host backup games-monday.db --data games.db
  battlewright host check --data games.db --against new/battlewright";

impl Host {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        match (&self.order, &self.folder, &self.data) {
            (Some(order), ..) => order.run(console),
            (None, Some(folder), Some(data)) => self.serve(folder.clone(), data.clone(), console),
            // The parser requires both.
            (None, ..) => Err(Failure::new("name a folder and a data file")),
        }
    }

    fn serve(&self, folder: PathBuf, data: PathBuf, console: &mut Console) -> Result<Verdict, Failure> {
        let name = slashed(&folder);
        let options = HostOptions {
            folder,
            data,
            origin: self.origin.clone(),
            address: self.listen,
            port: self.port,
            behind_proxy: self.behind_proxy,
            keep: self.keep,
            engines: self.engines.clone(),
            notices: (!self.no_webhooks).then(Notices::default),
            limits: Limits::default(),
        };
        let log = |line: std::fmt::Arguments<'_>| {
            // Without a reader of the log, games go on.
            let _ = writeln!(stderr(), "{line}");
        };
        let server = Server::bind(options, log).map_err(failure)?;
        writeln!(console, "{name} is at {}/host/ until you press Ctrl-C", server.origin())?;
        let (address, scenarios) = (server.address(), server.scenarios());
        writeln!(console, "listening on {address}; scenarios to play: {scenarios}")?;
        console.flush()?;
        server.run().map_err(failure)?;
        Ok(Verdict::Clean)
    }
}

impl Order {
    fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        match self {
            Self::Backup { to, data } => {
                battlewright_host::backup(&data.data, to).map_err(failure)?;
                writeln!(console, "{} is a copy of {}", slashed(to), slashed(&data.data))?;
            }
            Self::Check { data, against, format } => return check(&data.data, against.as_deref(), *format, console),
            Self::Engine => battlewright_host::engine(std::io::stdin().lock(), std::io::stdout())
                .map_err(|error| Failure::new(format!("the server is not understood: {error}")))?,
            Self::Export { game, data } => {
                let record = battlewright_host::export(&data.data, game).map_err(failure)?;
                console.write_all(record.as_bytes())?;
            }
            Self::Erase { game, data } => {
                battlewright_host::erase(&data.data, game).map_err(failure)?;
                writeln!(console, "game {game} is erased")?;
            }
            Self::Results { data } => {
                let results = battlewright_host::results(&data.data).map_err(failure)?;
                console.write_all(results.as_bytes())?;
            }
        }
        Ok(Verdict::Clean)
    }
}

/// Reads the order for an older program.
fn older(text: &str) -> Result<OlderProgram, String> {
    let (version, path) = text
        .split_once('=')
        .filter(|(version, path)| !version.is_empty() && !path.is_empty())
        .ok_or("it has the version of the program, `=`, and its file, for example 0.1.0=old/battlewright")?;
    Ok(OlderProgram { version: version.to_owned(), path: PathBuf::from(path) })
}

/// Prints what a check of the data file finds, by this version or by another one.
fn check(data: &Path, against: Option<&Path>, format: OutputFormat, console: &mut Console) -> Result<Verdict, Failure> {
    let checked = match against {
        Some(program) => battlewright_host::check_against(data, program).map_err(failure)?,
        None => battlewright_host::check(data).map_err(failure)?,
    };
    print(&checked, if against.is_some() { found_by_other } else { found }, format, console)?;
    Ok(if checked.problems.is_empty() && checked.held.is_empty() { Verdict::Clean } else { Verdict::Findings })
}

fn found(checked: &CheckedData) -> String {
    told(checked, "this version")
}

fn found_by_other(checked: &CheckedData) -> String {
    told(checked, "the other version")
}

fn told(CheckedData { problems, running, ended, held }: &CheckedData, version: &str) -> String {
    let mut text: String = problems.iter().map(|problem| format!("damaged: {problem}\n")).collect();
    for HeldGame { game, title, engine, why } in held {
        text += &format!("game {game} ({title}), begun with {engine}: {why}\n");
    }
    let number = held.len();
    text + &format!("games that go on: {running}, of which {version} cannot go on with {number}; ended: {ended}\n")
}

fn failure(error: HostError) -> Failure {
    let help = match &error {
        HostError::Folder(_) => "`battlewright publish` writes one",
        HostError::Origin(_) => "write it as browsers show it, for example https://battles.example",
        HostError::Port { error, .. } if error.kind() == std::io::ErrorKind::AddrInUse => {
            "choose another --port, or omit it for a free one"
        }
        HostError::Program { .. } => "name the file of another version of this program",
        HostError::NoGame(_) => "the id is the first half of what follows the # in a link, before the point",
        HostError::Store(StoreError::InUse) => "end the other server first, or name another file",
        HostError::Store(StoreError::Newer { .. }) => "use the version of the program that has written it",
        _ => "",
    };
    let failure = Failure::new(error.to_string());
    if help.is_empty() { failure } else { failure.help(help) }
}
