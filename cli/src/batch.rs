//! Many games of a scenario: one line per game, and the number of each verdict.

use std::cmp;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Level, Outcome, Side};
use battlewright_engine::play::Match;
use battlewright_engine::show::Show;
use battlewright_export::parallel::{Workers, in_order};

use crate::console::{Verdict, count};
use crate::contestants::Contender;
use crate::{game, story};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEnd {
    /// The last turn.
    turn: u8,
    /// The outcome with the degree of the victory in words, or the reason why there is none.
    outcome: Result<(Outcome, &'static str), String>,
}

/// Plays `start` with each seed from `first` to `last` on this many `threads`, and passes the ends of the games to `each`
/// in the order of the seeds.
///
/// # Errors
/// The first error of `each`; no further game starts after it.
pub(crate) fn games(
    start: &AnyGame,
    contenders: &[Contender; 2],
    (first, last): (u64, u64),
    threads: usize,
    each: impl FnMut(u64, GameEnd) -> io::Result<()>,
) -> io::Result<()> {
    let games = last.saturating_sub(first).saturating_add(1);
    let never = AtomicBool::new(false);
    in_order((first, games), Workers::new(threads), &never, |seed, _| game(start, contenders, seed), each)
}

fn game(start: &AnyGame, contenders: &[Contender; 2], seed: u64) -> GameEnd {
    let mut game = Match::seeded(start.clone(), seed);
    let outcome = game::finish(&mut game, contenders, seed).map(|(outcome, _)| (outcome, game.now().degree(&outcome)));
    GameEnd { turn: game.now().status().turn, outcome }
}

/// A printer of a line per game, unless `quiet`, and of the counts of verdicts.
pub(crate) struct BatchReport {
    sides: [String; 2],
    quiet: bool,
    games: usize,
    /// The verdicts with their counts, from the best for the first side to the worst.
    verdicts: BTreeMap<(VerdictRank, Level), (String, usize)>,
    stalled: usize,
}

/// The order of verdicts, from the best for the first side to the best for the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum VerdictRank {
    First(cmp::Reverse<Level>),
    Draw,
    Second,
}

impl BatchReport {
    pub(crate) fn new(sides: [String; 2], quiet: bool) -> Self {
        Self { sides, quiet, games: 0, verdicts: BTreeMap::new(), stalled: 0 }
    }

    pub(crate) fn game(&mut self, seed: u64, ended: &GameEnd, to: &mut impl Write) -> io::Result<()> {
        self.games += 1;
        let [one, two] = &self.sides;
        let told = match &ended.outcome {
            Err(why) => {
                self.stalled += 1;
                why.clone()
            }
            Ok((outcome, degree)) => {
                let verdict = story::verdict(outcome, degree, [one, two]);
                let standing = match outcome.winner {
                    Some(Side::First) => VerdictRank::First(cmp::Reverse(outcome.level)),
                    None => VerdictRank::Draw,
                    Some(Side::Second) => VerdictRank::Second,
                };
                let [a, b] = outcome.points;
                let told = format!("{verdict}, points: {one} {a}, {two} {b}");
                self.verdicts.entry((standing, outcome.level)).or_insert((verdict, 0)).1 += 1;
                told
            }
        };
        if self.quiet { Ok(()) } else { writeln!(to, "Seed {seed}: turn {}, {told}", ended.turn) }
    }

    /// Writes the count of each verdict. A game without an outcome is a finding.
    pub(crate) fn summary(&self, to: &mut impl Write) -> io::Result<Verdict> {
        if !self.quiet {
            writeln!(to)?;
        }
        writeln!(to, "{}:", count(self.games, "game"))?;
        for (verdict, games) in self.verdicts.values() {
            writeln!(to, "{games:6}  {verdict}")?;
        }
        if self.stalled == 0 {
            return Ok(Verdict::Clean);
        }
        writeln!(to, "{:6}  did not end", self.stalled)?;
        Ok(Verdict::Findings)
    }
}

