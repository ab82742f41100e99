//! Statistics of a game, in terms that all systems share.

use battlewright_schema::Cell;

use crate::game::{Game, Rule, Side};
use crate::show::Place;

/// A game whose course can be counted: who was where, who fought whom, who lost what.
pub trait Chronicle: Game {
    /// The harms that are counted, from light to grave.
    const HARMS: &'static [Harm];

    /// The resources whose use is counted, such as `"ammunition"`; none in a system that has none.
    const RESOURCES: &'static [&'static str];

    /// The combat units, in the scenario's order.
    fn roster(&self) -> Vec<CombatUnit>;

    /// The hexes of the map.
    fn cells(&self) -> Vec<Cell>;

    /// The hexes that somebody may hold or control, in the scenario's order.
    fn grounds(&self) -> Vec<Cell>;

    /// The side that holds each of [`Chronicle::grounds`] now.
    fn holders(&self) -> &[Option<Side>];

    /// The turn, from 1.
    fn turn_now(&self) -> u8;

    /// The place where the victory points of the two sides would come from if the game ended now. The sources are the
    /// same, in the same order, throughout a game, and their points add up to the
    /// [outcome's](crate::game::Outcome::points).
    fn sources(&self) -> Vec<Source>;

    /// Hands to `to` what there is to count in `event`. `self` is the game after the input that led to the event.
    fn note(&self, event: &Self::Event, to: &mut dyn FnMut(Note));

    /// The rule by which `event` happened.
    fn rule_of(event: &Self::Event) -> Rule;

    /// The rules by which something happens or somebody is asked in some game, in the rulebook's order: all but those
    /// that say what words mean.
    fn rules_at_work() -> Vec<Rule>;
}

/// A combat unit of the order of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatUnit {
    /// Its id in the scenario.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The turn in which it is due as a reinforcement; `None` if it is there from the start.
    pub due: Option<u8>,
}

/// A source of victory points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name, such as `"enemy units eliminated"`.
    pub name: &'static str,
    /// The points of the two sides.
    pub points: [i32; 2],
}

/// Something to count. A unit is named by its place in [`Chronicle::roster`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// A turn begins.
    Turn(u8),
    /// A reinforcement is on the map; where, a [`Note::In`] tells.
    Arrived(u16),
    /// A unit came to a place.
    In(u16, Place),
    /// A unit fights another.
    Fight {
        /// The unit that attacks or fires.
        attacker: u16,
        /// Whom.
        target: u16,
        /// The place of the target; `None` if it has left the map since.
        place: Option<Place>,
    },
    /// Another unit joins the attack at hand.
    Joins(u16),
    /// A unit suffered one of the [harms](Chronicle::HARMS).
    Harmed(u16, Harm),
    /// A unit is itself again: returned, rallied, resupplied, rebuilt.
    Restored(u16),
    /// A unit left the map for good, unharmed.
    Left(u16),
    /// A side spent a point of one of the [resources](Chronicle::RESOURCES), named by its place there.
    Spent(Side, usize),
}

/// A harm to a unit, as a system counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harm {
    /// Its name in reports, such as `"step loss"`; each harm of a system has another.
    pub name: &'static str,
    /// `true` if the unit is out of the game by it.
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
