//! `link`: an address that holds a whole scenario or a recorded game.

use std::io::Write as _;
use std::path::PathBuf;

use battlewright_export::link::{LinkedFile, MOST_LINKED_BYTES};
use clap::Args;

use crate::console::{Console, Failure, Verdict, stderr};
use crate::files::{self, slashed};
use crate::game;
use crate::replay::{CheckedReplay, checked};

/// Print an address that opens a scenario or a recorded game in a browser; the address holds the whole file
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Link {
    /// A scenario, or a replay as written by `play --replay`
    file: PathBuf,
    /// The address of a published site; without it, only the part of the address below the site is printed
    #[arg(long, value_name = "ADDRESS", value_parser = site)]
    site: Option<String>,
    /// Open a replay to play on from its last position
    #[arg(long)]
    play: bool,
}

const EXAMPLES: &str = "\
Exit status: 0 printed, 1 an input of the replay differs, 2 the file cannot be linked.

Examples:
  battlewright link my-battle.toml --site https://example.org/battles
  battlewright link game.jsonl --site https://example.org/battles
  battlewright link game.jsonl --play --site https://example.org/battles";

/// The longest address that browsers open.
const LONGEST: usize = 2_000_000;

/// The longest address that most messengers pass on.
const LONGEST_IN_MESSAGES: usize = 32_000;

/// Parses the address of a site and returns it with a slash at its end.
fn site(text: &str) -> Result<String, String> {
    let is_web = ["https://", "http://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if !is_web {
        return Err("expected an address such as https://example.org/battles".to_owned());
    }
    if let Some(odd) = text.chars().find(|c| c.is_whitespace() || c.is_control() || matches!(c, '#' | '?')) {
        return Err(format!(
            "it has the character {odd:?}; give the address of the first page, without what follows it"
        ));
    }
    let folder = text.strip_suffix("index.html").unwrap_or(text);
    Ok(format!("{}/", folder.trim_end_matches('/')))
}

impl Link {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let Some(address) = self.address()? else { return Ok(Verdict::Findings) };
        if address.len() > LONGEST_IN_MESSAGES {
            let long = address.len().div_ceil(1000);
            writeln!(
                stderr(),
                "note: the address is {long} kB long; many messengers cut it. Send the file, or publish a site"
            )?;
        }
        writeln!(console, "{address}")?;
        Ok(Verdict::Clean)
    }

    /// Returns the address; `None` if an input of the replay differs, which is then told.
    fn address(&self) -> Result<Option<String>, Failure> {
        let bytes = files::playable(&self.file)?;
        let name = slashed(&self.file);
        let is_replay = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
        let (page, linked) = if is_replay {
            let mut told = Vec::new();
            let CheckedReplay::Same(replay) = checked(&self.file, &bytes, &mut told)? else {
                write!(stderr(), "{}", String::from_utf8_lossy(&told))?;
                return Ok(None);
            };
            // States are most of the bytes of a replay, and no link needs them.
            (if self.play { "play" } else { "replay" }, LinkedFile::Game(replay.without_states().write()))
        } else {
            if self.play {
                return Err(Failure::new(format!("{name} is no replay, which --play needs"))
                    .help("omit --play: the link of a scenario opens a new game"));
            }
            game::start(&bytes).map_err(|why| {
                Failure::new(format!("{name} cannot be played: {why}"))
                    .help(format!("run `battlewright validate {name}` to list the problems"))
            })?;
            ("play", LinkedFile::Scenario(String::from_utf8_lossy(&bytes).into_owned()))
        };
        let (LinkedFile::Scenario(text) | LinkedFile::Game(text)) = &linked;
        let address = format!("{}{page}/#{}", self.site.as_deref().unwrap_or_default(), linked.fragment());
        if text.len() > MOST_LINKED_BYTES || address.len() > LONGEST {
            return Err(Failure::new(format!("{name} is too large for a link"))
                .help("send the file, or publish a site with it"));
        }
        Ok(Some(address))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use battlewright_engine::play::replay::Header;
    use battlewright_engine::play::{Match, Replay};
    use battlewright_engine::players::Kind;

    use super::*;
    use crate::contestants::Contender;

    /// A folder with the bundled lesson and a game of it.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/tutorial.toml")).unwrap();
        let (scenario, start) = game::start(text.as_bytes()).unwrap();
        let mut game = Match::seeded(start, 3);
        game::finish(&mut game, &[Kind::Random, Kind::Random].map(Contender::Kind), 3).unwrap();
        let players = ["random", "random"].map(str::to_owned);
        let header = Header::new(scenario.system().name(), scenario.title(), players, Some(3), text.as_str());
        fs::write(folder.path().join("game.jsonl"), Replay::of(header, &game).write()).unwrap();
        fs::write(folder.path().join("lesson.toml"), text).unwrap();
        folder
    }

    fn link(folder: &std::path::Path, name: &str, play: bool) -> Result<Option<String>, Failure> {
        let site = Some("https://example.org/b/".to_owned());
        Link { file: folder.join(name), site, play }.address()
    }

    #[test]
    fn an_address_holds_the_file() {
        let folder = folder();
        let opened = |address: String, page: &str| {
            let fragment = address.strip_prefix("https://example.org/b/").unwrap().strip_prefix(page).unwrap();
            LinkedFile::of_fragment(fragment).unwrap()
        };
        let address = link(folder.path(), "lesson.toml", false).unwrap().unwrap();
        let text = fs::read_to_string(folder.path().join("lesson.toml")).unwrap();
        assert_eq!(opened(address, "play/"), LinkedFile::Scenario(text));
        for (play, page) in [(false, "replay/"), (true, "play/")] {
            let address = link(folder.path(), "game.jsonl", play).unwrap().unwrap();
            let LinkedFile::Game(text) = opened(address, page) else { panic!("a game") };
            let replay = Replay::read(&text).unwrap();
            assert!(!replay.has_states() && replay.len() > 10);
        }
    }

    #[test]
    fn files_that_cannot_be_opened_have_no_link() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        let told = |name: &str, play| link(folder.path(), name, play).unwrap_err().to_string();
        assert!(told("lesson.toml", true).contains("is no replay, which --play needs"));
        fs::write(path("empty.toml"), "").unwrap();
        assert!(told("empty.toml", false).contains("cannot be played"));
        let lesson = fs::read_to_string(path("lesson.toml")).unwrap();
        fs::write(path("large.toml"), lesson + &"# padding\n".repeat(500_000)).unwrap();
        assert!(told("large.toml", false).contains("is too large for a link"));
        let changed = fs::read_to_string(path("game.jsonl")).unwrap().replacen("\"dice\":[", "\"dice\":[6,", 1);
        fs::write(path("changed.jsonl"), changed).unwrap();
        assert_eq!(link(folder.path(), "changed.jsonl", false).unwrap(), None);
    }

    #[test]
    fn a_site_is_an_address() {
        for text in ["https://example.org/b", "https://example.org/b/", "https://example.org/b/index.html"] {
            assert_eq!(site(text).as_deref(), Ok("https://example.org/b/"));
        }
        assert_eq!(site("http://127.0.0.1:8000").as_deref(), Ok("http://127.0.0.1:8000/"));
        for text in
            ["example.org", "https://", "ftp://example.org", "https://example.org/#x", "https://example.org/a b"]
        {
            assert!(site(text).is_err(), "{text}");
        }
    }
}
