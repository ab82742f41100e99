//! Checks of the charts of every system: nothing is missing, no value is printed from a constant, no code is unexplained.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use battlewright_charts::{Chart, ChartKind, charts, left_out, needed, needed::is_shown, source::Source};
use battlewright_schema::{DocPath, PathStep, Scenario, System, load, template};
use serde_json::Value;

/// Makes the tests that the charts of every system pass: of `$system`, on at most `$pages` pages, with the questions of a file.
macro_rules! tests_of_system {
    ($system:expr, $pages:literal pages, $questions:literal) => {
        const SYSTEM: battlewright_schema::System = $system;

        #[test]
        fn every_chart_is_whole_and_has_its_place() {
            assert!(crate::frame::dump(SYSTEM) > 100);
            crate::frame::assert_whole(SYSTEM, $pages);
        }

        #[test]
        fn nothing_that_a_player_needs_is_missing() {
            crate::frame::assert_complete(SYSTEM);
        }

        #[test]
        fn no_number_is_printed_from_a_constant() {
            crate::frame::assert_no_constants(SYSTEM);
        }

        #[test]
        fn the_words_are_those_of_players() {
            crate::frame::assert_words(SYSTEM);
        }

        #[test]
        fn questions_of_play_are_answered_by_the_charts_alone() {
            crate::frame::assert_answers(SYSTEM, include_str!($questions));
        }
    };
}
pub(crate) use tests_of_system;

/// Returns the bundled scenarios of a system and its template, each with the name of its file.
pub(crate) fn scenarios(system: System) -> Vec<(String, Scenario)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ext| ext == "toml"));
    files.sort();
    let own = |file: PathBuf| {
        let name = file.file_stem()?.to_str()?.to_owned();
        let scenario = load(&fs::read_to_string(&file).ok()?).scenario?;
        (scenario.system() == system).then_some((name, scenario))
    };
    let mut all: Vec<(String, Scenario)> = files.into_iter().filter_map(own).collect();
    assert!(!all.is_empty(), "{system:?}");
    all.push(("template".to_owned(), load(template(system)).scenario.unwrap()));
    all
}

/// Returns the bundled scenario with this name of its file.
pub(crate) fn scenario(system: System, name: &str) -> Scenario {
    scenarios(system).into_iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("{name}")).1
}

/// Returns the facts of the chart with this id.
pub(crate) fn facts(charts: &[Chart], id: &str) -> Vec<String> {
    charts.iter().find(|chart| chart.id == id).unwrap_or_else(|| panic!("no chart {id}")).facts()
}

/// Prints all charts of a system as text, to be read with `--nocapture`, and returns how many facts they have.
pub(crate) fn dump(system: System) -> usize {
    let mut count = 0;
    for (name, scenario) in scenarios(system) {
        println!("\n======== {name}");
        for chart in charts(&scenario) {
            let place = chart.place;
            println!(
                "\n-- {} · {} [{} | p{} r{} w{}]",
                chart.title, chart.aside, chart.id, place.page, place.order, place.span
            );
            count += chart.facts().len();
            chart.facts().iter().for_each(|fact| println!("   {fact}"));
        }
    }
    count
}

/// Checks that each chart has content, a title and a name of its own, and stands on one of `pages` pages.
pub(crate) fn assert_whole(system: System, pages: u8) {
    for (name, scenario) in scenarios(system) {
        let all = charts(&scenario);
        assert!(all.len() > 3, "{name}");
        let ids: BTreeSet<&str> = all.iter().map(|chart| chart.id).collect();
        assert_eq!(ids.len(), all.len(), "{name}: {ids:?}");
        for chart in &all {
            assert!(!chart.facts().is_empty() && !chart.title.is_empty(), "{name}: {} is empty", chart.id);
            assert!((1..=pages).contains(&chart.place.page), "{name}: {}", chart.id);
            assert!((1..=12).contains(&chart.place.span), "{name}: {}", chart.id);
            assert_shape(chart, &name);
        }
        assert!((1..=pages).all(|page| all.iter().any(|chart| chart.place.page == page)), "{name}");
    }
}

