//! The command line of Battlewright, one file per subcommand. Only this crate prints.
//!
//! The crate is a library so that the packaged program and the one in tests are the same.

mod adopt;
mod artwork;
mod batch;
mod console;
mod contestants;
mod diff;
mod explain;
mod export;
mod external;
mod files;
mod fmt;
mod fuzz;
mod game;
mod ground;
mod host;
mod import;
mod inline;
mod interrupt;
mod levels;
mod link;
mod lsp;
mod mend;
mod merge;
mod new;
mod output;
mod picture;
mod play;
mod playtest;
mod publish;
mod replay;
mod report;
mod resolve;
mod schema;
mod seeds;
mod serve;
mod story;
mod tune;
mod validate;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use console::{Console, Failure, Verdict};

/// Check and play hex-and-counter wargame scenarios.
#[derive(Debug, Parser)]
#[command(name = "battlewright", bin_name = "battlewright", version, max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Exit status: 0 no findings, 1 findings, 2 could not run.

Examples:
  battlewright new --system mars-la-tour my-battle.toml
  battlewright validate my-battle.toml
  battlewright play my-battle.toml --seed 7 --players greedy,random
  battlewright playtest my-battle.toml --games 1000";

#[derive(Debug, Subcommand)]
enum Command {
    Validate(validate::Validate),
    Fmt(fmt::Fmt),
    Diff(diff::Diff),
    Merge(merge::Merge),
    Explain(explain::Explain),
    Inline(inline::Inline),
    New(new::New),
    Export(Box<export::Export>),
    Verify(verify::Verify),
    Import(Box<import::Import>),
    Play(play::Play),
    Playtest(Box<playtest::Playtest>),
    Fuzz(fuzz::Fuzz),
    Tune(tune::Tune),
    Replay(replay::Replay),
    Publish(publish::Publish),
    Serve(serve::Serve),
    Host(Box<host::Host>),
    Link(link::Link),
    Resolve(Box<resolve::Resolve>),
    Schema(schema::Schema),
    Lsp(lsp::Lsp),
}

impl Command {
    fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        match self {
            Self::Validate(command) => command.run(console),
            Self::Merge(command) => command.run(console),
            Self::Diff(command) => command.run(console),
            Self::Fmt(command) => command.run(console),
            Self::Explain(command) => command.run(console),
            Self::Inline(command) => command.run(console),
            Self::New(command) => command.run(console),
            Self::Export(command) => command.run(console),
            Self::Verify(command) => command.run(console),
            Self::Import(command) => command.run(console),
            Self::Play(command) => command.run(console),
            Self::Playtest(command) => command.run(console),
            Self::Fuzz(command) => command.run(console),
            Self::Tune(command) => command.run(console),
            Self::Replay(command) => command.run(console),
            Self::Publish(command) => command.run(console),
            Self::Serve(command) => command.run(console),
            Self::Host(command) => command.run(console),
            Self::Link(command) => command.run(console),
            Self::Resolve(command) => command.run(console),
            Self::Schema(command) => command.run(console),
            Self::Lsp(command) => command.run(),
        }
    }
}

/// Runs the command in the arguments of this process.
///
/// The exit status is 0 without findings, 1 with findings, and 2 if the command could not run.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and version are printed here as well.
        Err(message) => {
            return match message.print() {
                Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                    Failure::from(error).print();
                    ExitCode::from(2)
                }
                _ => ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2)),
            };
        }
    };
    let mut console = Console::new();
    let result = arguments.command.run(&mut console);
    match console.finish().map_err(Failure::from).and(result) {
        Ok(verdict) => verdict.into(),
        Err(failure) => {
            failure.print();
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_subcommand_shows_an_example() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("  battlewright {} ", command.get_name())), "{}", command.get_name());
        }
    }
}
