//! Records of games between people: choices, dice and their proof.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use battlewright_engine::play::replay::ENGINE;
use battlewright_engine::show::Show as _;
use battlewright_referee::{EntryKind, GameRecord, GameTable, Referee};

use crate::console::{Failure, count};
use crate::{files, story};

/// Plays the game of the record `text`, read from `file`, again and prints the result. Returns `false` if an entry differs, or
/// if its dice cannot be checked and `must_prove` is set.
///
/// # Errors
/// The file is no whole record, or its scenario cannot be played.
pub(super) fn checked(file: &Path, text: &str, must_prove: bool, console: &mut impl Write) -> Result<bool, Failure> {
    let name = files::slashed(file);
    let record =
        GameRecord::read(text).map_err(|error| Failure::new(format!("{name} is not the record of a game: {error}")))?;
    let table = GameTable::open(&record.header.scenario).map_err(|why| {
        Failure::new(format!("the scenario in {name} cannot be played: {why}"))
            .help("use the version of Battlewright that kept the game")
    })?;
    let referee = match Referee::of(Arc::new(table), &record, None) {
        Ok(referee) => referee,
        Err(error) => {
            writeln!(console, "{name}: {error}")?;
            if record.header.engine != ENGINE {
                let engine = &record.header.engine;
                writeln!(console, "  note: the game was begun with version {engine:?}; this is {ENGINE:?}")?;
            }
            return Ok(false);
        }
    };
    let rolls = record.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Picks { .. })).count();
    writeln!(console, "{}: {}, all legal", record.header.title, count(referee.inputs(), "input"))?;
    let proof = referee.dice_proof();
    match &proof {
        Some(proof) => {
            let sides = referee.game().start().sides();
            let with_share = sides.iter().zip(&proof.shares).filter(|(_, share)| !share.is_empty());
            let shares: Vec<&str> = with_share.map(|(side, _)| side.as_str()).collect();
            let by = match shares.as_slice() {
                [] => "of the keeper alone".to_owned(),
                shares => format!("of the keeper and the shares of the {}", shares.join(" and the ")),
            };
            writeln!(console, "Dice: {} as the secret {by} give them", count(rolls, "roll"))?;
        }
        None => writeln!(console, "Dice: not checked, since the secret is opened when the game ends")?,
    }
    match referee.end() {
        Some(end) => writeln!(console, "{}", end.text)?,
        None => story::outcome(referee.game(), console)?,
    }
    let is_proven = proof.is_some() || !must_prove;
    if !is_proven {
        writeln!(console, "{name}: the dice cannot be checked before the end of the game")?;
    }
    Ok(is_proven)
}