/// Checks that each row has as many cells as its chart has heads.
fn assert_shape(chart: &Chart, name: &str) {
    let id = chart.id;
    match &chart.kind {
        ChartKind::Grid(grid) => {
            assert!(grid.rows.iter().all(|row| row.cells.len() == grid.columns.len()), "{name}: {id}");
        }
        ChartKind::Odds(odds) => {
            assert!(odds.rows.iter().all(|row| row.cells.len() + 1 == odds.heads.len()), "{name}: {id}");
        }
        ChartKind::Terrain(terrain) => {
            assert!(terrain.rows.iter().all(|row| row.cells.len() == terrain.heads.len()), "{name}: {id}");
            let columns: usize = terrain.bands.iter().map(|band| band.columns).sum();
            assert!(terrain.bands.is_empty() || columns == terrain.heads.len(), "{name}: {id}");
        }
        ChartKind::List(list) => {
            assert!(list.rows.iter().all(|row| row.cells.len() == list.heads.len()), "{name}: {id}");
        }
        ChartKind::Modifiers(groups) => {
            for modifier in groups.iter().flat_map(|group| &group.modifiers) {
                assert!(!modifier.amounts.is_empty() && !modifier.whose.is_empty(), "{name}: {id}: {}", modifier.when);
            }
        }
        ChartKind::Key(entries) => {
            let keys: Vec<String> = entries.iter().map(|(short, _)| short.to_lowercase()).collect();
            assert!(keys.is_sorted(), "{name}: {id}: {keys:?}");
        }
        ChartKind::Steps(_) | ChartKind::Tracks(_) | ChartKind::Text(_) => {}
    }
}

/// Checks that the charts show every field that they must show.
pub(crate) fn assert_complete(system: System) {
    for (name, scenario) in scenarios(system) {
        let all = charts(&scenario);
        let missing: Vec<String> =
            needed(&scenario).iter().filter(|path| !is_shown(&all, path)).map(ToString::to_string).collect();
        assert!(missing.is_empty(), "{name}: {missing:#?}");
    }
}

/// Checks that a change of any number, and of any yes or no, of the rules changes a chart, and that this chart is marked.
pub(crate) fn assert_no_constants(system: System) {
    for (name, scenario) in scenarios(system) {
        let before = charts(&scenario);
        let source = Source::new(&scenario);
        let (mut silent, mut tried) = (Vec::new(), 0);
        for (path, value) in changeable(&scenario.rules_in_force()) {
            if left_out(&source, &path).is_some() {
                continue;
            }
            // A change back to the published value is no change to mark.
            let published = at(system.published(), &path.0[1..]);
            let values = others(&value).into_iter().filter(|value| published != Some(value));
            let Some(other) = values.into_iter().find_map(|value| with(&scenario, &path, value)) else {
                continue;
            };
            tried += 1;
            let after = charts(&other);
            let differs = |chart: &&Chart| {
                before.iter().find(|old| old.id == chart.id).map(Chart::facts).as_ref() != Some(&chart.facts())
            };
            let told: Vec<&Chart> = after.iter().filter(differs).collect();
            if !told.iter().any(|chart| chart.is_changed()) {
                silent.push(format!("{path}: {}", if told.is_empty() { "no fact differs" } else { "no mark" }));
            }
        }
        assert!(silent.is_empty(), "{name}: {silent:#?}");
        assert!(tried > 10, "{name}: {tried}");
    }
}

/// Returns the value at these steps.
fn at<'v>(mut value: &'v Value, steps: &[PathStep]) -> Option<&'v Value> {
    for step in steps {
        value = match step {
            PathStep::Key(key) => value.get(key)?,
            PathStep::Index(index) => value.get(*index)?,
        };
    }
    Some(value)
}

/// Returns the numbers, and each yes or no, of the rules.
fn changeable(rules: &Value) -> Vec<(DocPath, Value)> {
    fn walk(path: &DocPath, value: &Value, all: &mut Vec<(DocPath, Value)>) {
        match value {
            Value::Object(entries) => entries.iter().for_each(|(key, value)| walk(&path.clone().key(key), value, all)),
            Value::Array(rows) => rows.iter().enumerate().for_each(|(at, row)| walk(&path.clone().index(at), row, all)),
            Value::Number(_) | Value::Bool(_) => all.push((path.clone(), value.clone())),
            Value::String(text) if text.parse::<f64>().is_ok() => all.push((path.clone(), value.clone())),
            _ => {}
        }
    }
    let mut all = Vec::new();
    walk(&DocPath::root().key("rules"), rules, &mut all);
    all.retain(|(path, _)| path.to_string() != "rules.version");
    all
}

