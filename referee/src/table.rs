//! A scenario that games are played on: its rules at the start, and its map.

use std::{fmt, io};

use battlewright_engine::any::AnyGame;
use battlewright_export::{Options, PositionDrawing, SceneError, svg};
use battlewright_schema::{Cell, Inches, Scenario, load};
use emath::{Pos2, pos2};
use self_cell::self_cell;

self_cell!(
    struct DrawnScenario {
        owner: Scenario,
        #[not_covariant]
        dependent: PositionDrawing,
    }
);

/// A scenario that games are played on. Games of the same scenario share one.
pub struct GameTable {
    drawn: DrawnScenario,
    start: AnyGame,
    text: String,
}

/// The reason why no game of a scenario can begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The text has errors.
    #[error("the scenario has {0}; open it in the editor, which shows where")]
    Scenario(String),
    /// The rules need what the scenario lacks.
    #[error("the scenario cannot be set up: {0}")]
    Setup(String),
    /// The map has no numbering.
    #[error(transparent)]
    Map(#[from] SceneError),
}

impl fmt::Debug for GameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameTable({:?})", self.scenario().title())
    }
}

impl GameTable {
    /// Reads the text of a scenario.
    ///
    /// # Errors
    /// The reason why no game of it can begin, with a remedy.
    pub fn open(text: &str) -> Result<Self, OpenError> {
        let loaded = load(text);
        let Some(scenario) = loaded.scenario.clone() else {
            return Err(OpenError::Scenario(loaded.errors_told()));
        };
        let start = AnyGame::new(&scenario).map_err(|problems| {
            let listed: Vec<String> = problems.iter().map(ToString::to_string).collect();
            OpenError::Setup(listed.join("; "))
        })?;
        let drawn =
            DrawnScenario::try_new(scenario, |scenario| PositionDrawing::new(scenario, &start, Options::default()))?;
        Ok(Self { drawn, start, text: text.to_owned() })
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> &Scenario {
        self.drawn.borrow_owner()
    }

    /// Returns the text of the scenario.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the game at its start.
    pub fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Returns the map as an SVG. It tells no secrets.
    ///
    /// # Errors
    /// The map is too large for memory.
    pub fn ground(&self) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.with_drawing(|drawing| svg::write(drawing.scene(), 1.0, &mut bytes))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the width and the height of the map, in points.
    pub fn size(&self) -> [f32; 2] {
        self.with_drawing(|drawing| {
            let size = drawing.scene().size();
            [size.x, size.y]
        })
    }

    /// Returns `true` if the battle is played on a table without hexes.
    pub fn is_table(&self) -> bool {
        self.with_drawing(|drawing| drawing.scene().view().is_err())
    }

    /// Returns the length of an inch of a table in points of the drawing; `None` on a map of hexes.
    pub fn inch(&self) -> Option<f32> {
        self.with_drawing(|drawing| drawing.scene().square_inch(Inches::default()).map(|square| square.width()))
    }

    /// Returns `true` if the drawing has this point. Seats may send any number, and hexes far away have none.
    fn has(&self, [x, y]: [f32; 2]) -> bool {
        let [width, height] = self.size();
        (0.0..=width).contains(&x) && (0.0..=height).contains(&y)
    }

    /// Returns the hex at a point of the drawing.
    pub(crate) fn cell_at(&self, [x, y]: [f32; 2]) -> Option<Cell> {
        self.has([x, y]).then_some(())?;
        self.with_drawing(|drawing| drawing.scene().view().ok()?.cell_at(pos2(x, y)))
    }

    /// Returns the point of a table at a point of the drawing; `None` on a map of hexes.
    pub(crate) fn inches_at(&self, [x, y]: [f32; 2]) -> Option<Inches> {
        self.has([x, y]).then_some(())?;
        self.with_drawing(|drawing| drawing.scene().inches_at(Pos2::new(x, y)))
    }

    /// Calls `work` with the drawing.
    pub(crate) fn with_drawing<A>(&self, work: impl FnOnce(&PositionDrawing<'_>) -> A) -> A {
        self.drawn.with_dependent(|_, drawing| work(drawing))
    }
}
