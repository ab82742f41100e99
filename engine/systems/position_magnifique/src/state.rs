//! The state of a game.
//!
//! The tasks of the game are a stack: the last one is active, and those below wait for it. A fire during a move during an
//! activation is three tasks deep.

use battlewright_schema::position_magnifique::{AssaultResult, Event as Chance};
use serde::{Deserialize, Serialize};

use crate::PositionMagnifique;
use crate::rules::r06_setup::{Deploy, FirstOrders};
use crate::rules::r08_sequence::{Begin, BeginTurn, Draw, EndActivation};
use crate::rules::r09_chits::{ChooseChit, UseChit};
use crate::rules::r10_01_fire_phase::FirePhase;
use crate::rules::r10_07_morale::MoraleTest;
use crate::rules::r11_01_orders::OrderPhase;
use crate::rules::r12_01_movement_phase::MovePhase;
use crate::rules::r12_03_out_of_command::{CommandRoll, Compelled, CompelledStep};
use crate::rules::r12_05_charge::DeathrideRoll;
use crate::rules::r12_06_countercharge::{Contact, CounterchargeRoll};
use crate::rules::r13_09_breakthrough::Follow;
use crate::rules::r13_assault::AssaultPhase;
use crate::rules::r14_rally::{Rebuild, RebuildAt, RebuildRoll, Recover};
use crate::rules::r15_housekeeping::Housekeeping;
use crate::rules::r17_01_french::{Lure, LureRoll};
use crate::rules::r17_02_prussian::{CapriviRoll, MalaiseRoll};
use crate::rules::r17_03_bloody_struggle::{Struggle, StruggleHit, StruggleRoll};
use crate::rules::r17_events::{Pick, ReturnFire, Window};
use crate::rules::r20_03_variable::{Regroup, RegroupRoll};
use battlewright_core::clone_in_place;
use battlewright_core::game::Side;
use battlewright_core::kit::cup::DrawCup;
use battlewright_core::kit::extra::{DueEvents, ExtraState};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::list_index;
use battlewright_core::show::Movement;
use battlewright_core::task_families;

list_index! {
    /// A combat unit, by its index in the scenario's list.
    UnitIx;
    /// A formation, with its HQ and its Activation Chit, by its index in the scenario's list.
    FormationIx;
    /// An Event Chit, by its index in the scenario's list.
    ChitIx;
}

/// A counter that moves: a combat unit or an HQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MovingPiece {
    /// A combat unit.
    Unit(UnitIx),
    /// The HQ of a formation.
    Hq(FormationIx),
}

/// The units in a fight, or standing by.
pub(crate) type Party = InlineList<UnitIx, 8>;

/// The state of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) turn: u8,
    pub(crate) stack: Vec<Task>,
    pub(crate) units: Vec<Unit>,
    pub(crate) hqs: Vec<Hq>,
    /// The chits in the cup (9.0).
    pub(crate) cup: DrawCup<Chit>,
    /// Event Chits held for later, with the event chosen (9.2).
    pub(crate) held: Vec<(ChitIx, Chance)>,
    /// Activation Chits that a side has chosen so far (20.3).
    pub(crate) chosen: Vec<FormationIx>,
    /// The chosen chits that have been drawn and so are known to the enemy.
    pub(crate) revealed: Vec<FormationIx>,
    /// The HQ with the Feu de Bataillon chit (17.1).
    pub(crate) feu: Option<FormationIx>,
    /// The HQ with the Bazaine's Malaise chit (17.2).
    pub(crate) malaise: Option<FormationIx>,
    /// The side that last entered each of the board's control hexes (16.0).
    pub(crate) control: Vec<Option<Side>>,
    /// The counters and events of rows.
    #[serde(default, skip_serializing_if = "ExtraState::is_empty", deserialize_with = "ExtraState::read")]
    pub(crate) extra: ExtraState,
}

clone_in_place!(State { turn, stack, units, hqs, cup, held, chosen, revealed, feu, malaise, control, extra });

/// A chit in the cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Chit {
    Activation(FormationIx),
    Event(ChitIx),
    /// A chit that this side added in secret, in the other side's view (20.3).
    Secret(Side),
}

