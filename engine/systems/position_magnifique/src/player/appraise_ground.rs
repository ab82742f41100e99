//! The worth of a hex for a unit: objectives, enemies in reach, cover and command.

use std::sync::Arc;

use battlewright_schema::position_magnifique::Kind;

use crate::board::Board;
use crate::player::survey::NEAR;
use crate::player::threats::Fighters;
use crate::player::weights::{Appraiser, Weights};
use crate::state::{At, Order};
use crate::{FormationIx, MovingPiece, PositionMagnifique, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::appraisal::TrialCopy;
use battlewright_core::players::plan::Plan;
use battlewright_core::players::threat::KnownThreats;

/// Scratch buffers: a cache of goals for many actions, and a copy of the game for trials.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The board whose units the lures are for.
    board: Option<Arc<Board>>,
    /// The goals of each unit, as of its last appraisal.
    lures: Vec<Option<Lures>>,
    /// The unit whose lures are known to be up to date.
    current: Option<UnitIx>,
    /// The hexes on the way of the planned move, with their worths to its piece: to come there, and to stay there.
    pub(crate) places: Vec<(HexIx, [i32; 2])>,
    /// The missions of the side that chooses.
    pub(crate) plan: Plan,
    /// The weights of the player.
    pub(crate) weights: Weights,
    /// The threats by each side.
    pub(crate) threats: KnownThreats<Fighters>,
    there: TrialCopy<PositionMagnifique>,
}

impl Scratch {
    /// Creates the buffers of a player with `weights`.
    pub(crate) fn with(weights: Weights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Prepares the buffers for another position on `board`.
    pub(crate) fn turn_over(&mut self, board: &Arc<Board>) {
        self.current = None;
        self.threats.turn_over();
        if board.extra.get().is_some() {
            // Rows may change what a unit can reach from one decision to the next.
            self.threats = KnownThreats::default();
        }
        if self.board.as_ref().is_none_or(|known| !Arc::ptr_eq(known, board)) {
            self.board = Some(Arc::clone(board));
            self.threats = KnownThreats::default();
            self.lures.clear();
            self.lures.resize_with(board.units.len(), || None);
        }
    }

    /// Returns a copy of `game` in the buffer.
    pub(crate) fn there(&mut self, game: &PositionMagnifique) -> &mut PositionMagnifique {
        self.there.of(game)
    }
}

/// The data that the lures of a unit depend on. They stay the same while the unit moves.
#[derive(Debug, PartialEq, Eq)]
struct LureBasis {
    own: i32,
    urgency: i32,
    /// The distance to an enemy that suffices.
    reach: u32,
    /// The turn, if distances depend on it.
    turn: Option<u8>,
    control: InlineList<Option<Side>, 32>,
    /// The other units of its side, and below the enemies, each with its strength.
    ours: InlineList<(HexIx, i32), 64>,
    theirs: InlineList<(HexIx, i32), 64>,
}

/// The goals of a unit, independent of its hex.
#[derive(Debug)]
struct Lures {
    outset: LureBasis,
    unit: UnitIx,
    /// Each stake with its worth and its occupants.
    stakes: InlineList<(HexIx, i32, Presence), 32>,
    /// Each enemy with the worth of being near it.
    quarry: InlineList<(HexIx, i32), 64>,
}

/// The occupants of a stake.
#[derive(Clone, Copy, Debug)]
enum Presence {
    /// A friend; `wanted` if more are needed there.
    Taken { wanted: bool },
    /// No enemy near; `nearest` is the least distance of a friend, in half movement points.
    Undefended { nearest: Option<i32> },
    /// Enemies near it.
    Defended,
}

impl Appraiser<'_> {
    /// Returns the worth of `hex` to `piece`. The `scratch` caches the unit's goals for other hexes.
    pub(crate) fn worth_of_place(&self, piece: MovingPiece, hex: HexIx, scratch: &mut Scratch) -> i32 {
        let [comes, stays] = self.worths_of_place(piece, hex, scratch);
        if self.at(piece) == At::Hex(hex) { stays } else { comes }
    }

