//! The implementation of [`Common`] for the system.

use serde_json::Value;

use super::recruit::UNIT_KINDS;
use super::{Event, Kind, PositionMagnifique};
use crate::common::arm::Arm;
use crate::common::recruit::{
    CounterFigures, FormationWish, PlaceList, Rating, Recruit, RecruitError, UnitChoices, UnitKind,
};
use crate::common::shared_sections::shared_sections;
use crate::common::start::Start;
use crate::common::view::{Common, Counter, FormationView, Scoring, UnitView, ZoneView};
use crate::system::rows::{PrintedCounter, StartRow, formation_views, hq_view, unit_view};
use crate::{DocPath, PathStep};

/// The least difference of levels that makes a hexside a steep slope (12.2). In the Terrain Effects Chart, gentler slopes cost
/// nothing.
const STEEP: u8 = 2;

impl Common for PositionMagnifique {
    shared_sections!();

    fn steep(&self) -> Option<u8> {
        Some(STEEP)
    }

    fn formation_of(&self, index: usize) -> Option<&str> {
        Some(self.unit.get(index)?.formation.as_str())
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let sides = unit.faces();
        let print = PrintedCounter {
            arm: match unit.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry => Arm::Cavalry,
                Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => Arm::Artillery,
            },
            rating: unit.combat[usize::from(unit.reduced)],
            face: sides[usize::from(unit.reduced)].clone(),
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
        let print =
            PrintedCounter { arm: Arm::Headquarters, rating: hq.attack, face: hq.unordered_face(), sides: hq.faces() };
        Some(hq_view(formation.hq_id(), hq, formation, print))
    }

    fn zones(&self) -> Vec<ZoneView<'_>> {
        let zones = self.zone.iter();
        zones
            .map(|zone| ZoneView {
                id: &zone.id,
                name: zone.name.as_deref().unwrap_or(zone.id.as_str()),
                hexes: &zone.hexes,
                string: zone.string.as_ref(),
            })
            .collect()
    }

    fn has_zones(&self) -> bool {
        true
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

    fn steps(&self, index: usize) -> Option<u8> {
        self.unit.get(index).map(|unit| if unit.reduced { 1 } else { 2 })
    }

    fn kinds(&self) -> &'static [UnitKind] {
        &UNIT_KINDS
    }

    fn rating(&self) -> Rating {
        Rating { name: "Combat Factor", short: "CF", least: 1, most: 20 }
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

    fn victory_lists(&self) -> Vec<PlaceList> {
        self.place_lists()
    }

    fn scoring(&self) -> Vec<Scoring<'_>> {
        let endings = self.victory.sudden.iter().chain(&self.victory.last);
        let mut scoring: Vec<Scoring<'_>> = Vec::new();
        for ending in endings {
            let places = ending.controls.iter().chain(&ending.controls_any).chain(&ending.controls_more_of);
            for (place, side) in places.filter_map(|place| Some((place, ending.winner.as_ref()?))) {
                if !scoring.iter().any(|other| other.place == place && other.side == side) {
                    scoring.push(Scoring { place, side, points: 0 });
                }
            }
        }
        scoring
    }
}
