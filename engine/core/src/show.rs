//! The data with which a board view shows a game and lets a person play it, without pixels.

mod board;
mod fold;
mod mark;
mod marker;
mod odds;
mod table;

use std::fmt;

use battlewright_schema::{Cell, Face, Inches, UnitFootprint};

pub use board::{Card, Fact, Form, SideBoard, Token, TokenStatus};
pub use fold::{FoldedLine, MoveStep, fold, standing};
pub use mark::{Legend, Mark, MarkStyle};
pub use marker::Marker;
pub use odds::{Odds, OddsCase};
pub use table::inches;
pub use table::{
    MarkColor, PointerMode, ProposedAction, SpentDistance, TableMark, TableObstacle, TablePointer, TableShape,
    TableSight,
};

use crate::game::{Game, Illegal, Outcome, Rule, Side};
use crate::kit::hex_map::HexMap;
use crate::kit::march::ReachedHex;
pub use crate::kit::place::Place;

/// A game that can be shown and played by hand.
pub trait Show: Game {
    /// Returns the names of the sides, in order.
    fn sides(&self) -> [String; 2];

    /// The degree of the victory in the words of the rules, such as `"major victory"`; `"draw"` without a winner.
    fn degree(&self, outcome: &Outcome) -> &'static str {
        outcome.level.name()
    }

    /// The line above the board: turn, phase and prompt.
    fn status(&self) -> Status;

    /// Every counter and marker, on the map or off it, in an order that never changes during a game: within a hex from bottom
    /// to top.
    fn pieces(&self) -> Vec<Piece>;

    /// The points and resources of the sides.
    fn tracks(&self) -> Vec<Track>;

    /// The boards beside the map, first to last: the steps of the turn, chits, formations. On a game from [`Game::seen_by`]
    /// they do not show the enemy's secrets.
    fn boards(&self) -> Vec<SideBoard> {
        Vec::new()
    }

    /// Both faces and the state of the counter with this [`Piece::id`]; `None` if there is no such counter.
    fn card(&self, id: &str) -> Option<Card> {
        let _ = id;
        None
    }

    /// The name of the smallest formation of the counter with this [`Piece::id`], such as its division; `None` without one.
    fn smallest_formation(&self, id: &str) -> Option<String> {
        self.pieces().into_iter().find(|piece| piece.id == id)?.formation
    }

    /// The hexes to mark on the map for the current decision, such as the limit of command.
    fn marks(&self) -> Vec<Mark>;

    /// The text for `action`, and its place on the map.
    fn label(&self, action: &Self::Action) -> Label;

    /// The action that a click stands for now, legal or not: a legal one can be applied, and [`Game::check`] gives the reason
    /// against an illegal one. `None` if the click stands for no action.
    fn meaning(&self, click: Click) -> Option<Self::Action>;

    /// The refusal of `click`, which leads to no legal action: the refusal of the action that it [means](Show::meaning), or a
    /// note that the click answers no open question.
    fn why_not(&self, click: Click) -> Illegal {
        not_meant(self, click)
    }

    /// The actions that bring the piece in motion to `cell` by the cheapest path; empty if there is no path. For the hex in
    /// which the piece stands, the action that ends its move there; empty before the piece has entered a hex.
    fn route(&self, cell: Cell) -> Vec<Self::Action>;

    /// The hexes that the piece in motion can reach with its remaining movement, without its own hex; empty when no piece is in
    /// motion.
    fn reach(&self) -> Vec<Cell>;

    /// The legal action that ends what its side is doing: a move, a plan, a phase. `None` if there is none. By default, the only
    /// legal action that names neither a piece nor a place.
    fn ending(&self) -> Option<Self::Action> {
        let mut plain = Vec::new();
        self.actions(&mut plain);
        plain.retain(|action| {
            let label = self.label(action);
            label.piece.is_none() && label.place.is_none()
        });
        match plain.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The legal actions by which further units take part in what their side plans, such as an attack; empty without a plan.
    fn joins(&self) -> Vec<Self::Action> {
        Vec::new()
    }

    /// The exact odds of `action` over all rolls of the dice; `None` if the action is no fight.
    fn odds(&self, action: &Self::Action) -> Option<Odds>;

    /// The effect of `action` in a sentence, with its rule, such as that of a chit; `None` if its label says it all.
    fn help(&self, _action: &Self::Action) -> Option<Fact> {
        None
    }

    /// The enemy fires that the piece in motion draws on its [`route`](Show::route) to `cell`, or in the next hex of its retreat, in
    /// the order of the hexes; empty in systems in which moves draw no fire. Fires that need the play of an event are left out.
    fn drawn_fire(&self, _cell: Cell) -> Vec<DrawnFire> {
        Vec::new()
    }

    /// The line of sight from a unit in `from` to `to`, in the current position; `None` in systems without lines of sight, and
    /// for hexes that the map does not have.
    fn sight(&self, _from: Cell, _to: Cell) -> Option<LineOfSight> {
        None
    }

    /// Returns `true` if a unit in `from` has a clear line of sight to `to`; `false` in systems without lines of sight.
    fn sees(&self, _from: Cell, _to: Cell) -> bool {
        false
    }

    /// The fastest march of the unit with this [`Piece::id`] from the first of `stops` to each of the others in turn, by its
    /// movement allowance and the costs of terrain and roads, on a map without other units; or the refusal if there is no path.
    /// `None` for a piece that does not march, and for hexes that the map does not have.
    fn march(&self, _id: &str, _stops: &[Cell]) -> Option<Result<March, Illegal>> {
        None
    }

    /// The action with this [notation](Label::notation), legal or not; `None` if there is none. A system with legal actions that
    /// [`Game::actions`] does not list reads them too.
    fn parse_action(&self, notation: &str) -> Option<Self::Action> {
        let mut legal = Vec::new();
        self.actions(&mut legal);
        legal.into_iter().find(|action| self.label(action).notation == notation)
    }

    /// The legal actions that name no place and are no part of [`Game::actions`], such as a change of formation in the course
    /// of a move.
    fn further_actions(&self) -> Vec<Self::Action> {
        Vec::new()
    }

    /// The bases of the units on a table, in the order of battle; empty on a map of hexes.
    fn footprints(&self) -> Vec<UnitFootprint> {
        Vec::new()
    }

    /// The kinds of action that a player can point at on a table now; empty if there are none.
    fn pointer_modes(&self) -> Vec<PointerMode> {
        Vec::new()
    }

    /// The action that a click of `pointer` on a table would choose now, legal or not; `None` if it stands for no action.
    fn proposal(&self, pointer: &TablePointer) -> Option<ProposedAction<Self::Action>> {
        let _ = pointer;
        None
    }

    /// The areas of a table in which a click of `pointer` is legal, as outlines that do not overlap.
    fn legal_areas(&self, pointer: &TablePointer) -> Vec<Vec<Inches>> {
        let _ = pointer;
        Vec::new()
    }

    /// The marks on a table for the current decision, such as the path of a move; with those of a piece under the pointer, if
    /// `piece` is its [`Piece::id`].
    fn table_marks(&self, piece: Option<&str>) -> Vec<TableMark> {
        let _ = piece;
        Vec::new()
    }

    /// The line of sight between two points of a table; `None` in systems without lines of sight on tables.
    fn sight_on_table(&self, from: Inches, to: Inches) -> Option<TableSight> {
        let _ = (from, to);
        None
    }

    /// The log line for `event`. `self` is the game after the event.
    fn log_line(&self, event: &Self::Event) -> Line;

    /// The log lines for `event`, with the numbers needed to check it by hand. `self` is the game after the input that led to
    /// the event, and `before` the game before that input.
    fn log_lines(&self, before: &Self, event: &Self::Event) -> Vec<Line> {
        let _ = before;
        vec![self.log_line(event)]
    }
}

