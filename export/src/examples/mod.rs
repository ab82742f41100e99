//! Examples of rules: positions as data, set up and played by the engine, and drawn by the code of the map.
//!
//! `examples/NAME.toml` is a small scenario of the system NAME, and `examples/NAME.list.toml` tells what of it is shown at which rule. No
//! number of a picture is typed: reach, zones, lines of sight and odds are asked from the game.

mod caption;
mod picture;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Chance, Game, Turn};
use battlewright_engine::show::Show;
use battlewright_schema::{HexId, Scenario, System, load};
use serde::Deserialize;

pub(crate) use caption::captions;
pub(crate) use picture::{CalledCounter, counters, map};

/// The scenarios of the examples and their lists, by the names of their systems.
const EXAMPLES: [(&str, &str, &str); 5] = [
    (
        "mars-la-tour",
        include_str!("../../examples/mars-la-tour.toml"),
        include_str!("../../examples/mars-la-tour.list.toml"),
    ),
    (
        "position-magnifique",
        include_str!("../../examples/position-magnifique.toml"),
        include_str!("../../examples/position-magnifique.list.toml"),
    ),
    (
        "at-any-cost",
        include_str!("../../examples/at-any-cost.toml"),
        include_str!("../../examples/at-any-cost.list.toml"),
    ),
    ("matz", include_str!("../../examples/matz.toml"), include_str!("../../examples/matz.list.toml")),
    ("outrance", include_str!("../../examples/outrance.toml"), include_str!("../../examples/outrance.list.toml")),
];

/// A problem of an example.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExampleError {
    /// The list cannot be read.
    #[error("the list of examples: {0}")]
    List(#[from] toml::de::Error),
    /// The scenario of the examples cannot be read.
    #[error("the scenario of the examples has errors")]
    Scenario,
    /// No game can be made of the scenario.
    #[error("the scenario of the examples cannot be played: {0}")]
    Setup(String),
    /// An input is none of the game.
    #[error("`{0}` is no input here")]
    Input(String),
}

/// The list of a system.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExampleList {
    example: Vec<ExampleText>,
}

/// An example of a rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleText {
    /// The number of the rule at which it stands.
    pub(crate) rule: String,
    /// The title.
    pub(crate) title: String,
    /// The paragraphs, without numbers that a rule could change.
    pub(crate) words: Vec<String>,
    /// The inputs that lead from the start of the game to the position: actions in the notation of replays, and `roll` with the numbers
    /// of a roll or a draw.
    #[serde(default)]
    inputs: Vec<String>,
    /// The things that are shown.
    pub(crate) show: Vec<Shown>,
}

/// A thing that an example shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Shown {
    /// The hexes that the piece in motion can reach.
    Reach,
    /// The marks of the decision, such as enemy zones; on a table, those of the unit with this id.
    Marks,
    /// The marks of the unit with this id, on a table.
    Ranges(String),
    /// The line of sight between two hexes, or between two points of a table such as `"6,9.5"`.
    Sight([String; 2]),
    /// The odds of the action with this notation.
    Odds(String),
    /// A counter with the meaning of its parts.
    Counter {
        /// The id of the unit.
        unit: String,
        /// `true` for its back.
        #[serde(default)]
        back: bool,
        /// The parts, from the top to the bottom.
        parts: Vec<CounterPart>,
    },
}

impl Shown {
    /// Returns `true` for what is shown on the map.
    pub(crate) fn is_on_map(&self) -> bool {
        !matches!(self, Self::Counter { .. })
    }
}

/// A part of a counter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CounterPart {
    /// The place on the counter, from 0 to 1 to the right and down.
    pub(crate) at: [f32; 2],
    /// The meaning.
    pub(crate) means: String,
}

/// The examples of a system.
pub(crate) struct Examples {
    pub(crate) scenario: Scenario,
    pub(crate) list: Vec<ExampleText>,
}

impl Examples {
    /// Reads the examples of `system`; `None` if it has none.
    ///
    /// # Errors
    /// The data are damaged.
    pub(crate) fn of(system: System) -> Result<Option<Self>, ExampleError> {
        let Some((_, scenario, list)) = EXAMPLES.iter().find(|(name, ..)| *name == system.name()) else {
            return Ok(None);
        };
        let ExampleList { example } = toml::from_str(list)?;
        let scenario = load(scenario).readable.ok_or(ExampleError::Scenario)?;
        Ok(Some(Self { scenario, list: example }))
    }

