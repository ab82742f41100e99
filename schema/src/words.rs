//! The labels of fields and their units of measurement.
//!
//! Keys of the file are descriptive, so most labels are the key in plain words. The exceptions are in one list, and those of a
//! system whose fields have another meaning are in its [description](SystemInfo::labels).

use crate::schema_json::WordValue;
use crate::{Common, DocPath, Id, NamedItem, PathStep, PlaceId, SideId, System, SystemInfo};

/// The end of a path, the label and the unit of a field whose key needs an addition. An empty label keeps the key.
pub type FieldLabel = (&'static str, &'static str, &'static str);

/// The labels of all systems.
const FIELDS: &[FieldLabel] = &[
    ("side.ammunition", "", "AP"),
    ("hq.attack", "Attack rating", "hexes"),
    ("hq.defend", "Defend rating", "hexes"),
    ("hq.range", "Command range", "hexes"),
    ("hq.movement", "", "MP"),
    ("front.rating", "Command rating", "hexes"),
    ("back.rating", "Command rating", "hexes"),
    ("hq", "Headquarters", ""),
    ("unit[].kind", "Arm", ""),
    ("hexside[].kind", "Feature", ""),
    ("hexsides[].kind", "Feature", ""),
    ("unit[].range", "", "hexes"),
    ("unit[].movement", "", "MP"),
    ("moves_after_ezoc", "Moves in EZOC", ""),
    ("chassepot", "", "DRM"),
    ("mitrailleuse_from_turn", "Mitrailleuse from", "turn"),
    ("mitrailleuse_range", "", "hexes"),
    ("turns.count", "Turns", ""),
    ("turns.first", "First at", ""),
    ("turns.minutes", "Each", "min"),
    ("map.hex_metres", "Hex width", "m"),
    ("map.columns", "", "hexes"),
    ("map.rows", "", "hexes"),
    ("hq_placement", "HQ placement", "hexes"),
    ("rules.zoi", "ZOI", "hexes"),
    ("retreat_hexes", "Retreat", "hexes"),
    ("blown_delay", "", "turns"),
    ("hold", "Places that score", ""),
    ("points_per_hex", "Each hex", "VP"),
    ("victory.points[].points", "Each hex", "VP"),
    ("victory.levels[].points", "Least points", "VP"),
    ("victory.levels[].lead", "Least lead", "VP"),
    ("victory.points", "Places that score", ""),
    ("victory.levels", "Outcomes after the last turn", ""),
    ("victory.broken", "Broken unit", "VP"),
    ("victory.broken_small", "Broken small unit", "VP"),
    ("points_if_none", "If none leaves", "VP"),
    ("escape.infantry", "To win", "infantry"),
    ("sudden", "Sudden endings", ""),
    ("last", "Endings after the last turn", ""),
    ("enters.at", "Entry", ""),
    ("tables.terrain", "Terrain effects", ""),
    ("combat.columns[].from", "From (%)", ""),
    ("combat.least", "Least ratio (%)", ""),
    ("combat.above", "Each ratio above (%)", ""),
    ("combat_modifiers.attacker_out_of_command", "Attacker out of command (die)", ""),
    ("combat_modifiers.defender_out_of_command", "Defender out of command (die)", ""),
    ("combat_modifiers.attacker_neutralized", "Attacker neutralized (die)", ""),
    ("combat_modifiers.defender_neutralized", "Defender neutralized (die)", ""),
    ("combat_modifiers.tanks", "Tanks (die)", ""),
    ("combat_modifiers.stosstruppen", "Stosstruppen (die)", ""),
    ("combat_modifiers.divisions", "Several divisions (die)", ""),
    ("combat_modifiers.concentric", "Concentric attack (columns)", ""),
    ("combat_modifiers.enemy_fighters", "Enemy fighters over support (columns)", ""),
    ("tank_losses.german", "German tanks, die up to", ""),
    ("tank_losses.french", "French tanks, die up to", ""),
    ("mega_hexes", "Mega-hexes", ""),
    ("mega_hexes.center", "Pattern center", ""),
    ("mega_hexes.moved", "Reassigned hexes", ""),
    ("mega_hexes.moved[].to", "Mega-hex", ""),
    ("mega_hexes.named", "Names of mega-hexes", ""),
    ("mega_hexes.named[].center", "Mega-hex", ""),
    ("front.side", "Held by", ""),
    ("front.free_setup", "Set up freely", ""),
    ("table.width", "", "inches"),
    ("table.depth", "", "inches"),
    ("unit[].at", "Hex", ""),
    ("label[].at", "Hex", ""),
    ("label[].to", "Ends in", ""),
    ("hq.at", "Hex", ""),
    ("computer[].at", "Hex", ""),
    ("computer[].worth", "", "VP"),
    ("computer[].until", "Until the side", ""),
    ("entry[].id", "Letter", ""),
    ("exit[].id", "Letter", ""),
    ("rules.drop", "Dropped modifiers", ""),
    ("rules.define", "Definitions", ""),
    ("rules.modifier", "Modifiers", ""),
    ("rules.forbid", "Prohibitions", ""),
    ("rules.allow", "Exceptions", ""),
    ("rules.counter", "Counters", ""),
    ("rules.event", "Events", ""),
    ("rules.score", "Points", ""),
    ("rules.win", "Conditions of victory", ""),
    ("rules.skip", "Skipped phases", ""),
    ("rules.table", "Choices of tables", ""),
    ("rules.tables_named", "Named tables", ""),
    ("rules.table[].tables", "Named tables", ""),
    ("rules.define[].of", "About", ""),
    ("rules.define[].is", "Meaning", ""),
    ("rules.modifier[].to", "Changes", ""),
    ("rules.modifier[].be", "Answer", ""),
    ("rules.event[].on", "Moment", ""),
    ("rules.event[].each", "For each", ""),
    ("rules.event[].roll", "Die", "faces"),
    ("rules.event[].do", "Effects", ""),
];

/// The names of the two values of a fixed pair, by the end of the pair's path.
const PAIRS: &[(&str, [&str; 2])] = &[
    ("unit[].combat", ["full", "reduced"]),
    ("unit[].movement", ["full", "reduced"]),
    ("unit[].range", ["effective", "extended"]),
    ("unit[].sp", ["fresh", "battleworn"]),
    ("unit[].tcr", ["fresh", "battleworn"]),
    ("mitrailleuse.sp", ["fresh", "battleworn"]),
    ("mitrailleuse.range", ["effective", "extended"]),
    ("zone[].string", ["from", "to"]),
];

/// The words of files that are proper names, such as those on event chits, as they are printed.
const NAMES: &[(&str, &str)] = &[
    ("a-cloud-of-skirmishers", "A Cloud of Skirmishers"),
    ("artillery-barrage", "Artillery Barrage"),
    ("battlefield-conditions", "Battlefield Conditions"),
    ("bazaines-malaise", "Bazaine's Malaise"),
    ("beaten-zone", "Beaten Zone"),
    ("bloody-struggle", "Bloody Struggle"),
    ("colonel-caprivi", "Colonel Caprivi"),
    ("feu-de-bataillon", "Feu de Bataillon"),
    ("fortunes-of-war", "Fortunes of War"),
    ("furia-francese", "Furia Francese"),
    ("krupp-guns", "Krupp Guns"),
    ("krupps-guns", "Krupp's Guns"),
    ("marshal-bazaine", "Marshal Bazaine"),
    ("misinterpreted-orders", "Misinterpreted Orders"),
    ("mitrailleuse-fire", "Mitrailleuse Fire"),
    ("needlegun-fire", "Needlegun Fire"),
    ("prussian-aggressive-tactics", "Prussian Aggressive Tactics"),
    ("prussian-officers", "Prussian Officers"),
];

/// The abbreviations that are written in capitals.
const CAPITALS: [&str; 10] = ["ap", "er", "ezoc", "hq", "mp", "sp", "tcr", "vp", "zoc", "zoi"];

fn entry_of(system: System, path: &DocPath) -> Option<&'static FieldLabel> {
    let pattern = path.pattern();
    let SystemInfo { labels, .. } = system.info();
    labels.iter().chain(FIELDS).find(|(end, ..)| ends(&pattern, end))
}

