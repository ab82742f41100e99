//! Aircraft, and the mega-hexes in which they move.

use std::collections::BTreeSet;

use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::{Echelon, Matz};
use crate::{DocPath, HexId};

finding! {
    /// # What it finds
    /// Aircraft in a scenario without mega-hexes.
    ///
    /// # Why it matters
    /// Aircraft move and fight in mega-hexes (11.4).
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "fighter"             # there is no [mega_hexes]
    /// ```
    ///
    /// # Remedy
    /// Add `[mega_hexes]` with the center of one of them, or remove the aircraft.
    AIR_WITHOUT_MEGA_HEXES = "air-without-mega-hexes", Error
}

finding! {
    /// # What it finds
    /// A side with fewer aircraft than its greatest draw.
    ///
    /// # Why it matters
    /// In each interphase, a side draws up to this number of air units from its pot (11.3). Higher totals of the dice are
    /// then wasted.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.air_draws]
    /// armies = [{ nation = "french", bonus = 2, least = 4, most = 12 }]    # the French have 3 aircraft
    /// ```
    ///
    /// # Remedy
    /// Add aircraft, or set a lower `most` for the army.
    AIR_POOL_SHORT = "air-pool-short", Warning
}

finding! {
    /// # What it finds
    /// A unit that does not belong into its formation.
    ///
    /// # Why it matters
    /// Aircraft are the pot of an air force, in which no other units can be; and no other formation draws aircraft.
    ///
    /// # Example
    /// ```toml
    /// [[formation]]
    /// id = "fr-air"
    /// echelon = "air"
    ///
    /// [[unit]]
    /// formation = "fr-air"
    /// kind = "infantry"            # an infantry regiment in an air force
    /// ```
    ///
    /// # Remedy
    /// Move the unit to another formation, or change the `kind` of the unit or the `echelon` of the formation.
    WRONG_ECHELON = "wrong-echelon", Error
}

finding! {
    /// # What it finds
    /// A center of a mega-hex that is none.
    ///
    /// # Why it matters
    /// A name or a moved hex refers to a mega-hex by its center. All centers follow from the first one, by steps of two
    /// hexes one way and one hex the other; where the edge of the map cuts a mega-hex, its hexes belong to its neighbors,
    /// and it has no center.
    ///
    /// # Example
    /// ```toml
    /// [mega_hexes]
    /// center = "1310"
    /// named = [{ center = "1311", name = "Ressons" }]      # "1310"
    /// ```
    ///
    /// # Remedy
    /// Use the center of a complete mega-hex.
    MEGA_HEX_CENTER = "mega-hex-center", Error
}

finding! {
    /// # What it finds
    /// A mega-hex in several parts.
    ///
    /// # Why it matters
    /// Aircraft in one part would fight over another part.
    ///
    /// # Example
    /// ```toml
    /// [mega_hexes]
    /// center = "1310"
    /// moved = [{ hex = "0101", to = "1310" }]              # far away
    /// ```
    ///
    /// # Remedy
    /// Move the hex to a mega-hex beside it, or leave it where it is.
    MEGA_HEX_TORN = "mega-hex-torn", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let flies = |echelon| echelon == Echelon::Air;
    for (row, unit) in own.unit.iter().enumerate() {
        let Some(formation) = own.formation(&unit.formation) else { continue };
        if unit.kind.flies() != flies(formation.echelon) {
            let path = DocPath::root().key("unit").index(row).key("formation");
            let message = if unit.kind.flies() {
                format!("`{}` flies, but `{}` is no air force", unit.id, formation.id)
            } else {
                format!("`{}` does not fly, but `{}` is an air force", unit.id, formation.id)
            };
            found.push(WRONG_ECHELON.at(path, message).help("aircraft, and only aircraft, belong to an air force"));
        }
    }
    pools(own, found);
    mega_hexes(cx, own, found);
}

fn pools(own: &Matz, found: &mut Vec<Diagnostic>) {
    let first = own.unit.iter().position(|unit| unit.kind.flies());
    if let Some(row) = first.filter(|_| own.mega_hexes.is_none()) {
        let path = DocPath::root().key("unit").index(row).key("kind");
        let finding = AIR_WITHOUT_MEGA_HEXES.at(path, "the map has no mega-hexes for aircraft");
        found.push(finding.help("add [mega_hexes] with a `center`"));
    }
    // Only a scenario that says how many it wants is meant to have enough: others may do with a few.
    let Some(draws) = own.rules.touched(own.basis()).air_draws else { return };
    for (id, side) in &own.side {
        let of_side = own.unit.iter().filter(|unit| unit.kind.flies() && own.side_of(&unit.formation) == id);
        let pot = of_side.count();
        let row = draws.armies.iter().position(|draw| draw.nation == side.nation && usize::from(draw.most) > pot);
        if let Some(row) = row.filter(|_| pot > 0) {
            let path = crate::system::lints::table("air_draws").key("armies").index(row).key("most");
            let finding = AIR_POOL_SHORT.at(path, format!("`{id}` has only {pot} aircraft"));
            found.push(finding.help("add aircraft, or set a lower `most`"));
        }
    }
}

