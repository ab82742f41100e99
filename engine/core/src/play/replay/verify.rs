//! Replaying a recorded game, input by input.

use std::fmt;

use super::{Entry, Replay, shorten};
use crate::game::{Chance, Turn};
use crate::play::Match;
use crate::show::Show;

/// The first input of a replay that does not match the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the input, from 1.
    pub n: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// The input as text, such as `"Germans: step 0814"` or `"dice 3 5"`.
    pub input: String,
    /// The expectation of the file, in words.
    pub expected: String,
    /// The finding in the game, in words.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n, line, input, expected, found } = self;
        write!(f, "input {n} ({input}), line {line}: expected {expected}, found {found}")
    }
}

/// Scope of the comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    /// Inputs must be possible.
    Inputs,
    /// Sides and states must also match the recorded ones.
    Everything,
}

/// A mismatch: the expectation of the file and the finding in the game.
struct InputMisfit {
    expected: String,
    found: String,
}

impl InputMisfit {
    fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { expected: expected.into(), found: found.into() }
    }

    /// Adds the number and line of `entry`.
    fn at(self, entry: &Entry) -> Difference {
        let text = shorten(&entry.text());
        let input = entry.by.as_ref().map_or_else(|| text.clone(), |by| format!("{}: {text}", shorten(by)));
        Difference { n: entry.n, line: entry.line, input, expected: self.expected, found: self.found }
    }
}

impl Replay {
    /// Replays the game from `start` and compares every side and state, if the replay [has states](Replay::has_states).
    ///
    /// # Errors
    /// The first input that is impossible or leads to another state.
    pub fn verify<G: Show>(&self, start: G) -> Result<Match<G>, Difference> {
        match self.play(start, Compare::Everything) {
            (game, None) => Ok(game),
            (_, Some(difference)) => Err(difference),
        }
    }

    /// Replays the inputs from `start`, which may be an edited scenario, up to the first impossible one. Returns the match with
    /// that input, if any.
    pub fn follow<G: Show>(&self, start: G) -> (Match<G>, Option<Difference>) {
        self.play(start, Compare::Inputs)
    }

    /// Applies the next input of the replay to `game`, for callers that replay a long game in slices. `None` at the end of the
    /// replay.
    ///
    /// # Errors
    /// The input that is not possible.
    pub fn follow_on<G: Show>(&self, game: &mut Match<G>) -> Option<Result<(), Difference>> {
        self.next(game, Compare::Inputs)
    }

    /// Applies the next input of the replay to `game` as [`Replay::verify`] does. `None` at the end of the replay.
    ///
    /// # Errors
    /// The input is impossible or leads to another state.
    pub fn verify_on<G: Show>(&self, game: &mut Match<G>) -> Option<Result<(), Difference>> {
        self.next(game, Compare::Everything)
    }

    fn next<G: Show>(&self, game: &mut Match<G>, compare: Compare) -> Option<Result<(), Difference>> {
        let entry = self.entries.get(game.len())?;
        Some(put_in(entry, game, compare).map_err(|misfit| misfit.at(entry)))
    }

    fn play<G: Show>(&self, start: G, compare: Compare) -> (Match<G>, Option<Difference>) {
        let mut game = Match::new(start);
        loop {
            match self.next(&mut game, compare) {
                Some(Ok(())) => {}
                Some(Err(difference)) => return (game, Some(difference)),
                None => return (game, None),
            }
        }
    }
}

fn put_in<G: Show>(entry: &Entry, game: &mut Match<G>, compare: Compare) -> Result<(), InputMisfit> {
    match &entry.action {
        Some(notation) => choose(entry, notation, game, compare)?,
        None => pick(entry, game)?,
    }
    if compare == Compare::Inputs || entry.state.is_empty() {
        return Ok(());
    }
    let state = entry.hash(game.now());
    if state != entry.state {
        return Err(InputMisfit::new(format!("state {}", entry.state), format!("state {state}")));
    }
    Ok(())
}

fn choose<G: Show>(entry: &Entry, notation: &str, game: &mut Match<G>, compare: Compare) -> Result<(), InputMisfit> {
    let waits = game.now().turn();
    let Turn::Choose(side) = waits else {
        return Err(InputMisfit::new("that a side must choose", waiting(waits)));
    };
    let sides = game.now().sides();
    let chooser = sides.get(side.index()).map_or("", String::as_str);
    let by = entry.by.as_deref().unwrap_or_default();
    if compare == Compare::Everything && by != chooser {
        return Err(InputMisfit::new(format!("a choice of {}", shorten(by)), format!("that {chooser} must choose")));
    }
    let Some(action) = game.now().parse_action(notation) else {
        let mut legal = Vec::new();
        game.now().actions(&mut legal);
        return Err(InputMisfit::new("that this is legal", only(game.now(), &legal)));
    };
    game.choose(action).map_err(|refusal| InputMisfit::new("that this is legal", refusal.to_string()))
}

