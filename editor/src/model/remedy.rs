//! Remedies of findings in terms of the window: they name objects instead of ids, and refer to tools, tabs and the
//! inspector instead of lines of the file.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Common, Diagnostic, DocPath, Id, PathStep, Scenario, words};
use serde_json::Value;

use crate::model::selection::Selection;

/// The remedy of a finding without a template and without help of its own.
const UNHELPED: &str = "Correct it in the Source tab.";

/// The templates of remedies by the code of the finding. `{it}` is the object of the finding, `{other}` the related
/// object, `{value}` the invalid value, `{field}` the label of the field, `{side}` the side of the row and `{help}` the
/// help text of the finding. A part in brackets is left out if the finding has no help. A code followed by the list of
/// the row takes precedence over the code alone.
const REMEDIES: &[(&str, &str)] = &[
    ("ammunition-out-of-range", "Set the ammunition of {it} to what the track has room for[: {help}]"),
    ("arrives-too-late", "Let {it} enter earlier, or nearer to an important place"),
    ("assault-table-order", "Correct the Assault Combat Table in the Tables tab[: {help}]"),
    ("assault-table-shape", "Correct the Assault Combat Table in the Tables tab[: {help}]"),
    ("attack-table-gap", "Correct the Attack Table in the Tables tab[: {help}]"),
    ("attack-table-overlap", "Correct the Attack Table in the Tables tab[: {help}]"),
    ("bad-breakdown-unit", "Let {it} be no breakdown unit, or correct its arm[: {help}]"),
    ("bad-chosen-chit", "Remove {value} from the chosen chits of {it}[: {help}]"),
    (
        "bad-clock",
        "Write the time of turn 1 as hours and minutes, such as 09:30, on the scenario page of the inspector",
    ),
    ("bad-column", "Give each reinforcement in the column its own position, or let all of them enter in any order"),
    ("bad-counter", "Correct the numbers on the counter of {it} in the inspector[: {help}]"),
    ("bad-ending", "Set the winner of this ending and the places the winner must hold, on the victory page"),
    ("bad-hexside", "Remove this hexside from {it}, and draw it again with the Hexside tool"),
    ("bad-level", "Set the level of the hex with the Elevation tool[: {help}]"),
    ("bad-numbering", "Renumber the hexes, with Renumber in the Map menu[: {help}]"),
    ("bad-string", "Let the string of {it} lead over hexes of its zone[: {help}]"),
    ("blocked-entry", "Move {it} to a hex from which a unit can step onto the map[: {help}]"),
    ("breakdown-pool", "Remove {it}, or change what it can come from[: {help}]"),
    ("bridge-over-nothing", "Remove the bridge, or draw the water that it crosses with the Hexside tool"),
    (
        "campaign-without-clock",
        "Give the time of turn 1 and the length of a turn, on the scenario page of the inspector",
    ),
    ("chit-too-early", "Put the chit of {it} into the cup on the turn when its first units arrive"),
    ("chit-too-late", "Put the chit into the cup on an earlier turn, or let the units that wait for it arrive later"),
    ("combat-outlier", "Correct the strength of {it}. If it is intended, allow the finding"),
    ("cut-off-hexes", "Connect these hexes to the rest of the map with the Terrain brush, or remove them from the map"),
    ("duplicate-id", "Give {it} a unique id in the inspector[: {help}]"),
    ("earthworks-twice", "Remove {value} from one of the two rows of earthworks"),
    ("empty-id", "Give {it} a short id of its own in the inspector"),
    ("empty-label", "Enter the text of the label in the inspector, or delete the label"),
    ("empty-source", "Enter the source of {it}, or remove the empty source"),
    ("ending-holds-at-start", "Make the condition of the ending harder, or let it apply from a later turn"),
    ("entry-beside-road", "Move {it} onto the road that leaves the map beside it"),
    ("entry-not-on-edge", "Move {it} to a hex at the edge of the map. {value} is not one"),
    ("entry-queue", "Let some units arrive on other turns or at another entry, or give {it} more hexes"),
    ("entry-turn-outside-game", "Drag {it} to another turn on the turn track, or give the game more turns"),
    ("er-out-of-range", "Set the ER of {it} to one that a counter can have[. {help}]"),
    ("er-outlier", "Correct the ER of {it}. If it is intended, allow the finding"),
    ("escape-beyond-strength", "Require fewer escaped infantry, or give the side more infantry[: {help}]"),
    ("event-chit-count", "Add Event Chits of the side, or remove some, until it has ten"),
    ("exit-not-on-edge", "Move {it} to a hex at the edge of the map. {value} is not one"),
    ("exit-without-units", "Give {it} to the other side, or give {side} units"),
    ("fire-table-order", "Correct the Fire Combat Table in the Tables tab[: {help}]"),
    ("fire-table-shape", "Correct the Fire Combat Table in the Tables tab[: {help}]"),
    ("first-turn-after-last", "Let the game begin on an earlier turn, or give it more turns"),
    ("fixed-level", "Remove the level in the Source tab. It has no effect"),
    ("flat-scan", "Fit the scan to the hexes again, with Trace a scan in the Tools menu"),
    ("formation-without-chit", "Give the chit of {it} a turn when it goes into the cup, or let {side} choose it"),
    ("formation-without-units", "Give {it} units, or delete it"),
    ("group-turns", "Let the whole group enter on one turn, or give {it} another group"),
    ("half-clock", "Give both the time of turn 1 and the length of a turn, or neither"),
    ("hex-off-map", "Choose a hex of the map for {it} instead of {value}[: {help}]"),
    ("hex-off-map:unit", "Drag {it} to a hex of the map. {value} is not one"),
    ("hex-off-map:hexside", "Remove this hexside from {it}. It is not on the map"),
    ("hex-off-map:road", "Draw {it} again with the Road tool, over hexes of the map"),
    ("hexside-not-neighbors", "Remove this hexside from {it}, or draw it between two adjacent hexes[: {help}]"),
    ("hexside-twice", "Remove one of the two with the Hexside tool"),
    ("hq-too-far", "Let {it} and its headquarters enter the map nearer to each other, or let the headquarters move"),
    ("hq-with-enemy", "Move {it} or the enemy unit to another hex"),
    ("idle-detour", "Let units enter at the start of {it}, or delete the detour"),
    ("isolated-road", "Extend {it} to its origin or destination, with the Road tool"),
    ("label-repeats-place", "Delete the label. The place already shows its name"),
    ("levels-mismatch", "Correct the rows of levels in the Source tab[: {help}]"),
    ("like-colors", "Give {it} a color that is clearly lighter or darker than that of {other}"),
    ("lonely-height", "Correct the level of the hex with the Elevation tool[: {help}]"),
    ("meaningless-offset", "Set the shifted hexes of the other direction. This direction has no meaning here"),
    ("missing-event", "Put the missing event on a chit that repeats another one[: {help}]"),
    ("missing-key", "Fill in the {field} in the Source tab[: {help}]"),
    ("missing-slope", "Draw the missing slopes with the Hexside tool, or use Slopes from levels in the Tools menu"),
    ("mitrailleuse-too-late", "Let the mitrailleuse of {it} arrive earlier, or clear its turn"),
    ("movement-outlier", "Correct the Movement Allowance of {it}. If it is intended, allow the finding"),
    ("no-hexes", "Give {it} at least one hex, or delete it"),
    ("no-source", "Enter the source of {it} in the inspector, even if it is your own estimate"),
    ("number-out-of-range", "Set the {field} of {it} to a number within its limits[. {help}]"),
    (
        "numbering-mismatch",
        "Change the numbering on the scenario page of the inspector to match the hex names in the scenario",
    ),
    ("offset-mismatch", "Shift the other columns or rows, on the scenario page of the inspector"),
    ("order-pairs", "Give {it} each of the four orders once[: {help}]"),
    ("overlapping-places", "Remove {value} from {it} or from {other}"),
    ("place-too-far", "Give the game more turns, or let the winner start nearer"),
    ("place-twice", "Merge the two places, or rename one of them"),
    ("prussian-mitrailleuse", "Remove the mitrailleuse of {it}"),
    (
        "ragged-map-rows",
        "Make each row of letters as long as the map is wide, in the Source tab, or change the number of columns",
    ),
    ("range-outlier", "Correct the range of {it}. If it is intended, allow the finding"),
    ("reinforcements-without-chit", "Give the chit of the formation a turn when it goes into the cup"),
    ("repeated-hex", "Remove one of the two {value}, or enter the intended hex"),
    ("reserved-terrain-letter", "Give {it} another letter in the inspector"),
    ("road-gap", "Draw {it} again through adjacent hexes with the Road tool[: {help}]"),
    ("road-into-river", "Draw a bridge with the Hexside tool where the road crosses the river"),
    ("road-twice", "Delete {it}, or extend it to its destination"),
    ("same-nation", "Make one side French and the other one Prussian"),
    ("scattered-place", "Remove {value} from {it}, or make it a separate place"),
    ("shadowed-ending", "Change the conditions of one of the two endings, or delete one"),
    ("shared-entry", "Give each side its own hex at the edge of the map"),
    ("short-map", "Add the rows of letters that are missing in the Source tab, or lower the number of rows"),
    ("short-road", "Extend {it} to another hex, or delete it"),
    ("side-cannot-win", "Add an ending that this side wins, on the victory page"),
    ("side-count", "Give the scenario two sides, in the Source tab"),
    ("side-without-units", "Give {it} at least one unit"),
    ("slope-on-level-ground", "Remove the slope, or correct one of the two levels with the Elevation tool"),
    ("small-unit-figures", "Give {it} the same number twice, or let it be no Small Unit"),
    ("split-formation", "Correct the side of {it}, or give the formations of the two sides different names"),
    ("steep-road", "Correct one of the two levels with the Elevation tool, or reroute the road"),
    ("stream-and-river", "Remove one of the two with the Hexside tool[: {help}]"),
    ("stream-gap", "Draw the missing piece of {it} with the Hexside tool"),
    ("superior-table-weaker", "Correct one of the two fire tables in the Tables tab[: {help}]"),
    ("table-gap", "Add the missing row in the Tables tab"),
    ("table-overlap", "Keep one row for each value, in the Tables tab"),
    ("terrain-classes", "Remove {value} from the classes of {it}[: {help}]"),
    ("theme-mismatch", "Correct the theme file, or add to the scenario the items that the theme mentions"),
    ("too-large-to-play", "To play the scenario, crop the map with Resize in the Map menu, or remove unneeded objects"),
    ("too-long", "Shorten the text in the inspector"),
    ("too-many", "Remove unneeded objects[: {help}]"),
    ("too-many-findings", "Correct the listed problems. The others then appear"),
    ("too-many-rows", "Remove the extra rows of letters in the Source tab, or raise the number of rows"),
    ("town-beside-road", "Route the road through {it}, or move {it} to the road"),
    ("track-order", "Put the rows into their order in the Tables tab[: {help}]"),
    ("twin-terrain", "Use one letter for {it}, or give the two different names"),
    ("twin-units", "Give one of the two another name or label in the inspector"),
    ("two-units-in-one-hex", "Drag {it} or {other} to another hex"),
    ("unit-neither-starts-nor-enters", "Drag {it} to the map, or give it a turn and an entry"),
    ("unit-starts-and-enters", "Let {it} either start on the map or enter later. Remove one of the two"),
    ("unknown-entry", "Choose another entry for {it} in the inspector[: {help}]"),
    ("unknown-exit", "Choose another exit in the inspector[: {help}]"),
    ("unknown-formation", "Choose another formation for {it} in the inspector[: {help}]"),
    ("unknown-lint", "Correct the name of the finding in the Source tab[: {help}]"),
    ("unknown-place", "Choose another place in the inspector[: {help}]"),
    ("unknown-side", "Choose another side for {it} in the inspector[: {help}]"),
    ("unknown-terrain-letter", "Paint these hexes with a terrain of the chart, or give the chart this letter"),
    ("unknown-zone", "Choose another setup zone for {it} in the inspector[: {help}]"),
    ("unnamed-place", "Give {it} a name in the inspector"),
    ("unprintable-character", "Enter the text again in the inspector, without invisible characters"),
    ("unreachable-exit", "Connect the parts of the map, move {it}, or let units of {side} enter the map there"),
    (
        "unreachable-victory-place",
        "Connect the parts of the map, move {other}, or let units of {side} enter the map there",
    ),
    ("unreadable-art", "Move the file to the expected folder, or choose another[: {help}]"),
    ("unspendable-ammunition", "Give {it} infantry, or remove its ammunition"),
    ("unused-entry", "Let units enter by {it}, or delete it"),
    ("unused-exit", "Add {it} to the exits of the escape, or delete it"),
    ("unused-terrain", "Paint {it} somewhere, or delete it"),
    ("unused-zone", "Set up units in {it}, or delete it"),
    ("useless-event", "Give {side} a unit that can use the event, or give the chit another event"),
    ("wrong-holder", "Give {it} to the side of the unit in it, or to no side"),
    ("wrong-nation-event", "Give the chit an event of its own army"),
    ("wrong-side-detour", "Let {it} lead to an entry of its own side"),
    ("wrong-side-entry", "Let {it} enter by an entry of its own side"),
    ("wrong-side-exit", "Let the side escape by exits of its own"),
    ("wrong-type", "Enter the {field} again in the Source tab[: {help}]"),
    ("zone-too-small", "Give {it} more hexes, or set up a unit elsewhere"),
    ("air-pool-short", "Add aircraft of {it}, or let it draw fewer in the Tables tab[: {help}]"),
    ("air-without-mega-hexes", "Make a hex the center of a mega-hex, on its page in the inspector"),
    ("bad-air-draw", "Correct the air draws in the Tables tab[: {help}]"),
    ("bad-attachment", "Attach {it} to a corps of its side[: {help}]"),
    ("bad-setup-span", "Correct the distances of the setup in the rules[: {help}]"),
    ("bad-support", "Let {it} be supported by other formations of its side[: {help}]"),
    ("combat-table-order", "Correct the Combat Results Table in the Tables tab[: {help}]"),
    ("combat-table-shape", "Correct the Combat Results Table in the Tables tab[: {help}]"),
    ("corps-without-hq", "Give {it} a headquarters in the inspector, or another echelon"),
    ("empty-reserve", "Add units to {it}, or remove it"),
    ("free-terrain", "Let the terrain cost 1 MP or more, in the Tables tab[: {help}]"),
    ("front-gap", "Add the hexes between to the front line[: {help}]"),
    ("front-uncovered", "Place an enemy within two hexes of this hex, or correct the front line"),
    ("idle-surprise", "Correct the turns of the surprise, or remove it[: {help}]"),
    ("level-order", "Let the levels of victory rise with their points[: {help}]"),
    ("mega-hex-center", "Use the center of a complete mega-hex[: {help}]"),
    ("mega-hex-torn", "Move the hex to a mega-hex beside it"),
    ("overstacked", "Move a unit to another hex, until no more steps stand in this one than may stack"),
    ("place-scores-twice", "Remove one of the rows by which the place scores, on the victory page"),
    ("reserve-turn", "Call up {it} earlier, or let its units enter later[: {help}]"),
    ("reserve-unit", "Name units of the side of {it} that do not start on the map[: {help}]"),
    ("same-edge", "Give the two sides opposite edges[: {help}]"),
    ("slopes-without-levels", "Set levels with the Elevation tool, or let slopes count both ways[: {help}]"),
    ("split-division", "Put the units of the division into one formation[: {help}]"),
    ("step-values", "Let the combat values of {it} fall with its steps[: {help}]"),
    ("unit-figures", "Give {it} the figures of its kind in the inspector[: {help}]"),
    ("unit-without-division", "Name the division of {it} in the inspector"),
    ("unreachable-level", "Lower the points of the level, or let more places score[: {help}]"),
    ("wrong-echelon", "Put {it} into a formation that fits[: {help}]"),
];

