//! 10.3 Line of Sight.

use super::PositionMagnifique;
use crate::kit::hex_map::HexIx;
use crate::kit::line_of_sight::touched;

impl PositionMagnifique {
    /// The hex that blocks the line of sight from `from` to `to`, if any: forest, a town or a combat
    /// unit no lower than the firing unit, or ground higher than both ends. Next to each other
    /// nothing blocks.
    pub fn blocked_by(&self, from: HexIx, to: HexIx) -> Option<HexIx> {
        let (own, theirs) = (self.board.level(from), self.board.level(to));
        touched(&self.board.map, from, to).into_iter().find(|hex| {
            let level = self.board.level(*hex);
            let obstacle = self.board.effects(*hex).is_some_and(|effects| effects.blocks_sight)
                || self.combat_unit_in(*hex).is_some();
            (obstacle && level >= own) || (level > own && level > theirs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Table, position};

    fn blocks(table: &Table, from: &str, to: &str) -> Option<String> {
        let hex = table.game.blocked_by(table.hex(from), table.hex(to));
        hex.map(|hex| table.game.board.map.name(hex).0)
    }

    #[test]
    fn r10_3_the_battery_at_1214_sees_1111_and_1211_and_not_1011_1110_and_1310() {
        let table = position(
            "map day
            prussian field p1 9/5 at 1214
            french infantry f1 4/2 at 1111",
        )
        .set_up();
        assert_eq!(blocks(&table, "1214", "1111"), None);
        assert_eq!(blocks(&table, "1214", "1011").as_deref(), Some("1111"));
        assert_eq!(blocks(&table, "1214", "1110").as_deref(), Some("1111"));
        assert_eq!(blocks(&table, "1214", "1310").as_deref(), Some("1311"));
        assert_eq!(blocks(&table, "1214", "1211"), None);
    }

    #[test]
    fn r10_3_forest_towns_and_units_no_lower_than_the_firer_block() {
        let field = |line: &str| {
            position(&format!(
                "map 12x9
                {line}
                prussian field p1 9/5 at 0202
                prussian infantry p9 5/3 at 0306
                french infantry f1 4/2 at 0206"
            ))
            .activate("prussian")
        };
        field("").allows("fire p1 f1");
        for obstacle in ["forest 0204", "town 0204", "french cavalry f2 2/1 at 0204", "prussian cavalry p2 2/1 at 0204"]
        {
            field(obstacle).refuses("fire p1 f1", "10.3");
            // From above them it sees past them.
            let mut above = field(&format!("{obstacle}\nlevel 2 0202"));
            assert_eq!(blocks(&above, "0202", "0206"), None, "{obstacle}");
            above.does("fire p1 f1");
            // What stands higher than the firer blocks too, even if the target is higher still.
            field(&format!("{obstacle}\nlevel 2 0204\nlevel 3 0206")).refuses("fire p1 f1", "10.3");
        }
    }

    #[test]
    fn r10_3_ground_higher_than_both_ends_blocks() {
        let field = |levels: &str| {
            position(&format!(
                "map 12x9
                {levels}
                prussian field p1 9/5 at 0202
                prussian infantry p9 5/3 at 0306
                french infantry f1 4/2 at 0206"
            ))
            .activate("prussian")
        };
        field("level 2 0204").refuses("fire p1 f1", "10.3");
        field("level 2 0204 0202").allows("fire p1 f1");
        field("level 2 0204 0206").allows("fire p1 f1");
    }

    #[test]
    fn r10_3_a_hex_edge_is_a_portion_of_both_its_hexes() {
        // From 0205 to 0405 the line runs between 0304 and 0305.
        for forest in ["0304", "0305"] {
            let table = position(&format!("map 9x9\nforest {forest}")).set_up();
            assert_eq!(blocks(&table, "0205", "0405").as_deref(), Some(forest));
        }
    }

    #[test]
    fn r10_3_neighbors_always_see_each_other() {
        let table = position(
            "map 9x9
            forest 0305 0205
            level 5 0305
            prussian infantry p1 9/5 at 0205
            french infantry f1 4/2 at 0305",
        )
        .activate("prussian");
        table.allows("fire p1 f1");
    }
}