/// The place in the sequence of play, and the open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The turn, from 1.
    pub turn: u8,
    /// The number of turns.
    pub turns: u8,
    /// The time of day, such as `"13:30"`; `None` if the scenario has no clock.
    pub clock: Option<String>,
    /// The phase, such as `"Movement Phase"`.
    pub phase: String,
    /// The question and the side that must answer it, such as `"Germans: move a unit or pass"`.
    pub prompt: String,
    /// The rule that asks the question.
    pub rule: Rule,
    /// The movement of the piece in motion; `None` when no piece is in motion.
    pub movement: Option<Movement>,
}

/// The movement of a piece in motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The movement spent so far, in half movement points.
    pub spent: u16,
    /// The movement allowance, in half movement points.
    pub allowance: u16,
}

impl Movement {
    /// Returns what is spent of what is allowed, such as `"7½ of 6 MP"`.
    pub fn of_allowance(self) -> String {
        format!("{} of {} MP", fold::halves(self.spent), fold::halves(self.allowance))
    }
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
    /// The id in the scenario for a unit; the name for a marker.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The few letters printed on the counter.
    pub label: String,
    /// The name of its formation, if any; pieces of one formation of a side have the same band.
    pub formation: Option<String>,
    /// The side that owns the piece.
    pub side: Side,
    /// The symbol printed on the counter.
    pub symbol: Symbol,
    /// The face of the counter that is up.
    pub face: Face,
    /// The markers on the piece, such as `"Shaken"`.
    pub markers: Vec<&'static str>,
    /// `true` for the piece of the current decision.
    pub active: bool,
    /// The place of the piece.
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
    /// Crossed belts, for infantry.
    Infantry,
    /// A slanted line, for cavalry.
    Cavalry,
    /// A gun, for artillery.
    Artillery,
    /// A flag, for a headquarters.
    Headquarters,
    /// A machine gun, or a mitrailleuse.
    MachineGun,
    /// An oval: the track of a tank.
    Tank,
    /// Two blades: a propeller, for an aircraft.
    Aircraft,
    /// A letter on a disk: a marker of neither side.
    Badge,
    /// The flag of a side, on a place that the side holds.
    Flag,
    /// Words alone: a chit, or a counter of points.
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
    /// On the turn track, with the reason, such as `"enters at C"` or `"blown"`.
    Turn(u8, String),
    /// Out of play, such as `"eliminated"` or `"left by E"`.
    Out(String),
}