/// The codes of findings whose own help is shown: it concerns the text, or it names nothing but the action to take.
#[cfg(test)]
const SERVED: &[&str] = &[
    "art-outside-folder",
    "bad-value",
    "not-text",
    "syntax",
    "unknown-format",
    "unknown-key",
    "unknown-placeholder",
    "unknown-system",
    "unknown-word",
    "unplayable",
];

/// The display names of the objects of a scenario.
#[derive(Debug, Default)]
pub struct DisplayNames {
    /// The names by id; `None` for an id that two objects with different names share.
    names: BTreeMap<String, Option<String>>,
    /// The names that several units share.
    twins: BTreeSet<String>,
}

impl DisplayNames {
    /// Collects the names in `scenario`.
    pub fn of(scenario: &Scenario) -> Self {
        let mut names = Self::default();
        for id in [Id::SIDE, Id::PLACE, Id::FORMATION, Id::ZONE, Id::ENTRY, Id::EXIT] {
            let printed = id == Id::ENTRY || id == Id::EXIT;
            for known in scenario.known(id) {
                let name = if printed || known.name.is_empty() { known.id.clone() } else { known.name };
                names.add(known.id, name);
            }
        }
        let common = scenario.common();
        let units: Vec<_> = (0..common.unit_count()).filter_map(|n| common.unit(n)).collect();
        let mut seen = BTreeSet::new();
        names.twins = units.iter().filter(|unit| !seen.insert(unit.name)).map(|unit| unit.name.to_owned()).collect();
        for unit in units {
            let formation = unit.formation.map(|formation| names.name(formation).unwrap_or(formation));
            let name = match formation {
                _ if unit.name.is_empty() => unit.id.to_string(),
                Some(formation) if names.twins.contains(unit.name) => format!("{} ({formation})", unit.name),
                _ => unit.name.to_owned(),
            };
            names.add(unit.id.to_string(), name);
        }
        names
    }

