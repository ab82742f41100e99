//! The grammar of sentences about units: verbs by the number of a name.

use std::fmt::{self, Display};

/// The plural nouns that are whole names of units. Another name of one word is that of a person or a place.
const TROOPS: [&str; 24] = [
    "batteries",
    "bombers",
    "carabiniers",
    "chasseurs",
    "cuirassiers",
    "dragoons",
    "engineers",
    "fighters",
    "fusiliers",
    "grenadiers",
    "guards",
    "guns",
    "hussars",
    "lancers",
    "marines",
    "pioneers",
    "riflemen",
    "sappers",
    "tanks",
    "tirailleurs",
    "troops",
    "uhlans",
    "voltigeurs",
    "zouaves",
];

/// The words before which the noun of a name ends.
const ENDS: [&str; 7] = [",", " (", " of ", " de ", " du ", " des ", " d'"];

/// Returns `true` if the name of a unit is a plural, such as `"Bruchard's chasseurs"`, `"Corps guns"` or `"French fighters 2"`;
/// `"5th Corps"` is not.
pub fn is_plural(name: &str) -> bool {
    let end = ENDS.iter().filter_map(|end| name.find(end)).min().unwrap_or(name.len());
    let noun = name.get(..end).unwrap_or(name);
    let is_number = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit());
    let last = noun.split_whitespace().rev().find(|word| !is_number(word)).map(str::to_lowercase);
    let Some(last) = last else { return false };
    if TROOPS.contains(&last.as_str()) {
        return true;
    }
    let is_alone = noun.trim() == noun.split_whitespace().next_back().unwrap_or_default();
    let is_singular = ["corps", "us", "is", "ss", "'s", "’s"].iter().any(|end| last.ends_with(end));
    !is_alone && last.ends_with('s') && !is_singular
}

/// Returns `verb`, which is in the third person singular, in the number of the name before it.
pub fn verb(name: &str, verb: &'static str) -> String {
    if is_plural(name) { plural(verb) } else { verb.to_owned() }
}

/// Returns the plural of `verb`, which is in the third person singular.
pub fn plural(verb: &str) -> String {
    let (first, rest) = verb.split_once(' ').map_or((verb, String::new()), |(first, rest)| (first, format!(" {rest}")));
    let stem = match first {
        "is" => "are".to_owned(),
        "has" => "have".to_owned(),
        "was" => "were".to_owned(),
        first => match first.strip_suffix("ies") {
            Some(stem) => format!("{stem}y"),
            None if ["sses", "shes", "ches", "oes"].iter().any(|end| first.ends_with(end)) => {
                first.strip_suffix("es").unwrap_or(first).to_owned()
            }
            None => first.strip_suffix('s').unwrap_or(first).to_owned(),
        },
    };
    format!("{stem}{rest}")
}

/// Returns the possessive for the name: `"their"` or `"its"`.
pub fn possessive(name: &str) -> &'static str {
    if is_plural(name) { "their" } else { "its" }
}

/// Returns the name of a unit and what it does, in the number of the name, such as `"Hussars charge"`.
pub fn does(name: impl AsRef<str>, said: &'static str) -> String {
    let name = name.as_ref();
    format!("{name} {}", verb(name, said))
}

/// Returns what the unit of this name does, after a pronoun for it, such as `"they charge"`.
pub fn they(name: &str, said: &'static str) -> String {
    format!("{} {}", pronoun(name), verb(name, said))
}

/// Returns `"does"` or `"do"` for the name, found out only when it is written.
pub fn question(name: &str) -> impl Display {
    fmt::from_fn(move |f| f.write_str(&verb(name, "does")))
}

/// Returns the pronoun for the name: `"they"` or `"it"`.
pub fn pronoun(name: &str) -> &'static str {
    if is_plural(name) { "they" } else { "it" }
}

/// Returns `name`, with that of its `side` if one of the `enemies` has the same name, such as `"5th Division, Prussians"`.
pub fn distinct_name<'a>(name: &str, side: &str, mut enemies: impl Iterator<Item = &'a str>) -> String {
    if enemies.any(|enemy| enemy == name) { format!("{name}, {side}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_follow_the_number_of_the_name() {
        for (name, said, expected) in [
            ("Hussars", "moves", "move"),
            ("5th Division", "moves", "moves"),
            ("1st Corps", "is Broken", "is Broken"),
            ("Du Barail's Chasseurs d'Afrique", "is Broken", "are Broken"),
            ("Chasseurs d'Afrique (du Barail)", "has Low Ammo", "have Low Ammo"),
            ("Corps guns", "tries", "try"),
            ("Assault troops of the 3rd BD", "goes back to", "go back to"),
            ("Bonnemains", "rallies", "rallies"),
            ("Bonnemains' horse guns", "passes", "pass"),
            ("Chanaleilles's brigade", "retreats", "retreats"),
            ("Artillery Section 1, II Corps", "fires", "fires"),
            ("French fighters 2", "is neutralized", "are neutralized"),
            ("Tank Abteilung 11", "moves", "moves"),
            ("", "fires", "fires"),
        ] {
            assert_eq!(verb(name, said), expected, "{name}");
        }
        assert_eq!(does("Hussars", "is shaken"), "Hussars are shaken");
        assert_eq!(they("Hussars", "passes"), "they pass");
        assert_eq!(format!("where {} {} go?", question("Hussars"), "Hussars"), "where do Hussars go?");
        assert_eq!((pronoun("4e zouaves"), pronoun("4e de ligne")), ("they", "it"));
        assert_eq!((possessive("4e zouaves"), possessive("4e de ligne")), ("their", "its"));
        assert_eq!(
            [plural("gets out of the way"), plural("does not come yet")],
            ["get out of the way", "do not come yet"]
        );
    }
}
