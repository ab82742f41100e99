//! 3.11 Roads: a unit in March Formation that moves entirely along roads pays half a movement point for each hex.

use battlewright_schema::mars_la_tour::EntryRoadRate;

use crate::MarsLaTour;
use crate::rules::r4_2a_moves::Mover;
use crate::state::{Motion, UnitIx};
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Returns `true` if `motion` keeps the road rate when it steps to `hex`: a road must join the two hexes.
    pub(crate) fn goes_by_road(&self, motion: &Motion, hex: HexIx) -> bool {
        let road = match motion.hex {
            Some(from) => self.board.map.road(from, hex),
            None => self.enters_by_road(hex),
        };
        road && self.mover(motion.unit).keeps_to_roads(motion)
    }

    /// Returns `true` if a reinforcement that enters in `hex` uses a road, by the ruling on entry roads.
    pub(crate) fn enters_by_road(&self, hex: HexIx) -> bool {
        match self.board.rules.entry_road_rate {
            EntryRoadRate::LeadsOffMap => self.board.leads_off_map(hex),
            EntryRoadRate::AnyRoad => self.board.map.has_road(hex),
            EntryRoadRate::Never => false,
        }
    }

    /// Returns the number of hexes that `unit` can enter at one movement point each, and at the road rate of half a point each.
    pub(crate) fn hexes_in_reach(&self, unit: UnitIx) -> [u16; 2] {
        let points = u16::from(self.movement_points(unit));
        [points, 2 * points]
    }

    /// Returns `true` if `motion` may leave the map by road from `hex`.
    pub(crate) fn leaves_by_road(&self, mover: &Mover, motion: &Motion, hex: HexIx) -> bool {
        mover.keeps_to_roads(motion) && self.board.map.has_road(hex)
    }
}

impl Mover {
    /// Returns `true` if `motion` has used roads only, and its unit may use the road rate.
    #[inline]
    pub(crate) fn keeps_to_roads(&self, motion: &Motion) -> bool {
        motion.by_road && self.marches
    }

