//! The implementation of [`Common`] for the system.

use std::borrow::Cow;

use serde_json::Value;

use super::recruit::UNIT_KINDS;
use super::{Outrance, TroopType, Unit, drawn_kinds, faces, table_view};
use crate::common::arm::Arm;
use crate::common::entry::EntryView;
use crate::common::point_list::PointList;
use crate::common::recruit::{FormationWish, Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use crate::common::shared_sections::shared_sections;
use crate::common::start::Start;
use crate::common::table_position::{PostureInfo, TablePosition, UnitReach};
use crate::common::table_view::{DrawnKind, DrawnShape, TableView, UnitFootprint};
use crate::common::tabletop::Tabletop;
use crate::common::view::{Common, Counter, FormationView, Scoring, UnitView};
use crate::id::PlaceId;
use crate::system::rows::{NOBODY, formation_views};
use crate::{CounterNumbers, Face, Inches, TablePoint};

impl TroopType {
    /// Returns the arm, which determines the symbol on the counter.
    pub fn arm(self) -> Arm {
        match self {
            Self::Infantry => Arm::Infantry,
            Self::Cavalry => Arm::Cavalry,
            Self::Artillery => Arm::Artillery,
            Self::General => Arm::Headquarters,
        }
    }
}

impl Outrance {
    /// Returns the base movement of a maneuver of `unit`, in whole inches, as its counter shows it.
    pub(super) fn printed_movement(&self, unit: &Unit) -> u8 {
        let changed = self.rules.tables.as_ref().and_then(|tables| tables.base_moves.as_ref());
        let table = if self.rules.cell.iter().any(|cell| cell.table == "base_moves") {
            Cow::Owned(self.ruleset().tables.base_moves)
        } else {
            Cow::Borrowed(changed.unwrap_or(&self.basis().tables.base_moves))
        };
        let inches =
            table.of(unit.troops, unit.quality).map_or(0, |row| row.maneuver.thousandths() / crate::Inches::PER_INCH);
        u8::try_from(inches).unwrap_or(u8::MAX)
    }

    fn sides_of(&self, unit: &Unit) -> [Face; 2] {
        faces(unit, self.printed_movement(unit))
    }
}

impl Common for Outrance {
    shared_sections!(hexless);

    fn table(&self) -> Option<Tabletop> {
        Some(self.table)
    }

    fn table_view(&self) -> Option<TableView<'_>> {
        Some(table_view::of(self))
    }

    fn drawn_kinds(&self) -> Vec<DrawnKind> {
        drawn_kinds::all()
    }

    fn set_table(&mut self, table: Tabletop) {
        let (old, new) = [self.table, table].map(|table| Inches::whole(table.width, table.depth)).into();
        self.table = table;
        let outlines = self.terrain.iter_mut().flat_map(|terrain| &mut terrain.outline);
        let lines = self.obstacle.iter_mut().flat_map(|obstacle| &mut obstacle.line);
        let roads = self.road.iter_mut().flat_map(|road| &mut road.line);
        let entries = self.entry.iter_mut().map(|entry| &mut entry.at);
        for point in outlines.chain(lines).chain(roads).chain(entries) {
            if point.0.x == old.x {
                point.0.x = new.x;
            }
            if point.0.y == old.y {
                point.0.y = new.y;
            }
        }
    }

    fn place_ids(&self) -> Vec<&PlaceId> {
        self.objective.iter().map(|objective| &objective.id).collect()
    }

    fn place_list(&self) -> &'static str {
        "objective"
    }

    fn counters_of_place(&self, index: usize) -> Option<&CounterNumbers> {
        self.objective.get(index).map(|objective| &objective.counters)
    }

    fn counters_of_place_mut(&mut self, index: usize) -> Option<&mut CounterNumbers> {
        self.objective.get_mut(index).map(|objective| &mut objective.counters)
    }

    fn table_places(&self) -> Vec<(&PlaceId, &str, TablePoint)> {
        self.objective.iter().map(|objective| (&objective.id, objective.name.as_str(), objective.at)).collect()
    }

    fn entry_views(&self) -> Vec<EntryView<'_>> {
        let rows = self.entry.iter();
        rows.map(|row| EntryView { id: &row.id, side: &row.side, name: row.name.as_deref() }).collect()
    }

    fn point_lists(&self) -> Vec<PointList> {
        let list = |section, key, shape, counts| PointList { section, key, shape, counts };
        let one = |rows: usize| vec![1; rows];
        let areas = self.terrain.iter().map(|terrain| terrain.outline.len()).collect();
        let obstacles = self.obstacle.iter().map(|obstacle| obstacle.line.len()).collect();
        let roads = self.road.iter().map(|road| road.line.len()).collect();
        vec![
            list("terrain", "outline", DrawnShape::Area, areas),
            list("obstacle", "line", DrawnShape::Line, obstacles),
            list("road", "line", DrawnShape::Line, roads),
            list("choke_point", "at", DrawnShape::Point, one(self.choke_point.len())),
            list("objective", "at", DrawnShape::Point, one(self.objective.len())),
            list("entry", "at", DrawnShape::Point, one(self.entry.len())),
            list("computer", "at", DrawnShape::Point, one(self.computer.len())),
        ]
    }

    fn formation_of(&self, index: usize) -> Option<&str> {
        Some(self.unit.get(index)?.formation.as_str())
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let formation = self.formation(&unit.formation);
        let sides = self.sides_of(unit);
        let is_shaken = unit.status != super::UnitStatus::Ok;
        Some(UnitView {
            id: Cow::Borrowed(&unit.id),
            name: &unit.name,
            label: unit.counter_label(),
            formation: Some(formation.map_or(unit.formation.as_str(), |formation| &formation.name)),
            side: formation.map_or(&NOBODY, |formation| &formation.side),
            arm: unit.troops.arm(),
            rating: unit.bases_left(),
            face: sides[usize::from(is_shaken)].clone(),
            sides,
            start: unit.start(),
        })
    }

    fn formations(&self) -> Vec<FormationView<'_>> {
        formation_views(&self.formation)
    }

    fn clear_own_sections(&mut self) {
        self.terrain.clear();
        self.obstacle.clear();
        self.road.clear();
        self.choke_point.clear();
        self.objective.clear();
        self.entry.clear();
        self.option.clear();
        self.out_of_command.clear();
    }

    fn set_start(&mut self, counter: Counter, to: Start) -> Option<Start> {
        let Counter::Unit(index) = counter else { return None };
        let unit = self.unit.get_mut(index)?;
        let was = unit.start();
        unit.set_start(to);
        Some(was)
    }

    fn footprint(&self, index: usize, position: &TablePosition) -> Option<UnitFootprint> {
        self.footprint_in(index, position)
    }

    fn postures(&self, index: usize) -> Vec<PostureInfo> {
        self.postures_of(index)
    }

    fn placing_problems(&self, positions: &[(usize, TablePosition)]) -> Vec<String> {
        self.problems_in(positions)
    }

    fn reaches(&self, index: usize) -> Vec<UnitReach> {
        self.reaches_of(index)
    }

    fn steps(&self, index: usize) -> Option<u8> {
        self.unit.get(index).filter(|unit| unit.troops != TroopType::General).map(Unit::bases_left)
    }

    fn kinds(&self) -> &'static [UnitKind] {
        &UNIT_KINDS
    }

    fn rating(&self) -> Rating {
        Rating { name: "Bases", short: "Bases", least: 0, most: 12 }
    }

    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        self.new_unit(wish)
    }

    fn recruit_formation(&self, wish: &FormationWish) -> Option<Value> {
        serde_json::to_value(self.new_formation(wish)).ok()
    }

    fn scoring(&self) -> Vec<Scoring<'_>> {
        let rows = self.victory.hold.iter();
        rows.map(|row| Scoring { place: &row.place, side: &row.side, points: row.points }).collect()
    }
}
