//! 8.3 Line of Sight: Clear, Obscured or Blocked, and not far at night (18.0).

use battlewright_schema::Cell;
use battlewright_schema::at_any_cost::TerrainClass;

use crate::{AtAnyCost, UnitIx, rulebook as rule};
use battlewright_core::game::Rule;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::line_of_sight::touched;
use battlewright_core::show::{LineOfSight, Obstacle};

/// The line of sight between two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Nothing is in the way.
    Clear,
    /// It passes over woods, towns or units, and costs a column shift (8.6).
    Obscured,
    /// It ends at this hex: the first that blocks, or the target's if that is too far to see at night.
    Blocked(HexIx),
}

/// A thing on the line that blocks or obscures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    /// Ground higher than both ends.
    Ground,
    /// Woods or a town.
    Terrain,
    /// A combat unit.
    Unit(UnitIx),
}

impl AtAnyCost {
    /// The line of sight from `from` to `to`. Neighbors see each other.
    pub(crate) fn sight_between(&self, from: HexIx, to: HexIx) -> Sight {
        let distance = self.board.map.distance(from, to);
        if distance <= 1 {
            return Sight::Clear;
        }
        if self.why_too_far_to_see(from, to).is_some() {
            return Sight::Blocked(to);
        }
        let level = self.board.level(from) == self.board.level(to);
        let (mut obscured, mut first) = (false, None);
        for (hex, cover) in self.covers(from, to) {
            if level || cover == Cover::Ground {
                let at = (self.board.map.distance(from, hex), hex);
                first = Some(first.map_or(at, |other| at.min(other)));
            } else {
                obscured = true;
            }
        }
        match first {
            Some((_, hex)) => Sight::Blocked(hex),
            None if obscured => Sight::Obscured,
            None => Sight::Clear,
        }
    }

    /// Returns the rule by which nothing is seen from `from` to `to`, and the reason, if that is too far: at this hour (18.1,
    /// 18.4), or by rows.
    pub(crate) fn why_too_far_to_see(&self, from: HexIx, to: HexIx) -> Option<(Rule, &'static str)> {
        let distance = self.board.map.distance(from, to);
        if distance <= 1 {
            return None;
        }
        let (limit, row) = self.sight_by_rows(from, to, self.sight_limit());
        limit.filter(|limit| distance > u32::from(*limit))?;
        Some(match row {
            None => (self.night_rule(), "it is too dark to see so far"),
            Some(rule) => (rule, "nothing is seen so far"),
        })
    }

    /// Everything between `from` and `to` that blocks the line, or would if both ends were on its level: ground higher
    /// than both ends; woods, towns and units at the level of both or, if the ends differ, at any level (ruling r13).
    fn covers(&self, from: HexIx, to: HexIx) -> impl Iterator<Item = (HexIx, Cover)> + use<'_> {
        let (own, theirs) = (self.board.level(from), self.board.level(to));
        touched(&self.board.map, from, to).into_iter().filter_map(move |hex| {
            let level = self.board.level(hex);
            if level > own && level > theirs {
                return Some((hex, Cover::Ground));
            }
            if own == theirs && level < own {
                return None;
            }
            if self.board.blocks_sight(hex) {
                return Some((hex, Cover::Terrain));
            }
            self.ground.units(hex).next().map(|unit| (hex, Cover::Unit(unit)))
        })
    }

    /// The line of sight from `from` to `to`, with every obstacle that blocks it, in the order in which it meets them.
    pub(crate) fn line_of_sight(&self, from: Cell, to: Cell) -> Option<LineOfSight> {
        let (from, to) = (self.board.map.at(from)?, self.board.map.at(to)?);
        let (own, theirs) = (self.board.level(from), self.board.level(to));
        let mut blocks: Vec<(HexIx, Cover)> =
            self.covers(from, to).filter(|(_, cover)| own == theirs || *cover == Cover::Ground).collect();
        blocks.sort_by_key(|(hex, _)| (self.board.map.distance(from, *hex), *hex));
        let mut obstacles: Vec<Obstacle> = blocks
            .into_iter()
            .map(|(hex, cover)| Obstacle {
                cell: self.board.map.cell(hex),
                reason: self.cover_reason(hex, cover, [own, theirs]),
            })
            .collect();
        if let Some((limit, _)) = self.why_too_far_to_see(from, to) {
            let why = match self.sight_by_rows(from, to, self.sight_limit()).1 {
                None => "in the dark".to_owned(),
                Some(_) => format!("by the rule {}", limit.title),
            };
            let reason = format!("{}: too far to see {why}", self.board.map.name(to));
            obstacles.push(Obstacle { cell: self.board.map.cell(to), reason });
        }
        Some(LineOfSight { obstacles, rule: rule::LINE_OF_SIGHT })
    }

    /// The words for `cover` in `hex`, which blocks a line between these levels.
    fn cover_reason(&self, hex: HexIx, cover: Cover, [own, theirs]: [u8; 2]) -> String {
        let (name, level) = (self.board.map.name(hex), self.board.level(hex));
        let what = match cover {
            Cover::Ground => {
                return format!("{name}: ground on level {level}, higher than both ends ({own} and {theirs})");
            }
            Cover::Terrain => {
                let kinds =
                    [(TerrainClass::Woods, "woods"), (TerrainClass::Town, "a town"), (TerrainClass::Farm, "a farm")];
                let kind = kinds.into_iter().find(|(class, _)| self.board.has_terrain(hex, *class));
                kind.map_or("cover", |(_, kind)| kind)
            }
            Cover::Unit(unit) => self.board.unit(unit).name.as_str(),
        };
        format!("{name}: {what} on level {level}, that of both ends")
    }
}

