//! The implementation of [`Common`] for the system.

use serde_json::Value;

use super::face::headquarters_face;
use super::recruit::UNIT_KINDS;
use super::{Kind, Matz, SlopeRule, Unit};
use crate::common::arm::Arm;
use crate::common::fortification::{FortificationView, FrontView};
use crate::common::mega::MegaHexes;
use crate::common::recruit::{CounterFigures, FormationWish, Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use crate::common::shared_sections::shared_sections;
use crate::common::start::Start;
use crate::common::view::{Common, Counter, FormationView, Scoring, UnitView};
use crate::id::UnitId;
use crate::system::rows::{NOBODY, PrintedCounter, StartRow, formation_views, hq_view, unit_view};
use crate::{CounterNumbers, DocPath, PlaceList};

impl Matz {
    /// Returns the reserve that the unit with the id `id` is in.
    pub fn reserve_of(&self, id: &UnitId) -> Option<&super::Reserve> {
        self.reserve.iter().find(|reserve| reserve.arrival.iter().any(|arrival| arrival.units.contains(id)))
    }
}

impl Unit {
    /// Returns the number of steps at the start of the game.
    pub fn steps(&self) -> u8 {
        self.all_steps().saturating_sub(self.lost)
    }
}

impl Common for Matz {
    shared_sections!();

    fn steep(&self) -> Option<u8> {
        // Levels matter only if slopes have an upper side.
        (self.rules.slopes == Some(SlopeRule::Uphill)).then_some(1)
    }

    fn further_units(&self) -> Vec<(UnitId, DocPath)> {
        let path = |row: usize| DocPath::root().key("formation").index(row).key("hq");
        let rows = self.formation.iter().enumerate().filter(|(_, formation)| formation.hq.is_some());
        rows.map(|(row, formation)| (formation.hq_id(), path(row))).collect()
    }

    fn counters_of_further_unit(&self, index: usize) -> Option<&CounterNumbers> {
        self.formation.iter().filter_map(|formation| formation.hq.as_ref()).nth(index).map(|hq| &hq.counters)
    }

    fn counters_of_further_unit_mut(&mut self, index: usize) -> Option<&mut CounterNumbers> {
        self.formation.iter_mut().filter_map(|formation| formation.hq.as_mut()).nth(index).map(|hq| &mut hq.counters)
    }

    fn formation_of(&self, index: usize) -> Option<&str> {
        Some(self.unit.get(index)?.formation.as_str())
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let sides = unit.faces();
        let print = PrintedCounter {
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
        };
        Some(unit_view(unit, self.formation(&unit.formation), print))
    }

    fn formations(&self) -> Vec<FormationView<'_>> {
        formation_views(&self.formation)
    }

    fn hq(&self, index: usize) -> Option<UnitView<'_>> {
        let formation = self.formation.get(index)?;
        let hq = formation.hq.as_ref()?;
        let sides = [false, true].map(|neutralized| headquarters_face(hq, neutralized));
        let print = PrintedCounter {
            arm: Arm::Headquarters,
            rating: hq.combat,
            face: sides[usize::from(hq.neutralized)].clone(),
            sides,
        };
        Some(hq_view(formation.hq_id(), hq, formation, print))
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
        Some(match counter {
            Counter::Unit(index) => self.unit.get_mut(index)?.set_start(to),
            Counter::Hq(index) => self.formation.get_mut(index)?.hq.as_mut()?.set_start(to),
        })
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