    fn add(&mut self, id: String, name: String) {
        let entry = self.names.entry(id).or_insert_with(|| Some(name.clone()));
        if entry.as_ref() != Some(&name) {
            *entry = None;
        }
    }

    /// Returns the display name of `id`, or `None` if it is unknown or ambiguous.
    fn name(&self, id: &str) -> Option<&str> {
        self.names.get(id)?.as_deref()
    }

    /// Returns `text` with display names in place of the ids in backquotes.
    pub fn put_into(&self, text: &str) -> String {
        let mut named = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('`') {
            named.push_str(before);
            match after.split_once('`') {
                Some((word, behind)) => {
                    match self.name(word) {
                        Some(name) => named.push_str(name),
                        None => named.extend(["`", word, "`"]),
                    }
                    rest = behind;
                }
                None => {
                    named.push('`');
                    rest = after;
                }
            }
        }
        named.push_str(rest);
        named
    }

    /// Returns the display name of the row of `scenario` at `path`, or of the row that contains the path.
    pub fn called(&self, scenario: &Scenario, path: &DocPath) -> Option<String> {
        let text = |row: &Value, key: &str| {
            row.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        match path.0.as_slice() {
            [PathStep::Key(list), PathStep::Index(n), ..] if list == "road" || list == "hexside" => {
                long(scenario.common(), list, *n)
            }
            [PathStep::Key(list), PathStep::Index(n), rest @ ..] => {
                let row = scenario.get(&path.row()?)?;
                let id = text(&row, "id");
                let name = id.as_deref().and_then(|id| self.name(id)).map(str::to_owned);
                match list.as_str() {
                    "entry" | "exit" => id.map(|id| format!("{list} {id}")),
                    "label" => text(&row, "text").map(|words| format!("the label \u{201c}{words}\u{201d}")),
                    "place" if text(&row, "name").is_none() => {
                        Some(format!("the place in {}", scenario.common().places().get(*n)?.hexes.first()?))
                    }
                    "detour" => text(&row, "from").map(|from| format!("the detour from {from}")),
                    "formation" if rest.first() == Some(&PathStep::Key("hq".to_owned())) => {
                        text(row.get("hq")?, "name").or_else(|| Some(format!("the headquarters of {}", name?)))
                    }
                    _ => name.or_else(|| text(&row, "name")).or(id),
                }
            }
            [PathStep::Key(section), PathStep::Key(id), ..] if section == "side" => self.name(id).map(str::to_owned),
            [PathStep::Key(section), PathStep::Key(chart), PathStep::Key(letter), ..]
                if section == "map" && chart == "terrain" =>
            {
                let row = scenario.get(&DocPath::root().key("map").key("terrain").key(letter.as_str()))?;
                text(&row, "name").or_else(|| Some(format!("terrain {letter}")))
            }
            _ => None,
        }
    }
}

/// Returns the display name of row `n` of `list`, which is `hexside` or `road`. A road without a name is named by its
/// first and last hex.
fn long(common: &dyn Common, list: &str, n: usize) -> Option<String> {
    if list == "hexside" {
        return Some(format!("the {}", common.hexsides().get(n)?.kind.name()));
    }
    let road = common.roads().get(n)?;
    match (&road.name, road.path.first()?, road.path.last()?) {
        (Some(name), ..) if !name.is_empty() => Some(name.to_string()),
        (_, from, to) if from == to => Some(format!("the road in {from}")),
        (_, from, to) => Some(format!("the road from {from} to {to}")),
    }
}

/// The context in which the remedy of a finding is worded.
#[derive(Clone, Copy, Debug)]
pub struct Remedy<'a> {
    /// The readable part of the scenario and its display names.
    pub scenario: Option<(&'a Scenario, &'a DisplayNames)>,
    /// `true` if the scenario contains all rows of the file, so that the finding's path is valid in it.
    pub complete: bool,
    /// The object to select when the finding is clicked.
    pub target: Selection,
    /// The finding.
    pub finding: &'a Diagnostic,
}