/// The changing data of a combat unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) at: At,
    /// `true` with the reduced-strength face up.
    pub(crate) reduced: bool,
    pub(crate) shaken: bool,
    /// The number of Low Ammo markers, 0 to 2.
    pub(crate) low_ammo: u8,
    /// The turn of entry as a reinforcement; 0 for other units.
    pub(crate) entered: u8,
    /// The fire in the Fire Combat Phase of its activation (10.1).
    pub(crate) fired: Fired,
    /// The number of Defensive Fires in this phase (12.4).
    pub(crate) defended: u8,
    /// `true` if a fire had an effect on the unit during its current move (12.4).
    pub(crate) hit: bool,
    /// The unit's actions in its activation.
    pub(crate) done: Done,
    /// The hex at the start of the turn; `None` off the map.
    pub(crate) began: Option<HexIx>,
    /// `true` if the unit has left its hex since the turn began.
    pub(crate) left_in_turn: bool,
}

/// The place of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum At {
    /// To be set up in its zone (6.1).
    Zone,
    /// Due on this turn at this entry; `aside` is the edge hex for a delayed entry (12.9).
    Due { turn: u8, entry: u16, aside: Option<HexIx> },
    /// On the map.
    Hex(HexIx),
    /// Eliminated on this turn; may be rebuilt later (14.4).
    Eliminated(u8),
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

/// The fire of a unit in a Fire Combat Phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fired {
    #[default]
    No,
    /// With half the Combat Factor: horse artillery that may still move.
    Half,
    Full,
}

/// The actions of a unit in its activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    /// `true` if the unit may not move any more.
    pub(crate) moved: bool,
    /// `true` if the unit has left the hex in which it was activated.
    pub(crate) left: bool,
    /// `true` if the unit has assaulted.
    pub(crate) assaulted: bool,
    /// `true` if the unit is Out of Command (11.2).
    pub(crate) out: bool,
    /// `true` if the unit must assault (12.3, 17.1).
    pub(crate) must_assault: bool,
    /// The target of its Charge Move, halted or not (12.5), or of its countercharge (12.6).
    pub(crate) charge: Option<UnitIx>,
    /// `true` if the charge is a Deathride (17.2).
    pub(crate) deathride: bool,
}

/// The changing data of an HQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hq {
    pub(crate) at: At,
    pub(crate) order: Order,
    /// `true` if the HQ has been overrun this turn (13.10).
    pub(crate) overrun: bool,
    /// `true` if the formation has been activated this turn.
    pub(crate) activated: bool,
    /// `true` if the HQ has moved in its activation.
    pub(crate) moved: bool,
    /// The HQ's actions in this turn's Rally Phase.
    pub(crate) rallied: RallyRecord,
}

/// The actions of an HQ in a Rally Phase (14.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RallyRecord {
    pub(crate) shaken: bool,
    pub(crate) low_ammo: bool,
    pub(crate) rebuilt: bool,
}

/// An HQ's order (11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Attack (A).
    Attack,
    /// Defend (D).
    Defend,
}

/// An activation: its units and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Activation {
    pub(crate) who: ActivatedUnits,
    pub(crate) side: Side,
}

/// The units of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ActivatedUnits {
    /// A formation, by its chit (9.1).
    Formation(FormationIx),
    /// Every unit of the side, by surprise (20.2).
    Everyone,
    /// A unit, by Colonel Caprivi (17.2).
    Caprivi(UnitIx),
    /// A division, given by one of its units, by Auftragstaktik (17.2).
    Division(UnitIx),
    /// A unit that its enemy forces to attack (17.1).
    Lured(UnitIx),
}

