//! The things that draw a unit onward: the hexes that decide the game, and enemies.

use battlewright_schema::at_any_cost::{Earthwork, Kind};

use crate::action::Weapon;
use crate::player::appraise::DECISIVE;
use crate::player::survey::NEAR;
use crate::player::weights::Appraiser;
use crate::{AtAnyCost, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::appraisal::sixteenths_played;

/// The things that draw a unit onward, wherever it stands.
#[derive(Debug)]
pub(crate) struct Lures {
    kind: Kind,
    /// Each stake with what it is worth, and who is there.
    stakes: InlineList<(HexIx, i32, Presence), 32>,
    /// Each enemy with what it is worth to be near it.
    quarry: InlineList<(HexIx, i32), 64>,
    /// As near as this is near enough.
    reach: u32,
}

/// The presence at a stake.
#[derive(Clone, Copy, Debug)]
enum Presence {
    /// A friend; whether more are `wanted` there.
    Taken { wanted: bool },
    /// No enemy near it: how far the nearest friend has to go there.
    Undefended { nearest: i32 },
    /// The enemy; `true` if those friends suffice that are nearer.
    Defended(bool),
}

/// The way on from a hex to what draws most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pull {
    /// The worth of being in the hex.
    pub(crate) worth: i32,
    /// The half movement points that are left to go.
    pub(crate) way: i32,
    /// `true` if enemies are at the end of it, so that it must be fought for.
    pub(crate) fight: bool,
}