fn mega_hexes(cx: &Context<'_>, own: &Matz, found: &mut Vec<Diagnostic>) {
    // Missing letters would appear to cut mega-hexes.
    let (Some(mega), Some(grid), true) = (&own.mega_hexes, &cx.map.grid, cx.map.is_full) else { return };
    let Some(plan) = mega.plan(grid, |cell| cx.map.has(cell)) else { return };
    let section = DocPath::root().key("mega_hexes");
    let is_center = |hex: &HexId| cx.map.find(hex).is_none_or(|cell| plan.number_of_center(cell).is_some());
    let none = |path, hex: &HexId| {
        let message = format!("{hex} is not the center of a complete mega-hex");
        MEGA_HEX_CENTER
            .at(path, message)
            .help("centers follow from `center`; those that the edge of the map cuts are none")
    };
    if !is_center(&mega.center) {
        found.push(none(section.clone().key("center"), &mega.center));
    }
    for (row, named) in mega.named.iter().enumerate().filter(|(_, named)| !is_center(&named.center)) {
        found.push(none(section.clone().key("named").index(row).key("center"), &named.center));
    }
    for (row, moved) in mega.moved.iter().enumerate() {
        let path = section.clone().key("moved").index(row);
        if !is_center(&moved.to) {
            found.push(none(path.key("to"), &moved.to));
            continue;
        }
        let (Some(cell), Some(center)) = (cx.map.find(&moved.hex), cx.map.find(&moved.to)) else { continue };
        let number = plan.number_of_center(center);
        let hexes: BTreeSet<Cell> = number.into_iter().flat_map(|number| plan.hexes(number)).collect();
        let mut reached = BTreeSet::from([center]);
        let mut next = vec![center];
        while let Some(here) = next.pop() {
            next.extend(cx.map.neighbors(here).filter(|cell| hexes.contains(cell) && reached.insert(*cell)));
        }
        if !reached.contains(&cell) {
            let message = format!("{} does not touch the mega-hex around {}", moved.hex, moved.to);
            let fix = cx.take_one(format!("leave {} where it is", moved.hex), &path, mega.moved.len());
            found.push(MEGA_HEX_TORN.at(path, message).help("move it to a mega-hex beside it").fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_matz as shown;

    const MEGA: &str = "[mega_hexes]\ncenter = \"0504\"\nnamed = [{ center = \"0504\", name = \"Middle\" }]";

    #[test]
    fn aircraft_and_nobody_else_are_in_an_air_force() {
        let found = shown(&[("formation = \"red-air\"\nkind", "formation = \"red-corps\"\nkind")]);
        assert!(found.contains(&"wrong-echelon \"red-corps\"".to_owned()), "{found:?}");
        let found = shown(&[(
            "formation = \"blue-army\"\nkind = \"artillery\"",
            "formation = \"blue-air\"\nkind = \"artillery\"",
        )]);
        assert_eq!(found, ["wrong-echelon \"blue-air\""]);
    }

    #[test]
    fn aircraft_need_mega_hexes_and_a_pot() {
        assert_eq!(shown(&[(MEGA, "")]), ["air-without-mega-hexes \"fighter\""]);
        let draws = |most: u8| {
            let row = |nation| format!("{{ nation = \"{nation}\", bonus = 0, least = 1, most = {most} }}");
            let rows = format!("[rules.tables.air_draws]\narmies = [{}, {}]", row("german"), row("french"));
            shown(&[("[victory]", &format!("{rows}\n\n[victory]"))])
        };
        assert_eq!(draws(1), [] as [&str; 0]);
        assert_eq!(draws(2), ["air-pool-short 2", "air-pool-short 2"]);
    }

    #[test]
    fn names_and_moves_refer_to_centers() {
        let with = |from: &str, to: &str| shown(&[(MEGA, &MEGA.replacen(from, to, 1))]);
        assert_eq!(with("[{ center = \"0504\"", "[{ center = \"0505\""), ["mega-hex-center \"0505\""]);
        assert_eq!(with("center = \"0504\"\n", "center = \"0101\"\nmoved = []\n").len(), 2, "and its name");
        let moved = |hex: &str, to: &str| {
            let moved = format!("center = \"0504\"\nmoved = [{{ hex = \"{hex}\", to = \"{to}\" }}]\n");
            with("center = \"0504\"\n", &moved)
        };
        assert_eq!(moved("0506", "0504"), [] as [&str; 0]);
        assert_eq!(moved("1008", "0504"), ["mega-hex-torn { hex = \"1008\", to = \"0504\" }"]);
        assert_eq!(moved("1008", "1001"), ["mega-hex-center \"1001\""]);
    }
}
