//! The state of a game.
//!
//! The tasks of the game are a stack: the last one is active, and those below wait for it. A Break Test in a Defensive
//! Fire in a move in an activation is four tasks deep. Each family of tasks is defined in the file of its rules.

use battlewright_schema::at_any_cost::{Earthwork, HqOrder};
use serde::{Deserialize, Serialize};

use crate::AtAnyCost;
use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r06_chits::ChitTask;
use crate::rules::r07_command::CommandTask;
use crate::rules::r08_fire::FireTask;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultTask;
use crate::rules::r14_rally::RallyTask;
use crate::rules::r21_events::EventTask;
use battlewright_core::clone_in_place;
use battlewright_core::game::Side;
use battlewright_core::kit::cup::DrawCup;
use battlewright_core::kit::extra::ExtraState;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::list_index;
use battlewright_core::task_families;

list_index! {
    /// A combat unit, by its place in the scenario's list.
    UnitIx;
    /// A formation, and so its HQ and its Activation Chit, by its place in the scenario's list.
    FormationIx;
    /// An Event Chit, by its place in the scenario's list.
    ChitIx;
    /// A reinforcement group, by its place in the board's list (15.2).
    GroupIx;
}

/// A counter that moves: a combat unit or an HQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MovingPiece {
    /// A combat unit.
    Unit(UnitIx),
    /// The HQ of a formation.
    Hq(FormationIx),
}

/// The units that fight each other, or stand by.
pub(crate) type Party = InlineList<UnitIx, 12>;

/// The state of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) turn: u8,
    pub(crate) stack: Vec<Task>,
    pub(crate) units: Vec<Unit>,
    pub(crate) hqs: Vec<Hq>,
    /// The chits in the cup (5.3).
    pub(crate) cup: DrawCup<Chit>,
    /// The place of each Event Chit.
    pub(crate) chits: Vec<ChitPlace>,
    /// The turn in which the chit of each formation goes into the cup: its box on the track (20.1); 0 for none.
    pub(crate) chit_turns: Vec<u8>,
    /// The Command Event Chits on the two tracks of each side (20.1).
    pub(crate) tracks: [[u8; 2]; 2],
    /// The effect of the Fortunes of War on the next chit (6.3).
    pub(crate) fortune: Option<Fortune>,
    /// `true` if the next HQ to be activated loses its leader (6.3).
    pub(crate) leader_casualty: bool,
    /// The turns by which each reinforcement group has been hurried (15.2).
    pub(crate) hurried: Vec<u8>,
    /// The earthworks on the map, in the order of their hexes (16.1).
    pub(crate) earthworks: Vec<(HexIx, Earthwork)>,
    /// The side that was the last to enter each of the board's control hexes (19.0).
    pub(crate) control: Vec<Option<Side>>,
    /// The counters and events of rows.
    #[serde(default, skip_serializing_if = "ExtraState::is_empty", deserialize_with = "ExtraState::read")]
    pub(crate) extra: ExtraState,
}

clone_in_place!(State {
    turn,
    stack,
    units,
    hqs,
    cup,
    chits,
    chit_turns,
    tracks,
    fortune,
    leader_casualty,
    hurried,
    earthworks,
    control,
    extra
});

/// A chit in the cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Chit {
    Activation(FormationIx),
    Event(ChitIx),
    /// An Event Chit of this side that the viewer does not know: it may be in the cup or set aside (5.1).
    Unknown(Side),
}

/// The place of an Event Chit (5.1, 6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum ChitPlace {
    /// With its owner, before it goes into the cup or is set aside.
    Hand,
    /// In the cup, chosen by its owner.
    Chosen,
    /// In the cup.
    Cup,
    /// Set aside by the enemy for the turn.
    Aside,
    /// In the cup or set aside, unknown to the viewer.
    Hidden,
    /// Drawn, and about to be used.
    Drawn,
    /// Held for a later Held Event Chit Phase or an interrupt.
    Held,
    /// On an HQ: Feu de Bataillon or Bazaine's Malaise (21.0).
    On(FormationIx),
    /// Beside the cup: the Fortunes of War wait for the next chit (6.3).
    BesideCup,
    /// On one of the owner's two tracks (20.1), or on one of the enemy's, as the Fortunes of War can be.
    Track,
    /// In the Discarded/Used Chit Box.
    Used,
}

