//! Remedies of findings in terms of the window: they name objects instead of ids, and refer to tools, tabs and the
//! inspector instead of lines of the file.

mod templates;

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{Common, Diagnostic, DocPath, Id, PathStep, Scenario, words};
use serde_json::Value;

use crate::model::selection::Selection;
use templates::REMEDIES;

/// The remedy of a finding without a template and without help of its own.
const UNHELPED: &str = "Correct it in the Source tab.";

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
    pub fn name_of(&self, scenario: &Scenario, path: &DocPath) -> Option<String> {
        let text = |row: &Value, key: &str| {
            row.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        match path.0.as_slice() {
            [PathStep::Key(list), PathStep::Index(n), ..]
                if (list == "road" || list == "hexside") && scenario.common().table().is_none() =>
            {
                long(scenario.common(), list, *n)
            }
            [PathStep::Key(list), PathStep::Index(n), rest @ ..] => {
                let row = scenario.get(&path.row()?)?;
                let id = text(&row, "id");
                let name = id.as_deref().and_then(|id| self.name(id)).map(str::to_owned);
                match list.as_str() {
                    "entry" | "exit" => id.map(|id| format!("{list} {id}")),
                    "computer" => {
                        let side = text(&row, "side")?;
                        Some(format!("the advice for {}", self.name(&side).unwrap_or(&side)))
                    }
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
            ("{field}", Self::field),
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
        let called = self.scenario.and_then(|(scenario, names)| names.name_of(scenario, &self.path()?));
        called.unwrap_or_else(|| match self.finding.path.row() {
            Some(row) => format!("the {}", words::lower(&words::one(&row))),
            None => "it".to_owned(),
        })
    }

    /// Returns the label of the field, in lower case.
    fn field(&self) -> String {
        let path = &self.finding.path;
        let plain = || words::plain(path.last_key().unwrap_or_default());
        words::lower(&self.scenario.map_or_else(plain, |(scenario, _)| words::label(scenario.system(), path)))
    }

    /// Returns the display name of the related object.
    fn other(&self) -> String {
        let path = self.finding.related.first().map(|related| &related.path).filter(|_| self.complete);
        let called = self.scenario.and_then(|(scenario, names)| names.name_of(scenario, path?));
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
    use super::templates::SERVED;
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