#[cfg(test)]
mod tests {
    use super::Sight;
    use crate::tests::testing::{Table, position};

    /// The line of sight: `clear`, `obscured`, or the hex that blocks it.
    fn sight(table: &Table, from: &str, to: &str) -> String {
        match table.game.sight_between(table.hex(from), table.hex(to)) {
            Sight::Clear => "clear".into(),
            Sight::Obscured => "obscured".into(),
            Sight::Blocked(hex) => table.game.board.map.name(hex).to_string(),
        }
    }

    /// A map with this on it, and a unit in a corner, so that there is a turn to play.
    fn field(lines: &str) -> Table {
        position(&format!("map 9x9\nprussian cavalry p9 3/2 at 0808\n{lines}")).table()
    }

    fn over(lines: &str) -> String {
        sight(&field(lines), "0202", "0206")
    }

    const COVERS: [&str; 4] =
        ["woods 0204", "town 0204", "french cavalry f1 2/1 at 0204", "prussian infantry p1 8/4 at 0204"];

    #[test]
    fn r8_3_woods_towns_and_units_block_at_the_level_of_both_ends() {
        assert_eq!(over(""), "clear");
        for cover in COVERS {
            assert_eq!(over(cover), "0204", "{cover}");
            assert_eq!(over(&format!("{cover}\nlevel 2 0202 0204 0206")), "0204", "{cover}");
        }
    }

    #[test]
    fn r8_3_between_equal_heights_a_line_passes_clear_over_lower_cover() {
        for cover in COVERS {
            assert_eq!(over(&format!("{cover}\nlevel 2 0202 0206")), "clear", "{cover}");
        }
    }

    #[test]
    fn r8_3_between_different_heights_cover_obscures_at_any_level() {
        for cover in COVERS {
            for levels in ["level 2 0202", "level 2 0206", "level 3 0202\nlevel 3 0204", "level 3 0202\nlevel 2 0206"] {
                assert_eq!(over(&format!("{cover}\n{levels}")), "obscured", "{cover}, {levels}");
            }
        }
        assert_eq!(over("level 2 0202"), "clear", "there is nothing to pass over");
    }

    #[test]
    fn r8_3_ground_higher_than_both_ends_blocks() {
        assert_eq!(over("level 2 0204"), "0204");
        assert_eq!(over("level 3 0204\nlevel 2 0202"), "0204");
        assert_eq!(over("level 2 0204 0202"), "clear", "higher than one end only");
        assert_eq!(over("level 2 0204 0206"), "clear");
    }

