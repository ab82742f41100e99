//! The state of a game.
//!
//! The tasks of the game are a stack: the last one is active, and those below wait for it. A fire in the middle of a move
//! in the middle of an activation is three tasks deep.

use battlewright_schema::position_magnifique::{AssaultResult, Event as Chance};
use serde::{Deserialize, Serialize};

use super::event::Phase;
use crate::game::{Outcome, Side};
use crate::kit::cup::DrawCup;
use crate::kit::hex_map::HexIx;
use crate::kit::inline_list::InlineList;
use crate::show::Movement;

/// A combat unit, by its place in the scenario's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitIx(pub(super) u16);

impl UnitIx {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A formation, and so its HQ and its Activation Chit, by its place in the scenario's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FormationIx(pub(super) u16);

impl FormationIx {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// An Event Chit, by its place in the scenario's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChitIx(pub(super) u16);

impl ChitIx {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
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
pub(crate) type Party = InlineList<UnitIx, 8>;

/// The state of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) turn: u8,
    pub(super) stack: Vec<Task>,
    pub(super) units: Vec<Unit>,
    pub(super) hqs: Vec<Hq>,
    /// The chits in the cup (9.0).
    pub(super) cup: DrawCup<Chit>,
    /// Event Chits held for later, with the event chosen (9.2).
    pub(super) held: Vec<(ChitIx, Chance)>,
    /// Activation Chits that a side has chosen so far (20.3).
    pub(super) chosen: Vec<FormationIx>,
    /// Those of them that have been drawn, so that the enemy knows them.
    pub(super) revealed: Vec<FormationIx>,
    /// The HQ with the Feu de Bataillon chit (17.1).
    pub(super) feu: Option<FormationIx>,
    /// The HQ with the Bazaine's Malaise chit (17.2).
    pub(super) malaise: Option<FormationIx>,
    /// The side that was the last to enter each of the board's control hexes (16.0).
    pub(super) control: Vec<Option<Side>>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let Self { turn, stack, units, hqs, cup, held, chosen, revealed, feu, malaise, control } = self;
        Self {
            turn: *turn,
            stack: stack.clone(),
            units: units.clone(),
            hqs: hqs.clone(),
            cup: cup.clone(),
            held: held.clone(),
            chosen: chosen.clone(),
            revealed: revealed.clone(),
            feu: *feu,
            malaise: *malaise,
            control: control.clone(),
        }
    }

    /// Takes no memory if it was a state of the same scenario.
    fn clone_from(&mut self, other: &Self) {
        let Self { turn, stack, units, hqs, cup, held, chosen, revealed, feu, malaise, control } = other;
        (self.turn, self.feu, self.malaise) = (*turn, *feu, *malaise);
        self.stack.clone_from(stack);
        self.units.clone_from(units);
        self.hqs.clone_from(hqs);
        self.cup.clone_from(cup);
        self.held.clone_from(held);
        self.chosen.clone_from(chosen);
        self.revealed.clone_from(revealed);
        self.control.clone_from(control);
    }
}

/// A chit in the cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Chit {
    Activation(FormationIx),
    Event(ChitIx),
    /// An Activation Chit that this side added in secret, to the other side's eyes (20.3).
    Secret(Side),
}

/// The changing facts of a combat unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(super) at: At,
    /// `true` if its reduced-strength side is up.
    pub(super) reduced: bool,
    pub(super) shaken: bool,
    /// Low Ammo markers, 0 to 2.
    pub(super) low_ammo: u8,
    /// The turn in which it entered as a reinforcement; 0 if it did not.
    pub(super) entered: u8,
    /// The fire of its Fire Combat Phase in its activation (10.1).
    pub(super) fired: Fired,
    /// The number of times that it has fired defensively in this phase (12.4).
    pub(super) defended: u8,
    /// `true` if a fire had an effect on it during the move it is making (12.4).
    pub(super) hit: bool,
    /// Everything that it has done in its activation.
    pub(super) done: Done,
    /// The hex in which it began the turn; none if it was not on the map.
    pub(super) began: Option<HexIx>,
    /// Set once it has left its hex since the turn began.
    pub(super) left_in_turn: bool,
}

