//! Objects that players cannot distinguish.

use crate::common::map::Letter;
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::lint::context::Context;
use crate::lint::lookup::{Lookup, lookup};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Two letters with the same terrain name and look.
    ///
    /// # Why it matters
    /// Players cannot distinguish the two kinds of terrain on the map, although rules may treat them differently.
    ///
    /// # Example
    /// ```toml
    /// [map.terrain]
    /// w = { name = "Woods", look = "woods", defensible = true }
    /// W = { name = "Woods", look = "woods" }       # "Thin woods"
    /// ```
    ///
    /// # Remedy
    /// Use one letter, or give the second its own name.
    TWIN_TERRAIN = "twin-terrain", Warning
}

finding! {
    /// # What it finds
    /// Two units of one side with the same name and label.
    ///
    /// # Why it matters
    /// Players cannot distinguish the two counters. Usually a row was copied and only its id changed.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "fr-ii-1"
    /// name = "1st Division"
    /// formation = "II Corps"
    ///
    /// [[unit]]
    /// id = "fr-ii-2"
    /// name = "1st Division"        # "2nd Division"
    /// formation = "II Corps"
    /// ```
    ///
    /// # Remedy
    /// Give one of them another name or label.
    TWIN_UNITS = "twin-units", Warning
}

finding! {
    /// # What it finds
    /// Two units of one side and one arm with the same label, but different names.
    ///
    /// # Why it matters
    /// Players cannot distinguish the two counters on the map, which show the label and the symbol of the arm, and not the
    /// name.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "fr-4-zouaves"
    /// name = "4e zouaves"
    /// label = "4/38"
    ///
    /// [[unit]]
    /// id = "fr-4-mixte"
    /// name = "4e mixte"
    /// label = "4/38"               # "4m/38"
    /// ```
    ///
    /// # Remedy
    /// Change one of the labels.
    TWIN_LABELS = "twin-labels", Warning
}

finding! {
    /// # What it finds
    /// A label with the name of a place.
    ///
    /// # Why it matters
    /// The name appears twice on the map, because places show their names. Labels are for other features, such as
    /// streams, ridges and woods.
    ///
    /// # Example
    /// ```toml
    /// [[place]]
    /// name = "Vionville"
    ///
    /// [[label]]
    /// text = "Vionville"
    /// at = "1307"
    /// ```
    ///
    /// # Remedy
    /// Remove the label.
    LABEL_REPEATS_PLACE = "label-repeats-place", Warning
}

finding! {
    /// # What it finds
    /// Two sides with nearly the same counter color.
    ///
    /// # Why it matters
    /// Players distinguish the sides by color.
    ///
    /// # Example
    /// ```toml
    /// [side.german]
    /// color = "#2f5d9b"
    ///
    /// [side.french]
    /// color = "#2f5d90"
    /// ```
    ///
    /// # Remedy
    /// Choose colors that also differ in brightness, for people with color blindness.
    LIKE_COLORS = "like-colors", Warning
}

