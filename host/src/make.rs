//! New games.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Chance, Game as _, Turn};
use battlewright_engine::play::Dice;
use battlewright_engine::players::{Budget, Kind};
use battlewright_referee::{ClockRule, DiceKind, GameTable, Header, UndoRule, commitment};
use battlewright_schema::common::characters::is_invisible;
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::random;
use crate::store::{self, NewGame, games};

/// The most letters of a name.
const LONGEST_NAME: usize = 60;

/// The most seconds of a clock: 90 days.
const LONGEST_CLOCK: u32 = 90 * 24 * 3600;

/// The time for all that is done with an uploaded scenario.
const CHECK_TIME: Duration = Duration::from_secs(10);

/// The time for the games in which an uploaded scenario is tried.
const TRY_TIME: Duration = Duration::from_secs(4);

/// The games in which an uploaded scenario is tried.
const TRIES: u64 = 3;

/// The choices and rolls of a tried game.
const TRY_LENGTH: usize = 20_000;

/// The order for a new game, as the form sends it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameForm {
    /// The scenario.
    pub(crate) scenario: ChosenScenario,
    /// The names of the players; empty for those who give none.
    #[serde(default)]
    pub(crate) names: [String; 2],
    /// The computer players of the sides.
    #[serde(default)]
    pub(crate) computers: [Option<String>; 2],
    /// The choices that a player may take back.
    pub(crate) undo: UndoRule,
    /// The clocks.
    #[serde(default)]
    pub(crate) clock: Option<ClockRule>,
}

/// The scenario of a new game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum ChosenScenario {
    /// One of the site.
    Name(String),
    /// The text of a file.
    Text(String),
}

/// A new game and the links to it, from the root of the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MadeGame {
    /// The id of the game.
    pub(crate) game: String,
    /// The link of the first player.
    pub(crate) first: String,
    /// The link of the second player.
    pub(crate) second: String,
    /// The link of spectators.
    pub(crate) spectator: String,
}

/// The permit of an address to make one game, without which none is made.
#[derive(Debug)]
pub(crate) struct GamePermit(());

/// Uses one of the new games of `peer` up; `Err` with the reason if none is left.
pub(crate) fn permit(host: &Host, peer: IpAddr) -> Result<GamePermit, String> {
    let most = host.options.limits.games_an_hour;
    let is_left = host.new_games.take(peer, Instant::now());
    is_left.then_some(GamePermit(())).ok_or_else(|| format!("at most {most} games an hour; try again later"))
}

/// Returns the link to the seat of `token` in `game`. The token is in the fragment, which browsers never send.
pub(crate) fn link(game: &str, token: &str) -> String {
    format!("/host/play/#{game}.{token}")
}

/// Makes a game; `Err` with the reason, in a sentence.
pub(crate) async fn game(host: &Arc<Host>, permit: GamePermit, form: NewGameForm) -> Result<MadeGame, String> {
    let form = checked(form, host.options.limits.tries)?;
    let text: Arc<str> = match form.scenario {
        ChosenScenario::Name(name) => {
            host.site.text(&name).ok_or("there is no scenario of this name; choose one of the list")?
        }
        ChosenScenario::Text(text) => {
            let most = host.options.limits.upload;
            if text.len() > most {
                return Err(format!("the scenario has more than {} kB", most >> 10));
            }
            tried(host, text).await?
        }
    };
    let mut header = Header::new(String::new(), no_dice(), form.undo, 0, text.to_string());
    (header.names, header.computers, header.clock) = (form.names, form.computers, form.clock);
    keep(host, permit, header, None).await
}

/// Makes a game of the same scenario with exchanged seats; `Err` with the reason.
pub(crate) async fn again(host: &Arc<Host>, permit: GamePermit, old: &Header) -> Result<MadeGame, String> {
    let [first, second] = old.names.clone();
    let [one, two] = old.computers.clone();
    let mut header = Header::new(String::new(), no_dice(), old.undo, 0, old.scenario.clone());
    (header.names, header.computers, header.clock) = ([second, first], [two, one], old.clock);
    keep(host, permit, header, Some(old.id.clone())).await
}

/// Dice that are replaced before the game is kept.
fn no_dice() -> DiceKind {
    DiceKind { commitment: String::new(), shares: true, secret: None }
}

