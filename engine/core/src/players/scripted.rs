//! A player that follows a recorded plan.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Appraise, Command, Greedy, Player};
use crate::play::replay::ReplayError;
use crate::play::{Dice, Replay};
use crate::show::Show;

/// The maximum number of lines of a plan that are skipped to find a legal one.
const AHEAD: usize = 12;

/// A plan: one side's choices, in the [notation](crate::show::Label::notation) of replays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    lines: Vec<String>,
}

/// The reason why a text is no [`Script`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The recorded game cannot be read.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The plan has no choices of the side.
    #[error("it has no choices for {0}")]
    NoChoices(String),
}

impl Script {
    /// Reads the plan in `text`: the choices of the side called `side` in a replay, or a list of notations, one to a line.
    /// Empty lines and lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// The defect of the replay, or the lack of choices of the side.
    pub fn read(text: &str, side: &str) -> Result<Self, ScriptError> {
        let lines: Vec<String> = if text.trim_start().starts_with('{') {
            let replay = Replay::read(text)?;
            replay.choices(side).map(str::to_owned).collect()
        } else {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines.map(str::to_owned).collect()
        };
        if lines.is_empty() { Err(ScriptError::NoChoices(side.to_owned())) } else { Ok(Self { lines }) }
    }

    /// Returns the number of choices.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns `true` if the plan has no choices.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// The progress along a plan; it can be read during and after the game.
#[derive(Clone, Debug, Default)]
pub struct ScriptProgress(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    done: AtomicUsize,
    passed_over: AtomicUsize,
    without: AtomicUsize,
}

impl ScriptProgress {
    /// Returns the number of choices that followed the plan.
    pub fn done(&self) -> usize {
        self.0.done.load(Ordering::Relaxed)
    }

    /// Returns the number of lines that were skipped because they were illegal.
    pub fn passed_over(&self) -> usize {
        self.0.passed_over.load(Ordering::Relaxed)
    }

    /// Returns the number of choices without the plan, when no line near was legal.
    pub fn without(&self) -> usize {
        self.0.without.load(Ordering::Relaxed)
    }
}

/// Chooses the next legal action of a plan. If none of the next lines is legal, the player stays at its line and chooses like
/// the greedy player.
pub struct Scripted<G: Appraise> {
    script: Script,
    next: usize,
    followed: ScriptProgress,
    greedy: Greedy<G>,
}

impl<G: Appraise> Scripted<G> {
    /// Creates a player with the plan `script`, which uses `dice` for choices outside the plan.
    pub fn new(script: Script, dice: Dice) -> Self {
        Self { script, next: 0, followed: ScriptProgress::default(), greedy: Greedy::new(dice) }
    }

    /// Returns the progress along the plan.
    pub fn followed(&self) -> ScriptProgress {
        self.followed.clone()
    }
}

impl<G: Command + Show> Player<G> for Scripted<G> {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        let notations: Vec<String> = legal.iter().map(|action| seen.label(action).notation).collect();
        let ahead = self.script.lines.iter().skip(self.next).take(1 + AHEAD);
        let found = ahead
            .enumerate()
            .find_map(|(over, line)| Some((over, *legal.get(notations.iter().position(|text| text == line)?)?)));
        let counts = &self.followed.0;
        if let Some((over, action)) = found {
            self.next += over + 1;
            counts.done.fetch_add(1, Ordering::Relaxed);
            counts.passed_over.fetch_add(over, Ordering::Relaxed);
            self.greedy.recall(seen, &action);
            Some(action)
        } else {
            let action = self.greedy.choose(seen, legal)?;
            counts.without.fetch_add(1, Ordering::Relaxed);
            Some(action)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, Side, Turn};
    use crate::play::Match;
    use crate::play::replay::Header;
    use crate::players::{Progress, Seats, advance};
    use crate::race::{Action as Act, Race};

    fn plan(text: &str) -> Scripted<Race> {
        Scripted::new(Script::read(text, "Reds").unwrap(), Dice::new(1))
    }

    fn play(first: Scripted<Race>, second: Scripted<Race>) -> Match<Race> {
        let mut game = Match::seeded(Race::along(10), 5);
        let mut seats: Seats<Race> = [Some(Box::new(first)), Some(Box::new(second))];
        while advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
        game
    }

    #[test]
    fn a_recorded_game_is_played_again() {
        let game = play(plan("walk 2\nwalk 2\nwalk 1\nwalk 2\nwalk 2\nwalk 2"), plan("walk 1\n\n# on\nwalk 1\nrun"));
        let header = Header::new("race", "", ["a".to_owned(), "b".to_owned()], None, "");
        let text = Replay::of(header, &game).write();
        let [reds, blues] =
            ["Reds", "Blues"].map(|side| Scripted::new(Script::read(&text, side).unwrap(), Dice::new(2)));
        let (done, other) = (reds.followed(), blues.followed());
        let again = play(reds, blues);
        assert!(again.inputs().eq(game.inputs()));
        assert!(matches!(again.now().turn(), Turn::Over(_)));
        assert_eq!([done.without(), done.passed_over(), other.without(), other.passed_over()], [0; 4]);
        assert_eq!(done.done(), game.inputs().filter(|(by, _)| *by == Some(Side::First)).count());
    }

    #[test]
    fn what_does_not_fit_is_passed_over_and_told() {
        let race = Race::along(30);
        let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
        let mut scripted = plan("walk 1\nfly\nwalk 3\nwalk 2\nswim");
        let followed = scripted.followed();
        let chosen: Vec<_> = (0..3).map(|_| scripted.choose(&race, &legal)).collect();
        assert_eq!(chosen, [Some(Act::Walk(1)), Some(Act::Walk(2)), Some(Act::Run)], "at last as the greedy player");
        assert_eq!([followed.done(), followed.passed_over(), followed.without()], [2, 2, 1]);
        assert_eq!(scripted.choose(&race, &[]), None);
    }

    #[test]
    fn what_is_far_ahead_is_left_for_later() {
        let mut far = "fly\n".repeat(AHEAD + 1);
        far.push_str("walk 1");
        let mut scripted = plan(&far);
        let choice = scripted.choose(&Race::along(30), &[Act::Walk(1), Act::Walk(2)]);
        assert!(choice.is_some());
        assert_eq!([scripted.followed().done(), scripted.followed().passed_over()], [0, 0]);
    }

    #[test]
    fn a_plan_without_choices_is_refused() {
        assert_eq!(Script::read("# nothing\n", "Reds"), Err(ScriptError::NoChoices("Reds".to_owned())));
        assert!(Script::read("{\"format\":1}", "Reds").is_err());
    }
}