impl Spot {
    /// Returns the hex; `None` off the map and on a table without hexes.
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

/// A number that a side keeps on a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// The side that keeps the track.
    pub side: Side,
    /// The name of the track, such as `"Ammunition"`.
    pub name: &'static str,
    /// The value of the track.
    pub value: i32,
}

/// A line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOfSight {
    /// The obstacles that block the line, in the order in which the line meets them; none if the line is clear.
    pub obstacles: Vec<Obstacle>,
    /// The rule of lines of sight.
    pub rule: Rule,
}

impl LineOfSight {
    /// Returns `true` if no obstacle blocks the line.
    pub fn is_clear(&self) -> bool {
        self.obstacles.is_empty()
    }
}

/// An obstacle that blocks a line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The hex of the obstacle.
    pub cell: Cell,
    /// The name of the obstacle and the reason why it blocks, in words.
    pub reason: String,
}

/// A march of a unit that is alone on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March {
    /// The hexes of the path, the first included, each with the turn of arrival, from 1.
    pub way: Vec<(Cell, u16)>,
    /// The movement spent in the last turn, in half movement points.
    pub spent: u16,
    /// The movement of the unit in a turn, in half movement points.
    pub allowance: u16,
    /// The rule of the march.
    pub rule: Rule,
}

impl March {
    /// Creates the march along `way`; the refusal if `way` is `None`.
    pub fn of(map: &HexMap, way: Option<Vec<ReachedHex>>, allowance: u16, rule: Rule) -> Result<Self, Illegal> {
        let way = way.ok_or_else(|| Illegal::new(rule, "there is no path to this hex"))?;
        let spent = way.last().map_or(0, |last| last.spent);
        let way = way.into_iter().map(|step| (map.cell(step.hex), step.turn)).collect();
        Ok(Self { way, spent, allowance, rule })
    }

