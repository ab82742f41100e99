//! Positions of units on the table, for editors: reading, writing and checking them.

use super::lints::{geometry, placing};
use super::{
    BaseShape, BaseSizeTable, CommandLevel, CommandMeasure, Enters, GeneralReach, Outrance, Posture, TroopType, Unit,
    UnitStatus,
};
use crate::common::inches::TablePoint;
use crate::common::start::{MarchColumn, Start};
use crate::common::table_position::{PostureInfo, TablePosition, UnitReach};
use crate::common::table_view::{BaseOutline, UnitFootprint};

/// The greatest angle between neighboring bases of a column, in degrees (IV).
pub(super) const COLUMN_BEND: u8 = 90;

impl Posture {
    /// All formations of bases, in the order of the declaration.
    pub const ALL: [Self; 3] = [Self::Deployed, Self::Maneuver, Self::March];

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|posture| posture.name() == name)
    }
}

impl Unit {
    /// Returns the start of the unit. The position wins if it also enters.
    pub(super) fn start(&self) -> Start {
        if let Some(at) = self.at {
            return Start::OnTable(TablePosition {
                at: at.0,
                facing: self.facing,
                posture: (self.troops != TroopType::General).then(|| self.posture.name().into()),
                front: self.front,
                bend: self.bend.clone(),
            });
        }
        match &self.enters {
            None => Start::Nowhere,
            Some(enters) => Start::Enters {
                turn: enters.turn,
                at: enters.at.clone(),
                column: MarchColumn {
                    toward: enters.toward.map(|point| point.0),
                    least_die: enters.roll,
                    ..MarchColumn::default()
                },
            },
        }
    }

    /// Sets the start. Off the table a unit has no facing and no formation, because it comes on in march formation (III).
    pub(super) fn set_start(&mut self, to: Start) {
        (self.at, self.enters) = (None, None);
        match to {
            Start::OnTable(position) => self.set_position(&position),
            Start::Enters { turn, at, column } => {
                self.leave();
                self.enters = Some(Enters { turn, at, toward: column.toward.map(TablePoint), roll: column.least_die });
            }
            Start::Nowhere | Start::At(_) | Start::Zone(_) => self.leave(),
        }
    }

    /// Returns the bases of the unit, which is at `index` of the order of battle, as it starts; `None` if it does not start on the
    /// table, or cannot form up so.
    pub(super) fn view(&self, index: usize, sizes: &BaseSizeTable) -> Option<UnitFootprint> {
        Some(UnitFootprint {
            unit: index,
            arm: self.troops.arm(),
            at: self.at?.0,
            facing: (self.troops != TroopType::General).then_some(self.facing),
            bases: self.footprint(sizes)?.iter().map(|shape| BaseOutline { corners: shape.corners }).collect(),
            marker: match self.status {
                UnitStatus::Ok => None,
                UnitStatus::Disordered => Some(("Disordered", 1)),
                UnitStatus::Demoralized => Some(("Demoralized", 2)),
            },
        })
    }

    fn leave(&mut self) {
        (self.facing, self.posture, self.front) = (0, Posture::default(), None);
        self.bend.clear();
    }

    /// Sets the position on the table. Fields that have no effect on these troops in this formation are left out.
    fn set_position(&mut self, position: &TablePosition) {
        self.at = Some(TablePoint(position.at));
        if self.troops == TroopType::General {
            self.leave();
            return;
        }
        self.facing = position.facing % 360;
        self.posture = position.posture.as_deref().and_then(Posture::named).unwrap_or(self.posture);
        self.front = position.front.filter(|_| self.posture == Posture::Maneuver);
        let is_straight = position.bend.iter().all(|turn| *turn == 0);
        self.bend = if is_straight || self.posture == Posture::Maneuver { Vec::new() } else { position.bend.clone() };
    }
}

impl Outrance {
    /// Returns the scenario with the units at other positions.
    fn with_positions(&self, positions: &[(usize, TablePosition)]) -> Self {
        let mut own = self.clone();
        for (index, position) in positions {
            if let Some(unit) = own.unit.get_mut(*index) {
                unit.set_start(Start::OnTable(position.clone()));
            }
        }
        own
    }

    /// Returns the bases of the unit at `index` in `position`.
    pub(super) fn footprint_in(&self, index: usize, position: &TablePosition) -> Option<UnitFootprint> {
        let mut unit = self.unit.get(index)?.clone();
        unit.set_start(Start::OnTable(position.clone()));
        unit.view(index, &self.ruleset().tables.base_sizes)
    }

