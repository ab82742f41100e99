//! The state of a game. Its tasks are a stack: the last one is active, and those below wait for it.

use battlewright_schema::outrance::UnitStatus;
use serde::{Deserialize, Serialize};

use crate::Outrance;
use crate::rules::c03_actions::{Act, AfterLostOrder, OrderRoll};
use crate::rules::c03_arrivals::Arrival;
use crate::rules::c03_deploying::{Deploy, Reform};
use crate::rules::c03_turns::{BeginTurn, EndAction, InitiativeDraw, Select};
use crate::rules::c04_formations::UnitPlacement;
use crate::rules::c04_movement::MoveLeg;
use crate::rules::c05_effects::Withdraw;
use crate::rules::c06_fire_actions::FireRoll;
use crate::rules::c07_assault_actions::AssaultRoll;
use crate::rules::c09_regroup_actions::RegroupRoll;
use battlewright_core::clone_in_place;
use battlewright_core::game::Side;
use battlewright_core::kit::extra::{DueEvents, ExtraState};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::plane::Direction;
use battlewright_core::list_index;
use battlewright_core::task_families;

list_index! {
    /// A unit or a general, by its index in the scenario's list.
    UnitIx;
}

/// The state of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) turn: u8,
    pub(crate) stack: Vec<Task>,
    pub(crate) units: Vec<Unit>,
    /// The holder of each objective.
    pub(crate) holders: Vec<Option<Side>>,
    /// The fire actions of artillery in this turn, which add up on a target (VI).
    pub(crate) shots: Vec<CombatRecord>,
    /// The assaults of this turn, which add up on a target (VII).
    pub(crate) assaults: Vec<CombatRecord>,
    /// The counters and events of rows.
    #[serde(default, skip_serializing_if = "ExtraState::is_empty", deserialize_with = "ExtraState::read")]
    pub(crate) extra: ExtraState,
}

clone_in_place!(State { turn, stack, units, holders, shots, assaults, extra });

/// A fire action or an assault in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CombatRecord {
    pub(crate) unit: UnitIx,
    pub(crate) target: UnitIx,
    /// The bases of the unit at the time.
    pub(crate) bases: u8,
}

/// The changing data of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) at: At,
    pub(crate) status: UnitStatus,
    /// The bases that it has left; 1 for a general.
    pub(crate) bases: u8,
    /// `true` once it has used its action of this turn.
    pub(crate) acted: bool,
    /// `true` for a reinforcement that has taken no other action than a route march.
    pub(crate) route_march: bool,
}

/// The place of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum At {
    /// On the table. The front of a general is the upper edge of the square around the base.
    On(UnitPlacement),
    /// A reinforcement that has not come yet.
    Due,
    /// A reinforcement that may come on in this turn.
    Ready,
    /// Destroyed in this turn.
    Destroyed(u8),
    /// Surrendered in this turn.
    Surrendered(u8),
    /// Fell back over the edge of the table in this turn.
    Left(u8),
    /// Part of an option that is not used.
    Unused,
}

impl At {
    /// Returns the position; `None` off the table.
    pub(crate) fn place(&self) -> Option<&UnitPlacement> {
        match self {
            Self::On(place) => Some(place),
            _ => None,
        }
    }
}

/// A kind of movement along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MoveKind {
    Maneuver,
    March,
    RouteMarch,
    General,
}

/// A unit that moves along a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveTask {
    pub(crate) unit: UnitIx,
    pub(crate) kind: MoveKind,
    /// The base movement, in thousandths of an inch.
    pub(crate) allowance: i32,
    /// The number of bases in the first rank.
    pub(crate) front: u8,
    /// The facing of a column before it moves; `None` for the facing of the unit.
    pub(crate) facing: Option<Direction>,
    /// The legs so far.
    pub(crate) legs: InlineList<MoveLeg, 4>,
}

task_families! {
    /// A pending task. The order of the list is part of a saved state: new tasks go to its end.
    Task of Outrance {
        /// A turn begins.
        BeginTurn(BeginTurn);
        /// The die for a reinforcement.
        Arrival(Arrival);
        /// The draw of the initiative.
        Initiative(InitiativeDraw);
        /// A side selects a unit.
        Select(Select);
        /// A unit selects its action.
        Act(Act);
        /// The roll for an order.
        OrderRoll(OrderRoll);
        /// A unit whose order is lost may fire or regroup.
        AfterLostOrder(AfterLostOrder);
        /// A unit deploys.
        Deploy(Deploy);
        /// A unit moves along a path.
        Move(MoveTask);
        /// The roll for the fire of a unit at a target.
        FireRoll(FireRoll);
        /// The rolls for the assault of a unit on a target.
        AssaultRoll(AssaultRoll);
        /// A unit withdraws from another.
        Withdraw(Withdraw);
        /// The roll for regrouping.
        RegroupRoll(RegroupRoll);
        /// A unit that has regrouped takes up a formation.
        Reform(Reform);
        /// The end of an action.
        EndAction(EndAction);
    } then {
        /// Events of the scenario's rules are due.
        RowEvents(DueEvents);
    }
}