task_families! {
    /// A pending task. The order of the list is part of a saved state: new tasks go to the end of `then`.
    Task of PositionMagnifique {
        /// 6.1: these pieces are set up, the last one next.
        Deploy(Deploy);
        /// 6.1: HQs choose the side that is up, the last one next.
        FirstOrders(FirstOrders);
        /// 8.1: a turn begins.
        BeginTurn(BeginTurn);
        /// 20.3: the side adds an Activation Chit in secret.
        ChooseChit(ChooseChit);
        /// 17.0: between chits, the side may play a held chit for free fire; then the other side may.
        Window(Window);
        /// 9.0: a chit is drawn.
        Draw(Draw);
        /// 9.2: the owner of the chit chooses an event.
        UseChit(UseChit);
        /// 17.2: the die for Bazaine's Malaise on this HQ.
        MalaiseRoll(MalaiseRoll);
        /// 17.1, 17.2: the owner of the event chooses its subject.
        Pick(Pick);
        /// 17.2: the die for Colonel Caprivi and the unit.
        CapriviRoll(CapriviRoll);
        /// 17.1: the die to lure the unit.
        LureRoll(LureRoll);
        /// 17.1: the enemy of the lured unit moves it and picks its target.
        Lure(Lure);
        /// 10.1: active units fire.
        FirePhase(FirePhase);
        /// 11.1: the active HQ chooses its order.
        OrderPhase(OrderPhase);
        /// 12.1: active units move; those Out of Command last.
        MovePhase(MovePhase);
        /// 12.3: the dice for the unit Out of Command.
        CommandRoll(CommandRoll);
        /// 12.3: the unit must move toward or away from the nearest enemy; the enemy chooses among several at the same distance.
        Compelled(Compelled);
        /// 12.3: the choice of the unit's hex, measured from this enemy.
        CompelledStep(CompelledStep);
        /// 12.1: a piece is moving.
        Moving(Motion);
        /// 12.5: the charging unit is about to enter its target's hex; the enemy may countercharge.
        Contact(Contact);
        /// 12.6: the dice for the countercharge of the unit.
        CounterchargeRoll(CounterchargeRoll);
        /// 17.2: the die for the Deathride.
        DeathrideRoll(DeathrideRoll);
        /// 12.4, 17.0: a piece has entered its hex; the enemy may fire at it.
        Arrival(Arrival);
        /// 10.2: a unit fires.
        Fire(Fire);
        /// 10.7: a unit takes a Morale Test, with its rating reduced by `less`.
        MoraleTest(MoraleTest);
        /// 17.0: the owner of a unit that was fired at may play a held chit to fire back.
        ReturnFire(ReturnFire);
        /// 13.0: active units assault.
        AssaultPhase(AssaultPhase);
        /// 13.2: an assault.
        Assault(Assault);
        /// 13.7: a unit retreats.
        Retreat(Retreat);
        /// 13.9: the winners may break through.
        Breakthrough(Breakthrough);
        /// 13.10: the choice to move the HQ along with a unit that has broken through to this hex.
        Follow(Follow);
        /// 17.3: after an assault, the side may play Bloody Struggle.
        Struggle(Struggle);
        /// 17.3: the unit takes the Morale Test of Bloody Struggle.
        StruggleRoll(StruggleRoll);
        /// 17.3: the side picks an enemy unit for the step loss.
        StruggleHit(StruggleHit);
        /// 8.0: a phase begins.
        Begin(Begin);
        /// The activation ends.
        EndActivation(EndActivation);
        /// 14.2: the side recovers.
        Recover(Recover);
        /// 14.4: the side rebuilds.
        Rebuild(Rebuild);
        /// 14.4: the dice to rebuild the unit.
        RebuildRoll(RebuildRoll);
        /// 14.4: the choice of a hex for the rebuilt unit.
        RebuildAt(RebuildAt);
        /// 20.3: the side may try to change a reinforcement group.
        Regroup(Regroup);
        /// 20.3: the dice for the change of the group.
        RegroupRoll(RegroupRoll);
        /// 15.0: housekeeping.
        Housekeeping(Housekeeping);
    }
    then {
        /// Events of the scenario's rules are due.
        RowEvent(DueEvents);
    }
}

/// A reinforcement group: the pieces of a formation that are due on one turn (20.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Group {
    pub(crate) formation: FormationIx,
    pub(crate) turn: u8,
}

/// A detour of the part of a group that waits at an entry (20.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Detour {
    /// The index of the entry at which it waits.
    pub(crate) from: u16,
    /// The index of the entry that it uses instead.
    pub(crate) to: u16,
}

/// A move in progress (12.1). Movement is in half movement points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Motion {
    pub(crate) piece: MovingPiece,
    /// The hex of the piece; `None` off the map.
    pub(crate) hex: Option<HexIx>,
    pub(crate) spent: u16,
    pub(crate) allowance: u16,
    /// The number of hexes entered.
    pub(crate) hexes: u8,
    /// The maximum number of hexes, if limited (17.1).
    pub(crate) most_hexes: Option<u8>,
    /// `true` if the piece may move next to enemies (11.1).
    pub(crate) may_engage: bool,
    /// The last hex in which the piece could stay; interdiction returns it there (7.1).
    pub(crate) last_legal: Option<HexIx>,
    /// The target of the Charge Move (12.5).
    pub(crate) charge: Option<UnitIx>,
    /// `true` for a Deathride, which Defensive Fire does not halt (17.2).
    pub(crate) deathride: bool,
}

