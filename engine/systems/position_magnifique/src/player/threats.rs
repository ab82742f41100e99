//! The strength that can come to each hex in the next turn of a side, and what it makes garrisons worth.

use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::{MovingPiece, PositionMagnifique, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::threat::{Reacher, ThreatMap, ThreatStep, raids, worth_of_garrison};

/// The units that fight for a side, with their hexes.
pub(crate) type Fighters = InlineList<(UnitIx, HexIx), 64>;

impl PositionMagnifique {
    /// Returns `true` if `unit` fights for ground and is fit for it.
    pub(crate) fn fights(&self, unit: UnitIx) -> bool {
        !self.board.unit(unit).kind.is_artillery() && !self.unit(unit).shaken
    }

    /// Returns the units of `side` that fight and are to be activated once more.
    fn fighters(&self, side: Side) -> Fighters {
        let is_last = self.state.turn >= self.board.turns;
        let is_done = |unit| is_last && self.hq(self.board.unit(unit).formation).activated;
        self.on_map(side).filter(|(unit, _)| self.fights(*unit) && !is_done(*unit)).collect()
    }

    /// Returns the threat by `fighters` in their next activations, if nobody bars the way. They count with what is printed on them.
    fn threat_by(&self, fighters: &Fighters) -> ThreatMap {
        let stacks = fighters.iter().map(|(unit, hex)| {
            let facts = self.board.unit(*unit);
            let (strength, allowance) = (i32::from(facts.combat[0]), 2 * self.movement_points(*unit, false));
            Reacher { hex: *hex, strength, allowance, pace: (*unit, *hex) }
        });
        ThreatMap::new(&self.board.map, stacks, |(unit, start), from, to| {
            let cost = self.board.going(self.board.unit(unit).kind, from, to);
            if self.rows_bind_steps() {
                self.threat_by_rows(unit, start, [from, to], cost)
            } else {
                ThreatStep::Goes(cost)
            }
        })
    }

    /// Returns a step of `unit`, which starts in `start`, under the rows of the scenario.
    fn threat_by_rows(&self, unit: UnitIx, start: HexIx, [from, to]: [HexIx; 2], cost: u16) -> ThreatStep {
        let piece = MovingPiece::Unit(unit);
        let most = self.most_hexes_by_rows(unit, None).map_or(u32::MAX, u32::from);
        if self.board.map.distance(start, to) > most || self.forbids_step(piece, Some(from), to).is_err() {
            return ThreatStep::Closed;
        }
        let cost = self.step_by_rows(piece, Some(from), to, cost);
        if self.must_stop(piece, Some(from), to) { ThreatStep::Halts(cost) } else { ThreatStep::Goes(cost) }
    }

    /// Returns the strength of `side` that can be in `hex` or next to it in its next activations.
    fn threat_to(&self, side: Side, hex: HexIx, scratch: &mut Scratch) -> i32 {
        scratch.threats.of(side, || self.fighters(side), |fighters| self.threat_by(fighters)).at(hex)
    }

    /// Returns a test whether a hex that a side holds is open to a raid: nobody covers it, and an enemy can come.
    pub(crate) fn raids(&self) -> impl Fn(Side, HexIx) -> bool {
        raids(|side, hex| self.cover_of(side, hex, None), |side| self.threat_by(&self.fighters(side)))
    }

    /// Returns the strength of the fighting units of `side` in `hex` and next to it, without `but`.
    fn cover_of(&self, side: Side, hex: HexIx, but: Option<UnitIx>) -> i32 {
        let near = self.board.map.neighbors(hex).chain([hex]).flat_map(|near| self.ground.units(near));
        let covers = near.filter(|unit| self.unit_side(*unit) == side && Some(*unit) != but && self.fights(*unit));
        covers.map(|unit| self.strength(unit)).sum()
    }

    /// Returns the worth of `unit` as the garrison of `hex`, where it stands.
    fn worth_as_garrison(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> i32 {
        let side = self.unit_side(unit);
        let worth = self.worth_of_held(side, hex);
        if worth == 0 {
            return 0;
        }
        let threat = self.threat_to(side.other(), hex, scratch);
        let others = self.cover_of(side, hex, Some(unit));
        let due = 16 - self.played();
        worth_of_garrison(worth, threat, [others, self.strength(unit)], due)
    }

    /// Returns the worth of the stake in `hex` to `side`, if it controls it.
    fn worth_of_held(&self, side: Side, hex: HexIx) -> i32 {
        let is_held = self.holder_of(hex) == Some(side);
        let stake = self.board.stakes(side).iter().find(|stake| is_held && stake.hex == hex && !stake.gate);
        stake.map_or(0, |stake| stake.worth)
    }

    /// Returns `true` if `unit` is the garrison of `hex`: it stands there, no stronger friend does, and an enemy can come.
    pub(crate) fn is_garrison(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> bool {
        let (side, own) = (self.unit_side(unit), self.strength(unit));
        let is_stronger = |other: UnitIx| other != unit && self.unit_side(other) == side && self.strength(other) > own;
        self.hex_of(unit) == Some(hex)
            && !self.ground.units(hex).any(is_stronger)
            && self.threat_to(side.other(), hex, scratch) > 0
    }
}

impl Appraiser<'_> {
    /// Returns the worth to `unit` in `hex` of staying there as the garrison, if it stands there and fights.
    pub(crate) fn worth_of_staying(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> i32 {
        if self.hex_of(unit) != Some(hex) || !self.fights(unit) || self.weights.garrison == 0 {
            return 0;
        }
        self.worth_as_garrison(unit, hex, scratch) * self.weights.garrison / 100
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique as file;

    use super::*;
    use crate::tests::testing::position;

    #[test]
    fn a_garrison_stays_where_the_enemy_can_come() {
        let worth = |enemy: &str, guard: &str| {
            let table = position(&format!(
                "map 26x9
                place bruville 0605 held french
                prussian cavalry p1 3/2 at {enemy}
                french infantry f1 5/3 at {guard}"
            ))
            .with(|scenario| {
                scenario.victory.last.push(file::Ending {
                    winner: Some("french".into()),
                    level: file::VictoryLevel::Major,
                    controls: vec!["bruville".into()],
                    ..file::Ending::default()
                });
            })
            .cup();
            let (unit, hex) = (table.unit("f1"), table.hex(guard));
            table.game.appraiser().worth_of_staying(unit, hex, &mut Scratch::default())
        };
        assert_eq!(worth("2405", "0605"), 0, "nobody can come");
        assert_eq!(worth("0905", "0606"), 0, "it stands elsewhere");
        assert!(worth("0905", "0605") > 0);
    }
}
