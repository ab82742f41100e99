//! The implementation of [`Common`] for the system.

use std::borrow::Cow;

use indexmap::IndexSet;

use super::{Kind, MarsLaTour, MovementAllowance, Unit};
use crate::common::arm::Arm;
use crate::common::entry::Exit;
use crate::common::recruit::{Rating, Recruit, RecruitError, UnitChoices, UnitKind};
use crate::common::shared_sections::shared_sections;
use crate::common::start::Start;
use crate::common::view::{Common, Counter, Scoring, UnitView};
use crate::system::rows::StartRow;

/// The kinds of units, in the order of [`Common::kinds`].
const KINDS: [Kind; 2] = [Kind::Infantry, Kind::Cavalry];

/// The ER of a new unit without a chosen rating.
const MIDDLING: u8 = 3;

impl MarsLaTour {
    /// Returns the movement points of units of `kind`, with the scenario's changes.
    pub(crate) fn movement(&self, kind: Kind) -> MovementAllowance {
        let published = self.basis().tables.movement;
        let changes = self.rules.tables.as_ref().and_then(|tables| tables.movement.as_ref());
        let movement = changes.map_or(published, |changes| changes.over(&published));
        match kind {
            Kind::Infantry => movement.infantry,
            Kind::Cavalry => movement.cavalry,
        }
    }
}

impl Common for MarsLaTour {
    shared_sections!();

    fn exits(&self) -> &[Exit] {
        &self.exit
    }

    fn exits_mut(&mut self) -> Option<&mut Vec<Exit>> {
        Some(&mut self.exit)
    }

    fn has_exits(&self) -> bool {
        true
    }

    fn unit(&self, index: usize) -> Option<UnitView<'_>> {
        let unit = self.unit.get(index)?;
        let sides = self.faces(unit.kind, unit.er);
        Some(UnitView {
            id: Cow::Borrowed(&unit.id),
            name: &unit.name,
            label: unit.label.as_deref().unwrap_or(unit.id.as_str()),
            formation: unit.formation.as_deref(),
            side: &unit.side,
            arm: match unit.kind {
                Kind::Infantry => Arm::Infantry,
                Kind::Cavalry => Arm::Cavalry,
            },
            rating: unit.er,
            face: sides[0].clone(),
            sides,
            start: unit.start(),
        })
    }

    fn formation_names(&self) -> Vec<&str> {
        let names: IndexSet<&str> = self.unit.iter().filter_map(|unit| unit.formation.as_deref()).collect();
        names.into_iter().collect()
    }

    fn set_start(&mut self, counter: Counter, start: Start) -> Option<Start> {
        let Counter::Unit(index) = counter else { return None };
        Some(self.unit.get_mut(index)?.set_start(start))
    }

    fn kinds(&self) -> &'static [UnitKind] {
        &[UnitKind { name: "Infantry", arm: Arm::Infantry }, UnitKind { name: "Cavalry", arm: Arm::Cavalry }]
    }

    fn rating(&self) -> Rating {
        Rating { name: "ER", short: "ER", least: 0, most: 6 }
    }

    fn recruit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        let kind = KINDS.get(wish.kind).ok_or(RecruitError::NoKind)?;
        let er = wish.rating.unwrap_or(MIDDLING);
        let (name, label) = wish.names();
        let mut unit = Unit {
            id: wish.id.clone(),
            name,
            label: Some(label),
            formation: wish.formation_name.as_deref().map(Into::into),
            side: wish.side.clone(),
            kind: *kind,
            er,
            ..Unit::default()
        };
        unit.set_start(wish.start.clone());
        let row = serde_json::to_value(unit)?;
        Ok(Recruit { row, formation: None, rating: er, sides: self.faces(*kind, er) })
    }

    fn scoring(&self) -> Vec<Scoring<'_>> {
        let hold = self.victory.hold.iter();
        hold.map(|hold| Scoring { place: &hold.place, side: &hold.side, points: hold.points_per_hex }).collect()
    }
}