    /// Returns the worth of `hex` to `piece` if it comes there, and if it stays there. The `scratch` caches the unit's goals for
    /// other hexes.
    pub(crate) fn worths_of_place(&self, piece: MovingPiece, hex: HexIx, scratch: &mut Scratch) -> [i32; 2] {
        let unit = match piece {
            MovingPiece::Hq(formation) => return [self.worth_of_post(formation, hex); 2],
            MovingPiece::Unit(unit) => unit,
        };
        let goal = match self.pull_of_mission(unit, hex, scratch) {
            Some(pull) => pull,
            None => self.worth_of_goal(self.lures_of(unit, scratch), hex),
        };
        if self.is_stacked(piece, hex) {
            return [goal - self.weights.crowded; 2];
        }
        let side = self.unit_side(unit);
        let kind = self.board.unit(unit).kind;
        let enemies: InlineList<UnitIx, 12> = self.enemies_next_to(side, hex).collect();
        let contact = i32::try_from(enemies.len()).unwrap_or(0);
        let front = match kind {
            Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => {
                self.fields_of_fire(unit, hex).map(|field| field - 60 * contact)
            }
            _ if enemies.is_empty() => [0; 2],
            _ if self.unit(unit).shaken => [-25 * contact; 2],
            _ => self.worths_of_contact(unit, hex, &enemies, scratch),
        };
        let cover = self.board.effects(hex).map_or(0, |effects| -5 * i32::from(effects.fire));
        let company = self.worth_of_company(unit, hex) + self.worth_of_staying(unit, hex, scratch);
        front.map(|front| goal + front + cover + company)
    }

