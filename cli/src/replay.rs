//! `replay`: plays a recorded game again and compares every state.

mod people;

use std::io::Write;
use std::path::{Path, PathBuf};

use battlewright_engine::play::Replay as Recorded;
use battlewright_engine::play::replay::ENGINE;
use battlewright_referee::GameRecord;
use clap::Args;

use crate::console::{Console, Failure, Verdict, count};
use crate::publish::WebPrograms;
use crate::{files, game, output, story};

/// Replay a recorded game and compare every state with the record
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Replay {
    /// The replay file, as written by `play --replay`, or the record of a game between people
    file: PathBuf,
    /// Accept only records of games between people whose dice can be checked, as nobody could choose the numbers
    #[arg(long)]
    verify: bool,
    /// Also write a page that shows the game step by step, in one file for any browser
    #[arg(long, value_name = "OUT.html")]
    page: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Exit status: 0 identical, 1 an input differs (the first is reported) or, with --verify, the dice cannot be checked, 2 the file is
not a replay.

Examples:
  battlewright play my-battle.toml --seed 7 --replay game.jsonl
  battlewright replay game.jsonl
  battlewright replay game.jsonl --page game.html
  battlewright replay game-between-people.jsonl --verify";

impl Replay {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        // What is missing is told before any work.
        let page = match &self.page {
            Some(out) => {
                output::distinct([self.file.as_path()], [out.as_path()])?;
                Some((out, WebPrograms::find(None)?.standalone()?))
            }
            None => None,
        };
        let bytes = files::read(&self.file)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let verdict = if GameRecord::is_record(&text) {
            if !people::checked(&self.file, &text, self.verify, console)? {
                return Ok(Verdict::Findings);
            }
            Verdict::Clean
        } else {
            match checked(&self.file, &bytes, console)? {
                CheckedReplay::Same(_) if self.verify => {
                    let name = files::slashed(&self.file);
                    writeln!(
                        console,
                        "{name}: its dice cannot be checked: it is not the record of a game between people"
                    )?;
                    Verdict::Findings
                }
                CheckedReplay::Same(_) => Verdict::Clean,
                CheckedReplay::Different => Verdict::Findings,
            }
        };
        if let Some((out, page)) = page {
            // A page shows a game up to its first difference, and names that.
            output::write(out, with_game(&page, &text)?.as_bytes())?;
            writeln!(console, "wrote {}", files::slashed(out))?;
        }
        Ok(verdict)
    }
}

/// The outcome of a check.
pub(crate) enum CheckedReplay {
    /// All inputs are legal, and all recorded states the same.
    Same(Box<Recorded>),
    /// An input differs.
    Different,
}

/// Plays the game in `bytes`, read from `file`, again and prints the result or the first difference.
///
/// # Errors
/// The file is not a replay, or its scenario cannot be played.
pub(crate) fn checked(file: &Path, bytes: &[u8], console: &mut impl Write) -> Result<CheckedReplay, Failure> {
    let name = files::slashed(file);
    let no_replay = |why: &dyn std::fmt::Display| Failure::new(format!("{name} is not a replay: {why}"));
    let text = std::str::from_utf8(bytes).map_err(|error| no_replay(&error))?;
    let replay = match Recorded::read(text) {
        Ok(replay) => replay,
        Err(error) if error.line == 1 => return Err(no_replay(&error)),
        Err(error) => {
            writeln!(console, "{name}: {error}")?;
            return Ok(CheckedReplay::Different);
        }
    };
    let (_, start) = game::start(replay.header.scenario.as_bytes()).map_err(|why| {
        Failure::new(format!("the scenario in {name} cannot be played: {why}"))
            .help("use the version of Battlewright that wrote the replay")
    })?;
    match replay.verify(start) {
        Ok(game) => {
            let checked =
                if replay.has_states() { "every state as recorded" } else { "all legal; no states are recorded" };
            writeln!(console, "{}: {}, {checked}", replay.header.title, count(game.len(), "input"))?;
            story::outcome(&game, console)?;
            Ok(CheckedReplay::Same(Box::new(replay)))
        }
        Err(difference) => {
            writeln!(console, "{name}: {difference}")?;
            if replay.header.engine != ENGINE {
                let engine = &replay.header.engine;
                writeln!(console, "  note: it was recorded by version {engine:?}; this is {ENGINE:?}")?;
            }
            Ok(CheckedReplay::Different)
        }
    }
}

/// The place of the game in the page.
const PLACE: &str = "@GAME@";

/// Puts the text of a replay into the page that shows it.
///
/// # Errors
/// The page has no single place for it.
fn with_game(page: &str, text: &str) -> Result<String, Failure> {
    if page.matches(PLACE).count() != 1 {
        return Err(Failure::new("the page for replays among the web programs is damaged")
            .help("download the folder `web` of the release again, or run `web/build.sh`"));
    }
    // Nothing in the game ends the element that holds it.
    let game = serde_json::Value::from(text).to_string().replace('<', "\\u003c");
    Ok(page.replace(PLACE, &game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_cannot_leave_its_element() {
        let page = "<script type=\"application/json\" id=\"game\">@GAME@</script>";
        let text = "{\"title\":\"</script><script>alert(1)</script>@GAME@\"}\n";
        let made = with_game(page, text).unwrap();
        assert_eq!(made.matches("<script").count(), 1, "{made}");
        let (_, json) = made.split_once("id=\"game\">").unwrap();
        let json: String = serde_json::from_str(json.strip_suffix("</script>").unwrap()).unwrap();
        assert_eq!(json, text);
        assert!(with_game("no place", text).is_err() && with_game("@GAME@@GAME@", text).is_err());
    }
}
