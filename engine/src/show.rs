//! The data for a board view to show a game and let a person play it, without pixels.

mod board;
mod fold;
mod mark;
mod marker;
mod place;

use std::fmt;

use battlewright_schema::{Cell, Face};

pub use board::{Card, Fact, Form, SideBoard, Token, TokenStatus};
pub use fold::{FoldedLine, MoveStep, fold, standing};
pub use mark::{Legend, Mark, MarkStyle};
pub use marker::Marker;
pub use place::Place;

use crate::game::{Game, Illegal, Rule, Side};
use crate::kit::hex_map::HexMap;
use crate::kit::march::ReachedHex;

/// A game that can be shown and played by hand.
pub trait Show: Game {
    /// The sides' names, in order.
    fn sides(&self) -> [String; 2];

    /// The line above the board: where the game stands.
    fn status(&self) -> Status;

    /// Every counter and marker, wherever it is; the order never changes during a game.
    fn pieces(&self) -> Vec<Piece>;

    /// Points and supplies of the sides.
    fn tracks(&self) -> Vec<Track>;

    /// The boards beside the map, first to last: the steps of the turn, chits, formations. Of what a
    /// side may not know, [`Game::seen_by`] leaves nothing here either.
    fn boards(&self) -> Vec<SideBoard> {
        Vec::new()
    }

    /// All there is to know about the counter of this [`Piece::id`]; `None` if there is none.
    fn card(&self, id: &str) -> Option<Card> {
        let _ = id;
        None
    }

    /// Hexes that the map should mark for the decision at hand, such as the limit of command.
    fn marks(&self) -> Vec<Mark>;

    /// The words for `action`, and its place on the map.
    fn label(&self, action: &Self::Action) -> Label;

    /// The action that a click means now, legal or not: a legal one can be applied, and
    /// [`Game::check`] explains what forbids another. `None` if the click means nothing.
    fn meaning(&self, click: Click) -> Option<Self::Action>;

    /// Why `click`, which leads to no legal action, does nothing now: what forbids the action that
    /// it [means](Show::meaning), or else that it answers nothing that is asked.
    fn why_not(&self, click: Click) -> Illegal {
        let refusal = self.meaning(click).and_then(|action| self.check(&action).err());
        refusal.unwrap_or_else(|| {
            let Status { prompt, rule, .. } = self.status();
            Illegal::new(rule, format!("this does not answer what is asked now: {prompt}"))
        })
    }

    /// The actions that bring the piece in motion to `cell` by the cheapest way; empty if there is none. For the hex that
    /// it has come to, the action that ends its move there; nothing before it has entered a hex.
    fn route(&self, cell: Cell) -> Vec<Self::Action>;

    /// The place where the piece in motion can get to with what it has left, besides where it is; empty when
    /// nothing is in motion.
    fn reach(&self) -> Vec<Cell>;

    /// The exact odds of `action`, if it is a fight: every roll of the dice is counted.
    fn odds(&self, action: &Self::Action) -> Option<Odds>;

    /// The line of sight from a unit in `from` to `to`, as the position stands; `None` in systems
    /// without lines of sight, and for hexes that the map does not have.
    fn sight(&self, _from: Cell, _to: Cell) -> Option<LineOfSight> {
        None
    }

    /// Returns `true` if a unit in `from` sees `to`: whether that line is clear. `false` in systems without lines of
    /// sight.
    fn sees(&self, _from: Cell, _to: Cell) -> bool {
        false
    }

    /// The way in which the unit of this [`Piece::id`] gets from the first of `stops` to the others in turn, as fast
    /// as its movement and the costs of terrain and roads let it, with nobody in its way; or why it
    /// does not get there. `None` for what does not march, and for hexes that the map does not have.
    fn march(&self, _id: &str, _stops: &[Cell]) -> Option<Result<March, Illegal>> {
        None
    }

    /// The words for `event`. `self` is the game after the event.
    fn tell(&self, event: &Self::Event) -> Line;