/// The effect of the Fortunes of War on the next chit (6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fortune {
    /// The chit.
    pub(crate) chit: ChitIx,
    /// `true` if it enhances the next chit; otherwise it degrades it.
    pub(crate) enhances: bool,
}

/// The bonus of an enhanced Activation Chit (6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bonus {
    /// 1 MP more.
    Movement,
    /// A column shift in Fire Combat.
    Fire,
    /// A column shift in Assault Combat.
    Assault,
}

/// The changing facts of a combat unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) at: At,
    /// `true` if its Battleworn side is up.
    pub(crate) battleworn: bool,
    /// Elan Hits: 0, 1 for Shaken, 2 for Disrupted.
    pub(crate) elan: u8,
    /// Ammo Problems: 0, 1 for Low Ammo, 2 for Rationed Ammo.
    pub(crate) ammo: u8,
    /// `true` if it is the Second Line unit of its hex (4.3).
    pub(crate) second_line: bool,
    /// The turn in which it entered as a reinforcement; 0 if it did not.
    pub(crate) entered: u8,
    /// Everything that it has done, or that was done to it, in the activation at hand.
    pub(crate) done: Done,
    /// The Defensive Fires that it has made in the activation at hand (12.6).
    pub(crate) defended: u8,
    /// Its fires in the turn at hand: of its own weapon, and of its mitrailleuse.
    pub(crate) fires: [TurnFires; 2],
    /// `true` if it was broken down into smaller units, so that it can be recombined (17.3).
    pub(crate) broken_down: bool,
    /// The battery whose Mitrailleuse marker lies with it: itself, or of a section the battery that was broken down (17.4).
    pub(crate) marker_of: Option<UnitIx>,
    /// `true` if it has tried to turn to its Fresh side in this night (18.2).
    pub(crate) rested: bool,
    /// `true` if it has tried to build earthworks in this turn, and failed (16.2).
    pub(crate) dug_in_vain: bool,
}

/// The place of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum At {
    /// Due in this turn at this entry hex; `aside` is another hex than the entry's if it was delayed (12.11).
    Due { turn: u8, entry: u16, aside: Option<HexIx> },
    /// On the map.
    Hex(HexIx),
    /// Broken: on the Game Turn Track until this turn, and from it on in the Available for Rebuild Box (10.2).
    Broken { until: u8 },
    /// Off the map: a breakdown unit in the pool, or a unit that has been broken down (17.0).
    Pool,
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

/// The fire of a unit in a Fire Combat Step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fired {
    #[default]
    No,
    /// With half its SP: horse artillery that means to move (8.1).
    Half,
    Full,
}

/// The fires of a weapon in the turn at hand, other than in defense (8.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TurnFires {
    /// `true` if it has fired in a Fire Combat Step.
    pub(crate) in_step: bool,
    /// `true` if it has fired by an event.
    pub(crate) by_event: bool,
}

/// The command of a unit in its activation (7.3, 7.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CommandStatus {
    #[default]
    InCommand,
    /// Out of Command Range, and its die not rolled yet.
    OutOfRange,
    /// Out of Command, with half its movement.
    Cautious,
    /// Out of Command, and not active at all.
    Hesitates,
}

