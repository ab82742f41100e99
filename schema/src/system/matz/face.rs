//! The sides of counters: steps of regiments and tanks (1.2), fired artillery (1.3) and neutralized headquarters (1.4).

use super::{Hq, Kind, Unit};
use crate::common::face::{Face, FaceMovement, FaceValue};

/// Returns a side of a unit with steps: the front, or the back once it has lost a step.
pub fn step_face(printed: &str, points: u8, reduced: bool) -> Face {
    let name = if reduced { "Reduced" } else { "Full" };
    Face { worn: reduced, ..face(name, printed, points, reduced) }
}

/// Returns a side of an artillery unit: the front, or the back once it has fired.
pub fn gun_face(printed: &str, points: u8, fired: bool) -> Face {
    let name = if fired { "Fired" } else { "Ready" };
    Face { state: fired.then_some(name), ..face(name, printed, points, fired) }
}

/// Returns a side of a headquarters: the front, or the back if it is neutralized.
pub fn headquarters_face(hq: &Hq, neutralized: bool) -> Face {
    let name = if neutralized { "Neutralized" } else { "Active" };
    Face { state: neutralized.then_some(name), ..face(name, &hq.printed(), hq.movement, neutralized) }
}

fn face(name: &'static str, printed: &str, points: u8, back: bool) -> Face {
    Face {
        name: Some(name),
        back,
        value: FaceValue::Text(printed.to_owned()),
        movement: Some(FaceMovement::plain(points)),
        short: Some(short(printed)),
        ..Face::default()
    }
}

/// Returns the main figures of a counter, without the defense value that artillery has between its bombardment value and its range.
fn short(printed: &str) -> String {
    let bare = |figure: &str| figure.split('-').next().unwrap_or_default().to_owned();
    printed.split_whitespace().map(bare).collect::<Vec<_>>().join(" ")
}

impl Face {
    /// Makes the combat value and the steps left the main figures.
    #[must_use]
    pub fn with_steps(self, value: u8, steps: u8) -> Self {
        Self { short: Some(format!("{value} {steps}")), ..self }
    }
}

impl Hq {
    /// Returns the printed figures: the combat value in parentheses, as it never attacks, and the command distance.
    pub fn printed(&self) -> String {
        format!("({}) {}", self.combat, self.range)
    }
}

impl Unit {
    /// Returns the combat value after `lost` steps; 0 for none.
    pub fn value(&self, lost: u8) -> u8 {
        self.combat.get(usize::from(lost)).copied().unwrap_or_default()
    }

    /// Returns the number of steps at full strength. Artillery and aircraft have one (1.3).
    pub fn all_steps(&self) -> u8 {
        if self.kind.fights() { u8::try_from(self.combat.len()).unwrap_or(u8::MAX) } else { 1 }
    }

    /// Returns the printed figures after `lost` steps: the combat value; for artillery, the bombardment and the defense value
    /// with the range behind them; for aircraft, the letter of the kind, the value in air combat and the bombardment value.
    pub fn printed(&self, lost: u8) -> String {
        let bombardment = self.bombardment.unwrap_or_default();
        match self.kind {
            Kind::Infantry | Kind::Stosstruppen | Kind::Tank => self.value(lost).to_string(),
            Kind::Artillery => {
                format!("{bombardment}-{} {}", self.defense.unwrap_or_default(), self.range.unwrap_or_default())
            }
            Kind::Fighter => format!("C{}", self.value(0)),
            Kind::Bomber => format!("B{}-{bombardment}", self.value(0)),
        }
    }

    /// Returns the front and the back of the counter. The back of a unit of more than two steps shows the second. A unit of one
    /// step is gone with it, and its back is as its front.
    pub fn faces(&self) -> [Face; 2] {
        match self.kind {
            Kind::Infantry | Kind::Stosstruppen | Kind::Tank => {
                let steps = self.all_steps();
                let front = step_face(&self.printed(0), self.movement, false).with_steps(self.value(0), steps);
                let back = match steps {
                    0 | 1 => Face { back: true, ..front.clone() },
                    _ => step_face(&self.printed(1), self.movement, true).with_steps(self.value(1), steps - 1),
                };
                [front, back]
            }
            Kind::Artillery => [false, true].map(|fired| gun_face(&self.printed(0), self.movement, fired)),
            Kind::Fighter | Kind::Bomber => [false, true].map(|back| {
                let printed = FaceValue::Text(self.printed(0));
                Face { back, value: printed, ..Face::default() }
            }),
        }
    }
}