#[cfg(test)]
mod tests {
    use battlewright_engine::players::Kind;

    use super::*;

    const PLAYERS: [Contender; 2] = [Contender::Kind(Kind::Random), Contender::Kind(Kind::Greedy)];

    fn tutorial() -> AnyGame {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/tutorial.toml");
        game::start(&std::fs::read(file).unwrap()).unwrap().1
    }

    fn played(seeds: (u64, u64), threads: usize) -> Vec<(u64, GameEnd)> {
        let mut played = Vec::new();
        games(&tutorial(), &PLAYERS, seeds, threads, |seed, ended| {
            played.push((seed, ended));
            Ok(())
        })
        .unwrap();
        played
    }

    #[test]
    fn threads_change_nothing() {
        let alone = played((3, 14), 1);
        assert_eq!(alone.iter().map(|(seed, _)| *seed).collect::<Vec<_>>(), (3..=14).collect::<Vec<_>>());
        assert!(alone.iter().all(|(_, ended)| ended.outcome.is_ok()));
        assert_eq!(alone[2].1, game(&tutorial(), &PLAYERS, 5));
        assert_eq!(played((3, 14), 2), alone);
        assert_eq!(played((3, 14), 40), alone);
    }

    #[test]
    fn seeds_end_where_numbers_end() {
        assert_eq!(played((u64::MAX - 1, u64::MAX), 3).len(), 2);
    }

    #[test]
    fn nothing_is_played_on_when_nobody_can_be_told() {
        let mut told = 0;
        let result = games(&tutorial(), &PLAYERS, (1, 10_000), 2, |_, _| {
            told += 1;
            Err(io::Error::other("full"))
        });
        assert!(result.is_err());
        assert_eq!(told, 1);
    }

    fn won(winner: Option<Side>, level: Level) -> GameEnd {
        GameEnd { turn: 6, outcome: Ok((Outcome { winner, level, points: [3, 4] }, level.name())) }
    }

    fn report(games: &[GameEnd], quiet: bool) -> (String, Verdict) {
        let mut report = BatchReport::new(["Red".to_owned(), "Blue".to_owned()], quiet);
        let mut text = Vec::new();
        for (seed, ended) in (1..).zip(games) {
            report.game(seed, ended, &mut text).unwrap();
        }
        let verdict = report.summary(&mut text).unwrap();
        (String::from_utf8(text).unwrap(), verdict)
    }

    #[test]
    fn verdicts_are_counted_from_the_best_of_one_side_to_the_best_of_the_other() {
        let games = [
            won(Some(Side::Second), Level::Major),
            won(None, Level::Draw),
            won(Some(Side::First), Level::Minor),
            won(Some(Side::Second), Level::Minor),
            won(Some(Side::First), Level::Major),
            won(Some(Side::First), Level::Minor),
        ];
        let (text, verdict) = report(&games, true);
        assert_eq!(
            text,
            "6 games:\n     1  Red (major victory)\n     2  Red (minor victory)\n     1  nobody (draw)\n     \
             1  Blue (minor victory)\n     1  Blue (major victory)\n"
        );
        assert_eq!(verdict, Verdict::Clean);
    }

    #[test]
    fn a_game_that_does_not_end_is_a_finding() {
        let stalled = GameEnd { turn: 2, outcome: Err("the game did not end within 100000 inputs".to_owned()) };
        let (text, verdict) = report(&[won(Some(Side::First), Level::Victory), stalled], false);
        assert_eq!(
            text,
            "Seed 1: turn 6, Red (victory), points: Red 3, Blue 4\n\
             Seed 2: turn 2, the game did not end within 100000 inputs\n\n\
             2 games:\n     1  Red (victory)\n     1  did not end\n"
        );
        assert_eq!(verdict, Verdict::Findings);
    }
}