/// The color distance, of 765 at most, below which two sides look alike.
const LIKE: u32 = 48;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let common = cx.scenario.common();
    let mut terrains = lookup(common.terrain().len());
    for terrain in common.terrain() {
        let name = terrain.name.trim().to_lowercase();
        if let Some(first) = terrains.insert((name, terrain.look, terrain.color), terrain.letter) {
            let path = |letter: Letter| DocPath::root().key("map").key("terrain").key(letter.to_string());
            let message = format!("`{}` is a second letter for {}", terrain.letter, shown(terrain.name));
            let span = cx.key_span(&path(terrain.letter));
            let finding =
                TWIN_TERRAIN.at(path(terrain.letter), message).related(path(first), "the first letter").span(span);
            found.push(finding.help("use one letter, or different names"));
        }
    }
    let mut labels = lookup(cx.units.len());
    for unit in cx.units.iter().filter(|unit| !unit.stacks()) {
        let Some((label, view)) = unit.label.filter(|label| !label.trim().is_empty()).zip(common.counter(unit.counter))
        else {
            continue;
        };
        let first = labels.insert((label.trim(), unit.side_number, view.arm), unit);
        // Those of one name are twins in all.
        if let Some(first) = first.filter(|first| first.id != unit.id && first.name != unit.name) {
            let message = format!("{} and {} have the label {}", shown(first.name), shown(unit.name), shown(label));
            let finding =
                TWIN_LABELS.at(unit.path().key("label"), message).related(first.path().key("label"), "the other one");
            found.push(finding.help("change one of the labels"));
        }
    }
    let mut units = lookup(cx.units.len());
    for unit in cx.units.iter().filter(|unit| !unit.stacks() && !unit.name.trim().is_empty()) {
        // A missing label defaults to the id, which is unique; such units are distinguished by their formation.
        let first = units.insert((unit.name, unit.side_number, unit.label.or(unit.formation)), unit);
        // A duplicate id is a finding of its own.
        if let Some(first) = first.filter(|first| first.id != unit.id) {
            let message = format!("two units of `{}` have the name {}", unit.side, shown(unit.name));
            let finding =
                TWIN_UNITS.at(unit.path().key("name"), message).related(first.path().key("name"), "the other one");
            found.push(finding.help("give one of them another name or label"));
        }
    }
    let names: Lookup<&str, usize> =
        cx.places.iter().enumerate().map(|(row, place)| (place.name.trim(), row)).collect();
    for (row, label) in cx.labels.iter().enumerate() {
        if let Some(place) = names.get(label.text.trim()).filter(|_| !label.text.trim().is_empty()) {
            let finding = LABEL_REPEATS_PLACE
                .at(
                    DocPath::root().key("label").index(row).key("text"),
                    format!("the map already shows {} as the name of a place", shown(&label.text)),
                )
                .related(DocPath::root().key("place").index(*place).key("name"), "the place")
                .help("remove the label")
                .fix(cx.take_out("remove the label", &DocPath::root().key("label").index(row)));
            found.push(finding);
        }
    }
    if let [first, second] = common.sides().as_slice()
        && let Some((a, b)) = first.color.zip(second.color)
    {
        let apart = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].map(|(a, b)| u32::from(a.abs_diff(b)));
        if apart.iter().sum::<u32>() < LIKE {
            let path = |side: &str| DocPath::root().key("side").key(side).key("color");
            let finding = LIKE_COLORS
                .at(path(second.id.as_str()), format!("`{}` and `{}` have nearly the same color", first.id, second.id))
                .related(path(first.id.as_str()), "the color of the other side")
                .help("choose a clearly lighter or darker color");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_magnifique};

    #[test]
    fn each_terrain_has_one_letter() {
        let twin = "\"W\" = { name = \"woods\", look = \"woods\" }\n\"T\" =";
        let letter = (". . . . . w . .", ". . . . . W . .");
        assert_eq!(shown(&[("\"T\" =", twin), letter]), ["twin-terrain \"W\""]);
        let thin = "\"W\" = { name = \"Thin woods\", look = \"woods\" }\n\"T\" =";
        assert_eq!(shown(&[("\"T\" =", thin), letter]), [] as [&str; 0]);
    }

    #[test]
    fn units_can_be_told_apart() {
        assert_eq!(shown(&[("2nd Brigade", "1st Brigade")]), ["twin-units \"1st Brigade\""]);
        let labels = [("2nd Brigade\"", "1st Brigade\"\nlabel = \"1/II\"")];
        assert_eq!(shown(&labels), [] as [&str; 0]);
        assert_eq!(shown_magnifique(&[("Battery", "Garrison")]), ["twin-units \"Garrison\""]);
    }

    #[test]
    fn counters_can_be_told_apart_by_their_labels() {
        let label = |name: &str, label: &str| (format!("{name}\""), format!("{name}\"\nlabel = \"{label}\""));
        let (first, second) = (label("1st Brigade", "X"), label("2nd Brigade", "X"));
        let pair = [(first.0.as_str(), first.1.as_str()), (second.0.as_str(), second.1.as_str())];
        assert_eq!(shown(&pair), ["twin-labels \"X\""]);
        let other = label("2nd Brigade", "Y");
        assert_eq!(shown(&[pair[0], (other.0.as_str(), other.1.as_str())]), [] as [&str; 0]);
    }

    #[test]
    fn a_name_is_printed_once() {
        let label = "[[label]]\ntext = \"The Village\"\nat = \"0502\"\n[[entry]]";
        assert_eq!(shown(&[("[[entry]]", label)]), ["label-repeats-place \"The Village\""]);
    }

    #[test]
    fn sides_have_colors_of_their_own() {
        assert_eq!(shown(&[("#2f5d9b", "#b03540")]), ["like-colors \"#b03540\""]);
    }
}