    /// Returns the formations of bases of the unit at `index` (IV).
    pub(super) fn postures_of(&self, index: usize) -> Vec<PostureInfo> {
        let Some(unit) = self.unit.get(index).filter(|unit| unit.troops != TroopType::General) else {
            return Vec::new();
        };
        let deployed_bend = self.ruleset().deployed_bend;
        // A single base has one neighbor less than a line needs to bend.
        let bends = |most| (unit.bases_left() > 1).then_some(most);
        let info = |posture: Posture| PostureInfo {
            name: posture.name(),
            is_line: posture == Posture::Deployed,
            bend: match posture {
                Posture::Deployed => bends(deployed_bend),
                Posture::March => bends(COLUMN_BEND),
                Posture::Maneuver => None,
            },
        };
        Posture::ALL.into_iter().map(info).collect()
    }

    /// Returns the reasons why the units cannot start at `positions`.
    pub(super) fn problems_in(&self, positions: &[(usize, TablePosition)]) -> Vec<String> {
        let own = self.with_positions(positions);
        let sizes = own.ruleset().tables.base_sizes;
        let mut problems: Vec<String> = positions
            .iter()
            .filter_map(|(index, _)| own.unit.get(*index))
            .filter(|unit| unit.footprint(&sizes).is_none())
            .map(|unit| format!("the bases of `{}` cannot form up so", unit.id))
            .collect();
        let rows: Vec<usize> = positions.iter().map(|(index, _)| *index).collect();
        problems.extend(placing::problems_of(&own, &rows).into_iter().map(|finding| finding.message));
        problems
    }

