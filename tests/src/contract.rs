//! The contract of all games, whatever their rules. It is checked after each input of many games.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use battlewright_engine::game::{Game, Side, Turn, Viewer};
use battlewright_engine::play::replay::Header;
use battlewright_engine::play::{Dice, Input, Match, Replay};
use battlewright_engine::players::{Command, Kind, Player};
use battlewright_engine::show::{Click, Piece, Show};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns the number of games that are played to check the contract: the variable `BATTLEWRIGHT_GAMES`, or 50.
///
/// # Panics
/// The variable is no number.
#[expect(clippy::expect_used, reason = "a test fails loudly")]
pub fn games() -> u64 {
    std::env::var("BATTLEWRIGHT_GAMES").map_or(50, |games| games.parse().expect("a number of games"))
}

/// Returns `true` if there is time for long games of whole battles: 200 games or more.
pub fn is_thorough() -> bool {
    games() >= 200
}

/// The bundled scenarios in which greedy players play by default, the shortest of each system. In whole battles, their games take
/// many seconds and prove the same.
pub const SHORT: [&str; 5] = [
    "mars-la-tour.toml",
    "pm-crisis-on-the-left.toml",
    "aac-first-orders.toml",
    "matz-first-day.toml",
    "outrance-first-assault.toml",
];

/// The parameters of the contract that differ between systems.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The maximum number of units of a side in a hex.
    pub units_per_hex: usize,
    /// `true` if units of both sides may be in one hex, for example after a charge.
    pub enemies_may_meet: bool,
    /// `true` if the list of actions has all legal ones. On a table they are endless; then the list is a choice of them.
    pub lists_all: bool,
    /// The number of inputs after which a game counts as endless.
    pub longest: usize,
    /// The number of inputs from one position whose actions, copies, pieces and views are checked to the next. Inputs, secret
    /// choices and the replay are always checked.
    pub every: usize,
    /// Returns the secrecy of the action with this notation, if it is a secret choice.
    pub secret: fn(&str) -> Option<Sealed>,
}

/// The duration of the secrecy of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// Until the enemy has made a choice.
    UntilAnswered,
    /// Until a random draw reveals it.
    UntilDrawn,
    /// Until the side has made the last of several secret choices in a row, and perhaps longer.
    WhileChoosing,
}

/// The coverage of the played games, for tests of sufficient coverage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// The number of inputs in all games.
    pub inputs: usize,
    /// The number of actions from other positions that were tried and refused.
    pub refused: usize,
    /// The number of actions from other positions that were legal, but not in the list.
    pub unlisted: usize,
    /// The number of secret choices.
    pub secrets: usize,
}

impl Met {
    /// Adds the numbers of `other`.
    fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.refused += other.refused;
        self.unlisted += other.unlisted;
        self.secrets += other.secrets;
    }
}

