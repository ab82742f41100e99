//! 10.3 Line of Sight.

use battlewright_schema::Cell;
use battlewright_schema::position_magnifique::TerrainClass;

use crate::{PositionMagnifique, UnitIx, rulebook as rule};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::line_of_sight::touched;
use battlewright_core::show::{LineOfSight, Obstacle};

/// An obstacle in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// Forest or a town.
    Terrain,
    /// A combat unit.
    Unit(UnitIx),
    /// The ground itself.
    Ground,
}

impl PositionMagnifique {
    /// Returns the hex that blocks the line of sight from `from` to `to`, if any: forest, a town or a combat unit no lower than
    /// the firing unit, or ground higher than both ends. Between adjacent hexes the line is always clear.
    pub fn blocked_by(&self, from: HexIx, to: HexIx) -> Option<HexIx> {
        self.blocks(from, to).next().map(|(hex, _)| hex)
    }

    /// Returns every hex that blocks the line of sight from `from` to `to`, with its obstacle.
    fn blocks(&self, from: HexIx, to: HexIx) -> impl Iterator<Item = (HexIx, Block)> {
        let (own, theirs) = (self.board.level(from), self.board.level(to));
        touched(&self.board.map, from, to).into_iter().filter_map(move |hex| {
            let level = self.board.level(hex);
            if level > own && level > theirs {
                Some((hex, Block::Ground))
            } else if level < own {
                None
            } else if self.board.effects(hex).is_some_and(|effects| effects.blocks_sight) {
                Some((hex, Block::Terrain))
            } else {
                self.combat_unit_in(hex).map(|unit| (hex, Block::Unit(unit)))
            }
        })
    }

    /// Returns the line of sight from `from` to `to`, with every obstacle in the order of distance.
    pub(crate) fn line_of_sight(&self, from: Cell, to: Cell) -> Option<LineOfSight> {
        let (from, to) = (self.board.map.at(from)?, self.board.map.at(to)?);
        let mut blocks: Vec<(HexIx, Block)> = self.blocks(from, to).collect();
        blocks.sort_by_key(|(hex, _)| (self.board.map.distance(from, *hex), *hex));
        let obstacle =
            |(hex, block)| Obstacle { cell: self.board.map.cell(hex), reason: self.reason(hex, block, from, to) };
        Some(LineOfSight { obstacles: blocks.into_iter().map(obstacle).collect(), rule: rule::LINE_OF_SIGHT })
    }

    /// Returns the reason why `hex` blocks, in words.
    fn reason(&self, hex: HexIx, block: Block, from: HexIx, to: HexIx) -> String {
        let name = self.board.map.name(hex);
        let [level, own, theirs] = [hex, from, to].map(|hex| self.board.level(hex));
        let what = match block {
            Block::Ground => {
                return format!("{name}: ground on level {level}, higher than both ends ({own} and {theirs})");
            }
            Block::Terrain => match self.board.effects(hex).map(|effects| effects.class) {
                Some(TerrainClass::Forest) => "forest",
                Some(TerrainClass::Town) => "a town",
                _ => "cover",
            },
            Block::Unit(unit) => self.board.unit(unit).name.as_str(),
        };
        let than = if level > own { format!("higher than level {own}") } else { "the firing unit's own".to_owned() };
        format!("{name}: {what} on level {level}, {than}")
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};
    use battlewright_core::show::Show as _;

    fn blocks(table: &Table, from: &str, to: &str) -> Option<String> {
        let hex = table.game.blocked_by(table.hex(from), table.hex(to));
        hex.map(|hex| table.game.board.map.name(hex).to_string())
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
            // A higher firer sees past them.
            let mut above = field(&format!("{obstacle}\nlevel 2 0202"));
            assert_eq!(blocks(&above, "0202", "0206"), None, "{obstacle}");
            above.does("fire p1 f1");
            // An obstacle higher than the firer blocks, even if the target is higher still.
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

    /// Returns the reasons why the line from `from` to `to` is blocked, one for each obstacle.
    fn reasons(table: &Table, from: &str, to: &str) -> Vec<String> {
        let cell = |name: &str| table.game.board.map.cell(table.hex(name));
        let line = table.game.sight(cell(from), cell(to)).unwrap();
        assert_eq!(line.rule.number, "10.3");
        assert_eq!(line.is_clear(), table.game.blocked_by(table.hex(from), table.hex(to)).is_none());
        line.obstacles.into_iter().map(|obstacle| obstacle.reason).collect()
    }

    #[test]
    fn r10_3_a_blocked_line_is_explained_obstacle_by_obstacle() {
        let table = position(
            "map 12x9
            forest 0204
            town 0205
            level 2 0206 0205
            level 3 0207
            prussian field p1 9/5 at 0202
            french infantry f1 4/2 at 0203",
        )
        .set_up();
        assert_eq!(
            reasons(&table, "0202", "0208"),
            [
                "0203: f1 on level 1, the firing unit's own",
                "0204: forest on level 1, the firing unit's own",
                "0205: ground on level 2, higher than both ends (1 and 1)",
                "0206: ground on level 2, higher than both ends (1 and 1)",
                "0207: ground on level 3, higher than both ends (1 and 1)",
            ]
        );
        assert_eq!(
            reasons(&table, "0202", "0207"),
            [
                "0203: f1 on level 1, the firing unit's own",
                "0204: forest on level 1, the firing unit's own",
                "0205: a town on level 2, higher than level 1",
            ]
        );
        assert_eq!(reasons(&table, "0502", "0508"), [] as [&str; 0]);
    }

    #[test]
    fn r10_3_what_is_in_sight_is_what_no_hex_blocks() {
        let table = position("map 9x9\nforest 0304 0404\nlevel 2 0205").set_up();
        let map = &table.game.board.map;
        for from in map.all() {
            for to in map.all() {
                let line = table.game.sight(map.cell(from), map.cell(to)).unwrap();
                let seen = table.game.sees(map.cell(from), map.cell(to));
                assert_eq!(seen, line.is_clear(), "{} to {}", map.name(from), map.name(to));
            }
        }
    }

    #[test]
    fn there_is_no_line_of_sight_to_hexes_that_the_map_has_not() {
        let table = position("map 9x9").set_up();
        let elsewhere = battlewright_schema::Cell { column: 99, row: 0 };
        assert_eq!(table.game.sight(elsewhere, elsewhere), None);
        assert!(!table.game.sees(elsewhere, elsewhere));
    }
}
