//! New units and formations.

use super::{Echelon, Formation, Kind, Matz, Unit};
use crate::common::arm::Arm;
use crate::common::recruit::{CounterFigures, FormationWish, Recruit, RecruitError, UnitChoices, UnitKind};
use crate::common::start::Start;
use crate::system::ScenarioRoot;
use crate::system::rows::{StartRow, chosen_formation};

/// The kinds of units.
const KINDS: [Kind; 6] = [Kind::Infantry, Kind::Stosstruppen, Kind::Tank, Kind::Artillery, Kind::Fighter, Kind::Bomber];

/// The kinds of units, in the same order.
pub(super) const UNIT_KINDS: [UnitKind; 6] = [
    UnitKind { name: "Infantry", arm: Arm::Infantry },
    UnitKind { name: "Stosstruppen", arm: Arm::Infantry },
    UnitKind { name: "Tanks", arm: Arm::Tank },
    UnitKind { name: "Artillery", arm: Arm::Artillery },
    UnitKind { name: "Fighters", arm: Arm::Aircraft },
    UnitKind { name: "Bombers", arm: Arm::Aircraft },
];

/// The most movement points that are taken from another program's counter.
const MOST_MOVEMENT: u8 = 30;

/// Returns the index of the kind of a counter of another program. Bombers have a `B` before their figures.
pub(super) fn kind_by_figures(arm: Arm, figures: &CounterFigures) -> usize {
    let is_bomber = figures.values[0].as_deref().is_some_and(|text| text.trim_start().starts_with('B'));
    let name = if arm == Arm::Aircraft && is_bomber { "Bombers" } else { "" };
    let named = UNIT_KINDS.iter().position(|kind| kind.name == name);
    named.or_else(|| UNIT_KINDS.iter().position(|kind| kind.arm == arm)).unwrap_or(0)
}

/// Returns the numbers in `text`.
fn numbers(text: &str) -> Vec<u8> {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

impl Unit {
    /// Takes over the figures of a counter.
    fn take(&mut self, figures: &CounterFigures) {
        if let Some([movement, _]) = figures.movement.filter(|_| !self.kind.flies()) {
            self.movement = movement.min(MOST_MOVEMENT);
        }
        let [front, back] = figures.values.each_ref().map(|text| numbers(text.as_deref().unwrap_or_default()));
        match (self.kind, front.as_slice()) {
            (Kind::Infantry | Kind::Stosstruppen | Kind::Tank, [full, ..]) => {
                let last = back.first().filter(|last| *last < full);
                self.combat = std::iter::once(*full).chain(last.copied()).collect();
            }
            (Kind::Artillery, [bombardment, defense, range, ..]) => {
                (self.bombardment, self.defense) = (Some(*bombardment), Some(*defense));
                self.range = Some((*range).max(1));
            }
            (Kind::Fighter | Kind::Bomber, [value, rest @ ..]) => {
                self.combat = vec![*value];
                self.bombardment = rest.first().copied().or(self.bombardment);
            }
            _ => {}
        }
    }
}

impl Matz {
    /// Returns a unit that one of `kind` in `formation` is like: of the formation, or else of the side, or of anybody.
    fn closest(&self, formation: &Formation, kind: Kind) -> Option<&Unit> {
        let of = |same: &dyn Fn(&Unit) -> bool| self.unit.iter().rfind(|unit| unit.kind == kind && same(unit));
        of(&|unit| unit.formation == formation.id)
            .or_else(|| of(&|unit| *self.side_of(&unit.formation) == formation.side))
            .or_else(|| of(&|_| true))
            .or_else(|| Self::of_template()?.unit.iter().find(|unit| unit.kind == kind))
    }

    /// Returns the unit that `wish` makes.
    pub(super) fn new_unit(&self, wish: &UnitChoices) -> Result<Recruit, RecruitError> {
        let kind = *KINDS.get(wish.kind).ok_or(RecruitError::NoKind)?;
        let fits = |formation: &Formation| (formation.echelon == Echelon::Air) == kind.flies();
        let formation = chosen_formation(&self.formation, wish, fits)?;
        let like = self.closest(formation, kind).ok_or(RecruitError::NoModel)?;
        let (name, label) = wish.names();
        let mut unit = Unit {
            id: wish.id.clone(),
            name,
            label: Some(label),
            formation: formation.id.clone(),
            division: like.division.clone().filter(|_| like.formation == formation.id),
            kind,
            combat: like.combat.clone(),
            bombardment: like.bombardment,
            defense: like.defense,
            range: like.range,
            movement: like.movement,
            ..Unit::default()
        };
        if let Some(rating) = wish.rating {
            match kind {
                Kind::Artillery => unit.bombardment = Some(rating),
                Kind::Infantry => unit.combat = vec![rating, rating.div_ceil(2)],
                _ => unit.combat = vec![rating],
            }
        }
        // Aircraft wait in a pot, wherever they were dropped.
        unit.set_start(if kind.flies() { Start::Nowhere } else { wish.start.clone() });
        unit.take(&wish.figures);
        let rating = if kind == Kind::Artillery { unit.bombardment.unwrap_or_default() } else { unit.value(0) };
        Ok(Recruit {
            formation: Some(formation.name.to_string()),
            rating,
            sides: unit.faces(),
            row: serde_json::to_value(unit)?,
        })
    }

    /// Returns the formation that `wish` makes, with a headquarters that starts nowhere yet.
    pub(super) fn new_formation(&self, wish: &FormationWish) -> Option<Formation> {
        let is_corps = |formation: &&Formation| formation.hq.is_some();
        let own = self.formation.iter().filter(is_corps).find(|formation| formation.side == wish.side);
        let model =
            own.or_else(|| self.formation.iter().find(is_corps)).or_else(|| Self::of_template()?.formation.first())?;
        let mut formation =
            Formation { id: wish.id.clone(), side: wish.side.clone(), supported_by: Vec::new(), ..model.clone() };
        if let Some(name) = &wish.name {
            formation.name = name.as_str().into();
        }
        let hq = formation.hq.as_mut()?;
        hq.set_start(Start::Nowhere);
        (hq.returns, hq.neutralized) = (None, false);
        if let Some((name, figures)) = &wish.hq {
            hq.name = name.as_str().into();
            if let [combat, range, ..] = numbers(figures.values[0].as_deref().unwrap_or_default()).as_slice() {
                (hq.combat, hq.range) = (*combat, (*range).min(20));
            }
            if let Some([movement, _]) = figures.movement {
                hq.movement = movement.min(MOST_MOVEMENT);
            }
        }
        Some(formation)
    }
}
