//! The system-independent view of the scenario.

use serde_json::Value;

use super::recruit::UNIT_KINDS;
use super::{AtAnyCost, Event, Kind, TerrainClass};
use crate::common::arm::Arm;
use crate::common::fortification::FortificationView;
use crate::common::recruit::{CounterFigures, FormationWish, Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use crate::common::shared_sections::shared_sections;
use crate::common::start::Start;
use crate::common::view::{Common, Counter, FormationView, Scoring, UnitView};
use crate::system::rows::{PrintedCounter, StartRow, formation_views, hq_view, unit_view};
use crate::{CourseKind, DocPath, Letter, Look, PathStep, TerrainCourse};

/// From how many levels of difference on a hexside is a steep slope, which is drawn as a slope hexside (12.2).
const STEEP: u8 = 2;

impl Common for AtAnyCost {
    shared_sections!();

    /// Streams and ravines run through a hex, besides what else is in it (8.6, 13.4).
    fn course(&self, letter: char) -> Option<TerrainCourse> {
        let classes = &self.map.terrain.get(&Letter(letter))?.classes;
        let has = |class| classes.contains(&class);
        let kind = match (has(TerrainClass::Stream), has(TerrainClass::Ravine)) {
            (true, _) => CourseKind::Stream,
            (false, true) => CourseKind::Ravine,
            (false, false) => return None,
        };
        let looks = [
            (TerrainClass::Town, Look::Town),
            (TerrainClass::Farm, Look::Farm),
            (TerrainClass::Woods, Look::Woods),
            (TerrainClass::Quarry, Look::Rough),
        ];
        let ground = looks.into_iter().find(|(class, _)| has(*class)).map_or(Look::Clear, |(_, look)| look);
        Some(TerrainCourse { kind, ground })
    }

    fn steep(&self) -> Option<u8> {
        Some(STEEP)
    }

    fn formation_of(&self, index: usize) -> Option<&str> {
        Some(self.unit.get(index)?.formation.as_str())
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let sides = unit.faces();
        let worn = usize::from(unit.starts_worn());
        let print = PrintedCounter {
            arm: match unit.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry => Arm::Cavalry,
                Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => Arm::Artillery,
            },
            rating: unit.sp[worn],
            // A Small Unit shows its front, which is Battleworn.
            face: sides[usize::from(unit.battleworn && !unit.small)].clone(),
            sides,
        };
        Some(unit_view(unit, self.formation(&unit.formation), print))
    }

    fn formations(&self) -> Vec<FormationView<'_>> {
        formation_views(&self.formation)
    }

    fn hq(&self, index: usize) -> Option<UnitView<'_>> {
        let formation = self.formation.get(index)?;
        let hq = &formation.hq;
        let sides = hq.faces();
        let print = PrintedCounter { arm: Arm::Headquarters, rating: hq.front.rating, face: sides[0].clone(), sides };
        Some(hq_view(formation.hq_id(), hq, formation, print))
    }

    fn clear_own_sections(&mut self) {
        self.earthworks.clear();
    }

    fn fortifications(&self) -> Vec<FortificationView<'_>> {
        let rows = self.earthworks.iter();
        rows.map(|row| FortificationView {
            list: "earthworks",
            name: row.kind.name(),
            own_name: None,
            lines: row.kind.lines(),
            hexes: &row.hexes,
        })
        .collect()
    }

    fn fortification_list(&self) -> Option<&'static str> {
        Some("earthworks")
    }

    fn suits(&self, path: &DocPath, word: &str) -> bool {
        let [PathStep::Key(list), PathStep::Index(row), PathStep::Key(_)] = path.0.as_slice() else { return true };
        let side = || self.side.get(&self.chit.get(*row).filter(|_| list == "chit")?.side);
        let nation = serde_json::from_value(word.into()).ok().and_then(Event::nation);
        side().zip(nation).is_none_or(|(side, nation)| side.nation == nation)
    }

    fn set_start(&mut self, counter: Counter, to: Start) -> Option<Start> {
        Some(match counter {
            Counter::Unit(index) => self.unit.get_mut(index)?.set_start(to),
            Counter::Hq(index) => self.formation.get_mut(index)?.hq.set_start(to),
        })
    }

    fn needs_start(&self, counter: Counter) -> bool {
        match counter {
            // It comes from a larger unit that breaks down (17.0).
            Counter::Unit(index) => !self.unit.get(index).is_some_and(|unit| unit.breakdown),
            Counter::Hq(_) => true,
        }
    }

    fn steps(&self, index: usize) -> Option<u8> {
        self.unit.get(index).map(|unit| if unit.starts_worn() { 1 } else { 2 })
    }

    fn stack(&self, units: &[usize]) -> Result<(), &'static str> {
        let stack = || units.iter().filter_map(|index| self.unit.get(*index));
        let mut sides = stack().map(|unit| self.side_of(&unit.formation));
        let first = sides.next();
        if !sides.all(|side| Some(side) == first) {
            return Err("a hex holds units of one side");
        }
        let stacks = stack().any(|unit| unit.kind.is_artillery() || unit.breakdown);
        if units.len() < 2 || units.len() == 2 && stacks {
            return Ok(());
        }
        Err("a hex holds one unit, or two if one of them is artillery or an Infantry Detachment (4.1)")
    }

    fn kinds(&self) -> &'static [UnitKind] {
        &UNIT_KINDS
    }

    fn rating(&self) -> Rating {
        Rating { name: "Strength Points", short: "SP", least: 1, most: 20 }
    }

    fn kind_of(&self, arm: Arm, figures: &CounterFigures) -> usize {
        self.kind_by_figures(arm, figures)
    }

    fn recruit_formation(&self, wish: &FormationWish) -> Option<Value> {
        serde_json::to_value(self.new_formation(wish)?).ok()
    }

    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        self.new_unit(wish)
    }

    fn scoring(&self) -> Vec<Scoring<'_>> {
        let mut scoring = Vec::new();
        for row in &self.victory.points {
            let sides = self.side.keys().filter(|side| row.side.as_ref().is_none_or(|only| only == *side));
            scoring.extend(sides.map(|side| Scoring { place: &row.place, side, points: row.points }));
        }
        scoring
    }
}