/// Everything that a unit has done, or that was done to it, in the activation at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) command: CommandStatus,
    /// Its fire, and that of its mitrailleuse.
    pub(crate) fired: Fired,
    pub(crate) mitrailleuse_fired: bool,
    /// `true` if it was the target of a fire (16.2).
    pub(crate) fired_at: bool,
    /// `true` if its move is over: it may not move any more.
    pub(crate) moved: bool,
    /// `true` if it has left the hex in which it was activated.
    pub(crate) left: bool,
    /// `true` if a fire had an effect on it during the move that it is making (12.6).
    pub(crate) hit: bool,
    /// `true` if Defensive Fire has halted it in this phase (12.6).
    pub(crate) halted: bool,
    /// `true` if it has fought in an assault, as attacker or defender (16.2).
    pub(crate) assaulted: bool,
    /// `true` if it has attacked in an assault, and may not attack again (13.1).
    pub(crate) attacked: bool,
    /// `true` if it has recovered or was rebuilt (16.2).
    pub(crate) rallied: bool,
    /// `true` if it has tried to build earthworks.
    pub(crate) dug: bool,
    /// The hex in which it stood when the activation began; `None` if it was not on the map (7.2).
    pub(crate) began: Option<HexIx>,
    /// The unit that it has charged, or met in a countercharge (12.7, 12.8).
    pub(crate) charge: Option<UnitIx>,
    /// `true` if it has made a Charge Move, and is Disrupted at the end of the assaults (12.7).
    pub(crate) charged: bool,
}

/// The changing facts of an HQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hq {
    pub(crate) at: At,
    /// `true` if the back of its counter is up (3.6).
    pub(crate) back: bool,
    /// The number that its Command Rating has lost by leader casualties (6.3).
    pub(crate) casualties: u8,
    /// `true` if it has been overrun this turn (13.9).
    pub(crate) overrun: bool,
    /// `true` if its Activation Chit has been drawn this turn.
    pub(crate) activated: bool,
    /// `true` if it has moved in its activation.
    pub(crate) moved: bool,
}

/// An activation: of whom, of which side, and under which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Activation {
    pub(crate) who: ActivatedUnits,
    pub(crate) side: Side,
    /// The order in force; `None` until it has been given.
    pub(crate) order: Option<HqOrder>,
    /// The order of the reinforcements, if they have one of their own (12.11).
    pub(crate) entering_order: Option<HqOrder>,
    /// The orders that may be given: a bit for each of [`HqOrder::ALL`] (7.2, 18.0, 21.0).
    pub(crate) allowed: u8,
    /// `true` if the enemy gives the order (21.0, Misinterpreted Orders).
    pub(crate) enemy_orders: bool,
    /// `true` if Feu de Bataillon binds the formation (21.0).
    pub(crate) feu: bool,
    /// `true` if every unit is Out of Command Range (6.3, Degrade the Next Chit).
    pub(crate) degraded: bool,
    /// `true` if the chit was enhanced, so that its owner chooses a bonus (6.3).
    pub(crate) enhanced: bool,
    /// The bonus of an enhanced chit (6.3).
    pub(crate) bonus: Option<Bonus>,
}

/// The units that are activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ActivatedUnits {
    /// A formation, by its chit (6.1).
    Formation(FormationIx),
    /// A division, named by one of its units, by Prussian Officers (6.2).
    Division(UnitIx),
    /// A unit, by Marshal Bazaine (6.2).
    Single(UnitIx),
}

task_families! {
    /// Something to be done, by the part of the rules that it belongs to.
    Task of AtAnyCost {
        /// 5.0, 15.0, 20.1: the course of a turn and of an activation.
        Sequence(SequenceTask);
        /// 5.2, 5.3, 6.0: chits.
        Chit(ChitTask);
        /// 7.0: orders and command.
        Command(CommandTask);
        /// 8.0 to 11.0: fire and tests.
        Fire(FireTask);
        /// 12.0, 17.0: movement.
        Move(MoveTask);
        /// 13.0: assaults, retreats, breakthroughs.
        Assault(AssaultTask);
        /// 14.0, 16.0: rally and earthworks.
        Rally(RallyTask);
        /// 21.0: events.
        Event(EventTask);
    }
}