    /// Returns the number of turns that the march takes.
    pub fn turns(&self) -> u16 {
        self.way.last().map_or(0, |(_, turn)| *turn)
    }
}

/// The text of an action, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The action in words, for a list or button, such as `"Attack Bataille's division with the 5th Division"`.
    pub text: String,
    /// The action in the short notation of ids and hex names that a replay keeps, such as `"attack de-iii-5 fr-ii-bataille"`;
    /// no two legal actions share one.
    pub notation: String,
    /// The id of the piece that acts, if any: a click on the piece means this action or leads to it.
    pub piece: Option<String>,
    /// The destination or target, if any.
    pub place: Option<Place>,
}

impl Label {
    /// Returns the hex of the destination or target; `None` without one.
    pub fn cell(&self) -> Option<Cell> {
        self.place.and_then(Place::cell)
    }
}

/// Returns the refusal of the action that `click` means, or a note that it answers no open question.
pub fn not_meant<G: Show>(game: &G, click: Click) -> Illegal {
    let refusal = game.meaning(click).and_then(|action| game.check(&action).err());
    refusal.unwrap_or_else(|| {
        let Status { prompt, rule, .. } = game.status();
        Illegal::new(rule, format!("this does not answer the current question: {prompt}"))
    })
}

/// An object on the board that a person clicks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// A counter or marker, by [`Piece::id`].
    Piece(String),
    /// A hex.
    Cell(Cell),
    /// A point of a table.
    Point(Inches),
    /// A counter, by [`Piece::id`], and then a hex: an order for the counter at that hex.
    Order(String, Cell),
}

impl Click {
    /// Returns the id of the piece and the hex that are clicked, if any.
    pub fn parts(&self) -> (Option<&str>, Option<Cell>) {
        match self {
            Self::Piece(id) => (Some(id), None),
            Self::Cell(cell) => (None, Some(*cell)),
            Self::Point(_) => (None, None),
            Self::Order(id, cell) => (Some(id), Some(*cell)),
        }
    }
}

/// The first of `actions` that is legal in `game`.
pub fn first_legal<G: Show>(game: &G, actions: impl IntoIterator<Item = G::Action>) -> Option<G::Action> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    legal.extend(game.further_actions());
    actions.into_iter().find(|action| legal.contains(action))
}

/// The first legal action of `game` that `click` points at: one about the piece, one at the hex, or for an order both.
pub fn pointed_at<G: Show>(game: &G, click: &Click) -> Option<G::Action> {
    let (piece, place) = match click {
        Click::Piece(id) => (Some(id), None),
        Click::Cell(cell) => (None, Some(Place::Hex(*cell))),
        Click::Point(at) => (None, Some(Place::At(*at))),
        Click::Order(id, cell) => (Some(id), Some(Place::Hex(*cell))),
    };
    let fits = |action: &G::Action| {
        let label = game.label(action);
        piece.is_none_or(|piece| label.piece.as_ref() == Some(piece))
            && place.is_none_or(|place| label.place == Some(place))
    };
    let mut legal = Vec::new();
    game.actions(&mut legal);
    legal.into_iter().find(fits)
}

/// A fire that a move can draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnFire {
    /// The hex in which the moving piece draws it.
    pub cell: Cell,
    /// The hex of the unit that can fire.
    pub from: Cell,
    /// The name of the unit that can fire.
    pub firer: String,
    /// The heading of the column on which the fire is rolled, after all shifts.
    pub column: String,
    /// Its odds.
    pub odds: Odds,
    /// The rule of the fire.
    pub rule: Rule,
}

/// A line of the game log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The event, in a sentence.
    pub text: String,
    /// The rule of the event.
    pub rule: Rule,
    /// The place of the event, if it has one.
    pub place: Option<Place>,
    /// `true` for the line that opens a turn or a phase.
    pub heading: bool,
    /// The step of a move, if the event is one.
    pub step: Option<MoveStep>,
}
