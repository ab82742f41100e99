//! Two maps and their differences, as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use battlewright_export::{MapPicture, MapPictureError, escaped};
use battlewright_schema::compare::Difference;
use battlewright_schema::{HexId, NumberingProblem, Scenario};

use crate::console::{Failure, count};

/// The margin around and between the maps.
const MARGIN: f64 = 30.0;

/// Draws three maps side by side: before, after, and after with only the changed hexes in full color. Changed hexes have
/// a red border in all of them.
///
/// # Errors
/// A numbering does not place the hexes, or a map is too large.
pub(crate) fn svg(before: &Scenario, after: &Scenario, changes: &[Difference]) -> Result<String, Failure> {
    let changed: BTreeSet<&HexId> = changes.iter().flat_map(|change| &change.hexes).collect();
    let mut panels = Vec::new();
    let number = count(changed.len(), "changed hex");
    let wanted = [("Before".to_owned(), before, false), ("After".to_owned(), after, false), (number, after, true)];
    for (title, scenario, faded) in wanted {
        panels.push((title, MapPicture::new(scenario).map_err(|error| undrawn(&error))?, faded));
    }
    let width: f64 = panels.iter().map(|(_, map, _)| map.width + MARGIN).sum::<f64>() + MARGIN;
    let height = panels.iter().map(|(_, map, _)| map.height).fold(0.0, f64::max) + 3.0 * MARGIN;
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} \
         {height:.0}\" font-family=\"Hack, monospace\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    );
    let mut left = MARGIN;
    for (title, map, faded) in &panels {
        let _ = writeln!(svg, "<g transform=\"translate({left:.1} {:.1})\">", 2.0 * MARGIN);
        let _ = writeln!(svg, "<text x=\"0\" y=\"-15\" font-size=\"18\">{}</text>", escaped(title));
        draw(map, &mut svg, &changed, *faded);
        svg.push_str("</g>\n");
        left += map.width + MARGIN;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Returns the failure for a map that cannot be drawn.
fn undrawn(error: &MapPictureError) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        MapPictureError::NoGrid(NumberingProblem::NoHexes) => {
            failure.help("omit --image, and draw both tables with `battlewright export`")
        }
        _ => failure,
    }
}

fn draw(map: &MapPicture<'_>, svg: &mut String, changed: &BTreeSet<&HexId>, faded: bool) {
    let _ = writeln!(svg, "<g{}>", if faded { " opacity=\"0.25\"" } else { "" });
    map.ground(svg, |_| true);
    map.lines(svg);
    map.counters(svg, |_| true);
    map.words(svg);
    svg.push_str("</g>\n");
    if faded {
        map.ground(svg, |hex| changed.contains(hex));
        map.counters(svg, |hex| changed.contains(hex));
    }
    for at in changed.iter().filter_map(|hex| map.at(hex)) {
        let corners = map.corners(at);
        let _ = writeln!(svg, "<polygon points=\"{corners}\" fill=\"none\" stroke=\"#c42c24\" stroke-width=\"3\"/>");
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::compare::compare;
    use battlewright_schema::{System, load, template};

    use battlewright_export::rendered;
    use resvg::usvg;

    use super::*;

    fn pictured(system: System, edits: &[(&str, &str)]) -> String {
        let before = template(system).to_owned();
        let after = edits.iter().fold(before.clone(), |text, (old, new)| text.replacen(old, new, 1));
        let read = |text: &str| load(text).readable.unwrap();
        let (before, after) = (read(&before), read(&after));
        svg(&before, &after, &compare(&before, &after)).unwrap()
    }

    #[test]
    fn a_picture_shows_both_maps_and_marks_what_changed() {
        let edits =
            [(". . w . .", ". . T . ."), ("at = \"0704\"", "at = \"0705\""), ("\"Red Cavalry\"", "\"R & <C>\"")];
        let svg = pictured(System::MarsLaTour, &edits);
        // 0302, 0704 and 0705, in each of three maps of 48 hexes; in the third once more.
        assert_eq!(svg.matches("stroke=\"#c42c24\"").count(), 9);
        assert_eq!(svg.matches("stroke=\"#a09880\"").count(), 3 * 48 + 3);
        assert!(svg.contains(">3 changed hexes</text>") && svg.contains(">0302</text>"));
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
        assert!(tree.size().width() > tree.size().height());
    }

    #[test]
    fn places_and_labels_have_their_words() {
        let label = "[[label]]\ntext = \"Long Wood\"\nat = \"0502\"\nto = \"0302\"\n\n[[entry]]";
        let svg = pictured(System::MarsLaTour, &[("[[entry]]", label)]);
        // The panels before, after and with the changes.
        assert_eq!(svg.matches(">The Village</text>").count(), 3);
        assert_eq!(svg.matches("rotate(0.0)\" font-size=\"8\"").count(), 2);
        assert_eq!(svg.matches(">Long Wood</text>").count(), 2);
    }

    #[test]
    fn a_png_has_its_words_and_is_the_same_every_time() {
        let svg = pictured(System::PositionMagnifique, &[]);
        let shown = rendered(&svg).unwrap();
        assert_eq!(&shown[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(shown, rendered(&svg).unwrap());
        let silent: String = svg.lines().filter(|line| !line.starts_with("<text")).collect();
        assert_ne!(shown, rendered(&silent).unwrap(), "words are drawn");
    }
}
