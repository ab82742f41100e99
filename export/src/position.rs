//! A position of a game as items over its map, so that a view draws only what has changed since another position.

use std::sync::Arc;

use battlewright_engine::show::{Mark, MarkStyle, Piece, Place, Show, Spot};
use battlewright_schema::{Inches, Scenario};
use emath::Pos2;

use crate::draw::counters::{self, CounterStyle};
use crate::draw::table::{DrawnUnits, TableStyle};
use crate::draw::{CounterColors, Counters, Density, Shape, labels, standard};
use crate::scene::{Options, Scene, SceneError};

/// The drawing of the positions of a game over its map.
pub struct PositionDrawing<'s> {
    scene: Scene<'s>,
    colors: CounterColors,
}

/// A counter, flag or list of names in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionItem {
    /// A key that is unique in the position and stays the same during the game.
    pub key: String,
    /// The id of the piece, if the item is one.
    pub piece: Option<String>,
    /// The place of the origin of its shapes.
    pub at: Pos2,
    /// The center of what is seen.
    pub center: Pos2,
    /// The look.
    pub look: PositionLook,
}

/// The look of an item. Equal looks have equal shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum PositionLook {
    /// A counter, which stands nowhere.
    Counter(Box<Piece>),
    /// Shapes.
    Shapes(Vec<Shape>),
}

impl<'s> PositionDrawing<'s> {
    /// Prepares the map of `scenario`, without the counters of its start, for positions of a game like `game`.
    ///
    /// # Errors
    /// The map has no numbering to place its hexes by.
    pub fn new(scenario: &'s Scenario, game: &impl Show, options: Options) -> Result<Self, SceneError> {
        let colors = Counters::new(game.pieces()).uniforms.chosen(scenario.common(), &options.art);
        Ok(Self { scene: Scene::new(scenario, Options { playing: true, ..options })?, colors })
    }

