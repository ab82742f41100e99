//! `replay`: plays a recorded game again and compares every state.

use std::io::Write;
use std::path::PathBuf;

use battlewright_engine::play::Replay as Recorded;
use battlewright_engine::play::replay::ENGINE;
use clap::Args;

use crate::console::{Console, Failure, Verdict, count};
use crate::{files, play, story};

/// Replay a recorded game and compare every state with the record
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Replay {
    /// The replay file, as written by `play --replay`
    file: PathBuf,
}

const EXAMPLES: &str = "\
Exit status: 0 identical, 1 an input differs (the first is reported), 2 the file is not a replay.

Examples:
  battlewright play my-battle.toml --seed 7 --replay game.jsonl
  battlewright replay game.jsonl";

impl Replay {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let name = self.file.display();
        let no_replay = |why: &dyn std::fmt::Display| Failure::new(format!("{name} is not a replay: {why}"));
        let bytes = files::read(&self.file)?;
        let text = std::str::from_utf8(&bytes).map_err(|error| no_replay(&error))?;
        let replay = match Recorded::read(text) {
            Ok(replay) => replay,
            Err(error) if error.line == 1 => return Err(no_replay(&error)),
            Err(error) => {
                writeln!(console, "{name}: {error}")?;
                return Ok(Verdict::Findings);
            }
        };
        let (_, start) = play::start(replay.header.scenario.as_bytes()).map_err(|why| {
            Failure::new(format!("the scenario in {name} cannot be played: {why}"))
                .help("use the version of Battlewright that wrote the replay")
        })?;
        match replay.verify(start) {
            Ok(game) => {
                let checked =
                    if replay.has_states() { "every state as recorded" } else { "all legal; no states are recorded" };
                writeln!(console, "{}: {}, {checked}", replay.header.title, count(game.len(), "input"))?;
                story::outcome(&game, console)?;
                Ok(Verdict::Clean)
            }
            Err(difference) => {
                writeln!(console, "{name}: {difference}")?;
                if replay.header.engine != ENGINE {
                    let engine = &replay.header.engine;
                    writeln!(console, "  note: it was recorded by version {engine:?}; this is {ENGINE:?}")?;
                }
                Ok(Verdict::Findings)
            }
        }
    }
}
