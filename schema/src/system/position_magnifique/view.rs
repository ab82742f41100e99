//! The implementation of [`Common`] for the system.

use std::borrow::Cow;

use super::recruit::{UNIT_KINDS, fields};
use super::{Enters, Event, Formation, Kind, PositionMagnifique};
use crate::common::arm::Arm;
use crate::common::recruit::{
    CounterFigures, FormationWish, PlaceList, Rating, Recruit, RecruitError, UnitChoices, UnitKind,
};
use crate::common::shared_sections::shared_sections;
use crate::common::start::{MarchColumn, Start};
use crate::common::view::{Common, Counter, FormationView, Scoring, UnitView, ZoneView};
use serde_json::Value;
use smol_str::SmolStr;

use crate::id::{HexId, SideId, UnitId, ZoneId};
use crate::{DocPath, FormationId, PathStep, System};

/// The least difference of levels that makes a hexside a steep slope (12.2). In the Terrain Effects Chart, gentler slopes cost
/// nothing.
const STEEP: u8 = 2;

/// The side of a unit whose formation does not exist: an empty id.
pub(crate) static NOBODY: SideId = SideId(SmolStr::new_static(""));

impl PositionMagnifique {
    /// Returns the formation with the id `id`.
    pub fn formation(&self, id: &FormationId) -> Option<&super::Formation> {
        self.formation.iter().find(|formation| formation.id == *id)
    }

    /// Returns the side of the formation with the id `id`; an empty id if there is no such formation.
    pub fn side_of(&self, id: &FormationId) -> &SideId {
        self.formation(id).map_or(&NOBODY, |formation| &formation.side)
    }
}

impl Formation {
    /// Returns the id of the headquarters as a piece in play, such as `"fr-ii-hq"`.
    pub fn hq_id(&self) -> UnitId {
        UnitId::from(format!("{}-hq", self.id))
    }
}

/// Returns the start given by the three fields of a counter. The hex wins over the entry, and the entry over the zone.
fn start(at: &Option<HexId>, enters: &Option<Enters>, zone: &Option<ZoneId>) -> Start {
    match (at, enters, zone) {
        (Some(hex), ..) => Start::At(hex.clone()),
        (None, Some(Enters { turn, at, any_order, position }), _) => Start::Enters {
            turn: *turn,
            at: at.clone(),
            column: MarchColumn { any_order: *any_order, position: *position, ..MarchColumn::default() },
        },
        (None, None, Some(zone)) => Start::Zone(zone.clone()),
        (None, None, None) => Start::Nowhere,
    }
}

impl Common for PositionMagnifique {
    shared_sections!();

    fn system(&self) -> System {
        System::PositionMagnifique
    }

    fn steep(&self) -> Option<u8> {
        Some(STEEP)
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let formation = self.formation(&unit.formation);
        let sides = unit.faces();
        Some(UnitView {
            id: Cow::Borrowed(&unit.id),
            name: &unit.name,
            label: unit.label.as_deref().unwrap_or(unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |formation| &formation.name)),
            side: formation.map_or(&NOBODY, |formation| &formation.side),
            arm: match unit.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry => Arm::Cavalry,
                Kind::FieldArtillery | Kind::HeavyArtillery | Kind::HorseArtillery => Arm::Artillery,
            },
            rating: unit.combat[usize::from(unit.reduced)],
            face: sides[usize::from(unit.reduced)].clone(),
            sides,
            start: start(&unit.at, &unit.enters, &unit.zone),
        })
    }

    fn formations(&self) -> Vec<FormationView<'_>> {
        let rows = self.formation.iter();
        rows.map(|row| FormationView { id: &row.id, name: &row.name, side: &row.side, color: row.color }).collect()
    }

    fn hq(&self, index: usize) -> Option<UnitView<'_>> {
        let formation = self.formation.get(index)?;
        let hq = &formation.hq;
        Some(UnitView {
            id: Cow::Owned(formation.hq_id()),
            name: &hq.name,
            label: &hq.name,
            formation: Some(&formation.name),
            side: &formation.side,
            arm: Arm::Headquarters,
            rating: hq.attack,
            face: hq.unordered_face(),
            sides: hq.faces(),
            start: start(&hq.at, &hq.enters, &hq.zone),
        })
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
        let (at, enters, zone) = match counter {
            Counter::Unit(index) => {
                let unit = self.unit.get_mut(index)?;
                (&mut unit.at, &mut unit.enters, &mut unit.zone)
            }
            Counter::Hq(index) => {
                let hq = &mut self.formation.get_mut(index)?.hq;
                (&mut hq.at, &mut hq.enters, &mut hq.zone)
            }
        };
        let was = start(at, enters, zone);
        (*at, *enters, *zone) = fields(to);
        Some(was)
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
