//! Names on the map: which of the names of an element, and without signs that do not belong on a map.

use smol_str::SmolStr;

use crate::anchors::PlacedSpot;
use crate::era::Era;
use crate::limits::MOST_NAME;
use crate::source::{Landscape, Tags};

/// Returns the name of an element at the time of the battle: `old_name:YEAR` or `old_name`, if the era has a year, then the name in
/// its language, then `name`. The name is clean, see [`cleaned`].
pub fn name_of(tags: &Tags, era: &Era) -> Option<SmolStr> {
    let old = era.year.and_then(|year| old_name(tags, year));
    let own = era.language.as_ref().and_then(|language| tags.get(&format!("name:{language}")));
    let name = cleaned(old.or(own).or_else(|| tags.get("name"))?);
    (!name.is_empty()).then(|| name.into())
}

/// Returns the name that a place had in `year`: of `old_name:YEAR` or `old_name:FROM-TO`.
fn old_name(tags: &Tags, year: i32) -> Option<&str> {
    tags.iter().find_map(|(key, name)| {
        let years = key.strip_prefix("old_name:")?;
        let (from, to) = years.split_once('-').unwrap_or((years, years));
        let (from, to) = (from.parse::<i32>().ok()?, to.parse::<i32>().ok()?);
        (from..=to).contains(&year).then_some(name)
    })
}

/// Returns `text` without control characters and signs that turn the direction of writing, with single spaces, and with at most
/// [`MOST_NAME`] characters.
pub fn cleaned(text: &str) -> String {
    let mut clean = String::new();
    let mut count = 0;
    let mut space = false;
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            space = count > 0;
            continue;
        }
        if is_hidden(c) {
            continue;
        }
        if count + usize::from(space) >= MOST_NAME {
            break;
        }
        if std::mem::take(&mut space) {
            clean.push(' ');
            count += 1;
        }
        clean.push(c);
        count += 1;
    }
    clean
}

/// Returns `true` for marks of direction, joiners and other characters without a shape.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Returns the places of a landscape that the era had, in the order of the data.
pub fn places(landscape: &Landscape, era: &Era) -> Vec<PlacedSpot> {
    let placed = landscape.spots.iter().filter_map(|spot| {
        let (rank, name) = (era.place(&spot.tags)?, name_of(&spot.tags, era)?);
        let people = spot.tags.get("population").and_then(|people| people.parse().ok()).unwrap_or(0);
        Some(PlacedSpot { id: spot.id, name, rank, people, at: spot.at })
    });
    placed.collect()
}

/// Returns an id made of `name`: small letters and digits, with hyphens between words; empty if the name has none.
pub fn id_of(name: &str) -> String {
    let mut id = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            Some(text) => id.push_str(text),
            None if c.is_ascii_alphanumeric() => id.push(c),
            None if !id.is_empty() && !id.ends_with('-') => id.push('-'),
            None => {}
        }
    }
    id.truncate(id.trim_end_matches('-').len());
    id
}

/// Returns the plain letters for a small Latin letter with marks; `None` for others.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ą' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
        'ì' | 'í' | 'î' | 'ï' | 'ī' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ō' => "o",
        'ö' | 'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' => "s",
        'ß' => "ss",
        'ť' => "t",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_time_comes_first() {
        let tags: Tags = [("name", "Wrocław"), ("name:de", "Breslau"), ("old_name:1741-1945", "Breslau (1741)")]
            .into_iter()
            .collect();
        let named = |year, language: Option<&str>| {
            let era = Era { language: language.map(str::to_owned), ..Era::of_year(year) };
            name_of(&tags, &era).unwrap().to_string()
        };
        assert_eq!(named(None, None), "Wrocław");
        assert_eq!(named(None, Some("de")), "Breslau");
        assert_eq!(named(None, Some("fr")), "Wrocław");
        assert_eq!(named(Some(1813), Some("de")), "Breslau (1741)");
        assert_eq!(named(Some(1946), None), "Wrocław");
    }

    #[test]
    fn names_are_clean_and_short() {
        assert_eq!(cleaned("  Mars\u{202e}-la-\nTour\t\u{0} "), "Mars-la- Tour");
        assert_eq!(cleaned(&"é".repeat(1_000_000)).chars().count(), MOST_NAME);
        assert_eq!(cleaned(&"a ".repeat(1000)).chars().count(), MOST_NAME - 1);
        assert_eq!(cleaned("\u{200b}\n"), "");
    }

    #[test]
    fn ids_are_plain() {
        assert_eq!(id_of("Mars-la-Tour"), "mars-la-tour");
        assert_eq!(id_of("L'Épine (Sud)"), "l-epine-sud");
        assert_eq!(id_of("Großgörschen"), "grossgoerschen");
        assert_eq!(id_of("東京"), "");
    }
}
