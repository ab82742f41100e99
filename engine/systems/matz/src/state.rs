//! The state of a game. Its tasks are a stack: the last one is active, and those below wait for it.

use serde::{Deserialize, Serialize};

use crate::Matz;
use crate::event::Phase;
use crate::rules::r02_sequence::SequenceTask;
use crate::rules::r05_movement::MoveTask;
use crate::rules::r07_5_losses::LossTask;
use crate::rules::r07_6_retreat::RetreatTask;
use crate::rules::r07_combat::CombatTask;
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r10_command::CommandTask;
use crate::rules::r11_air::AirTask;
use crate::rules::r14_setup::SetupTask;
use battlewright_core::clone_in_place;
use battlewright_core::game::{Side, Viewer};
use battlewright_core::kit::extra::ExtraState;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::list_index;
use battlewright_core::task_families;

list_index! {
    /// A counter: the units of the scenario's list in order, then the headquarters in the order of their formations.
    UnitIx;
    /// A formation, by its index in the scenario's list.
    FormationIx;
    /// A reserve, by its index in the scenario's list.
    ReserveIx;
    /// A mega-hex, by its number.
    MegaIx;
}

/// Units that do something together.
pub(crate) type Party = InlineList<UnitIx, 12>;

/// A few hexes.
pub(crate) type HexList = InlineList<HexIx, 3>;

/// The state of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) turn: u8,
    /// The side whose player turn it is (2.1).
    pub(crate) active: Side,
    pub(crate) phase: Phase,
    pub(crate) stack: Vec<Task>,
    pub(crate) units: Vec<Unit>,
    /// The side that last passed through each of the board's control hexes (13.0).
    pub(crate) control: Vec<Option<Side>>,
    /// For each reserve, `true` once it has been called up (12.2, 12.3).
    pub(crate) called: Vec<bool>,
    /// The hexes that have been bombarded in this phase (8.1).
    pub(crate) bombarded: Vec<HexIx>,
    /// The hexes whose attack or barrage has been called off since the last one began. Each is called off once, so that a
    /// phase has an end.
    pub(crate) called_off: Vec<HexIx>,
    /// The viewer whose view this is: the secrets that this viewer does not know are not in it.
    pub(crate) view_of: Viewer,
    /// The counters and events of rows.
    #[serde(default, skip_serializing_if = "ExtraState::is_empty", deserialize_with = "ExtraState::read")]
    pub(crate) extra: ExtraState,
}

clone_in_place!(State { turn, active, phase, stack, units, control, called, bombarded, called_off, view_of, extra });

/// The changing data of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) at: At,
    /// The steps that it has lost.
    pub(crate) lost: u8,
    /// `true` with a Neutralized marker, or a headquarters on its back (9.0).
    pub(crate) neutralized: bool,
    /// `true` with a marker for units out of command (10.1).
    pub(crate) out_of_command: bool,
    /// `true` for artillery that has fired, and for aircraft that have completed their mission (8.0, 11.3).
    pub(crate) fired: bool,
    /// `true` if it has moved in this phase.
    pub(crate) moved: bool,
    /// `true` if it has attacked in this Combat Phase (7.1).
    pub(crate) attacked: bool,
    /// `true` if it has been attacked in this Combat Phase (7.1), or bombarded in this Bombardment Phase (8.1).
    pub(crate) was_attacked: bool,
    /// `true` if it has retreated in this Combat Phase, so that it does not fight in a combat in its new hex (7.1, 7.6).
    pub(crate) retreated: bool,
    /// `true` if it has exploited in this player turn, or may fight in the Second Combat Phase without having moved.
    pub(crate) exploited: bool,
    /// `true` if it has come on in this player turn (12.1).
    pub(crate) entered: bool,
    /// `true` for fighters that have tried an interception in this player turn, or have fought as escorts (11.5, 11.6).
    pub(crate) intercepted: bool,
    /// `true` for air units whose mission is known to the enemy (11.3).
    pub(crate) revealed: bool,
    /// `true` for air units that the enemy has seen on the map in this turn (11.3).
    pub(crate) seen: bool,
    /// The corps to which it is attached: tanks of an army (6.1) and reserves (12.2, 12.3).
    pub(crate) attached: Option<FormationIx>,
}

/// The place of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum At {
    /// On the map.
    Hex(HexIx),
    /// Due on this turn at this entry (12.1).
    Due { turn: u8, entry: u16 },
    /// In a reserve that has not been called up (12.2, 12.3).
    Reserve,
    /// Eliminated on this turn. A headquarters comes back on the next one (1.4).
    Eliminated(u8),
    /// An air unit in the pot (11.3).
    Pot,
    /// An air unit that has been drawn for this turn.
    Drawn,
    /// A fighter that waits in a mega-hex to intercept (11.3).
    Patrol(MegaIx),
    /// An air unit on a mission, in a mega-hex.
    Mission { mission: Mission, mega: MegaIx },
    /// An air unit whose mission was aborted; out for the rest of the turn (11.5).
    Aborted,
}

impl At {
    /// The hex; `None` off the map.
    #[inline]
    pub(crate) fn hex(self) -> Option<HexIx> {
        match self {
            Self::Hex(hex) => Some(hex),
            _ => None,
        }
    }
}

/// The mission of an air unit of the active side (11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mission {
    /// High-altitude bombing.
    Bombing,
    /// Ground support.
    Support,
    /// Escort.
    Escort,
    /// A mission of the enemy that is not known (11.3).
    Secret,
}

impl Mission {
    /// Its name, such as `"bombing"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bombing => "bombing",
            Self::Support => "support",
            Self::Escort => "escort",
            Self::Secret => "secret",
        }
    }
}

task_families! {
    /// Something to be done, by the part of the rules that it belongs to.
    Task of Matz {
        /// 14.0: free setup.
        Setup(SetupTask);
        /// 2.1: the course of a turn.
        Sequence(SequenceTask);
        /// 1.4, 6.1, 10.0, 12.2, 12.3: headquarters, attachments and reserves.
        Command(CommandTask);
        /// 5.0, 12.1: movement and exploitation.
        Move(MoveTask);
        /// 11.0: aircraft.
        Air(AirTask);
        /// 8.1: bombardment.
        Barrage(BarrageTask);
        /// 7.0, 8.2: combat.
        Combat(CombatTask);
        /// 4.0, 7.5: losses of steps.
        Loss(LossTask);
        /// 7.6: retreats and advances.
        Retreat(RetreatTask);
    }
}