impl Motion {
    /// Returns the number of hexes that the piece may still enter, if it is limited; otherwise the greatest number.
    #[inline]
    pub(crate) fn hexes_left(&self) -> u8 {
        self.most_hexes.map_or(u8::MAX, |most| most.saturating_sub(self.hexes))
    }

    /// Returns `true` if `other` is no better a way to its hex.
    #[inline]
    pub(crate) fn is_as_good_as(&self, other: &Self) -> bool {
        self.hex == other.hex && self.spent <= other.spent && self.hexes_left() >= other.hexes_left()
    }

    /// Returns the movement spent and allowed.
    pub(crate) fn movement(&self) -> Movement {
        Movement { spent: self.spent, allowance: self.allowance }
    }
}

/// The enemy's chance to fire at a piece that has entered a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    pub(crate) unit: UnitIx,
    pub(crate) hex: HexIx,
    /// `true` if interdiction has been played or declined in this hex (9.2).
    pub(crate) interdicted: bool,
    /// The units that have fired defensively.
    pub(crate) fired: Party,
    /// `true` if the piece shares the hex with a friend, which shields it from Defensive Fire (12.4).
    pub(crate) shielded: bool,
}

/// A fire (10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    pub(crate) firer: UnitIx,
    pub(crate) target: UnitIx,
    pub(crate) cause: FireCause,
    /// `true` if the target's side has been asked about smoke.
    pub(crate) asked: bool,
    pub(crate) smoke: bool,
    pub(crate) surprise: bool,
}

/// The reason for a fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FireCause {
    /// In its Fire Combat Phase.
    Phase,
    /// In its Fire Combat Phase with half its factor, with a move later (10.1).
    PhaseHalf,
    /// 17.0: free fire.
    Free,
    /// 17.0: interdiction.
    Interdiction,
    /// 12.4: Defensive Fire, with the number of those before it in the phase.
    Defensive(u8),
    /// 17.0: return fire.
    Return,
    /// 17.1: Mitrailleuse Fire.
    Mitrailleuse,
}

/// An assault (13.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assault {
    pub(crate) side: Side,
    pub(crate) target: UnitIx,
    pub(crate) ground: HexIx,
    pub(crate) attackers: Party,
    /// The unit that made a Charge Move upon the target and shares its hex (12.5).
    pub(crate) charger: Option<UnitIx>,
    /// `true` if the target has countercharged (12.6).
    pub(crate) countercharge: bool,
    /// Column shifts by the activation or an event.
    pub(crate) shift: i8,
    pub(crate) stage: AssaultStage,
}

/// The stage of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AssaultStage {
    /// The choice of the attackers.
    Plan,
    /// 13.8: the choice of the defending cavalry to retreat.
    RetreatOffer,
    /// 17.3: the attacker's choice to play Terrain Undulations.
    Undulations,
    /// The dice roll.
    Roll,
    /// 13.6: the hits of the loser, one at a time.
    Losses { result: AssaultResult, left: u8, steps: u8, retreats: u8 },
}

/// A retreat (13.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreat {
    pub(crate) unit: UnitIx,
    /// The enemies that it retreats from.
    pub(crate) victors: Party,
    /// The number of hexes left to retreat.
    pub(crate) left: u8,
    /// `true` if the unit is shaken at the end (13.6).
    pub(crate) shaken: bool,
}

/// The state of an assault after its result has been applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssaultAftermath {
    /// Every unit that took part.
    pub(crate) units: Party,
    /// The units that retreated.
    pub(crate) retreated: Party,
}

/// A breakthrough: the units that may make it, and the vacated hex (13.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakthrough {
    pub(crate) side: Side,
    pub(crate) ground: HexIx,
    pub(crate) attackers: Party,
    pub(crate) charger: Option<UnitIx>,
    /// The defender that lost the assault.
    pub(crate) beaten: UnitIx,
}
