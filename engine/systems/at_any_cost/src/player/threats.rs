//! The strength that can come to each hex in the next turn of a side, and the price of it to guns, headquarters and garrisons.

use crate::extra_hooks::PieceStep;
use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::{MovingPiece, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::appraisal::sixteenths_played;
use battlewright_core::players::threat::{Reacher, ThreatMap, ThreatStep, exposure, raids, worth_of_garrison};

/// The units that fight for a side, with their hexes.
pub(crate) type Fighters = InlineList<(UnitIx, HexIx), 64>;

impl Appraiser<'_> {
    /// Returns the units of `side` that fight and are to be activated once more.
    fn fighters(&self, side: Side) -> Fighters {
        let is_last = self.state.turn >= self.board.turns;
        let is_done = |unit| is_last && self.hq(self.board.unit(unit).formation).activated;
        self.on_map(side)
            .filter(|(unit, _)| !self.is_artillery(*unit) && !self.is_spent(*unit) && !is_done(*unit))
            .collect()
    }

    /// Returns the threat by `fighters` in their next activations, if nobody bars the way. They count with what is printed on them.
    fn threat_by(&self, fighters: &Fighters) -> ThreatMap {
        let stacks = fighters.iter().map(|(unit, hex)| {
            let facts = self.board.unit(*unit);
            let (strength, allowance) = (i32::from(facts.sp[0]), 2 * self.movement_points(MovingPiece::Unit(*unit)));
            Reacher { hex: *hex, strength, allowance, pace: (facts.kind, *unit) }
        });
        ThreatMap::new(&self.board.map, stacks, |(kind, unit), from, to| {
            let cost = self.board.going(kind, from, to);
            if self.board.extra.get().is_none() {
                return ThreatStep::Goes(cost);
            }
            let by_road = self.board.map.has_road(to);
            let step = PieceStep { piece: MovingPiece::Unit(unit), from: Some(from), to, by_road };
            let cost = self.step_cost_by_rows(&step, cost);
            match (self.may_step_by_rows(&step), self.must_stop_by_rows(&step)) {
                (Err(_), _) => ThreatStep::Closed,
                (Ok(()), true) => ThreatStep::Halts(cost),
                (Ok(()), false) => ThreatStep::Goes(cost),
            }
        })
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
        let covers = near.filter(|unit| {
            self.unit_side(*unit) == side && Some(*unit) != but && !self.is_artillery(*unit) && !self.is_spent(*unit)
        });
        covers.map(|unit| self.fighting_strength(unit)).sum()
    }

    /// Returns the price of leaving what is worth `worth` to `side` and cannot fight in `hex`.
    pub(crate) fn exposure_of(&self, side: Side, hex: HexIx, worth: i32, scratch: &mut Scratch) -> i32 {
        if worth == 0 {
            return 0;
        }
        match self.threat_to(side.other(), hex, scratch) {
            0 => 0,
            threat => exposure(worth, threat, self.cover_of(side, hex, None)),
        }
    }

    /// Returns the worth of `unit` as the garrison of `hex`, where it stands.
    fn worth_as_garrison(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> i32 {
        let side = self.unit_side(unit);
        let worth = self.worth_of_holding(side, hex);
        if worth == 0 {
            return 0;
        }
        let threat = self.threat_to(side.other(), hex, scratch);
        let others = self.cover_of(side, hex, Some(unit));
        let due = 16 - sixteenths_played(self.state.turn, self.board.first_turn, self.board.turns);
        worth_of_garrison(worth, threat, [others, self.fighting_strength(unit)], due)
    }

    /// Returns `true` if `unit` is the garrison of `hex`: it stands there, no stronger friend does, and an enemy can come.
    pub(crate) fn is_garrison(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> bool {
        let (side, own) = (self.unit_side(unit), self.fighting_strength(unit));
        let is_stronger =
            |other: UnitIx| other != unit && self.unit_side(other) == side && self.fighting_strength(other) > own;
        self.hex_of(unit) == Some(hex)
            && !self.ground.units(hex).any(is_stronger)
            && self.threat_to(side.other(), hex, scratch) > 0
    }
}

impl Appraiser<'_> {
    /// Returns the worth to `unit` in `hex` of the enemies that can come there: to a gun the danger, to a unit that stands there and
    /// fights the worth of staying as the garrison.
    pub(crate) fn worth_under_threat(&self, unit: UnitIx, hex: HexIx, scratch: &mut Scratch) -> i32 {
        if self.is_artillery(unit) {
            -self.exposure_of(self.unit_side(unit), hex, self.weights.gun, scratch)
        } else if self.hex_of(unit) == Some(hex) {
            self.worth_as_garrison(unit, hex, scratch) * self.weights.garrison / 100
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::position;

    /// The worth under threat of the unit `of` in the hex where it stands, with an enemy in this hex.
    fn worth(of: &str, enemy: &str) -> i32 {
        let table = position(&format!(
            "map 26x9
            place bruville 0605 held french
            points bruville 4
            prussian cavalry p1 3/2 at {enemy}
            french infantry f1 5/3 at 0605
            french field a1 6/3 at 0304
            french field a2 6/3 at 0505"
        ))
        .table();
        let unit = table.unit(of);
        let hex = table.game.hex_of(unit).unwrap();
        table.game.appraiser().worth_under_threat(unit, hex, &mut Scratch::default())
    }

    #[test]
    fn guns_shun_what_the_enemy_can_come_to_the_less_the_better_they_are_covered() {
        assert_eq!([worth("a1", "2405"), worth("a2", "2405")], [0; 2], "he is far away");
        let [alone, covered] = [worth("a1", "0604"), worth("a2", "0604")];
        assert!(alone < covered && covered < 0, "{alone} {covered}");
    }

    #[test]
    fn a_garrison_stays_where_the_enemy_can_come() {
        assert_eq!(worth("f1", "2405"), 0);
        assert!(worth("f1", "0905") > 0);
    }
}