    /// The lines of the log for `event`, with all that is needed to check it by hand. `self` is the game after the
    /// input that led to it, and `before` the game before that input.
    fn log_lines(&self, before: &Self, event: &Self::Event) -> Vec<Line> {
        let _ = before;
        vec![self.tell(event)]
    }
}

/// The state of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The turn, from 1.
    pub turn: u8,
    /// The number of turns.
    pub turns: u8,
    /// The time of day, if the scenario has a clock, such as `"13:30"`.
    pub clock: Option<String>,
    /// The phase, such as `"Movement Phase"`.
    pub phase: String,
    /// The question and whom it is asked of, such as `"Germans: move a unit or pass"`.
    pub prompt: String,
    /// The rule by which it is asked.
    pub rule: Rule,
    /// The movement of the piece in motion; `None` when nothing is in motion.
    pub movement: Option<Movement>,
}

/// The movement of a piece in motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The part that is spent, in half movement points.
    pub spent: u16,
    /// All that may be spent, in half movement points.
    pub allowance: u16,
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = fold::halves(self.allowance.saturating_sub(self.spent));
        write!(f, "{left} of {} MP left", fold::halves(self.allowance))
    }
}

/// A counter or marker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The unit's id in the scenario; for a marker its name.
    pub id: String,
    /// Its full name.
    pub name: String,
    /// The few letters printed on it.
    pub label: String,
    /// The formation it belongs to, if any; pieces of the same formation have the same band.
    pub formation: Option<String>,
    /// Whose it is.
    pub side: Side,
    /// The symbol on it.
    pub symbol: Symbol,
    /// The side of the counter that is up.
    pub face: Face,
    /// The markers that lie on it, such as `"Shaken"`.
    pub markers: Vec<&'static str>,
    /// `true` if it is the piece of the decision at hand.
    pub active: bool,
    /// Its place.
    pub spot: Spot,
}

impl Piece {
    /// Returns `true` for a unit that fights and takes up room in its hex; headquarters and markers do neither.
    pub fn is_unit(&self) -> bool {
        self.symbol.is_unit()
    }
}

/// A symbol on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// Crossed belts.
    Infantry,
    /// A slanted line.
    Cavalry,
    /// A gun.
    Artillery,
    /// A flag.
    Headquarters,
    /// A machine gun, or a mitrailleuse.
    MachineGun,
    /// An oval: the track of a tank.
    Tank,
    /// Two blades: a propeller.
    Aircraft,
    /// A letter on a disk: a marker of neither side.
    Badge,
    /// The flag of a side: what it holds.
    Flag,
    /// Words alone: a chit, or what a side counts with.
    Token,
}

impl Symbol {
    /// Returns `true` for the symbol of a fighting arm.
    pub fn is_unit(self) -> bool {
        match self {
            Self::Infantry | Self::Cavalry | Self::Artillery | Self::Tank | Self::Aircraft => true,
            Self::Headquarters | Self::MachineGun | Self::Badge | Self::Flag | Self::Token => false,
        }
    }
}

/// The place of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On the ground.
    On(Place),
    /// On the turn track, with a word on why, such as `"enters at C"` or `"blown"`.
    Turn(u8, String),
    /// Out of play, such as `"eliminated"` or `"left by E"`.
    Out(String),
}

impl Spot {
    /// The hex, if it is in one.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::On(place) => place.cell(),
            Self::Turn(..) | Self::Out(_) => None,
        }
    }
}

impl From<Cell> for Spot {
    fn from(cell: Cell) -> Self {
        Self::On(Place::Hex(cell))
    }
}

/// A number that belongs to a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Whose it is.
    pub side: Side,
    /// The thing that it counts, such as `"Ammunition"`.
    pub name: &'static str,
    /// The number.
    pub value: i32,
}

/// A line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOfSight {
    /// The obstacles that block it, in the order in which the line meets them; none if it is clear.
    pub obstacles: Vec<Obstacle>,
    /// The rule that says so.
    pub rule: Rule,
}

impl LineOfSight {
    /// Returns `true` if nothing blocks it.
    pub fn is_clear(&self) -> bool {
        self.obstacles.is_empty()
    }
}

