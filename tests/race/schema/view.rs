//! The system as programs see it that do not name it.

use std::borrow::Cow;

use super::{Race, Unit};
use crate::common::shared_sections::shared_sections;
use crate::{
    Arm, Common, Counter, Face, FaceMovement, FaceValue, Rating, Recruit, RecruitError, Scoring, Start, Tabletop,
    UnitChoices, UnitKind, UnitView,
};

/// The pace of a new runner of which nothing else is said.
const MIDDLING: u8 = 2;

/// The sides of a runner's counter: fresh, and tired once it has run.
pub fn faces(pace: u8) -> [Face; 2] {
    let movement = Some(FaceMovement::plain(pace));
    [("Fresh", false), ("Tired", true)].map(|(name, back)| Face {
        name: Some(name),
        back,
        value: FaceValue::Text(pace.to_string()),
        movement,
        worn: back,
        ..Face::default()
    })
}

fn start(unit: &Unit) -> Start {
    unit.at.clone().map_or(Start::Nowhere, Start::At)
}

impl Common for Race {
    shared_sections!();

    fn table(&self) -> Option<Tabletop> {
        self.table
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let sides = faces(unit.pace);
        Some(UnitView {
            id: Cow::Borrowed(&unit.id),
            name: &unit.name,
            label: unit.id.as_str(),
            formation: None,
            side: &unit.side,
            arm: Arm::Infantry,
            rating: unit.pace,
            face: sides[0].clone(),
            sides,
            start: start(unit),
        })
    }

    fn set_start(&mut self, counter: Counter, to: Start) -> Option<Start> {
        let Counter::Unit(index) = counter else { return None };
        let unit = self.unit.get_mut(index)?;
        let was = start(unit);
        unit.at = match to {
            Start::At(hex) => Some(hex),
            Start::Nowhere | Start::OnTable(_) | Start::Enters { .. } | Start::Zone(_) => None,
        };
        Some(was)
    }

    fn kinds(&self) -> &'static [UnitKind] {
        &[UnitKind { name: "Runner", arm: Arm::Infantry }]
    }

    fn rating(&self) -> Rating {
        Rating { name: "Pace", short: "Pace", least: 1, most: 9 }
    }

    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        let pace = wish.rating.unwrap_or(MIDDLING);
        let at = match &wish.start {
            Start::At(hex) => Some(hex.clone()),
            Start::Nowhere | Start::OnTable(_) | Start::Enters { .. } | Start::Zone(_) => None,
        };
        let (id, name, side) = (wish.id.clone(), wish.names().0, wish.side.clone());
        let unit = Unit { id, name, side, pace, at, ..Unit::default() };
        let row = serde_json::to_value(unit)?;
        Ok(Recruit { row, formation: None, rating: pace, sides: faces(pace) })
    }

    fn scoring(&self) -> Vec<Scoring<'_>> {
        let goal = self.victory.goal.as_ref();
        goal.into_iter()
            .flat_map(|place| self.side.keys().map(move |side| Scoring { place, side, points: 0 }))
            .collect()
    }
}
