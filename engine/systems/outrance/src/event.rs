//! The events of a game, each with its rule.

use battlewright_schema::outrance::{CombatEffect, Cover, StoppedResult, UnitStatus};

use crate::action::OrderKind;
use crate::rulebook as rule;
use crate::rules::c03_orders::OrderFate;
use crate::rules::calculation::TableIndex;
use crate::state::UnitIx;
use battlewright_core::game::{Outcome, Rule, Side};
use battlewright_core::kit::extra::HappenedEvent;
use battlewright_core::kit::plane::Point;

/// The reason why a unit moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveCause {
    /// A maneuver.
    Maneuver,
    /// A march.
    March,
    /// A route march.
    RouteMarch,
    /// A general moved.
    General,
    /// An assault reached contact.
    Contact,
    /// An assault was stopped, or its order was delayed.
    Stopped,
    /// A unit fell back.
    FallBack,
    /// A unit withdrew "up to" a distance.
    Withdrawal,
    /// A general got out of the way of the enemy.
    RunOver,
}

impl MoveCause {
    fn rule(self) -> Rule {
        match self {
            Self::Maneuver | Self::March | Self::FallBack => rule::MOVEMENT,
            Self::RouteMarch => rule::ACTIONS,
            Self::General | Self::RunOver => rule::GENERALS,
            Self::Contact | Self::Stopped => rule::ASSAULTS,
            Self::Withdrawal => rule::STATUS,
        }
    }
}

/// A die of 100 against the row of a table that a calculation finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolledIndex {
    /// The index with its parts.
    pub index: TableIndex,
    /// The roll.
    pub roll: u16,
    /// The roll up to which it succeeds; `None` for a row of results.
    pub percent: Option<u8>,
}

/// A shot that has an effect or may have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireShot {
    /// The range in thousandths of an inch.
    pub range: i32,
    /// The cover of the target.
    pub cover: Cover,
    /// The index of the fire, and its roll.
    pub fire: RolledIndex,
}

/// The reason why a unit is destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destruction {
    /// A result of combat that breaks the unit.
    Broken,
    /// The loss of half of its first bases or more.
    Bases {
        /// The bases that it has lost.
        lost: u8,
        /// The bases that it began with.
        of: u8,
    },
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn(u8),
    /// The die for a reinforcement, and whether the unit comes on.
    ArrivalRoll {
        /// The unit.
        unit: UnitIx,
        /// The die.
        die: u16,
        /// The unit comes on.
        comes: bool,
    },
    /// A unit comes on at a point.
    Arrives(UnitIx, Point),
    /// A side has the initiative.
    Initiative(Side),
    /// A unit does nothing.
    Held(UnitIx),
    /// The fate of an order.
    Ordered {
        /// The unit.
        unit: UnitIx,
        /// The order.
        order: OrderKind,
        /// The fate.
        fate: OrderFate,
        /// The roll of the die of 100.
        roll: u16,
        /// The chances in percent that it is received, delayed and lost.
        chances: [u8; 3],
        /// The general who helps, if one does.
        general: Option<UnitIx>,
    },
    /// A unit keeps its place and its formation, although it may change them.
    Unchanged(UnitIx),
    /// A unit that has regrouped forms up at a point.
    FormedUp(UnitIx, Point),
    /// A unit has deployed.
    Deployed(UnitIx, Point),
    /// A unit moved to a point.
    Moved(UnitIx, Point, MoveCause),
    /// A unit fired at another.
    Fired {
        /// The firing unit.
        unit: UnitIx,
        /// The target.
        target: UnitIx,
        /// The calculation; `None` out of range.
        shot: Option<Box<FireShot>>,
        /// The effect.
        effect: CombatEffect,
    },
    /// A unit assaults another.
    Assaults {
        /// The assaulting unit.
        unit: UnitIx,
        /// The target.
        target: UnitIx,
        /// The assault is frontal.
        frontal: bool,
        /// The base movement that the path costs, in thousandths of an inch.
        cost: i32,
        /// The cover of the target.
        cover: Cover,
    },
    /// An assault was stopped by fire.
    Stopped {
        /// The assaulting unit.
        unit: UnitIx,
        /// The result.
        result: StoppedResult,
        /// The roll for the result.
        roll: u16,
        /// The calculation of the fire.
        fire: Box<RolledIndex>,
    },
    /// An assault went home.
    CloseCombat {
        /// The assaulting unit.
        unit: UnitIx,
        /// The target.
        target: UnitIx,
        /// The assaulting unit won.
        won: bool,
        /// The effects on the assaulting unit and on the target.
        effects: [CombatEffect; 2],
        /// The roll for the effects.
        roll: u16,
        /// The calculations of the fire and of the close combat.
        combats: Box<[RolledIndex; 2]>,
    },
    /// The status of a unit became worse, or OK by a rule of the scenario.
    Shaken(UnitIx, UnitStatus),
    /// A unit lost bases.
    LostBases(UnitIx, u8),
    /// A unit was destroyed.
    Destroyed(UnitIx, Destruction),
    /// A unit could not fall back, and surrendered.
    Surrendered {
        /// The unit.
        unit: UnitIx,
        /// The unit from which it should fall back.
        source: UnitIx,
        /// The distance in thousandths of an inch.
        distance: i32,
    },
    /// A unit fell back over the edge of the table, and is out of the game.
    LeftTable(UnitIx),
    /// A unit tried to regroup.
    Regrouped {
        /// The unit.
        unit: UnitIx,
        /// The chance in percent.
        percent: u8,
        /// The roll.
        roll: u16,
    },
    /// A side took an objective.
    Took(Side, u16),
    /// An event of the scenario's rules happened.
    Row(HappenedEvent),
    /// A side wins by a rule of the scenario.
    WonByRow(Side, Rule),
    /// The game is over.
    Over(Outcome),
}

impl Event {
    /// Returns the rule by which it happened.
    pub fn rule(&self) -> Rule {
        match self {
            Self::Turn(_)
            | Self::ArrivalRoll { .. }
            | Self::Arrives(..)
            | Self::Initiative(_)
            | Self::Held(_)
            | Self::Ordered { .. }
            | Self::Unchanged(_)
            | Self::FormedUp(..)
            | Self::Deployed(..) => rule::ACTIONS,
            Self::Moved(_, _, cause) => cause.rule(),
            Self::Fired { .. } => rule::FIRE,
            Self::Assaults { .. } | Self::Stopped { .. } | Self::CloseCombat { .. } => rule::ASSAULTS,
            Self::Shaken(..)
            | Self::LostBases(..)
            | Self::Destroyed(..)
            | Self::Surrendered { .. }
            | Self::LeftTable(_) => rule::STATUS,
            Self::Regrouped { .. } => rule::GENERALS,
            Self::Took(..) | Self::Over(_) => rule::SCENARIOS,
            Self::Row(happened) => happened.rule,
            Self::WonByRow(_, rule) => *rule,
        }
    }
}
