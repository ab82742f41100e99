//! The strength that can assault a point of the table in the next turn of a side, and the price of it to guns and generals.

use battlewright_schema::outrance::TroopType;

use crate::player::appraise::is_within;
use crate::player::weights::Appraiser;
use crate::rules::c03_orders::OrderFate;
use crate::state::UnitIx;
use battlewright_core::game::Side;
use battlewright_core::kit::plane::Point;
use battlewright_core::players::threat::exposure;

impl Appraiser<'_> {
    /// Returns the bases of `side` that can assault `target` at a point in its next turn, if their orders arrive.
    fn threat_to(&self, side: Side, target: UnitIx, at: Point) -> i32 {
        let able = self
            .fighters(side)
            .filter(|(unit, _)| self.may_assault(*unit) && self.forbids_assault(*unit, target).is_ok());
        let comes = able.filter(|(unit, shape)| is_within(shape, at, self.assault_reach(*unit, OrderFate::Received)));
        comes.map(|(unit, _)| i32::from(self.unit(unit).bases)).sum()
    }

    /// Returns the bases of `side` that cover a point: those that an assault by foot would find there, without guns.
    fn cover_of(&self, side: Side, at: Point) -> i32 {
        let reach = self.board.rules.assault_infantry.thousandths();
        let able = self.fighters(side).filter(|(unit, _)| self.board.unit(*unit).troops != TroopType::Artillery);
        able.filter(|(_, shape)| is_within(shape, at, reach)).map(|(unit, _)| i32::from(self.unit(unit).bases)).sum()
    }

    /// Returns the price of a point to a unit that cannot fight hand to hand: guns or a general; nothing to others.
    pub(crate) fn exposure_at(&self, unit: UnitIx, at: Point) -> i32 {
        let facts = self.board.unit(unit);
        let worth = if facts.is_general() {
            self.weights.general_exposed
        } else if facts.troops == TroopType::Artillery {
            self.weights.guns_exposed
        } else {
            0
        };
        if worth == 0 {
            return 0;
        }
        match self.threat_to(facts.side.other(), unit, at) {
            0 => 0,
            threat => exposure(worth, threat, self.cover_of(facts.side, at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::player::weights::Weights;
    use crate::tests::position::{FRENCH, position};
    use battlewright_core::kit::plane::Point;

    /// The price of the point 20, `y` to a unit, with an enemy brigade at 20, 10 and a French one in this row.
    fn price(unit: &str, y: i32, guard: &str) -> i32 {
        let text = format!(
            "prussian infantry p1 4 at 20,10
            french infantry f1 4 at 20,{guard}
            french artillery a1 2 at 5,25
            french general fg at 5,28"
        );
        let table = position(&text).with_initiative(FRENCH);
        let weights = Weights { guns_exposed: 100, general_exposed: 60, ..Weights::default() };
        table.game.appraised(weights).exposure_at(table.unit(unit), Point::new(20_000, y * 1000))
    }

    #[test]
    fn guns_and_generals_shun_what_an_assault_can_reach_the_less_the_better_they_are_covered() {
        assert_eq!([price("a1", 25, "28"), price("fg", 25, "28")], [0; 2], "out of reach");
        assert_eq!([price("a1", 13, "28"), price("fg", 13, "28")], [100, 60], "nobody covers them");
        let covered = price("a1", 13, "14");
        assert!(0 < covered && covered < 100, "{covered}");
        assert_eq!(price("f1", 13, "14"), 0, "it fights");
    }
}