/// Plays a game from `start` for each of `seeds`, with players of one kind, and checks the contract.
///
/// # Errors
/// The first violation, with the seed and the number of inputs.
pub fn check<G: Show + Command>(
    start: &G,
    terms: Terms,
    kind: Kind,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<Met, String> {
    let mut met = Met::default();
    let mut memory = Memory::default();
    for seed in seeds {
        let mut player = kind.player(Dice::named(seed, "player"));
        let mut game = Watched { game: Match::new(start.clone()), dice: Dice::new(seed), terms, met: Met::default() };
        let kept = game.play(player.as_mut(), &mut memory);
        kept.map_err(|broken| format!("seed {seed}, after input {}: {broken}", game.game.len()))?;
        met.add(game.met);
    }
    Ok(met)
}

/// Actions from other positions and games, most of which are illegal in the current position.
struct Memory<A> {
    actions: Vec<A>,
    at: usize,
}

impl<A> Default for Memory<A> {
    fn default() -> Self {
        Self { actions: Vec::new(), at: 0 }
    }
}

impl<A: Copy> Memory<A> {
    const KEPT: usize = 1021;
    const ASKED: usize = 6;

    fn keep(&mut self, action: A) {
        if self.actions.len() < Self::KEPT {
            self.actions.push(action);
        } else {
            let at = self.at % Self::KEPT;
            self.actions[at] = action;
        }
        self.at += 1;
    }

    /// Returns a few random actions.
    fn some(&self, dice: &mut Dice) -> Vec<A> {
        let from = u16::try_from(self.actions.len()).unwrap_or(u16::MAX);
        let draw = battlewright_engine::game::Chance::Draw { from };
        let mut drawn = || self.actions.get(usize::from(dice.roll(draw)[0])).copied();
        (0..Self::ASKED).filter_map(|_| drawn()).collect()
    }
}

/// A game whose contract is checked.
struct Watched<G: Game> {
    game: Match<G>,
    dice: Dice,
    terms: Terms,
    met: Met,
}

/// Returns an error with `message` unless `promise` is true.
macro_rules! keep {
    ($promise:expr, $($message:tt)+) => {
        if !$promise {
            return Err(format!($($message)+));
        }
    };
}

impl<G: Show> Watched<G> {
    fn play(&mut self, player: &mut dyn Player<G>, memory: &mut Memory<G::Action>) -> Result<(), String> {
        let mut legal = Vec::new();
        let pieces = ids(&self.game.now().pieces())?;
        loop {
            self.game.now().actions(&mut legal);
            if self.game.len().is_multiple_of(self.terms.every) {
                let checked = self.game.len() / self.terms.every;
                self.check_actions(&legal, &pieces, memory)?;
                self.check_copies(checked.is_multiple_of(8))?;
                self.check_pieces(&pieces)?;
                if checked.is_multiple_of(16) {
                    self.check_views(&legal)?;
                    self.check_log(&legal)?;
                }
            }
            match self.game.now().turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => {
                    keep!(chance.count() > 0, "a chance event requires no dice");
                    let mut picks = self.dice.roll(chance);
                    self.check_wrong_picks(&mut picks)?;
                    self.game.pick(&picks).map_err(|wrong| wrong.to_string())?;
                }
                Turn::Choose(side) => {
                    self.check_secrets(&legal)?;
                    let seen = self.game.now().seen_by(side);
                    let choice = player.choose(&seen, &legal).ok_or("a side must choose, but no action is legal")?;
                    memory.keep(choice);
                    let mut there = self.game.now().clone();
                    there.apply_listed(&choice, &mut ());
                    self.game.choose(choice).map_err(|refusal| format!("{choice:?} was listed, but: {refusal}"))?;
                    keep!(there == *self.game.now(), "apply and apply_listed differ for {choice:?}");
                }
            }
            self.met.inputs += 1;
            keep!(self.game.len() < self.terms.longest, "the game does not end");
        }
        self.check_replay()
    }

    /// Checks that the list of legal actions and `check` agree, for listed actions and for others. Legal actions that are not
    /// listed, if the terms permit any, change the game, and no piece of `known` vanishes.
    fn check_actions(
        &mut self,
        legal: &[G::Action],
        known: &BTreeSet<String>,
        memory: &Memory<G::Action>,
    ) -> Result<(), String> {
        let game = self.game.now();
        let must_choose = matches!(game.turn(), Turn::Choose(_));
        keep!(legal.is_empty() != must_choose, "{} actions are listed for {:?}", legal.len(), game.turn());
        let listed: BTreeSet<&G::Action> = legal.iter().collect();
        keep!(listed.len() == legal.len(), "an action is listed twice in {legal:?}");
        for action in legal {
            game.check(action).map_err(|refusal| format!("{action:?} is listed, but refused: {refusal}"))?;
        }
        for action in memory.some(&mut self.dice) {
            let allowed = game.check(&action);
            if allowed.is_ok() && !listed.contains(&action) && !self.terms.lists_all {
                self.met.unlisted += 1;
                let mut after = game.clone();
                after.apply(&action, &mut ());
                keep!(after != *game, "{action:?} is allowed, but changes nothing");
                keep!(ids(&after.pieces())? == *known, "pieces appeared or vanished after {action:?}");
                continue;
            }
            keep!(allowed.is_ok() == listed.contains(&action), "{action:?} is not listed, but check says {allowed:?}");
            if let Err(refusal) = allowed {
                self.met.refused += 1;
                keep!(!refusal.reason.is_empty(), "{action:?} is refused without a reason");
                let mut after = game.clone();
                let mut log = Vec::new();
                after.apply(&action, &mut log);
                keep!(after == *game && log.is_empty(), "{action:?} is illegal, but changes something");
            }
        }
        Ok(())
    }

    /// Checks that all kinds of copies are equal to the game.
    fn check_copies(&self, json: bool) -> Result<(), String> {
        let game = self.game.now();
        keep!(game.clone() == *game, "a clone differs");
        let back = through_postcard(&game.state())?;
        keep!(game.with_state(back) == *game, "the state differs after writing and reading (postcard)");
        if json {
            let back = through_json(&game.state())?;
            keep!(game.with_state(back) == *game, "the state differs after writing and reading (JSON)");
        }
        Ok(())
    }

    /// Checks that no piece vanishes or is duplicated, that stacking limits are kept, and that ammunition is not
    /// negative.
    fn check_pieces(&self, known: &BTreeSet<String>) -> Result<(), String> {
        let pieces = self.game.now().pieces();
        let now = ids(&pieces)?;
        keep!(now == *known, "pieces appeared or vanished: {:?}", now.symmetric_difference(known).collect::<Vec<_>>());
        self.check_stacking(&pieces)?;
        for track in self.game.now().tracks() {
            let owes = track.name == "Ammunition" && track.value < 0;
            keep!(!owes, "{:?} has {} {}", track.side, track.value, track.name);
        }
        Ok(())
    }

    /// Checks that units share hexes only within `Terms`. Headquarters and markers may share any hex.
    fn check_stacking(&self, pieces: &[Piece]) -> Result<(), String> {
        let mut hexes: BTreeMap<(u16, u16), [Vec<&str>; 2]> = BTreeMap::new();
        // A moving unit may pass through others.
        for piece in pieces.iter().filter(|piece| piece.is_unit() && !piece.active) {
            if let Some(cell) = piece.spot.cell() {
                hexes.entry((cell.column, cell.row)).or_default()[piece.side.index()].push(&piece.id);
            }
        }
        for units in hexes.values() {
            let most = units.iter().map(Vec::len).max().unwrap_or(0);
            keep!(most <= self.terms.units_per_hex, "too many units in a hex: {units:?}");
            let meet = units.iter().all(|of_side| !of_side.is_empty());
            keep!(self.terms.enemies_may_meet || !meet, "units of both sides in a hex: {units:?}");
        }
        Ok(())
    }

    /// Checks the consistency of labels, odds, clicks, routes and views.
    fn check_views(&self, legal: &[G::Action]) -> Result<(), String> {
        let game = self.game.now();
        let mut notations = BTreeSet::new();
        for action in legal {
            let label = game.label(action);
            keep!(!label.text.is_empty(), "{action:?} has no text");
            keep!(notations.insert(label.notation.clone()), "two legal actions are written {:?}", label.notation);
            if let Some(odds) = game.odds(action) {
                for case in odds.cases {
                    let sum: u32 = case.results.iter().map(|(_, rolls)| rolls).sum();
                    keep!(sum == case.of, "the odds of {action:?} ({}) count {sum} of {} rolls", case.name, case.of);
                }
            }
        }
        for piece in game.pieces() {
            if let Some(action) = game.meaning(Click::Piece(piece.id)) {
                let (is_legal, is_listed) = (game.check(&action).is_ok(), legal.contains(&action));
                keep!(
                    is_legal == is_listed || is_legal && !self.terms.lists_all,
                    "a click means {action:?}, but check and the list of actions disagree"
                );
            }
        }
        let reach = game.reach();
        for cell in reach.into_iter().step_by(7) {
            let mut there = game.clone();
            // A decision of the enemy on the way ends the route.
            let mut halted = false;
            for action in game.route(cell) {
                if there.turn() != game.turn() {
                    halted = true;
                    break;
                }
                there.check(&action).map_err(|refusal| format!("the route to {cell:?} is illegal: {refusal}"))?;
                there.apply(&action, &mut ());
            }
            // So does one before the last step is carried out.
            halted |= there.turn() != game.turn();
            let arrived = there.pieces().iter().any(|piece| piece.spot.cell() == Some(cell));
            keep!(halted || arrived, "the route to {cell:?} does not lead there");
        }
        keep!(game.seen_by(Viewer::All) == *game, "something is hidden from a viewer of everything");
        let nobody = game.seen_by(Viewer::Nobody);
        for side in Side::BOTH {
            let seen = game.seen_by(side);
            keep!(seen.seen_by(side) == seen, "a second view by {side:?} differs from the first");
            keep!(game.hides(side) || seen == *game, "the view of {side:?} differs, though nothing is hidden");
            let both = seen.seen_by(side.other());
            let same = both == nobody && both.boards() == nobody.boards() && both.tracks() == nobody.tracks();
            keep!(same, "the view of {side:?} and then of its enemy differs from that of nobody");
            if game.turn() == Turn::Choose(side) {
                let mut known = Vec::new();
                seen.actions(&mut known);
                keep!(known == legal, "{side:?} must choose, but its view has other choices");
                keep!(seen.status() == game.status(), "{side:?} must choose, but its view asks something else");
                let alike = legal.iter().all(|action| seen.label(action) == game.label(action));
                keep!(alike, "{side:?} must choose, but its view has other labels");
            }
        }
        Ok(())
    }

    /// Checks that the enemy cannot tell two choices apart by the log, if the views after them are the same.
    fn check_log(&self, legal: &[G::Action]) -> Result<(), String> {
        let game = self.game.now();
        let Turn::Choose(side) = game.turn() else { return Ok(()) };
        let mut known: Vec<(G, G, Vec<String>)> = Vec::new();
        for action in legal.iter().take(12) {
            let mut after = game.clone();
            let mut events = Vec::new();
            after.apply(action, &mut events);
            if !after.hides(side.other()) {
                continue;
            }
            let (seen, told) = (after.seen_by(side.other()), lines(game, &after, &events));
            for (other, view, lines) in &known {
                let told_apart = *view == seen && *other != after && *lines != told;
                keep!(!told_apart, "only the log tells two choices of {side:?} apart: {lines:?} and {told:?}");
            }
            known.push((after, seen, told));
        }
        Ok(())
    }

    /// Checks that unexpected random numbers change nothing. Leaves `picks` unchanged.
    fn check_wrong_picks(&self, picks: &mut Vec<u16>) -> Result<(), String> {
        let game = self.game.now();
        picks.push(1);
        let mut after = game.clone();
        let mut log = Vec::new();
        after.resolve(picks, &mut log);
        picks.pop();
        after.resolve(&vec![u16::MAX; picks.len()], &mut log);
        keep!(after == *game && log.is_empty(), "unexpected random numbers change something");
        Ok(())
    }

    /// Checks that the enemy cannot distinguish a sealed secret choice from the other choices, by the view or by the
    /// log.
    fn check_secrets(&mut self, legal: &[G::Action]) -> Result<(), String> {
        let game = self.game.now();
        let Turn::Choose(side) = game.turn() else { return Ok(()) };
        let secret = |game: &G, action: &G::Action| (self.terms.secret)(&game.label(action).notation);
        if !legal.iter().all(|action| secret(game, action).is_some()) {
            return Ok(());
        }
        let mut afters = Vec::new();
        for action in legal {
            let mut after = game.clone();
            let mut events = Vec::new();
            after.apply(action, &mut events);
            let sealed = match secret(game, action) {
                Some(Sealed::UntilDrawn) => true,
                until => {
                    let next = if until == Some(Sealed::WhileChoosing) { side } else { side.other() };
                    let mut answers = Vec::new();
                    after.actions(&mut answers);
                    after.turn() == Turn::Choose(next) && answers.iter().all(|answer| secret(&after, answer).is_some())
                }
            };
            if sealed {
                let told = lines(game, &after, &events);
                afters.push((after, told));
            }
        }
        for pair in afters.windows(2) {
            let [(one, told_one), (two, told_two)] = pair else { continue };
            self.met.secrets += 1;
            keep!(one != two, "two secret choices lead to the same position");
            keep!(one.seen_by(side) != two.seen_by(side), "{side:?} does not see its own secret");
            keep!(one.seen_by(side.other()) == two.seen_by(side.other()), "the enemy of {side:?} sees its secret");
            keep!(told_one == told_two, "the log of the enemy of {side:?} reveals its secret");
        }
        Ok(())
    }

    /// Checks that the same inputs, and the replay file, lead to the same position.
    fn check_replay(&self) -> Result<(), String> {
        let mut again = self.game.start().clone();
        for (_, input) in self.game.inputs() {
            match input {
                Input::Choice(action) => again.apply(action, &mut ()),
                Input::Picks(picks) => again.resolve(picks, &mut ()),
            }
        }
        keep!(again == *self.game.now(), "the same inputs lead to another position");
        let players = ["random".to_owned(), "random".to_owned()];
        let text = Replay::of(Header::new("", "", players, None, ""), &self.game).write();
        let replay = Replay::read(&text).map_err(|error| format!("the replay cannot be read: {error}"))?;
        let replayed = replay.verify(self.game.start().clone()).map_err(|difference| difference.to_string())?;
        keep!(replayed.now() == self.game.now(), "the replay leads to another position");
        Ok(())
    }
}

/// Returns the log lines of `events`, which led from one game to the other.
fn lines<G: Show>(before: &G, after: &G, events: &[G::Event]) -> Vec<String> {
    events.iter().flat_map(|event| after.log_lines(before, event)).map(|line| line.text).collect()
}

fn ids(pieces: &[Piece]) -> Result<BTreeSet<String>, String> {
    let ids: BTreeSet<String> = pieces.iter().map(|piece| piece.id.clone()).collect();
    keep!(ids.len() == pieces.len(), "a piece is duplicated");
    Ok(ids)
}

fn through_postcard<T: Serialize + DeserializeOwned + Debug>(value: &T) -> Result<T, String> {
    let bytes = postcard::to_allocvec(value).map_err(|error| format!("cannot be written: {error}"))?;
    postcard::from_bytes(&bytes).map_err(|error| format!("cannot be read back: {error}"))
}

fn through_json<T: Serialize + DeserializeOwned + Debug>(value: &T) -> Result<T, String> {
    let text = serde_json::to_string(value).map_err(|error| format!("cannot be written: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("cannot be read back: {error}"))
}