/// The place of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum At {
    /// Yet to be set up in its zone (6.1).
    Zone,
    /// Due in this turn at this entry hex; the hex is another than the entry's if it was delayed (12.9).
    Due { turn: u8, entry: u16, aside: Option<HexIx> },
    /// On the map.
    Hex(HexIx),
    /// Eliminated in this turn, and perhaps rebuilt later (14.4).
    Eliminated(u8),
}

/// The fire of a unit in a Fire Combat Phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fired {
    #[default]
    No,
    /// With half its Combat Factor: horse artillery that means to move.
    Half,
    Full,
}

/// Everything that a unit has done in its activation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    /// It may not move any more.
    pub(super) moved: bool,
    /// It has left the hex in which it was activated.
    pub(super) left: bool,
    /// It has assaulted.
    pub(super) assaulted: bool,
    /// It is Out of Command (11.2).
    pub(super) out: bool,
    /// It must assault (12.3, 17.1).
    pub(super) must_assault: bool,
    /// Whom it charges in a Charge Move, halted or not (12.5), or meets in a countercharge (12.6).
    pub(super) charge: Option<UnitIx>,
    /// Its charge is a Deathride (17.2).
    pub(super) deathride: bool,
}

/// The changing facts of an HQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hq {
    pub(super) at: At,
    pub(super) order: Order,
    /// `true` if it has been overrun this turn (13.10).
    pub(super) overrun: bool,
    /// `true` if its formation has been activated this turn.
    pub(super) activated: bool,
    /// `true` if it has moved in its activation.
    pub(super) moved: bool,
    /// Everything that it has done in this turn's Rally Phase.
    pub(super) rallied: RallyRecord,
}

/// Everything that an HQ has done in a Rally Phase (14.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RallyRecord {
    pub(super) shaken: bool,
    pub(super) low_ammo: bool,
    pub(super) rebuilt: bool,
}

/// An HQ's order (11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Attack (A).
    Attack,
    /// Defend (D).
    Defend,
}

/// An activation: of whom, and of which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Activation {
    pub(super) who: ActivatedUnits,
    pub(super) side: Side,
}