/// Returns `true` if `pattern` ends with the fields of `end`. In `side.ammunition`, the key of a side stands between the two
/// parts. A single field name matches at the end of any path.
fn ends(pattern: &str, end: &str) -> bool {
    if pattern == end {
        return true;
    }
    match end.split_once('.') {
        Some(("side", rest)) => pattern.starts_with("side.") && pattern.split('.').skip(2).eq(rest.split('.')),
        _ if end.contains('.') || end.contains("[]") => {
            pattern.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'))
        }
        // A section may have the same name as a field, so a path of one step does not match.
        _ => pattern.rsplit('.').next() == Some(end) && pattern.contains('.'),
    }
}

/// Returns the label of the field at `path` in a scenario of `system`.
pub fn label(system: System, path: &DocPath) -> String {
    match entry_of(system, path).filter(|(_, label, _)| !label.is_empty()) {
        Some((_, label, _)) => (*label).to_owned(),
        None => plain(path.last_key().unwrap_or_default()),
    }
}

/// Returns the unit of the field at `path` in a scenario of `system`; empty for plain numbers.
pub fn unit(system: System, path: &DocPath) -> &'static str {
    entry_of(system, path).map_or("", |(.., unit)| unit)
}

/// The units in the plural that have a singular, with it.
const SINGULARS: &[(&str, &str)] = &[
    ("bases", "base"),
    ("degrees", "degree"),
    ("faces", "face"),
    ("hexes", "hex"),
    ("inches", "inch"),
    ("turns", "turn"),
];