    /// Plays the inputs of an example.
    ///
    /// # Errors
    /// The scenario cannot be played, or an input is not legal.
    pub(crate) fn position(&self, example: &ExampleText) -> Result<AnyGame, ExampleError> {
        let problems = |problems: Vec<battlewright_engine::game::SetupProblem>| {
            ExampleError::Setup(problems.first().map(ToString::to_string).unwrap_or_default())
        };
        let mut game = AnyGame::new(&self.scenario).map_err(problems)?;
        for input in &example.inputs {
            played(&mut game, input).ok_or_else(|| ExampleError::Input(input.clone()))?;
        }
        Ok(game)
    }
}

/// Carries out an input; `None` if the game does not wait for it.
fn played(game: &mut AnyGame, input: &str) -> Option<()> {
    match (game.turn(), input.strip_prefix("roll ")) {
        (Turn::Chance(chance), Some(numbers)) => {
            let picks: Vec<u16> =
                numbers.split_whitespace().map(|number| number.parse().ok()).collect::<Option<_>>()?;
            Chance::allows(chance, &picks).then(|| game.resolve(&picks, &mut ()))
        }
        (Turn::Choose(_), None) => {
            let action = game.parse_action(input)?;
            game.check(&action).ok()?;
            game.apply(&action, &mut ());
            Some(())
        }
        _ => None,
    }
}

/// Returns the hex with this name.
fn cell(scenario: &Scenario, hex: &str) -> Option<battlewright_schema::Cell> {
    scenario.common().grid().ok()?.cell(&HexId::from(hex))
}

#[cfg(test)]
mod tests {
    use battlewright_engine::any::rules_of;
    use battlewright_schema::{LintLevels, validate};

    use super::*;
    use crate::draw::{Counters, Shape};

    #[test]
    fn every_example_can_be_played_and_drawn_and_says_what_it_shows() {
        for system in System::ALL {
            let examples = Examples::of(system).unwrap().unwrap();
            assert_eq!(examples.scenario.system(), system);
            let counters_shown =
                examples.list.iter().flat_map(|example| &example.show).filter(|shown| !shown.is_on_map());
            assert!(counters_shown.count() >= 2, "{system:?}: the anatomy of counters");
            assert!(examples.list.len() >= 3, "{system:?}");
            for example in &examples.list {
                let about = format!("{system:?}: {}", example.title);
                let known = rules_of(system).iter().any(|rule| rule.number == example.rule);
                assert!(
                    known || system.rules_page().contains(&format!("# {} ", example.rule)),
                    "{about}: {}",
                    example.rule
                );
                let game = examples.position(example).unwrap_or_else(|problem| panic!("{about}: {problem}"));
                let on_map = example.show.iter().filter(|shown| shown.is_on_map()).count();
                let told = captions(&examples.scenario, &game, example);
                assert!(told.len() >= on_map, "{about}: {told:?}");
                if on_map > 0 {
                    let drawn = map(&examples.scenario, &game, example, 200.0).unwrap();
                    assert!(drawn.shapes.len() > 60 && (drawn.size.x - 200.0).abs() < 0.1, "{about}");
                }
                let anatomy = counters(&examples.scenario, example, 60.0);
                assert_eq!(anatomy.len(), example.show.len() - on_map, "{about}");
                for counter in anatomy {
                    let texts = counter.shapes.iter().filter(|shape| matches!(shape, Shape::Text(_))).count();
                    assert!(texts >= counter.parts.len().min(2), "{about}: a counter with its letters");
                }
            }
        }
    }

    #[test]
    fn the_scenarios_of_examples_have_no_errors() {
        for (name, text, _) in EXAMPLES {
            let (scenario, findings) = validate(text.as_bytes(), &LintLevels::default());
            let scenario = scenario.unwrap_or_else(|| panic!("{name}: {findings:?}"));
            assert!(!Counters::of(&scenario, &std::sync::Arc::default()).pieces.is_empty(), "{name}");
        }
    }

    #[test]
    fn an_input_that_is_not_legal_is_refused() {
        let examples = Examples::of(System::MarsLaTour).unwrap().unwrap();
        let wrong = ExampleText { inputs: vec!["roll 3".to_owned()], ..examples.list[0].clone() };
        assert!(matches!(examples.position(&wrong), Err(ExampleError::Input(input)) if input == "roll 3"));
    }
}