/// Returns values beside this one.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(yes) => vec![Value::Bool(!yes)],
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            vec![(number + 1).into(), (number - 1).into()]
        }
        // A length.
        Value::String(text) => {
            let longer = text.parse::<f64>().ok().map(|length| Value::String(format!("{}", length + 1.0)));
            longer.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the scenario with another value of a rule, in a table that is written whole; `None` if the value is out of range.
pub(crate) fn with(scenario: &Scenario, path: &DocPath, value: Value) -> Option<Scenario> {
    let depth = if path.to_string().starts_with("rules.tables.") { 3 } else { 2 };
    let top = DocPath(path.0[..depth].to_vec());
    let mut whole = scenario.rule_in_force(&top)?;
    let mut at = &mut whole;
    for step in &path.0[depth..] {
        at = match step {
            PathStep::Key(key) => at.get_mut(key)?,
            PathStep::Index(index) => at.get_mut(*index)?,
        };
    }
    *at = value;
    let mut other = scenario.clone();
    other.set(&top, Some(whole)).ok()?;
    Some(other)
}

/// Checks the words: no keys and ids of files, and an explanation on the same page for each code in a cell of a grid.
pub(crate) fn assert_words(system: System) {
    for (name, scenario) in scenarios(system) {
        let all = charts(&scenario);
        let ids = raw_ids(&scenario);
        for chart in &all {
            let texts = [vec![chart.title.clone(), chart.aside.text()], chart.facts(), heads(chart)].concat();
            for text in texts {
                let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).collect();
                let plain = |word: &&str| {
                    !word.contains('_') && !["true", "false", "null"].contains(word) && !ids.contains(*word)
                };
                assert!(words.iter().all(plain), "{name}: {}: {text}", chart.id);
                assert!(
                    !text.contains("  ") && !text.contains(" ,") && !text.contains(" ."),
                    "{name}: {}: {text:?}",
                    chart.id
                );
            }
            for code in codes(chart) {
                assert!(is_explained(&all, chart.place.page, &code), "{name}: {}: {code} is not explained", chart.id);
            }
        }
    }
}

/// Returns the ids of units, places and formations that no player knows: those that are no names and no plain words.
fn raw_ids(scenario: &Scenario) -> BTreeSet<String> {
    let common = scenario.common();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut ids: BTreeSet<String> = BTreeSet::new();
    for unit in (0..common.unit_count()).filter_map(|index| common.unit(index)) {
        ids.insert(unit.id.to_string());
        names.extend([unit.name.to_owned(), unit.label.to_owned()]);
    }
    for place in common.places() {
        ids.insert(place.id.to_string());
        names.insert(place.name.to_string());
    }
    for formation in common.formations() {
        ids.insert(formation.id.to_string());
        names.insert(formation.name.to_owned());
    }
    ids.retain(|id| id.contains('-') && !names.contains(id));
    ids
}

/// Returns the heads of a chart.
fn heads(chart: &Chart) -> Vec<String> {
    match &chart.kind {
        ChartKind::Grid(grid) => {
            let columns = grid.columns.iter().map(|(head, small)| format!("{head} {small}").trim().to_owned());
            columns.chain([grid.rows_are.clone(), grid.columns_are.clone()]).collect()
        }
        ChartKind::Odds(odds) => odds.heads.clone(),
        ChartKind::Terrain(terrain) => terrain.heads.clone(),
        ChartKind::List(list) => list.heads.clone(),
        ChartKind::Modifiers(groups) => {
            groups.iter().flat_map(|group| [group.title.clone(), group.amounts_are.clone()]).collect()
        }
        ChartKind::Steps(phases) => phases.iter().map(|phase| phase.title.clone()).collect(),
        ChartKind::Tracks(_) | ChartKind::Key(_) | ChartKind::Text(_) => Vec::new(),
    }
}

/// Returns the cells of a grid that have letters.
fn codes(chart: &Chart) -> BTreeSet<String> {
    let ChartKind::Grid(grid) = &chart.kind else { return BTreeSet::new() };
    let cells = grid.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.clone());
    cells.filter(|text| text.contains(char::is_alphabetic)).collect()
}

/// Returns `true` if a legend or a key of the page has the code, or all its parts, with or without their numbers.
fn is_explained(charts: &[Chart], page: u8, code: &str) -> bool {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for chart in charts.iter().filter(|chart| chart.place.page == page) {
        let entries = match &chart.kind {
            ChartKind::Grid(grid) => &grid.legend,
            ChartKind::Key(entries) => entries,
            _ => continue,
        };
        for (short, _) in entries {
            known.insert(short.clone());
            known.extend(parts(short));
        }
    }
    let letters = |part: &String| part.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    known.contains(code)
        || parts(code)
            .iter()
            .all(|part| letters(part).is_empty() || known.contains(part) || known.contains(&letters(part)))
}

fn parts(code: &str) -> Vec<String> {
    code.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Checks the questions of a system: each line of the text is `scenario | question | chart | words of one fact`. Words that do not
/// stand beside each other are parted by `…`.
pub(crate) fn assert_answers(system: System, questions: &str) {
    let lines: Vec<&str> = questions.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(lines.len() >= 12, "{system:?}: {} questions", lines.len());
    for line in lines {
        let [name, question, id, answer] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let facts = facts(&charts(&scenario(system, name)), id);
        let has = |fact: &String| {
            let mut rest = fact.as_str();
            answer.split('…').map(str::trim).all(|part| match rest.split_once(part) {
                Some((_, after)) => {
                    rest = after;
                    true
                }
                None => false,
            })
        };
        assert!(facts.iter().any(has), "{question} {answer:?} is not in {id}: {facts:#?}");
    }
}