fn pick<G: Show>(entry: &Entry, game: &mut Match<G>) -> Result<(), InputMisfit> {
    let waits = game.now().turn();
    let (kind, numbers) = match (&entry.dice, entry.draw) {
        (Some(dice), _) => ("dice", dice.clone()),
        (None, draw) => ("a draw", draw.into_iter().collect()),
    };
    let fits = match waits {
        Turn::Chance(Chance::Dice { .. }) => kind == "dice",
        Turn::Chance(Chance::Draw { .. }) => kind == "a draw",
        Turn::Choose(_) | Turn::Over(_) => false,
    };
    if !fits {
        return Err(InputMisfit::new(format!("that the game asks for {kind}"), waiting(waits)));
    }
    game.pick(&numbers).map_err(|_| InputMisfit::new("numbers that can come up", waiting(waits)))
}

/// Describes the input that the game waits for, as the end of "found …".
fn waiting(turn: Turn) -> String {
    match turn {
        Turn::Choose(_) => "that a side must choose".to_owned(),
        Turn::Chance(Chance::Dice { count, sides }) => format!("that it asks for {count}d{sides}"),
        Turn::Chance(Chance::Draw { from }) => format!("that it asks for a draw from {from}"),
        Turn::Over(_) => "that the game is over".to_owned(),
    }
}

/// Lists the first few legal actions, as the end of "found …".
fn only<G: Show>(game: &G, legal: &[G::Action]) -> String {
    const SHOWN: usize = 6;
    let mut names: Vec<String> = legal.iter().take(SHOWN).map(|action| game.label(action).notation).collect();
    if legal.len() > SHOWN {
        names.push(format!("{} more", legal.len() - SHOWN));
    }
    format!("that only these are: {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;
    use super::*;
    use crate::race::Race;

    #[track_caller]
    fn difference(from: &str, to: &str) -> String {
        assert!(text().contains(from));
        Replay::read(&text().replace(from, to)).unwrap().verify(Race::along(10)).unwrap_err().to_string()
    }

    #[test]
    fn a_changed_die_is_named() {
        let changed = difference("[5]", "[4]");
        assert!(changed.starts_with("input 3 (dice 4), line 4: expected state "), "{changed}");
        assert!(changed.contains(", found state "), "{changed}");
        let impossible = "input 3 (dice 7), line 4: expected numbers that can come up, found that it asks for 1d6";
        assert_eq!(difference("[5]", "[7]"), impossible);
        let a_draw = "input 3 (draw 5), line 4: expected that the game asks for a draw, found that it asks for 1d6";
        assert_eq!(difference(r#""dice":[5]"#, r#""draw":5"#), a_draw);
    }

    #[test]
    fn a_changed_choice_is_named() {
        assert_eq!(
            difference("walk 1", "fly 1"),
            "input 4 (Reds: fly 1), line 5: expected that this is legal, found that only these are: walk 1, walk 2, run"
        );
        assert!(difference("walk 1", "walk 2").starts_with("input 4 (Reds: walk 2), line 5: expected state "));
        assert_eq!(
            difference("Blues", "Greens"),
            "input 2 (Greens: run), line 3: expected a choice of Greens, found that Blues must choose"
        );
        assert_eq!(
            difference(r#""dice":[5]"#, r#""by":"Reds","do":"run""#),
            "input 3 (Reds: run), line 4: expected that a side must choose, found that it asks for 1d6"
        );
    }

    #[test]
    fn an_edited_scenario_is_followed_as_far_as_it_goes() {
        let replay = Replay::read(&text()).unwrap();
        let (game, difference) = replay.follow(Race::along(12));
        assert_eq!((game.len(), difference), (4, None));
        let mut slowly = Match::new(Race::along(12));
        while let Some(Ok(())) = replay.follow_on(&mut slowly) {}
        assert_eq!(slowly.now(), game.now());
        assert_eq!(replay.follow_on(&mut slowly), None);
        let (game, difference) = replay.follow(Race::along(5));
        assert_eq!(game.len(), 3);
        let mut slowly = Match::new(Race::along(5));
        while let Some(Ok(())) = replay.follow_on(&mut slowly) {}
        assert_eq!(replay.follow_on(&mut slowly), difference.clone().map(Err));
        assert_eq!(
            difference.unwrap().to_string(),
            "input 4 (Reds: walk 1), line 5: expected that a side must choose, found that the game is over"
        );
    }
}