/// Returns `unit` as it stands after `number`.
///
/// ```
/// # use battlewright_schema::words::unit_after;
/// assert_eq!([unit_after(1, "hexes"), unit_after(2, "hexes"), unit_after(-1, "hexes"), unit_after(1, "MP")], ["hex", "hexes", "hexes", "MP"]);
/// ```
pub fn unit_after(number: i64, unit: &'static str) -> &'static str {
    let singular = SINGULARS.iter().find(|(plural, _)| number == 1 && *plural == unit);
    singular.map_or(unit, |(_, singular)| singular)
}

/// Returns the name of the value `at` in the fixed pair at `path`.
pub fn part(path: &DocPath, at: usize) -> String {
    let pattern = path.pattern();
    let names = PAIRS.iter().find(|(end, _)| ends(&pattern, end));
    names.and_then(|(_, names)| names.get(at)).map_or_else(|| (at + 1).to_string(), |name| (*name).to_owned())
}

/// Returns the singular name of a row of the list at `path`, such as `"Formation"`.
pub fn one(path: &DocPath) -> String {
    let name = path.0.iter().rev().find_map(|step| match step {
        PathStep::Key(key) => Some(key.as_str()),
        PathStep::Index(_) => None,
    });
    match name.unwrap_or_default() {
        "hold" | "points" => "Place that scores".to_owned(),
        "levels" => "Outcome".to_owned(),
        "sudden" | "last" => "Ending".to_owned(),
        "chit" => "Event chit".to_owned(),
        "computer" => "Advice".to_owned(),
        "hexside" => "Hexside feature".to_owned(),
        "moved" => "Reassigned hex".to_owned(),
        "named" => "Mega-hex name".to_owned(),
        "define" => "Definition".to_owned(),
        "forbid" => "Prohibition".to_owned(),
        "allow" => "Exception".to_owned(),
        "win" => "Victory condition".to_owned(),
        "table" => "Choice of tables".to_owned(),
        name => plain(name),
    }
}

/// Returns the plural name of the rows of the list at `path`, such as `"Formations"`.
pub fn many(path: &DocPath) -> String {
    match path.last_key().unwrap_or_default() {
        "entry" => "Entries".to_owned(),
        "terrain" if path.parent().is_some_and(|table| table.0.is_empty()) => "Areas of terrain".to_owned(),
        "terrain" => "Terrain chart".to_owned(),
        "computer" => "Advice for computer players".to_owned(),
        "earthworks" => "Earthworks".to_owned(),
        "hold" | "points" => "Places that score".to_owned(),
        _ => plural(2, &one(path)),
    }
}

/// Returns a key or a word of the file in plain words: `chit_from_turn` is `Chit from turn`, and `krupps-guns` is `Krupp's Guns`.
/// A name with other characters than lower-case letters, digits, `_` and `-`, or without a letter, is returned unchanged.
pub fn plain(name: &str) -> String {
    if let Some((_, proper)) = NAMES.iter().find(|(word, _)| *word == name) {
        return (*proper).to_owned();
    }
    let is_of_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    if !name.chars().all(is_of_key) || !name.chars().any(|c| c.is_ascii_lowercase()) {
        return name.to_owned();
    }
    let mut words: Vec<String> = name
        .split(['_', '-'])
        .map(|word| if CAPITALS.contains(&word) { word.to_uppercase() } else { word.to_owned() })
        .collect();
    if let Some(first) = words.first_mut() {
        *first = capital(first);
    }
    words.join(" ")
}

/// Returns `text`, cut after `most` characters.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text).trim_end()),
        None => text.to_owned(),
    }
}