    /// The map beneath the positions.
    pub fn scene(&self) -> &Scene<'s> {
        &self.scene
    }

    /// Returns the center of a place.
    pub fn at(&self, place: Place) -> Option<Pos2> {
        match place {
            Place::Hex(cell) => self.scene.view().ok().map(|view| view.center(cell)),
            Place::At(point) => self.point(point),
        }
    }

    /// Returns the items of the position of `game`, from bottom to top.
    pub fn items(&self, game: &impl Show) -> Vec<PositionItem> {
        let mut items = Vec::new();
        for mark in game.marks() {
            items.extend(self.flag(&mark));
        }
        let crowd = Counters::new(game.pieces());
        match self.scene.view() {
            Ok(view) => {
                for placed in crowd.place(view, None) {
                    let Some(piece) = crowd.pieces.get(placed.index) else { continue };
                    items.push(PositionItem {
                        key: piece.id.clone(),
                        piece: Some(piece.id.clone()),
                        at: placed.center,
                        center: placed.center,
                        look: PositionLook::Counter(Box::new(Piece {
                            spot: Spot::Out(String::new()),
                            ..piece.clone()
                        })),
                    });
                }
            }
            Err(_) => self.units(game, &crowd, &mut items),
        }
        items
    }

    /// Draws a look around the origin.
    pub fn shapes(&self, look: &PositionLook) -> Vec<Shape> {
        match look {
            PositionLook::Counter(piece) => {
                let mut shapes = Vec::new();
                let manner = self.colors.manner(piece);
                let manner = CounterStyle { plain: manner.plain || !self.scene.options().stripes, ..manner };
                counters::counter(&mut shapes, Pos2::ZERO, self.counter_width(), piece, &manner);
                shapes
            }
            PositionLook::Shapes(shapes) => shapes.clone(),
        }
    }

    /// Returns the width of a counter.
    pub fn counter_width(&self) -> f32 {
        self.scene.options().radius * counters::SIZE
    }

    fn point(&self, point: Inches) -> Option<Pos2> {
        self.scene.square_inch(point).map(|square| square.min)
    }

    /// Returns the flag of a mark that is one. The other marks belong to a decision, not to a position.
    fn flag(&self, mark: &Mark) -> Option<PositionItem> {
        let MarkStyle::Flag(side) = mark.style else { return None };
        let radius = self.scene.options().radius;
        let (key, at) = match mark.place {
            Place::Hex(cell) => {
                (format!("flag {} {}", cell.column, cell.row), labels::flag_spot(self.scene.view().ok()?, cell))
            }
            Place::At(point) => (format!("flag {} {}", point.x, point.y), self.point(point)?),
        };
        let color = self.scene.options().art.side(self.scene.scenario().common(), side.index());
        let mut shapes = Vec::new();
        standard(&mut shapes, Pos2::ZERO, radius * 0.17, color);
        Some(PositionItem { key, piece: None, at, center: at, look: PositionLook::Shapes(shapes) })
    }

    /// Adds the units of a table and the names that make room for them.
    fn units(&self, game: &impl Show, crowd: &Counters, items: &mut Vec<PositionItem>) {
        let (scenario, options) = (self.scene.scenario(), self.scene.options());
        let style = TableStyle {
            inch: options.inch(),
            density: Density::default(),
            numbers: options.numbers,
            units: true,
            grid: options.grid,
            marks: options.marks,
            dark: false,
            art: Arc::clone(&options.art),
        };
        let Some(drawn) = DrawnUnits::new(scenario, game.footprints(), crowd, &style) else { return };
        let fixed = |key: &str, piece: Option<String>, center: Pos2, shapes: Vec<Shape>| PositionItem {
            key: key.to_owned(),
            piece,
            at: Pos2::ZERO,
            center,
            look: PositionLook::Shapes(shapes),
        };
        items.push(fixed("names beneath", None, Pos2::ZERO, drawn.names));
        for unit in drawn.units {
            let Some(known) = scenario.common().unit(unit.unit) else { continue };
            items.push(fixed(known.id.as_str(), Some(known.id.to_string()), unit.center, unit.shapes));
        }
        items.push(fixed("names above", None, Pos2::ZERO, drawn.unit_names));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;

    use battlewright_engine::any::AnyGame;
    use battlewright_engine::game::{Game, Turn};
    use battlewright_engine::play::Match;
    use battlewright_schema::load;

    use super::*;
    use crate::scene::ScenePart;

    const HEXES: &str = include_str!("../../scenarios/mars-la-tour.toml");
    const TABLE: &str = include_str!("../../scenarios/outrance-first-assault.toml");

    /// Makes an input, each time another of the legal actions; `false` at the end of the game.
    pub(crate) fn advance(game: &mut Match<AnyGame>) -> bool {
        match game.now().turn() {
            Turn::Choose(_) => {
                let mut legal = Vec::new();
                game.now().actions(&mut legal);
                game.choose(legal[game.len() * 31 % legal.len()]).is_ok()
            }
            Turn::Chance(_) => game.roll(),
            Turn::Over(_) => false,
        }
    }

    /// Plays `count` inputs.
    fn played(scenario: &Scenario, count: usize) -> Match<AnyGame> {
        let mut game = Match::seeded(AnyGame::new(scenario).unwrap(), 1);
        while game.len() < count && advance(&mut game) {}
        game
    }

    #[test]
    fn the_start_of_a_game_is_drawn_as_the_scenario_is() {
        for text in [HEXES, TABLE] {
            let scenario = load(text).readable.unwrap();
            let game = AnyGame::new(&scenario).unwrap();
            let drawing = PositionDrawing::new(&scenario, &game, Options::default()).unwrap();
            let scene = Scene::new(&scenario, Options::default()).unwrap();
            assert_eq!(drawing.scene().rect(), scene.rect());
            assert!(drawing.scene().draw(ScenePart::Counters, scene.rect()).is_empty());
            let printed = scene.draw(ScenePart::Counters, scene.rect());
            let items = drawing.items(&game);
            let moved = |item: &PositionItem| {
                let shapes = drawing.shapes(&item.look).into_iter();
                shapes.map(|shape| shape.mapped(1.0, item.at.to_vec2())).collect::<Vec<_>>()
            };
            let units = items.iter().filter(|item| item.piece.is_some() || item.key == "names above");
            let drawn: Vec<Shape> = units.flat_map(moved).collect();
            let kinds = |shapes: &[Shape]| shapes.iter().map(std::mem::discriminant).collect::<Vec<_>>();
            assert!(drawn.len() > 100);
            assert_eq!(kinds(&drawn), kinds(&printed));
        }
    }

    #[test]
    fn what_moves_keeps_its_key_and_its_look() {
        for (text, count) in [(HEXES, 120), (TABLE, 60)] {
            let scenario = load(text).readable.unwrap();
            let game = played(&scenario, count);
            let drawing = PositionDrawing::new(&scenario, game.start(), Options::default()).unwrap();
            let [before, after] = [game.start(), game.now()].map(|game| drawing.items(game));
            let keys: BTreeSet<&str> = after.iter().map(|item| item.key.as_str()).collect();
            assert_eq!(keys.len(), after.len(), "keys are unique");
            let pairs = || after.iter().filter_map(|item| Some((before.iter().find(|old| old.key == item.key)?, item)));
            let moved = pairs().filter(|(old, new)| old.center != new.center).count();
            assert!((1..pairs().count()).contains(&moved), "{moved} items have moved");
            assert!(pairs().any(|(old, new)| old == new), "some stay");
        }
    }

    #[test]
    fn the_map_beneath_a_game_has_no_setup() {
        let scenario = load(HEXES).readable.unwrap();
        let game = AnyGame::new(&scenario).unwrap();
        let drawing = PositionDrawing::new(&scenario, &game, Options::default()).unwrap();
        let printed = Scene::new(&scenario, Options::default()).unwrap();
        let count = |scene: &Scene<'_>, part| scene.draw(part, scene.rect()).len();
        assert_eq!(count(drawing.scene(), ScenePart::Zones), 0);
        assert!(count(drawing.scene(), ScenePart::Marks) < count(&printed, ScenePart::Marks));
        assert_eq!(count(drawing.scene(), ScenePart::Terrain), count(&printed, ScenePart::Terrain));
    }
}