impl Appraiser<'_> {
    /// Returns `true` if `unit` is spent: it is Disrupted, or Battleworn and Shaken, and goes out of the fight. Guns stay, as they
    /// do their harm from afar.
    pub(crate) fn is_spent(&self, unit: UnitIx) -> bool {
        let state = self.unit(unit);
        !self.is_artillery(unit) && (state.elan >= 2 || state.battleworn && state.elan >= 1)
    }

    /// The strength of `unit` in a fight as it is.
    pub(crate) fn fighting_strength(&self, unit: UnitIx) -> i32 {
        let own = i32::from(self.strength(unit, Weapon::Own, false).max(0));
        if self.is_artillery(unit) { own / 2 } else { own }
    }

    /// The weight of stakes that are not yet held, in hundredths: the more the later it is.
    fn urgency(&self) -> i32 {
        100 + 60 * sixteenths_played(self.state.turn, self.board.first_turn, self.board.turns) / 16
    }

    /// `worth` by the hour of the game.
    pub(crate) fn urgent(&self, worth: i32) -> i32 {
        worth * self.urgency() / 100
    }

    /// The gain of a unit of `side` by entering `hex` if that ends the game.
    pub(crate) fn worth_of_ending(&self, side: Side, hex: HexIx) -> i32 {
        let wins = self.board.sudden.iter().any(|ending| {
            let controls = |index: &usize| {
                self.board.control.get(*index).is_some_and(|(at, _)| *at == hex)
                    || self.state.control.get(*index) == Some(&Some(side))
            };
            let matters = ending.enters.contains(&hex)
                || ending.controls.iter().any(|index| self.board.control.get(*index).is_some_and(|(at, _)| *at == hex));
            let entered = || {
                ending.enters.is_empty()
                    || ending.enters.iter().any(|enter| *enter == hex || !self.friends_in(side, *enter).is_empty())
            };
            ending.winner == side
                && matters
                && self.state.turn > ending.after_turn
                && entered()
                && ending.controls.iter().all(controls)
        });
        if wins { DECISIVE } else { 0 }
    }

    /// The things that draw `unit`.
    pub(crate) fn lures_of(&self, unit: UnitIx) -> Lures {
        let facts = self.board.unit(unit);
        let (side, kind) = (facts.side, facts.kind);
        let own = self.fighting_strength(unit);
        let from = self.hex_of(unit);
        let spent = self.is_spent(unit);
        let force = |side: Side| {
            self.on_map(side)
                .filter(|(other, _)| *other != unit)
                .map(|(other, at)| (at, self.fighting_strength(other)))
                .collect::<InlineList<(HexIx, i32), 64>>()
        };
        let (ours, theirs) = (force(side), force(side.other()));
        let near = |list: &[(HexIx, i32)], at: HexIx, reach: u32| -> i32 {
            let within = list.iter().filter(|(hex, _)| self.board.map.distance(*hex, at) <= reach);
            within.map(|(_, strength)| strength).sum()
        };
        let stakes = self.board.stakes(side).iter().map(|stake| {
            let held = stake.gate || self.controller_of(stake.hex) == Some(side);
            let (friends, enemies) = if held {
                let comes = if stake.gate { self.weights.rides_in.unsigned_abs() } else { NEAR };
                (near(&ours, stake.hex, NEAR / 2), near(&theirs, stake.hex, comes))
            } else {
                (near(&ours, stake.hex, NEAR), near(&theirs, stake.hex, self.weights.defends.unsigned_abs()))
            };
            let works = match self.earthwork_at(stake.hex) {
                None => 0,
                Some(Earthwork::Fieldworks) => 2,
                Some(Earthwork::Entrenchments) => 4,
            };
            let enemies = if enemies > 0 && !held { enemies + works } else { enemies };
            let worth = stake.worth_to(held, own, friends, enemies);
            let worth = if held {
                worth
            } else if spent && enemies > 0 {
                self.urgent(worth) * self.weights.spent_takes / 100
            } else {
                self.urgent(worth) * self.weights.to_be_taken / 100
            };
            let presence = if ours.iter().any(|(at, _)| *at == stake.hex) {
                Presence::Taken { wanted: held && friends < enemies }
            } else if enemies == 0 {
                let ways = ours.iter().map(|(at, _)| i32::from(self.board.way(kind, *at, stake.hex)));
                Presence::Undefended { nearest: ways.min().unwrap_or(i32::MAX) }
            } else {
                let gap = from.map_or(u32::MAX, |from| self.board.map.distance(from, stake.hex));
                let before = near(&ours, stake.hex, gap.saturating_sub(1).min(2 * NEAR));
                Presence::Defended(gap > 2 && before > 2 * enemies + 4)
            };
            (stake.hex, worth, presence)
        });
        let stakes = stakes.collect();
        let range = self.range_of(unit, Weapon::Own).filter(|_| kind.is_artillery());
        let reach = range.map_or(1, |[effective, _]| u32::from(effective));
        let fields =
            (kind == Kind::Infantry && !spent).then(|| [&ours, &theirs].map(|force| self.strength_by_hex(force)));
        // Nothing draws a spent unit to the enemy.
        let quarry = theirs.iter().filter(|_| !spent).map(|(at, _)| {
            // Cavalry keeps away from fire until it can charge.
            let fights = kind.is_artillery()
                || fields.as_ref().is_some_and(|[ours, theirs]| {
                    let within = |field: &PerHex<i32>, reach: u32| -> i32 {
                        let reach = u8::try_from(reach).unwrap_or(u8::MAX);
                        self.board.map.within(*at, reach).map(|hex| field[hex.index()]).sum()
                    };
                    within(ours, NEAR / 2) + own >= within(theirs, self.weights.defends.unsigned_abs())
                });
            (*at, if fights { self.weights.quarry } else { self.weights.quarry / 3 })
        });
        Lures { kind, stakes, quarry: quarry.collect(), reach }
    }

    /// The strength of `force` in each hex.
    fn strength_by_hex(&self, force: &[(HexIx, i32)]) -> PerHex<i32> {
        let mut field = self.board.map.each(0);
        for (hex, strength) in force {
            field[hex.index()] += strength;
        }
        field
    }

    /// The pull on a unit from `hex`: the stake or the enemy that is worth most, less the way.
    pub(crate) fn pull(&self, lures: &Lures, hex: HexIx) -> Pull {
        let mut best: Option<Pull> = None;
        let mut offer = |worth: i32, way: i32, fight: bool| {
            if best.is_none_or(|best| worth > best.worth) {
                best = Some(Pull { worth, way, fight });
            }
        };
        for (stake, worth, presence) in &lures.stakes {
            let way = i32::from(self.board.way(lures.kind, hex, *stake));
            match *presence {
                // Where a friend is already, one stands by if it is threatened.
                Presence::Taken { wanted: false } => {}
                Presence::Taken { wanted: true } => {
                    if hex != *stake {
                        let left = (way - 4).max(0);
                        offer(worth * 2 / 3 - self.weights.half_point * left, left, false);
                    }
                }
                // One is enough to take what nobody defends.
                Presence::Undefended { nearest } if nearest < way => {
                    offer(worth / 4 - self.weights.half_point * way, way, false)
                }
                Presence::Undefended { .. } => offer(*worth - self.weights.half_point * way, way, false),
                Presence::Defended(true) => offer(worth / 3 - self.weights.half_point * way, way, true),
                Presence::Defended(false) => offer(*worth - self.weights.half_point * way, way, true),
            }
        }
        for (at, odds) in &lures.quarry {
            let gap = i32::try_from(self.board.map.distance(*at, hex).saturating_sub(lures.reach))
                .unwrap_or(i32::MAX / self.weights.hex);
            offer(odds - self.weights.hex * gap, 2 * gap, true);
        }
        best.unwrap_or_default()
    }
}

impl AtAnyCost {
    /// The distance from `hex` to the nearest enemy unit of `side`.
    pub(crate) fn gap_to_enemies(&self, side: Side, hex: HexIx) -> Option<u32> {
        self.on_map(side.other()).map(|(_, at)| self.board.map.distance(at, hex)).min()
    }
}