    /// Returns the goals of `unit`, independent of its hex; the `scratch` caches them while they are valid.
    fn lures_of<'s>(&self, unit: UnitIx, scratch: &'s mut Scratch) -> &'s Lures {
        let lures = &mut scratch.lures[unit.index()];
        if scratch.current.replace(unit) != Some(unit) {
            let outset = self.outset_of(unit);
            if lures.as_ref().is_none_or(|lures| lures.outset != outset) {
                *lures = Some(self.find_lures(unit, outset));
            }
        }
        lures.get_or_insert_with(|| self.find_lures(unit, self.outset_of(unit)))
    }

    fn outset_of(&self, unit: UnitIx) -> LureBasis {
        let side = self.unit_side(unit);
        let with_strength = |(unit, at): (UnitIx, HexIx)| (at, self.strength(unit));
        LureBasis {
            own: self.strength(unit),
            urgency: self.urgency(),
            reach: if self.board.unit(unit).kind.is_artillery() {
                self.effective_range(unit).map_or(0, u32::from)
            } else {
                1
            },
            turn: self.turn_of_ways(),
            control: InlineList::from_slice(&self.state.control),
            ours: self.on_map(side).filter(|(other, _)| *other != unit).map(with_strength).collect(),
            theirs: self.on_map(side.other()).map(with_strength).collect(),
        }
    }

    fn find_lures(&self, unit: UnitIx, outset: LureBasis) -> Lures {
        let own = outset.own;
        let side = self.unit_side(unit);
        let kind = self.board.unit(unit).kind;
        let (ours, theirs) = (outset.ours.as_slice(), outset.theirs.as_slice());
        let near = |list: &[(HexIx, i32)], at: HexIx, reach: u32| -> i32 {
            list.iter()
                .filter(|(hex, _)| self.board.map.distance(*hex, at) <= reach)
                .map(|(_, strength)| strength)
                .sum()
        };
        let coming = self.weights.coming.unsigned_abs();
        let stakes = self.board.stakes(side).iter().map(|stake| {
            let held = stake.gate || self.holder_of(stake.hex) == Some(side);
            let (friends, enemies) = if held {
                (near(ours, stake.hex, NEAR), near(theirs, stake.hex, coming))
            } else {
                (near(ours, stake.hex, coming), near(theirs, stake.hex, NEAR))
            };
            let worth = stake.worth_to(held, own, friends, enemies);
            let worth = if held { worth } else { worth * outset.urgency / 100 * self.weights.to_be_taken / 100 };
            let place = if ours.iter().any(|(at, _)| *at == stake.hex) {
                Presence::Taken { wanted: held && friends < enemies }
            } else if enemies == 0 {
                let ways = ours.iter().map(|(at, _)| i32::from(self.way(unit, *at, stake.hex)));
                Presence::Undefended { nearest: ways.min() }
            } else {
                Presence::Defended
            };
            (stake.hex, worth, place)
        });
        let artillery = kind.is_artillery();
        let quarry = theirs.iter().map(|(at, _)| {
            let odds = artillery || near(ours, *at, NEAR) + own >= near(theirs, *at, NEAR);
            (*at, if odds { self.weights.quarry } else { self.weights.quarry / 3 })
        });
        let (stakes, quarry) = (stakes.collect(), quarry.collect());
        Lures { unit, stakes, quarry, outset }
    }

    /// Returns the pull of the best goal on a unit in `hex`: its worth less the distance.
    fn worth_of_goal(&self, lures: &Lures, hex: HexIx) -> i32 {
        let stakes = lures.stakes.iter().filter_map(|(stake, worth, place)| {
            let way = i32::from(self.way(lures.unit, hex, *stake));
            match *place {
                // A unit stands by near a threatened stake that a friend holds.
                Presence::Taken { wanted } => {
                    (wanted && hex != *stake).then_some(worth * 2 / 3 - self.weights.half_point * (way - 4).max(0))
                }
                // One unit is enough to take an undefended stake.
                Presence::Undefended { nearest: Some(nearest) } if nearest < way => {
                    Some(worth / 3 - self.weights.half_point * way)
                }
                Presence::Undefended { .. } | Presence::Defended => Some(worth - self.weights.half_point * way),
            }
        });
        let quarry = lures.quarry.iter().map(|(at, odds)| {
            let gap = self.board.map.distance(*at, hex).saturating_sub(lures.outset.reach);
            odds - self.weights.hex * i32::try_from(gap).unwrap_or(i32::MAX / self.weights.hex)
        });
        stakes.chain(quarry).max().unwrap_or(0)
    }

    /// Returns the worth to `unit` in `hex` of friends beside it, less the distance beyond its HQ's range.
    fn worth_of_company(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let facts = self.board.unit(unit);
        let around = self.board.map.neighbors(hex).flat_map(|near| self.ground.units(near));
        let beside = around.filter(|other| *other != unit && self.unit_side(*other) == facts.side).take(2).count();
        let support = 3 * i32::try_from(beside).unwrap_or(0);
        let beyond = self.hq_hex(facts.formation).map_or(0, |hq| {
            let rating = u32::from(self.reach_under(facts.formation, Order::Defend));
            self.board.map.distance(hq, hex).saturating_sub(rating).min(8)
        });
        support - self.weights.beyond * i32::try_from(beyond).unwrap_or(0)
    }

    /// Returns the worth of the field of fire of artillery that comes to `hex`, and that stays there: visible enemies in its
    /// Effective Range, less enemies so near that they threaten it.
    fn fields_of_fire(&self, unit: UnitIx, hex: HexIx) -> [i32; 2] {
        let Some(effective) = self.effective_range(unit) else { return [0; 2] };
        let side = self.unit_side(unit);
        let mut seen = 0;
        let mut close = 0;
        for (_, at) in self.on_map(side.other()) {
            let gap = self.board.map.distance(at, hex);
            if gap <= u32::from(effective) && self.blocked_by(hex, at).is_none() {
                seen += 1;
            }
            if gap == 2 {
                close += 1;
            }
        }
        let fields = if seen == 0 { [0; 2] } else { [self.weights.field_of_fire, 3 * self.weights.field_of_fire / 2] };
        fields.map(|field| field + 6 * seen.min(3) - 10 * close.min(3))
    }

    /// Returns the worth of `hex` to the HQ of `formation`: its units within command range, less enemies that could overrun it.
    fn worth_of_post(&self, formation: FormationIx, hex: HexIx) -> i32 {
        let side = self.board.formation(formation).side;
        let rating = u32::from(self.command_reach(formation));
        let gaps = self.board.units_of(formation).filter_map(|unit| self.hex_of(unit));
        let reached: i32 = gaps
            .map(|at| {
                let gap = self.board.map.distance(at, hex);
                let strides = i32::try_from(gap.min(30)).unwrap_or(30);
                if gap <= rating { 15 - strides } else { -strides }
            })
            .sum();
        let escort = if self.friend_in(side, hex).is_some() { 8 } else { 0 };
        let danger = match self.gap_to_enemies(side, hex) {
            Some(0 | 1) => self.weights.step,
            Some(2) => self.weights.step / 4,
            _ => 0,
        };
        reached + escort - danger
    }
}

impl PositionMagnifique {
    /// Returns the distance in hexes from `hex` to the nearest enemy of `side`; `None` without enemies on the map.
    pub(crate) fn gap_to_enemies(&self, side: Side, hex: HexIx) -> Option<u32> {
        self.on_map(side.other()).map(|(_, at)| self.board.map.distance(at, hex)).min()
    }

    /// Returns the current strength of `unit` in a fight.
    pub(crate) fn strength(&self, unit: UnitIx) -> i32 {
        i32::from(self.assault_factor(unit, false))
    }

    /// Returns the weight of stakes that are not yet held, in hundredths: it grows with the turns.
    pub(crate) fn urgency(&self) -> i32 {
        let first = i32::from(self.board.first_turn);
        let played = i32::from(self.state.turn) - first;
        100 + 60 * played.max(0) / (i32::from(self.board.turns) - first).max(1)
    }

    /// Returns the side that controls `hex`; `None` for hexes without control.
    pub(crate) fn holder_of(&self, hex: HexIx) -> Option<Side> {
        let index = self.board.control.iter().position(|(at, _)| *at == hex)?;
        self.state.control.get(index).copied().flatten()
    }
}