async fn keep(
    host: &Arc<Host>,
    GamePermit(()): GamePermit,
    header: Header,
    follows: Option<String>,
) -> Result<MadeGame, String> {
    let opening = Arc::clone(host);
    let (table, mut header) = blocking(move || {
        let hash = random::hex(&random::hash(header.scenario.as_bytes()));
        let table = opening.tables.open(&hash, &header.scenario).map_err(|error| error.to_string())?;
        Ok((table, header))
    })
    .await?;
    let random = |error: crate::HostError| error.to_string();
    let (game, secret) = (random::id().map_err(random)?, random::bytes().map_err(random)?);
    header.id.clone_from(&game);
    header.made = host.now();
    header.dice.commitment = commitment("dice", &game, &secret);
    table.scenario().system().name().clone_into(&mut header.system);
    table.scenario().title().clone_into(&mut header.title);
    let tokens = [random::id().map_err(random)?, random::id().map_err(random)?, random::id().map_err(random)?];
    let hashes = tokens.each_ref().map(|token| random::hash(token.as_bytes()));
    let new = NewGame { header, secret, tokens: hashes, follows };
    let most = host.options.limits.games;
    let kept = host.store.write(move |connection| {
        let is_room = games::number(connection)? < most;
        if is_room {
            new.keep(connection)?;
        }
        Ok(is_room)
    });
    match kept.await {
        Ok(true) => {
            let [first, second, spectator] = tokens.map(|token| link(&game, &token));
            Ok(MadeGame { game, first, second, spectator })
        }
        Ok(false) => Err(format!("this server keeps at most {most} games; ask its operator to erase ended ones")),
        Err(error) => Err(format!("the server cannot store the game ({error})")),
    }
}

/// Checks all but the scenario.
fn checked(form: NewGameForm, tries: u32) -> Result<NewGameForm, String> {
    for name in &form.names {
        if name.chars().count() > LONGEST_NAME || name.chars().any(|c| c.is_control() || is_invisible(c)) {
            return Err(format!("a name has at most {LONGEST_NAME} letters in one line"));
        }
    }
    if form.computers.iter().all(Option::is_some) {
        return Err("two computer players need no server; leave a seat for a person".to_owned());
    }
    for name in form.computers.iter().flatten() {
        let unknown = || format!("there is no computer player {name:?}; there are {}", Kind::NAMES);
        let is_small = match Kind::by_name(name).ok_or_else(unknown)? {
            Kind::Random | Kind::Greedy => true,
            Kind::Search(Budget::Iterations(most)) | Kind::Plan(Budget::Iterations(most)) => most <= tries,
            Kind::Search(Budget::Milliseconds(time)) => time <= tries / Kind::TRIES_A_MILLISECOND,
            Kind::Plan(Budget::Milliseconds(time)) => time <= tries.saturating_mul(Kind::MILLISECONDS_A_PLAYOUT),
        };
        if !is_small {
            return Err(format!("on this server, a computer player has at most {tries} tries"));
        }
    }
    if let Some(ClockRule { bank, increment, cap }) = form.clock
        && (bank == 0 || bank > cap || increment > cap || cap > LONGEST_CLOCK)
    {
        return Err("a clock has time at the start, at most its greatest time, which is at most 90 days".to_owned());
    }
    Ok(form)
}

/// Reads an uploaded scenario and tries it in games at random.
async fn tried(host: &Arc<Host>, text: String) -> Result<Arc<str>, String> {
    let _permit = host.checkers.acquire().await.map_err(|_| "the server is closing")?;
    let checking = blocking(move || {
        let table = GameTable::open(&text).map_err(|error| error.to_string())?;
        let end = Instant::now() + TRY_TIME;
        (0..TRIES).for_each(|seed| try_game(table.start().clone(), seed, end));
        Ok(text.into())
    });
    tokio::time::timeout(CHECK_TIME, checking)
        .await
        .map_err(|_| "it takes more than ten seconds to read the scenario and to try it; make it smaller".to_owned())?
}

/// Plays a game at random, as far as the time goes: a scenario that makes the rules fail does so here, and not in a game of people.
fn try_game(mut game: AnyGame, seed: u64, end: Instant) {
    let mut dice = Dice::new(seed);
    let mut legal = Vec::new();
    for _ in 0..TRY_LENGTH {
        if Instant::now() >= end {
            return;
        }
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
            Turn::Choose(_) => {
                legal.clear();
                game.actions(&mut legal);
                let from = u16::try_from(legal.len()).unwrap_or(u16::MAX).max(1);
                let Some(action) = legal.get(usize::from(dice.pick(Chance::Draw { from }))) else { return };
                game.apply(action, &mut ());
            }
        }
    }
}

/// Does what takes a while on a thread of its own. Rules that fail are a refusal.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Result<T, String> {
    let failed = |_| "the rules fail on this scenario; please report it as a defect of the program".to_owned();
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

/// Returns the text of a scenario of a kept game.
pub(crate) async fn kept_scenario(host: &Arc<Host>, hash: String) -> Option<String> {
    store::read(&host.store, move |connection| games::scenario(connection, &hash)).await.ok().flatten()
}