/// An obstacle that blocks a line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Its hex.
    pub cell: Cell,
    /// Its name and the reason why it blocks, in words.
    pub reason: String,
}

/// A march of a unit that is alone on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March {
    /// Every hex of the way, the first included, with the turn in which it is reached, from 1.
    pub way: Vec<(Cell, u16)>,
    /// The part of the last turn's movement that is spent, in half movement points.
    pub spent: u16,
    /// The movement of the unit in a turn, in half movement points.
    pub allowance: u16,
    /// The rule by which it marches.
    pub rule: Rule,
}

impl March {
    /// The march along `way`, or the refusal where there is none.
    pub(crate) fn of(map: &HexMap, way: Option<Vec<ReachedHex>>, allowance: u16, rule: Rule) -> Result<Self, Illegal> {
        let way = way.ok_or_else(|| Illegal::new(rule, "there is no path to this hex"))?;
        let spent = way.last().map_or(0, |last| last.spent);
        let way = way.into_iter().map(|step| (map.cell(step.hex), step.turn)).collect();
        Ok(Self { way, spent, allowance, rule })
    }

    /// The number of turns that it takes.
    pub fn turns(&self) -> u16 {
        self.way.last().map_or(0, |(_, turn)| *turn)
    }
}

/// The way in which an action reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// In words, for a list or button, such as `"Attack Bataille's division with the 5th Division"`.
    pub text: String,
    /// In a fixed, short form of ids and hex names that a replay keeps, such as
    /// `"attack de-iii-5 fr-ii-bataille"`; no two legal actions share one.
    pub notation: String,
    /// The id of the piece it is about, if any: a click on it means this action or leads to it.
    pub piece: Option<String>,
    /// The place that it leads to or aims at, if any.
    pub place: Option<Place>,
}

impl Label {
    /// The hex that it leads to or aims at, if that is one.
    pub fn cell(&self) -> Option<Cell> {
        self.place.and_then(Place::cell)
    }
}

/// Something that a person points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// A counter or marker, by [`Piece::id`].
    Piece(String),
    /// A hex.
    Cell(Cell),
    /// A counter, by [`Piece::id`], and then a hex: an order to do something there.
    Order(String, Cell),
}

/// The first legal action of `game` that `click` points at: one about the piece, one at the hex, or for an order both.
pub(crate) fn pointed_at<G: Show>(game: &G, click: &Click) -> Option<G::Action> {
    let (piece, cell) = match click {
        Click::Piece(id) => (Some(id), None),
        Click::Cell(cell) => (None, Some(*cell)),
        Click::Order(id, cell) => (Some(id), Some(*cell)),
    };
    let fits = |action: &G::Action| {
        let label = game.label(action);
        piece.is_none_or(|piece| label.piece.as_ref() == Some(piece))
            && cell.is_none_or(|cell| label.place == Some(Place::Hex(cell)))
    };
    let mut legal = Vec::new();
    game.actions(&mut legal);
    legal.into_iter().find(fits)
}

/// The exact odds of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The numbers that are added to dice, such as `("Attacker: ER", 2)`.
    pub modifiers: Vec<(String, i32)>,
    /// The odds in each case that the players can still bring about.
    pub cases: Vec<OddsCase>,
}

/// The odds of a fight in one case, such as with artillery support on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsCase {
    /// Its name, such as `"Attacker's artillery"`.
    pub name: String,
    /// Each result that can happen, with how many of [`OddsCase::of`] equally likely rolls lead to
    /// it, best for the attacker first.
    pub results: Vec<(String, u32)>,
    /// The number of equally likely rolls.
    pub of: u32,
}

/// A line of the game's story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The event, in a sentence.
    pub text: String,
    /// The rule by which it happened.
    pub rule: Rule,
    /// The place where it happened, if it has one.
    pub place: Option<Place>,
    /// `true` if it opens a new part of the story: a turn or a phase.
    pub heading: bool,
    /// The step of a move that it tells of, if it is one.
    pub step: Option<MoveStep>,
}
