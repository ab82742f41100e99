//! Marches: the duration of an unopposed march (3.1, 3.11).

use battlewright_schema::Cell;

use crate::state::{Command, Motion, UnitIx};
use crate::{MarsLaTour, motion, rulebook as rule};
use battlewright_core::game::Illegal;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::march::{Pace, fastest};
use battlewright_core::show::March;

/// A march of a unit in its current formation.
struct Alone<'a>(&'a MarsLaTour, UnitIx);

impl Pace for Alone<'_> {
    type Leg = Motion;

    fn fresh(&self, hex: HexIx) -> Motion {
        motion(self.1, Some(hex), Command::Within)
    }

    fn go(&self, leg: &Motion, hex: HexIx) -> Option<Motion> {
        let by_road = self.0.goes_by_road(leg, hex);
        let next = Motion { hex: Some(hex), hexes: leg.hexes.saturating_add(1), by_road, ..*leg };
        let mover = self.0.mover(self.1);
        let is_allowed = self.0.forbids_step(&mover, leg.hex, hex).is_ok();
        (is_allowed && mover.can_pay(leg, by_road)).then_some(next)
    }

    fn spent(&self, leg: &Motion) -> (u8, u16) {
        let hexes = u16::from(leg.hexes);
        if leg.by_road { (0, hexes) } else { (1, 2 * hexes) }
    }
}

impl MarsLaTour {
    /// Returns the march of the unit called `id` along `stops`.
    pub(crate) fn march_of(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
        let unit = self.find(id)?;
        let map = &self.board.map;
        let stops: Vec<HexIx> = stops.iter().map(|cell| map.at(*cell)).collect::<Option<_>>()?;
        let allowance = 2 * u16::from(self.movement_points(unit));
        let way = fastest(map, &Alone(self, unit), &stops);
        Some(March::of(map, way, allowance, rule::MOVES))
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Cell;

    use crate::tests::testing::{Table, position};
    use battlewright_core::game::Illegal;
    use battlewright_core::show::Show as _;

    /// Returns the number of turns, the movement spent and the allowance of the march of `id` along `stops`.
    fn arrives(table: &Table, id: &str, stops: &[&str]) -> Result<(u16, u16, u16), Illegal> {
        let cells: Vec<Cell> = stops.iter().map(|hex| table.game.board.map.cell(table.hex(hex))).collect();
        let march = table.game.march(id, &cells).unwrap()?;
        assert_eq!(march.way.first().unwrap().0, cells[0]);
        assert_eq!(march.way.last().unwrap().0, cells[cells.len() - 1]);
        Ok((march.turns(), march.spent, march.allowance))
    }

    const ROAD: &str = "
        map 14x5
        road 0103 0203 0303 0403 0503 0603 0703 0803 0903 1003 1103 1203 1303 1403
        german infantry g1 er 1 at 0103
        german infantry b1 er 1 at 0101 battle
        french infantry f1 er 1 at 0403";

    #[test]
    fn a_march_by_road_costs_half_and_does_not_mix_with_another() {
        let table = position(ROAD).start();
        assert_eq!(arrives(&table, "g1", &["0103", "0903"]), Ok((1, 8, 8)), "8 hexes for 4 points, enemy or not");
        assert_eq!(arrives(&table, "g1", &["0103", "1003"]), Ok((2, 1, 8)));
        assert_eq!(arrives(&table, "g1", &["0101", "0501"]), Ok((1, 8, 8)), "beside the road");
        assert_eq!(arrives(&table, "g1", &["0103", "0903", "0902"]), Ok((2, 2, 8)), "off it in the next turn only");
        assert_eq!(
            arrives(&position(ROAD).moves(), "b1", &["0101", "0401"]),
            Ok((3, 2, 2)),
            "a hex a turn in Battle Formation"
        );
    }

    #[test]
    fn markers_and_strangers_do_not_march() {
        let table = position(ROAD).start();
        let here = Cell { column: 0, row: 0 };
        assert!(table.game.march("nobody", &[here]).is_none());
        assert!(table.game.march("g1", &[here, Cell { column: 99, row: 0 }]).is_none());
    }
}
