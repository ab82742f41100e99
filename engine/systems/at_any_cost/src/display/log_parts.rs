//! The parts of SP and TCRs in the log, each by its name and figure, so that a person can check a fight by hand.

use crate::rules::r09_cohesion::nonzero_parts;
use std::fmt::Display;

use crate::action::Weapon;
use crate::display::markers;
use crate::rules::r08_04_firing_strength::terrain_name;
use crate::rules::r08_fire::Fire;
use crate::rules::r13_assault::Assault;
use crate::{AtAnyCost, UnitIx};

/// The parts of a number in parentheses, such as `" (7, Shaken -1)"`: the printed figure first. Empty if there is nothing
/// besides it.
pub(crate) fn list_parts<N: Display>(parts: &[(&str, N)]) -> String {
    match parts {
        [] | [_] => String::new(),
        parts => format!(" ({})", listed(parts)),
    }
}

/// The parts of a number, such as `"7, Shaken -1"`.
fn listed<N: Display>(parts: &[(&str, N)]) -> String {
    let part = |(place, (name, value)): (usize, &(&str, N))| {
        if place == 0 { value.to_string() } else { format!("{name} {value:+}") }
    };
    parts.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
}

impl AtAnyCost {
    /// The SP of a fire, such as `"SP 3 (8, Disrupted -2 = 6: Extreme Range)"`: before the adjustments, and which they are.
    pub(crate) fn describe_fire_points(&self, fire: &Fire) -> String {
        let (firer, weapon) = (fire.shot.firer, fire.shot.weapon);
        let parts = nonzero_parts(self.strength_parts(firer, weapon, true));
        let adjustments = self.fire_adjustments(fire);
        let sum = self.strength(firer, weapon, true);
        let before = if parts.len() > 1 { format!("{} = {sum}", listed(&parts)) } else { sum.to_string() };
        let points = self.fire_strength(fire);
        match (parts.len(), adjustments.as_slice()) {
            (1, []) => format!("SP {points}"),
            (_, []) => format!("SP {points} ({})", listed(&parts)),
            (_, adjustments) => format!("SP {points} ({before}: {})", adjustments.join(", ")),
        }
    }

    /// The Assault Differential, such as `"+4"`; with what rows change it by, such as `"+4 (No more than +4 -3)"`.
    pub(crate) fn describe_differential(&self, assault: &Assault) -> String {
        let mut changes = Vec::new();
        self.each_change_of_differential(assault, |name, change| changes.push(format!("{name} {change:+}")));
        let told = if changes.is_empty() { String::new() } else { format!(" ({})", changes.join(", ")) };
        format!("{:+}{told}", self.assault_differential(assault))
    }

    /// A unit of an assault with its SP, their parts, and what changes them or the column.
    pub(crate) fn describe_fighter(&self, assault: &Assault, unit: UnitIx) -> String {
        let mut parts = nonzero_parts(self.strength_parts(unit, Weapon::Own, self.has_works_in(assault, unit)));
        if self.mitrailleuse_of(unit).is_some() {
            parts.push(("mitrailleuses", self.strength(unit, Weapon::Mitrailleuse, false)));
        }
        let states = [(assault.is_charging(unit), "charging"), (self.unit(unit).second_line, markers::SECOND_LINE)];
        let mut states: Vec<String> =
            states.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()).collect();
        let shown = if parts.len() > 1 || !states.is_empty() { format!(": {}", listed(&parts)) } else { String::new() };
        if assault.attackers.contains(&unit) {
            states.extend(self.describe_low_ground(assault, unit));
        }
        let states: String = states.into_iter().map(|state| format!(", {state}")).collect();
        format!("{} (SP {}{shown}{states})", self.placed(unit), self.assault_strength(assault, unit))
    }

    /// The ground before an attacker that can cost a shift (13.4): where he stands, and up which slope he goes.
    fn describe_low_ground(&self, assault: &Assault, unit: UnitIx) -> Vec<String> {
        let Some(from) = self.hex_of(unit).filter(|from| *from != assault.ground) else { return Vec::new() };
        let stands = self.low_ground(from).map(|(class, shift)| format!("from {} {shift:+}", terrain_name(class)));
        let climb = self.climb_shift(from, assault.ground);
        let climbs = (climb != 0).then(|| format!("up a slope {climb:+}"));
        stands.chain(climbs).collect()
    }

    /// The units of a side in a Tough Fight, each with its TCR and the parts of it.
    pub(crate) fn cohesion_of_fighters(&self, assault: &Assault, attacker: bool) -> String {
        let told = |unit: &UnitIx| {
            let parts = list_parts(&nonzero_parts(self.tcr_parts(*unit, self.has_works_in(assault, *unit))));
            format!("{} TCR {}{parts}", self.placed(*unit), self.assault_tcr(assault, *unit))
        };
        assault.party(attacker).iter().map(told).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_figure_comes_first_and_alone_it_needs_no_parts() {
        assert_eq!(list_parts(&[("printed", 7), ("Shaken", -1), ("Fieldworks", 1)]), " (7, Shaken -1, Fieldworks +1)");
        assert_eq!(list_parts(&[("printed", 7)]), "");
        assert_eq!(nonzero_parts([("printed", 0), ("Shaken", 0), ("night", -1)]), [("printed", 0), ("night", -1)]);
    }
}