    #[test]
    fn r8_3_it_is_blocked_by_the_first_hex_on_the_way() {
        let table = field("woods 0203 0204 0205");
        assert_eq!((sight(&table, "0202", "0206"), sight(&table, "0206", "0202")), ("0203".into(), "0205".into()));
    }

    #[test]
    fn r8_3_a_hex_edge_is_a_part_of_both_hexes() {
        // From 0205 to 0405 the line runs between 0304 and 0305.
        for woods in ["0304", "0305"] {
            let table = field(&format!("woods {woods}"));
            assert_eq!(sight(&table, "0205", "0405"), woods);
        }
    }

    #[test]
    fn r8_3_neighbors_always_see_each_other() {
        let table = field("woods 0202 0203\nlevel 4 0203");
        assert_eq!(sight(&table, "0202", "0203"), "clear");
    }

    #[test]
    fn r8_3_quarries_and_by_ruling_farms_do_not_block() {
        assert_eq!(over("quarry 0204"), "clear");
        assert_eq!(over("farm 0204"), "clear");
        assert_eq!(over("ravine 0204"), "clear");
        let mut table = field("farm 0204");
        table.game.board.to_mut().rules.farms_block_sight = true;
        assert_eq!(sight(&table, "0202", "0206"), "0204");
    }

    #[test]
    fn r18_1_at_dusk_nobody_sees_farther_than_one_hex() {
        let table = field("clock 21:00");
        assert_eq!((sight(&table, "0202", "0203"), sight(&table, "0202", "0204")), ("clear".into(), "0204".into()));
        let table = field("clock 20:00");
        assert_eq!(sight(&table, "0202", "0204"), "clear");
    }

    /// The reasons why the line from `from` to `to` is blocked.
    fn reasons(table: &Table, from: &str, to: &str) -> Vec<String> {
        let cell = |name: &str| table.game.board.map.cell(table.hex(name));
        let line = table.game.line_of_sight(cell(from), cell(to)).unwrap();
        assert_eq!(line.rule.number, "8.3");
        let blocked = matches!(table.game.sight_between(table.hex(from), table.hex(to)), Sight::Blocked(_));
        assert_eq!(line.is_clear(), !blocked);
        line.obstacles.into_iter().map(|obstacle| obstacle.reason).collect()
    }

    #[test]
    fn r8_3_a_blocked_line_is_explained_obstacle_by_obstacle() {
        let table = field("woods 0204\ntown 0205\nlevel 2 0206\nfrench infantry f1 5/3 at 0203");
        assert_eq!(
            reasons(&table, "0202", "0207"),
            [
                "0203: f1 on level 1, that of both ends",
                "0204: woods on level 1, that of both ends",
                "0205: a town on level 1, that of both ends",
                "0206: ground on level 2, higher than both ends (1 and 1)",
            ]
        );
        assert_eq!(reasons(&table, "0202", "0206"), [] as [&str; 0], "obscured only");
        let night = field("clock 21:00");
        assert_eq!(reasons(&night, "0202", "0205"), ["0205: too far to see in the dark"]);
    }

    #[test]
    fn r8_3_lines_are_the_same_both_ways_and_as_explained() {
        let table = field("woods 0304 0404\ntown 0603\nlevel 2 0205 0506\nlevel 3 0605");
        let map = &table.game.board.map;
        for from in map.all() {
            for to in map.all().filter(|to| *to > from) {
                let [there, back] = [(from, to), (to, from)].map(|(from, to)| table.game.sight_between(from, to));
                let blocked = |sight| matches!(sight, Sight::Blocked(_));
                assert_eq!(blocked(there), blocked(back), "{} to {}", map.name(from), map.name(to));
                assert_eq!(there == Sight::Obscured, back == Sight::Obscured);
                let line = table.game.line_of_sight(map.cell(from), map.cell(to)).unwrap();
                assert_eq!(line.is_clear(), !blocked(there));
            }
        }
    }

    #[test]
    fn there_is_no_line_of_sight_to_hexes_that_the_map_has_not() {
        let elsewhere = battlewright_schema::Cell { column: 99, row: 0 };
        assert_eq!(field("").game.line_of_sight(elsewhere, elsewhere), None);
    }
}