/// The units that are activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ActivatedUnits {
    /// A formation, by its chit (9.1).
    Formation(FormationIx),
    /// Every unit of the side, by surprise (20.2).
    Everyone,
    /// A unit, by Colonel Caprivi (17.2).
    Caprivi(UnitIx),
    /// A division, named by one of its units, by Auftragstaktik (17.2).
    Division(UnitIx),
    /// A unit that its enemy makes attack (17.1).
    Lured(UnitIx),
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// 6.1: these pieces are set up, the last one next.
    Deploy(Vec<MovingPiece>),
    /// 6.1: HQs choose the side that is up, the last one next.
    FirstOrders(Vec<FormationIx>),
    /// 8.1: a turn begins.
    BeginTurn,
    /// 20.3: the side adds an Activation Chit in secret.
    ChooseChit(Side),
    /// 17.0: between chits: the side may play a held chit for free fire; then the other.
    Window(Side),
    /// 9.0: a chit is drawn.
    Draw,
    /// 9.2: the owner of the chit chooses an event.
    UseChit(ChitIx),
    /// 17.2: does Bazaine's Malaise hold this HQ?
    MalaiseRoll(FormationIx),
    /// 17.1, 17.2: the owner of the event chooses whom it befalls.
    Pick(Chance, Side),
    /// 17.2: does Colonel Caprivi get through to the unit?
    CapriviRoll(UnitIx),
    /// 17.1: is the unit lured?
    LureRoll(UnitIx),
    /// 17.1: the enemy of the lured unit moves it and picks its target.
    Lure(UnitIx),
    /// 10.1: active units fire.
    FirePhase(Activation),
    /// 11.1: the active HQ chooses its order.
    OrderPhase(Activation),
    /// 12.1: active units move; those Out of Command last. How many reinforcements have entered by
    /// each hex (12.9).
    MovePhase { activation: Activation, entered: Vec<(HexIx, u8)> },
    /// 12.3: what may the unit Out of Command do?
    CommandRoll(UnitIx),
    /// 12.3: the unit must go toward or away from the nearest enemy; the enemy chooses which, if
    /// several are as near.
    Compelled { unit: UnitIx, advance: bool },
    /// 12.3: where the unit goes, measured from this enemy.
    CompelledStep { unit: UnitIx, advance: bool, from: UnitIx },
    /// 12.1: a piece is moving.
    Moving(Motion),
    /// 12.5: the charging unit is about to enter its target's hex; the enemy may countercharge.
    Contact { motion: Motion, tried: Party },
    /// 12.6: does the unit countercharge?
    CounterchargeRoll { motion: Motion, tried: Party, unit: UnitIx },
    /// 17.2: do the troopers ride?
    DeathrideRoll { unit: UnitIx, target: UnitIx },
    /// 12.4, 17.0: a piece has come to its hex; the enemy may fire at it.
    Arrival(Arrival),
    /// 10.2: a unit fires.
    Fire(Fire),
    /// 10.7: a unit takes a Morale Test, its rating lessened by this.
    MoraleTest { unit: UnitIx, less: u8 },
    /// 17.0: the owner of a unit that was fired at may play a held chit to fire back.
    ReturnFire { unit: UnitIx, at: UnitIx },
    /// 13.0: active units assault.
    AssaultPhase(Activation),
    /// 13.2: an assault.
    Assault(Assault),
    /// 13.7: a unit retreats.
    Retreat(Retreat),
    /// 13.9: the winners may break through.
    Breakthrough(Breakthrough),
    /// 13.10: does the HQ go along with a unit that has broken through to this hex?
    Follow { formation: FormationIx, to: HexIx },
    /// 17.3: after an assault, the side may play Bloody Struggle.
    Struggle { fight: AssaultAftermath, side: Side },
    /// 17.3: the unit takes the Morale Test of Bloody Struggle.
    StruggleRoll { fight: AssaultAftermath, unit: UnitIx },
    /// 17.3: the side picks an enemy unit to suffer.
    StruggleHit { fight: AssaultAftermath, side: Side },
    /// 8.0: a phase begins.
    Begin(Phase),
    /// The activation ends.
    EndActivation(Activation),
    /// 14.2: the side recovers.
    Recover(Side),
    /// 14.4: the side rebuilds.
    Rebuild(Side),
    /// 14.4: is the unit rebuilt?
    RebuildRoll(UnitIx),
    /// 14.4: where is the unit rebuilt?
    RebuildAt(UnitIx),
    /// 20.3: the side may try to change a reinforcement group.
    Regroup(Side),
    /// 20.3: does the group change?
    RegroupRoll { group: Group, detour: Option<Detour> },
    /// 15.0: housekeeping.
    Housekeeping,
    /// 16.0: the game is over.
    Over(Outcome),
}

/// A reinforcement group: what is due of a formation in one turn (20.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Group {
    pub(super) formation: FormationIx,
    pub(super) turn: u8,
}

/// A detour of those of a group that wait at an entry (20.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Detour {
    /// The entry at which they wait.
    pub(super) from: u16,
    /// The entry by which they come instead.
    pub(super) to: u16,
}

