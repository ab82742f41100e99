//! The implementation of [`Common`] for the system.

use std::borrow::Cow;

use serde_json::Value;
use smol_str::SmolStr;

use super::face::headquarters_face;
use super::recruit::{UNIT_KINDS, fields};
use super::{Enters, Formation, Kind, Matz, SlopeRule, Unit};
use crate::common::arm::Arm;
use crate::common::fortification::{FortificationView, FrontView};
use crate::common::mega::MegaHexes;
use crate::common::recruit::{CounterFigures, FormationWish, Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use crate::common::shared_sections::shared_sections;
use crate::common::start::Start;
use crate::common::view::{Common, Counter, FormationView, Scoring, UnitView};
use crate::id::{FormationId, HexId, SideId, UnitId};
use crate::{PlaceList, System};

/// The side of a unit whose formation does not exist: an empty id.
pub(crate) static NOBODY: SideId = SideId(SmolStr::new_static(""));

impl Matz {
    /// Returns the formation with the id `id`.
    pub fn formation(&self, id: &FormationId) -> Option<&Formation> {
        self.formation.iter().find(|formation| formation.id == *id)
    }

    /// Returns the side of the formation with the id `id`; an empty id if there is no such formation.
    pub fn side_of(&self, id: &FormationId) -> &SideId {
        self.formation(id).map_or(&NOBODY, |formation| &formation.side)
    }

    /// Returns the reserve that the unit with the id `id` is in.
    pub fn reserve_of(&self, id: &UnitId) -> Option<&super::Reserve> {
        self.reserve.iter().find(|reserve| reserve.arrival.iter().any(|arrival| arrival.units.contains(id)))
    }
}

impl Formation {
    /// Returns the id of the headquarters as a piece in play, such as `"fr-34-hq"`.
    pub fn hq_id(&self) -> UnitId {
        UnitId::from(format!("{}-hq", self.id))
    }
}

impl Unit {
    /// Returns the number of steps at the start of the game.
    pub fn steps(&self) -> u8 {
        self.all_steps().saturating_sub(self.lost)
    }
}

fn start(at: Option<&HexId>, enters: Option<&Enters>) -> Start {
    Start::of(at, enters.map(|enters| (enters.turn, &enters.at)))
}

impl Common for Matz {
    shared_sections!();

    fn system(&self) -> System {
        System::Matz
    }

    fn steep(&self) -> Option<u8> {
        // Levels matter only if slopes have an upper side.
        (self.rules.slopes == Some(SlopeRule::Uphill)).then_some(1)
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
                Kind::Infantry | Kind::Stosstruppen => Arm::Infantry,
                Kind::Tank => Arm::Tank,
                Kind::Artillery => Arm::Artillery,
                Kind::Fighter | Kind::Bomber => Arm::Aircraft,
            },
            rating: match unit.kind {
                Kind::Artillery => unit.bombardment.unwrap_or_default(),
                _ => unit.value(unit.lost),
            },
            face: sides[usize::from(unit.lost > 0)].clone(),
            sides,
            start: start(unit.at.as_ref(), unit.enters.as_ref()),
        })
    }

    fn formations(&self) -> Vec<FormationView<'_>> {
        let rows = self.formation.iter();
        rows.map(|row| FormationView { id: &row.id, name: &row.name, side: &row.side, color: row.color }).collect()
    }

    fn hq(&self, index: usize) -> Option<UnitView<'_>> {
        let formation = self.formation.get(index)?;
        let hq = formation.hq.as_ref()?;
        let sides = [false, true].map(|neutralized| headquarters_face(hq, neutralized));
        Some(UnitView {
            id: Cow::Owned(formation.hq_id()),
            name: &hq.name,
            label: &hq.name,
            formation: Some(&formation.name),
            side: &formation.side,
            arm: Arm::Headquarters,
            rating: hq.combat,
            face: sides[usize::from(hq.neutralized)].clone(),
            sides,
            start: start(hq.at.as_ref(), hq.enters.as_ref()),
        })
    }

    fn fortifications(&self) -> Vec<FortificationView<'_>> {
        let rows = self.trench.iter();
        rows.map(|row| FortificationView {
            list: "trench",
            name: "Trench",
            own_name: row.name.as_deref(),
            lines: 1,
            hexes: &row.hexes,
        })
        .collect()
    }

    fn fortification_list(&self) -> Option<&'static str> {
        Some("trench")
    }

    fn clear_own_sections(&mut self) {
        (self.mega_hexes, self.front) = (None, None);
        self.trench.clear();
        self.reserve.clear();
    }

    fn mega_hexes(&self) -> Option<&MegaHexes> {
        self.mega_hexes.as_ref()
    }

    fn front_line(&self) -> Option<FrontView<'_>> {
        let front = self.front.as_ref()?;
        let holder = self.side.get(&front.side)?;
        Some(FrontView { hexes: &front.hexes, edge: holder.edge })
    }

    fn set_start(&mut self, counter: Counter, to: Start) -> Option<Start> {
        let (at, enters) = match counter {
            Counter::Unit(index) => {
                let unit = self.unit.get_mut(index)?;
                (&mut unit.at, &mut unit.enters)
            }
            Counter::Hq(index) => {
                let hq = self.formation.get_mut(index)?.hq.as_mut()?;
                (&mut hq.at, &mut hq.enters)
            }
        };
        let was = start(at.as_ref(), enters.as_ref());
        (*at, *enters) = fields(to);
        Some(was)
    }

    fn needs_start(&self, counter: Counter) -> bool {
        match counter {
            // Aircraft are drawn in play, and reserves are called up.
            Counter::Unit(index) => {
                self.unit.get(index).is_some_and(|unit| !unit.kind.flies() && self.reserve_of(&unit.id).is_none())
            }
            Counter::Hq(index) => {
                let hq = self.formation.get(index).and_then(|formation| formation.hq.as_ref());
                hq.is_some_and(|hq| hq.returns.is_none())
            }
        }
    }

    fn steps(&self, index: usize) -> Option<u8> {
        self.unit.get(index).map(Unit::steps)
    }

    fn stack(&self, units: &[usize]) -> Result<(), &'static str> {
        // The number of steps is a finding of its own, as headquarters count for it.
        let mut sides =
            units.iter().filter_map(|index| self.unit.get(*index)).map(|unit| self.side_of(&unit.formation));
        let first = sides.next();
        if sides.all(|side| Some(side) == first) { Ok(()) } else { Err("a hex holds units of one side") }
    }

    fn kinds(&self) -> &'static [UnitKind] {
        &UNIT_KINDS
    }

    fn rating(&self) -> Rating {
        Rating { name: "Combat value", short: "CV", least: 1, most: 20 }
    }

    fn kind_of(&self, arm: Arm, figures: &CounterFigures) -> usize {
        super::recruit::kind_by_figures(arm, figures)
    }

    fn recruit_formation(&self, wish: &FormationWish) -> Option<Value> {
        serde_json::to_value(self.new_formation(wish)?).ok()
    }

    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        self.new_unit(wish)
    }

    fn victory_lists(&self) -> Vec<PlaceList> {
        Vec::new()
    }

    fn scoring(&self) -> Vec<Scoring<'_>> {
        let victory = &self.victory;
        let enemy = self.side.keys().find(|side| **side != victory.scorer).unwrap_or(&NOBODY);
        let gains = victory.gain.iter().map(|row| (row, &victory.scorer));
        let losses = victory.loss.iter().map(move |row| (row, enemy));
        // Points per hex are whole numbers, which halves and places of several hexes are not.
        gains.chain(losses).map(|(row, side)| Scoring { place: &row.place, side, points: 0 }).collect()
    }
}