/// Returns `text` with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns `noun`, in the plural unless `count` is 1.
///
/// ```
/// # use battlewright_schema::words::plural;
/// assert_eq!([plural(1, "hex"), plural(2, "hex"), plural(0, "unit")], ["hex", "hexes", "units"]);
/// assert_eq!([plural(2, "trench"), plural(2, "loss")], ["trenches", "losses"]);
/// ```
pub fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => noun.to_owned(),
        _ if ["x", "s", "ch"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Returns a count with its noun, such as `"1 hex"` or `"3 hexes"`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", plural(count, noun))
}

/// Returns `text` with a small first letter, for use within a sentence.
pub fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    // Abbreviations such as ER and HQ stay unchanged.
    if letters.clone().next().is_some_and(char::is_uppercase) {
        return text.to_owned();
    }
    first.to_lowercase().chain(letters).collect()
}

/// Returns the display form of `word` in a list of choices.
pub fn word(word: WordValue) -> String {
    let shown = plain(word.word);
    // If the word is a single symbol, its meaning is shown as well.
    if shown == word.word && !word.meaning.is_empty() {
        return format!("{shown}  {}", word.meaning.trim_end_matches('.'));
    }
    shown
}

/// Returns the display form of an item with an id in a list of choices.
pub fn known(id: Id, known: &NamedItem) -> String {
    let printed = id == Id::ENTRY || id == Id::EXIT || id == Id::LETTER;
    if printed && known.name != known.id { format!("{} — {}", known.id, known.name) } else { known.name.clone() }
}

/// Returns items joined by commas, with `and` before the last; `"none"` if there are none.
pub fn listed(items: impl Iterator<Item = String>, and: &str) -> String {
    let items: Vec<String> = items.collect();
    match items.split_last() {
        None => "none".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} {and} {last}", rest.join(", ")),
    }
}

/// Returns the name of a side, or its id if there is no such side.
pub fn side_name(common: &dyn Common, id: &SideId) -> String {
    let sides = common.sides();
    sides.iter().find(|side| side.id == id).map_or(id.as_str(), |side| side.name).to_owned()
}