    /// Returns the command radius of a general, from the center of his base (IX).
    pub(super) fn reaches_of(&self, index: usize) -> Vec<UnitReach> {
        let Some(general) = self.unit.get(index).filter(|unit| unit.troops == TroopType::General) else {
            return Vec::new();
        };
        let Some(at) = general.at else { return Vec::new() };
        let rules = self.ruleset();
        let sizes = &rules.tables.base_sizes;
        let width = sizes.sizes.iter().find(|row| row.troops == TroopType::General);
        let edge = width.map_or(0, |row| row.width.thousandths() / 2);
        let by_edge = rules.command_measure == CommandMeasure::Edge;
        let radius = rules.command_radius.thousandths() + if by_edge { edge } else { 0 };
        let side = self.side_of(&general.formation);
        let is_army = self.formation(&general.formation).is_some_and(|row| row.level == CommandLevel::Army);
        let commands = |unit: &Unit| {
            unit.troops != TroopType::General
                && self.side_of(&unit.formation) == side
                && (rules.generals == GeneralReach::AnyFormation || is_army || unit.formation == general.formation)
        };
        let is_near = |base: &BaseShape| {
            if !by_edge {
                let center = base.center();
                return geometry::is_near_segment(at.0, center, center, i64::from(radius));
            }
            let ends = base.corners.iter().zip(base.corners.iter().cycle().skip(1));
            geometry::is_within(&base.corners.map(TablePoint), at.0)
                || ends.into_iter().any(|(a, b)| geometry::is_near_segment(at.0, *a, *b, i64::from(radius)))
        };
        let units = self.unit.iter().enumerate().filter(|(row, unit)| {
            commands(unit)
                && self.takes_part(*row)
                && unit.footprint(sizes).is_some_and(|bases| bases.iter().any(is_near))
        });
        vec![UnitReach { name: "Command radius", at: at.0, radius, units: units.map(|(row, _)| row).collect() }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Common, Counter, Inches, Scenario, System, load, template};

    fn own() -> Outrance {
        match load(template(System::Outrance)).scenario {
            Some(Scenario::Outrance(own)) => *own,
            _ => panic!("the template is sound"),
        }
    }

    fn row(own: &Outrance, id: &str) -> usize {
        own.unit.iter().position(|unit| unit.id.as_str() == id).unwrap()
    }

    fn position(own: &Outrance, row: usize) -> TablePosition {
        match Common::unit(own, row).unwrap().start {
            Start::OnTable(position) => position,
            start => panic!("{start:?}"),
        }
    }

    #[test]
    fn every_start_is_read_as_it_was_set() {
        let mut own = own();
        let red = row(&own, "red-1");
        let column = MarchColumn { toward: Some(Inches::whole(3, 4)), least_die: Some(4), ..MarchColumn::default() };
        let bent = TablePosition {
            at: Inches::whole(5, 6),
            facing: 45,
            posture: Some("deployed".into()),
            front: None,
            bend: vec![-30, 0, 0, 30],
        };
        for start in [
            Start::OnTable(bent.clone()),
            Start::Enters { turn: 3, at: own.entry[0].id.clone(), column },
            Start::Nowhere,
            Start::OnTable(TablePosition { posture: Some("march".into()), ..bent.clone() }),
            Start::OnTable(TablePosition { posture: Some("maneuver".into()), front: Some(2), bend: vec![], ..bent }),
        ] {
            own.set_start(Counter::Unit(red), start.clone()).unwrap();
            assert_eq!(Common::unit(&own, red).unwrap().start, start);
        }
        own.set_start(Counter::Unit(red), Start::Nowhere).unwrap();
        assert_eq!((own.unit[red].facing, own.unit[red].posture, own.unit[red].front), (0, Posture::Deployed, None));
    }

    #[test]
    fn a_new_position_keeps_the_formation_of_the_bases_and_drops_what_has_no_effect() {
        let mut own = own();
        let red = row(&own, "red-1");
        assert_eq!(own.unit[red].posture, Posture::Maneuver);
        let at = TablePosition { at: Inches::whole(5, 6), bend: vec![0, 10, 0, 0], ..TablePosition::default() };
        own.set_start(Counter::Unit(red), Start::OnTable(at.clone())).unwrap();
        assert_eq!((own.unit[red].posture, own.unit[red].bend.as_slice()), (Posture::Maneuver, &[][..]), "IV");
        let general = row(&own, "red-general");
        own.set_start(Counter::Unit(general), Start::OnTable(at.turned(90))).unwrap();
        assert_eq!((own.unit[general].facing, own.unit[general].bend.len()), (0, 0), "IX");
    }

    #[test]
    fn c04_bases_stand_as_the_position_says() {
        let own = own();
        let red = row(&own, "red-1");
        let here = position(&own, red);
        let there = TablePosition { at: Inches::whole(8, 6), posture: Some("deployed".into()), ..here };
        let bases = own.footprint(red, &there).unwrap();
        assert_eq!((bases.unit, bases.at, bases.bases.len()), (red, Inches::whole(8, 6), 4));
        assert_eq!(bases.bases[0].corners[0], Inches { x: 10_000, y: 6_000 }, "the left one, seen from behind");
        assert!(
            own.footprint(red, &TablePosition { posture: Some("maneuver".into()), front: Some(3), ..there }).is_none()
        );
        let bends: Vec<_> = own.postures(red).iter().map(|posture| (posture.name, posture.bend)).collect();
        assert_eq!(bends, [("deployed", Some(30)), ("maneuver", None), ("march", Some(90))]);
        assert_eq!(own.postures(row(&own, "red-general")), []);
    }

    #[test]
    fn c04_impossible_positions_are_explained() {
        let own = own();
        let red = row(&own, "red-1");
        let here = position(&own, red);
        let problems = |at: (i32, i32)| {
            let at = Inches { x: at.0, y: at.1 };
            own.placing_problems(&[(red, TablePosition { at, ..here.clone() })])
        };
        assert_eq!(own.placing_problems(&[(red, here.clone())]), [] as [&str; 0]);
        assert_eq!(problems((500, 8_000)), ["bases of `red-1` are off the table"]);
        assert!(problems((13_500, 8_000))[0].contains("overlap"), "{:?}", problems((13_500, 8_000)));
        assert!(problems((1_000, 23_500))[0].contains("astride a river"));
        let wide = TablePosition { posture: Some("maneuver".into()), front: Some(3), ..here };
        assert_eq!(own.placing_problems(&[(red, wide)]), ["the bases of `red-1` cannot form up so"]);
    }

    #[test]
    fn c09_the_command_radius_lists_the_units_in_it() {
        let mut own = own();
        let general = row(&own, "red-general");
        let red = row(&own, "red-1");
        own.unit[general].at = own.unit[red].at;
        let reach = &own.reaches(general)[0];
        let radius = own.ruleset().command_radius.thousandths();
        assert!(reach.radius > radius, "from the edge of the base");
        assert!(reach.units.contains(&red) && !reach.units.contains(&general));
        let side = |row: usize| own.side_of(&own.unit[row].formation);
        assert!(reach.units.iter().all(|unit| side(*unit) == side(general)));
        assert_eq!(own.reaches(red), []);
    }
}