impl Remedy<'_> {
    /// Returns the remedy as a sentence.
    pub fn text(&self) -> String {
        let code = self.finding.code.as_str();
        let list = match self.finding.path.0.first() {
            Some(PathStep::Key(list)) => format!("{code}:{list}"),
            _ => String::new(),
        };
        let template = |code: &str| REMEDIES.iter().find(|(known, _)| *known == code).map(|(_, template)| *template);
        let text = match template(&list).or_else(|| template(code)) {
            Some(template) => self.filled(template),
            None => self.help().unwrap_or_else(|| UNHELPED.to_owned()),
        };
        let text = words::capital(&text);
        if text.ends_with(['.', '?', '!']) { text } else { text + "." }
    }

    /// Returns `template` with the placeholders filled in.
    fn filled(&self, template: &str) -> String {
        let mut text = template.to_owned();
        if let (Some(from), Some(to)) = (text.find('['), text.find(']')) {
            let optional = text.get(from + 1..to).unwrap_or_default().to_owned();
            let part = self.help().map_or_else(String::new, |help| {
                let help = if optional.starts_with('.') { words::capital(&help) } else { help };
                optional.replace("{help}", help.trim_end_matches('.'))
            });
            text.replace_range(from..=to, &part);
        }
        for (mark, value) in [
            ("{it}", Self::it as fn(&Self) -> String),
            ("{other}", Self::other),
            ("{value}", Self::value),
            ("{side}", Self::side),
            ("{field}", |remedy| words::lower(&words::label(&remedy.finding.path))),
        ] {
            if text.contains(mark) {
                text = text.replace(mark, &value(self));
            }
        }
        text
    }

    /// Returns the help of the finding, with display names in place of ids.
    fn help(&self) -> Option<String> {
        let help = self.finding.help.as_deref()?;
        // The template has the field's label already.
        let key = self.finding.path.last_key().map(|key| format!("`{key}`: "));
        let help = key.and_then(|key| help.strip_prefix(&key)).unwrap_or(help);
        let help = self.scenario.map_or_else(|| help.to_owned(), |(_, names)| names.put_into(help));
        Some(help.replace('`', ""))
    }

    /// Returns the path of the finding in the scenario, where the index may differ from that in the file.
    fn path(&self) -> Option<DocPath> {
        let (scenario, _) = self.scenario?;
        let path = &self.finding.path;
        if self.complete {
            return Some(path.clone());
        }
        match path.row() {
            Some(row) => {
                let mut own = self.target.path(scenario).filter(|_| self.target.is_row())?;
                own.0.extend(path.0.iter().skip(row.0.len()).cloned());
                Some(own)
            }
            None => Some(path.clone()),
        }
    }

    /// Returns the display name of the object of the finding.
    fn it(&self) -> String {
        let called = self.scenario.and_then(|(scenario, names)| names.called(scenario, &self.path()?));
        called.unwrap_or_else(|| match self.finding.path.row() {
            Some(row) => format!("the {}", words::lower(&words::one(&row))),
            None => "it".to_owned(),
        })
    }

    /// Returns the display name of the related object.
    fn other(&self) -> String {
        let path = self.finding.related.first().map(|related| &related.path).filter(|_| self.complete);
        let called = self.scenario.and_then(|(scenario, names)| names.called(scenario, path?));
        called.unwrap_or_else(|| "the other".to_owned())
    }

    /// Returns the invalid value, with a display name in place of an id.
    fn value(&self) -> String {
        let value = self.scenario.and_then(|(scenario, _)| scenario.get(&self.path()?));
        match (value, self.scenario) {
            (Some(Value::String(value)), Some((_, names))) => names.name(&value).map_or(value.clone(), str::to_owned),
            (Some(Value::Number(number)), _) => number.to_string(),
            _ => "it".to_owned(),
        }
    }

    /// Returns the display name of the row's side.
    fn side(&self) -> String {
        let side = self.scenario.and_then(|(scenario, names)| {
            let path = self.path()?;
            // Rows of the victory section are nested deeper; a list as a whole has no side.
            let ends = (2..=path.0.len()).rev().filter(|end| !matches!(path.0.get(*end), Some(PathStep::Index(_))));
            let rows = ends.map(|end| DocPath(path.0.iter().take(end).cloned().collect()));
            let side = rows.filter_map(|row| Some(scenario.get(&row)?.get("side")?.as_str()?.to_owned())).next()?;
            names.name(&side).map(str::to_owned)
        });
        side.unwrap_or_else(|| "its side".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::store;
    use crate::model::store::{BUNDLED, Problem};

    /// Returns the findings in the bundled scenario after `from` is replaced by `to`.
    fn problems(from: &str, to: &str) -> Vec<Problem> {
        assert!(BUNDLED.contains(from), "{from}");
        store::read(&BUNDLED.replacen(from, to, 1)).problems
    }

    fn remedy(from: &str, to: &str, code: &str) -> String {
        let problems = problems(from, to);
        let problem = problems.iter().find(|problem| problem.finding.code.as_str() == code);
        problem.unwrap_or_else(|| panic!("no {code} in {problems:?}")).remedy.clone()
    }

    #[test]
    fn every_kind_of_finding_has_its_remedy_or_its_help() {
        let codes: BTreeSet<&str> =
            battlewright_schema::findings().iter().map(|finding| finding.code.as_str()).collect();
        let own: BTreeSet<&str> = REMEDIES.iter().map(|(code, _)| code.split(':').next().unwrap_or(code)).collect();
        let served: BTreeSet<&str> = SERVED.iter().copied().collect();
        assert_eq!(own.intersection(&served).count(), 0);
        assert_eq!(&own | &served, codes);
        for (code, template) in REMEDIES {
            assert!(!template.contains('`') && !template.ends_with('.'), "{code}: {template}");
            assert!(template.matches(['[', ']']).count() <= 2, "{code}: {template}");
        }
    }

    #[test]
    fn remedies_name_things_by_their_names() {
        let unit = "at = \"0608\"\n";
        for (to, code, text) in [
            (
                "",
                "unit-neither-starts-nor-enters",
                "Drag 11th Cavalry Brigade (Barby) to the map, or give it a turn and an entry.",
            ),
            (
                "at = \"9999\"\n",
                "hex-off-map",
                "Drag 11th Cavalry Brigade (Barby) to a hex of the map. 9999 is not one.",
            ),
            (
                "enters = { turn = 99, at = \"C\" }\n",
                "entry-turn-outside-game",
                "Drag 11th Cavalry Brigade (Barby) to another turn on the turn track, or give the game more turns.",
            ),
        ] {
            assert_eq!(remedy(unit, to, code), text);
        }
        let er = remedy("er = 2", "er = 9", "er-out-of-range");
        assert!(
            er.starts_with("Set the ER of ") && er.contains("that a counter can have. The Efficiency Rating"),
            "{er}"
        );
    }

    #[test]
    fn a_row_keeps_its_name_where_those_before_it_cannot_be_read() {
        let text = BUNDLED.replacen("er = 2", "er = \"two\"", 1).replace("at = \"0608\"", "at = \"9999\"");
        let problems = store::read(&text).problems;
        let off = problems.iter().find(|problem| problem.finding.code.as_str() == "wrong-type");
        assert!(off.unwrap().remedy.starts_with("Enter the ER again in the Source tab"), "{off:?}");
    }

    #[test]
    fn no_remedy_speaks_of_ids_or_of_the_file_unless_it_leads_there() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/diagnostics");
        let mut all = BTreeSet::new();
        let mut folders = vec![std::path::PathBuf::from(folder)];
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "toml") {
                    let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
                    all.extend(
                        store::read(&text)
                            .problems
                            .into_iter()
                            .map(|problem| (problem.finding.code.as_str(), problem.remedy)),
                    );
                }
            }
        }
        assert!(all.len() > 60, "{}", all.len());
        let odd: Vec<_> = all
            .iter()
            .filter(|(code, remedy)| !SERVED.contains(code) && !remedy.contains("Source tab"))
            .filter(|(_, remedy)| remedy.contains(['{', '}', '[', '`', '=']))
            .collect();
        assert!(odd.is_empty(), "{odd:#?}");
    }

    #[test]
    fn ids_in_quotes_become_names() {
        let names = DisplayNames::of(&store::read(BUNDLED).scenario.unwrap());
        assert_eq!(names.put_into("`mars-la-tour` and `nothing` and `"), "Mars-la-Tour and `nothing` and `");
    }
}