    /// Returns `true` if the unit of `motion` can pay for one more hex. Rates cannot be mixed.
    #[inline]
    pub(crate) fn can_pay(&self, motion: &Motion, by_road: bool) -> bool {
        u16::from(motion.hexes) < self.reach[usize::from(by_road)]
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::mars_la_tour::EntryRoadRate;

    use crate::tests::testing::{Table, position};

    /// A road along the whole middle row.
    const ROAD: &str = "
        map 14x5
        road 0103 0203 0303 0403 0503 0603 0703 0803 0903 1003 1103 1203 1303 1403
        german infantry g1 er 1 at 0103
        german cavalry c1 er 1 at 0203
        german infantry b1 er 1 at 0303 battle";

    /// Moves `unit` along these columns of the middle row; returns the next prompt.
    fn ride(table: &mut Table, unit: &str, columns: std::ops::RangeInclusive<u8>) -> String {
        table.does(&format!("move {unit}"));
        for column in columns {
            table.does(&format!("step {column:02}03"));
        }
        table.prompt()
    }

    #[test]
    fn r3_11_a_unit_in_march_formation_pays_half_a_point_a_hex_by_road() {
        let mut table = position(ROAD).moves();
        assert_eq!(ride(&mut table, "g1", 2..=9), "French: move a unit or pass", "8 hexes for 4 points");
        let mut table = position(ROAD).moves();
        assert_eq!(ride(&mut table, "c1", 3..=14), "French: move a unit or pass", "12 hexes for 6 points");
    }

    #[test]
    fn r3_11_in_battle_formation_there_is_no_road_rate() {
        let mut table = position(ROAD).moves();
        assert_eq!(ride(&mut table, "b1", 4..=4), "French: move a unit or pass");
    }

    #[test]
    fn r3_11_road_and_other_movement_do_not_mix() {
        // Three hexes by road and one off it: 4 points at the full rate.
        let mut table = position(ROAD).moves();
        ride(&mut table, "g1", 2..=4);
        table.does("step 0504");
        assert_eq!(table.prompt(), "French: move a unit or pass");
        // Four hexes by road: the fifth must be by road.
        let mut table = position(ROAD).moves();
        ride(&mut table, "g1", 2..=5);
        table.refuses("step 0604", "4.0 2a");
        table.allows("step 0603");
    }

    #[test]
    fn r3_11_ruling_9_a_first_step_beside_the_road_costs_the_rate() {
        let mut table = position(&ROAD.replace("at 0103", "at 0102")).moves();
        assert_eq!(ride(&mut table, "g1", 1..=4), "French: move a unit or pass", "4 hexes for 4 points");
    }

    #[test]
    fn r3_11_ruling_9_road_hexes_that_no_road_joins_are_not_connected() {
        let mut table = position(
            "
            map 14x5
            road 0103 0203 0303
            road 0403 0503 0603 0703
            german infantry g1 er 1 at 0103",
        )
        .moves();
        assert_eq!(ride(&mut table, "g1", 2..=5), "French: move a unit or pass", "4 hexes for 4 points");
    }

    /// A unit that enters at 0103, with this road there, and continues by road as far as it can.
    fn entered(road: &str, rate: EntryRoadRate) -> String {
        let mut table = position(&format!(
            "
            map 14x5
            road {road}
            entry C german 0103
            german infantry g1 er 1 enters 1 by C"
        ))
        .rules(|rules| rules.entry_road_rate = Some(rate))
        .moves();
        table.does("enter g1, step 0103");
        for column in 2..=14 {
            let step = format!("{column:02}03");
            if table.choices("step").contains(&step) {
                table.does(&format!("step {step}"));
            }
        }
        table.at("g1")
    }

    #[test]
    fn r3_11_ruling_24_a_reinforcement_enters_at_the_road_rate_by_a_road_that_leads_off_the_map() {
        let off_map = "0103 0203 0303 0403 0503 0603 0703 0803 0903";
        let along_the_edge = "0101 0102 0103 0203 0303 0403 0503 0603 0703 0803 0903";
        assert_eq!(entered(off_map, EntryRoadRate::LeadsOffMap), "0803", "8 hexes for 4 points");
        assert_eq!(entered(along_the_edge, EntryRoadRate::LeadsOffMap), "0403", "4 hexes for 4 points");
        for road in [off_map, along_the_edge] {
            assert_eq!(entered(road, EntryRoadRate::AnyRoad), "0803");
            assert_eq!(entered(road, EntryRoadRate::Never), "0403");
        }
    }

    #[test]
    fn r3_11_ruling_24_a_road_that_ends_inside_the_map_does_not_lead_off_it() {
        let table = position(
            "
            map 14x5
            road 0303 0403 0503
            entry C german 0303
            german infantry g1 er 1 enters 1 by C",
        )
        .moves();
        assert!(!table.game.enters_by_road(table.hex("0303")));
    }

    #[test]
    fn r3_11_a_reinforcement_comes_along_the_road_it_enters_by() {
        let table_of = |hex: &str| {
            let mut table = position(&format!(
                "
                map 14x5
                road 0103 0203 0303 0403 0503 0603 0703 0803 0903
                entry C german {hex}
                german infantry g1 er 1 enters 1 by C"
            ))
            .moves();
            table.does(&format!("enter g1, step {hex}"));
            table
        };
        let mut by_road = table_of("0103");
        by_road.does("step 0203, step 0303, step 0403, step 0503, step 0603, step 0703, step 0803");
        assert_eq!(by_road.prompt(), "French: move a unit or pass", "8 hexes with the first");
        let mut across = table_of("0102");
        across.does("step 0103, step 0203, step 0303");
        assert_eq!(across.prompt(), "French: move a unit or pass", "4 hexes with the first");
    }
}
