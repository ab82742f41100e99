//! Statistics of a game, in terms that all systems share.

use battlewright_schema::Cell;

use crate::game::{Game, Rule, Side};
use crate::kit::extra::ExtraRules;
use crate::kit::place::Place;

/// A game with countable statistics: positions, fights and losses of units.
pub trait Chronicle: Game {
    /// The harms that are counted, from light to grave.
    const HARMS: &'static [Harm];

    /// The resources that a side spends, such as `"ammunition"`; empty in a system without resources.
    const RESOURCES: &'static [&'static str];

    /// The combat units, in the scenario's order.
    fn roster(&self) -> Vec<CombatUnit>;

    /// The hexes of the map; none on a table.
    fn cells(&self) -> Vec<Cell>;

    /// The hexes or points of the table that a side may hold or control, in the scenario's order.
    fn grounds(&self) -> Vec<Place>;

    /// The side that holds each of [`Chronicle::grounds`] now.
    fn holders(&self) -> &[Option<Side>];

    /// Returns the number of the turn, from 1.
    fn turn_now(&self) -> u8;

    /// The victory points of the two sides by source, if the game ended now. The sources are the same, in the same order,
    /// throughout a game, and their points add up to the [outcome's](crate::game::Outcome::points).
    fn sources(&self) -> Vec<Source>;

    /// Calls `to` with each countable fact of `event`. `self` is the game after the input that led to the event.
    fn note(&self, event: &Self::Event, to: &mut dyn FnMut(Note));

    /// The rule by which `event` happened.
    fn rule_of(event: &Self::Event) -> Rule;

    /// The rules that an event or a question of a game can cite, in the rulebook's order; rules that only define terms are left
    /// out.
    fn citable_rules() -> Vec<Rule>;

    /// Returns the rules of the scenario in rows; `None` if it has none.
    fn rule_rows(&self) -> Option<&ExtraRules> {
        None
    }
}

/// A combat unit of the order of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatUnit {
    /// The id in the scenario.
    pub id: String,
    /// The name.
    pub name: String,
    /// The side of the unit.
    pub side: Side,
    /// The turn in which the unit is due as a reinforcement; `None` if it starts on the map.
    pub due: Option<u8>,
}

/// A source of victory points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name, such as `"enemy units eliminated"`.
    pub name: &'static str,
    /// The points of the two sides.
    pub points: [i32; 2],
}

/// A fact to count. A unit is given by its index in [`Chronicle::roster`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A turn begins.
    Turn(u8),
    /// A reinforcement arrives on the map; a [`Note::In`] gives the place.
    Arrived(u16),
    /// A unit entered a place.
    In(u16, Place),
    /// A unit fights another.
    Fight {
        /// The unit that attacks or fires.
        attacker: u16,
        /// The unit attacked or fired at.
        target: u16,
        /// The place of the target; `None` if it has left the map since.
        place: Option<Place>,
    },
    /// Another unit joins the current attack.
    Joins(u16),
    /// A unit suffers one of the [harms](Chronicle::HARMS).
    Harmed(u16, Harm),
    /// A unit recovers: it returned, rallied, or was resupplied or rebuilt.
    Restored(u16),
    /// A unit left the map for good, unharmed.
    Left(u16),
    /// A side spent a point of the [resource](Chronicle::RESOURCES) with this index.
    Spent(Side, usize),
}

/// A harm to a unit, as a system counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harm {
    /// The name in reports, such as `"step loss"`; unique within a system.
    pub name: &'static str,
    /// `true` if the harm takes the unit out of the game.
    pub removes: bool,
}

impl Harm {
    /// A harm that the unit survives.
    pub const fn survived(name: &'static str) -> Self {
        Self { name, removes: false }
    }

    /// The elimination of the unit.
    pub const ELIMINATED: Self = Self { name: "eliminated", removes: true };
}