/// Returns the name of a place, or its id if it has none.
pub fn place_name(common: &dyn Common, id: &PlaceId) -> String {
    let place = common.places().iter().find(|place| place.id == *id && !place.name.is_empty());
    place.map_or(id.as_str(), |place| &place.name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> DocPath {
        text.split('.').fold(DocPath::root(), |path, part| match part.strip_suffix("[]") {
            Some(list) => path.key(list).index(0),
            None => path.key(part),
        })
    }

    const TABLE: System = System::Outrance;

    #[test]
    fn labels_are_plain_words() {
        for (at, expected) in [
            ("unit[].er", "ER"),
            ("unit[].kind", "Arm"),
            ("unit[].at", "Hex"),
            ("unit[].combat", "Combat"),
            ("hexside[].kind", "Feature"),
            ("unit[].enters.at", "Entry"),
            ("formation[].chit_from_turn", "Chit from turn"),
            ("formation[].hq", "Headquarters"),
            ("rules.forbid", "Prohibitions"),
            ("rules.event[].do", "Effects"),
            ("formation[].hq.attack", "Attack rating"),
            ("side.french.hq.range", "Command range"),
            ("side.french.ammunition", "Ammunition"),
            ("victory.hold[].points_per_hex", "Each hex"),
            ("chit[].side", "Side"),
            ("rules.hq_placement", "HQ placement"),
            ("first_turn", "First turn"),
            ("unit[].sp", "SP"),
            ("unit[].tcr", "TCR"),
            ("formation[].hq.front.rating", "Command rating"),
            ("victory.points", "Places that score"),
            ("victory.points[].points", "Each hex"),
            ("map.levels", "Levels"),
        ] {
            assert_eq!(label(System::MarsLaTour, &path(at)), expected, "{at}");
        }
        assert_eq!((short("Rezonville", 4).as_str(), short("Rezo", 4).as_str()), ("Rezo…", "Rezo"));
        assert_eq!(many(&path("entry")), "Entries");
        assert_eq!(
            (many(&path("map.terrain")).as_str(), many(&path("terrain")).as_str()),
            ("Terrain chart", "Areas of terrain")
        );
        assert_eq!(
            (label(TABLE, &path("unit[].posture")).as_str(), unit(TABLE, &path("unit[].front"))),
            ("Posture", "bases")
        );
        assert_eq!(
            (label(TABLE, &path("unit[].enters.toward")).as_str(), unit(TABLE, &path("table.width"))),
            ("Marches toward", "inches")
        );
        assert_eq!([label(TABLE, &path("unit[].at")), label(TABLE, &path("unit[].enters.at"))], ["Position", "Entry"]);
        assert_eq!(many(&path("formation")), "Formations");
        assert_eq!(many(&path("earthworks")), "Earthworks");
        assert_eq!((many(&path("trench")).as_str(), many(&path("victory.loss")).as_str()), ("Trenches", "Losses"));
        assert_eq!(many(&path("victory.points")), "Places that score");
        assert_eq!((one(&path("chit[]")).as_str(), one(&path("victory.last[]")).as_str()), ("Event chit", "Ending"));
        assert_eq!(unit(System::PositionMagnifique, &path("side.french.ammunition")), "AP");
        assert_eq!(unit(System::PositionMagnifique, &path("unit[].range")), "hexes");
        assert_eq!(unit(System::PositionMagnifique, &path("unit[].combat")), "");
        assert_eq!((part(&path("unit[].combat"), 1).as_str(), part(&path("x"), 1).as_str()), ("reduced", "2"));
        assert_eq!((lower("HQ placement").as_str(), lower("Chit").as_str()), ("HQ placement", "chit"));
        assert_eq!(
            [plain("MT").as_str(), plain("-").as_str(), plain("horse-artillery").as_str(), plain("3-4").as_str()],
            ["MT", "-", "Horse artillery", "3-4"]
        );
    }
}