/// A move under way (12.1). Movement points are counted in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Motion {
    pub(super) piece: MovingPiece,
    /// Its place; `None` while it stands off the map.
    pub(super) hex: Option<HexIx>,
    pub(super) spent: u16,
    pub(super) allowance: u16,
    /// The number of hexes that it has entered.
    pub(super) hexes: u8,
    /// It may not enter more hexes than this (17.1).
    pub(super) most_hexes: Option<u8>,
    /// `true` if it may go next to enemies (11.1).
    pub(super) may_engage: bool,
    /// The last hex in which it could stay, to which interdiction sends it back (7.1).
    pub(super) last_legal: Option<HexIx>,
    /// The target of its Charge Move (12.5).
    pub(super) charge: Option<UnitIx>,
    /// `true` if the charge is a Deathride, which fire does not halt (17.2).
    pub(super) deathride: bool,
}

impl Motion {
    /// Returns the movement spent and allowed.
    pub(super) fn movement(&self) -> Movement {
        Movement { spent: self.spent, allowance: self.allowance }
    }
}

/// The enemy's chance to fire at a piece that has come to a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Arrival {
    pub(super) unit: UnitIx,
    pub(super) hex: HexIx,
    /// `true` if interdiction has been played or declined in this hex (9.2).
    pub(super) interdicted: bool,
    /// The units that have fired defensively.
    pub(super) fired: Party,
    /// `true` if the piece shares the hex with a friend, which shields it from Defensive Fire (12.4).
    pub(super) shielded: bool,
}

/// A fire (10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fire {
    pub(super) firer: UnitIx,
    pub(super) target: UnitIx,
    pub(super) cause: FireCause,
    /// `true` if the target's side has been asked for smoke.
    pub(super) asked: bool,
    pub(super) smoke: bool,
    pub(super) surprise: bool,
}

/// Why a unit fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FireCause {
    /// In its Fire Combat Phase.
    Phase,
    /// In its Fire Combat Phase with half its factor, to be able to move (10.1).
    PhaseHalf,
    /// 17.0: free fire.
    Free,
    /// 17.0: interdiction.
    Interdiction,
    /// 12.4: defensive fire, after this many before it in the phase.
    Defensive(u8),
    /// 17.0: return fire.
    Return,
    /// 17.1: Mitrailleuse Fire.
    Mitrailleuse,
}

/// An assault (13.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Assault {
    pub(super) side: Side,
    pub(super) target: UnitIx,
    pub(super) ground: HexIx,
    pub(super) attackers: Party,
    /// The unit that made a Charge Move upon the target, which stands in its hex (12.5).
    pub(super) charger: Option<UnitIx>,
    /// `true` if the target has countercharged (12.6).
    pub(super) countercharge: bool,
    /// Column shifts that the activation or an event brings.
    pub(super) shift: i8,
    pub(super) stage: AssaultStage,
}

/// The stage of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AssaultStage {
    /// The units that join in are chosen.
    Plan,
    /// 13.8: does the defending cavalry retreat?
    RetreatOffer,
    /// 17.3: does the attacker play Terrain Undulations?
    Undulations,
    /// The dice are rolled.
    Roll,
    /// 13.6: the loser takes its hits, one at a time.
    Losses { result: AssaultResult, left: u8, steps: u8, retreats: u8 },
}

/// A retreat (13.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Retreat {
    pub(super) unit: UnitIx,
    /// From whom.
    pub(super) victors: Party,
    /// The number of hexes that it still has to go.
    pub(super) left: u8,
    /// `true` if it is shaken at the end (13.6).
    pub(super) shaken: bool,
}

/// The rest of an assault when its result has been applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssaultAftermath {
    /// Every unit that took part.
    pub(super) units: Party,
    /// Those that retreated.
    pub(super) retreated: Party,
}

/// The units that may break through, and the hex (13.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Breakthrough {
    pub(super) side: Side,
    pub(super) ground: HexIx,
    pub(super) attackers: Party,
    pub(super) charger: Option<UnitIx>,
    /// The defender that lost.
    pub(super) beaten: UnitIx,
}
