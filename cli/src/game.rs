//! A game of a scenario, set up and played to its end.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Outcome, Side};
use battlewright_engine::play::Match;
use battlewright_engine::play::replay::MAX_INPUTS;
use battlewright_engine::players::external::ExternalSeat;
use battlewright_engine::players::{Progress, ScriptProgress, Seats, advance};
use battlewright_schema::Scenario;

use crate::contestants::{Contender, Table, clear, table};

/// Plays `game`, which has the dice of `seed`, to its end between `contenders`. Returns the outcome and the progress along plans.
///
/// # Errors
/// The reason why the game did not end.
pub(crate) fn finish(
    game: &mut Match<AnyGame>,
    contenders: &[Contender; 2],
    seed: u64,
) -> Result<(Outcome, [Option<ScriptProgress>; 2]), String> {
    finish_explained(game, contenders, seed, |_, _, _| {})
}

/// Plays like [`finish`], and calls `explain` with the position after each choice, the side that made it, and the player's reasons.
///
/// # Errors
/// The reason why the game did not end.
pub(crate) fn finish_explained(
    game: &mut Match<AnyGame>,
    contenders: &[Contender; 2],
    seed: u64,
    explain: impl FnMut(&AnyGame, Side, Vec<String>),
) -> Result<(Outcome, [Option<ScriptProgress>; 2]), String> {
    let Table { mut seats, followed, programs } = table(contenders, seed);
    let outcome = play(game, &mut seats, &programs, explain);
    clear(contenders, programs, outcome.as_ref().ok().copied());
    outcome.map(|outcome| (outcome, followed))
}

fn play(
    game: &mut Match<AnyGame>,
    seats: &mut Seats<AnyGame>,
    programs: &[Option<ExternalSeat>; 2],
    mut explain: impl FnMut(&AnyGame, Side, Vec<String>),
) -> Result<Outcome, String> {
    let programs: Vec<&ExternalSeat> = programs.iter().flatten().collect();
    while game.len() < MAX_INPUTS {
        // Only programs take note of what has happened.
        let before = (!programs.is_empty()).then(|| game.now().clone());
        match advance(game, seats) {
            Ok(Progress::Moved) => {
                if let Some(before) = before {
                    let n = game.len();
                    let new = game.events().rev().take_while(|(by, _)| *by == n);
                    let mut events: Vec<_> = new.map(|(_, event)| event.clone()).collect();
                    events.reverse();
                    programs.iter().for_each(|program| program.watch(&before, game.now(), &events));
                }
                for (side, seat) in Side::BOTH.into_iter().zip(&mut *seats) {
                    let reasons = seat.as_mut().map(|player| player.reasons()).unwrap_or_default();
                    if !reasons.is_empty() {
                        explain(game.now(), side, reasons);
                    }
                }
            }
            Ok(Progress::Over(outcome)) => return Ok(outcome),
            Ok(Progress::Unrolled) => return Err("the game has no seed for its dice".to_owned()),
            Ok(Progress::Waiting(_)) => {
                let violation = programs.iter().find_map(|program| program.violation());
                return Err(violation.unwrap_or_else(|| "a computer player made no choice".to_owned()));
            }
            Err(refusal) => return Err(format!("a computer player broke the rules: {refusal}")),
        }
    }
    Err(format!("the game did not end within {MAX_INPUTS} inputs"))
}

/// Loads the scenario in `bytes` and sets up its game.
///
/// # Errors
/// The reason why it cannot be played.
pub(crate) fn start(bytes: &[u8]) -> Result<(Scenario, AnyGame), String> {
    let loaded = battlewright_schema::load_bytes(bytes);
    let Some(scenario) = loaded.scenario else {
        return Err(format!("it has {}", loaded.errors_told()));
    };
    set_up(&scenario).map(|game| (scenario, game))
}

/// Sets up a game of `scenario` whose computer players do not see the author's advice.
///
/// # Errors
/// The reason why it cannot be played.
pub(crate) fn without_advice(mut scenario: Scenario) -> Result<(Scenario, AnyGame), String> {
    scenario.common_mut().clear_advice();
    set_up(&scenario).map(|game| (scenario, game))
}

fn set_up(scenario: &Scenario) -> Result<AnyGame, String> {
    AnyGame::new(scenario).map_err(|problems| {
        let listed: Vec<String> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
        format!("it cannot be set up:{}", listed.concat())
    })
}
