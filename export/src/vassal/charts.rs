//! The charts of a module: the rules tables of the scenario as HTML pages.

use std::fmt::Write as _;

use battlewright_schema::cells::ChangedRule;
use battlewright_schema::chart::row_roll;
use battlewright_schema::rule::TableSet;
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{DocPath, PathStep, Scenario, chart, words};
use serde_json::{Map, Value};

use crate::escaped;

/// A chart: its title, file name and page.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) file: &'static str,
    pub(super) page: String,
}

/// Returns the charts of `scenario`: terrain, tables and other numbers of the rules.
pub(super) fn all(scenario: &Scenario) -> Vec<Chart> {
    let mut rules = scenario.rules_in_force();
    let changed = scenario.changed_rules();
    changed.iter().filter(|change| !change.is_whole_table()).for_each(|change| mark(&mut rules, change));
    let tables = rules.as_object_mut().and_then(|rules| rules.shift_remove("tables")).unwrap_or_default();
    let terrain = scenario.get(&DocPath::root().key("map").key("terrain")).unwrap_or_default();
    let mut body = String::new();
    for (name, table) in tables.as_object().into_iter().flatten() {
        let shape = Shape::at(scenario.system(), &DocPath::root().key("rules").key("tables").key(name.as_str()));
        let _ = write!(body, "<h2>{}</h2>{}", title(name), as_table(table, shape));
        let own = DocPath::root().key("rules").key("tables").key(name.as_str());
        body += &published(changed.iter().filter(|change| change.table().as_ref() == Some(&own)));
    }
    for choice in scenario.choices_of_tables() {
        let standing = scenario.with_tables(&TableSet::of(&choice.tables));
        for path in &choice.replaced {
            let (Some(name), Some(table)) = (path.last_key(), standing.rule_in_force(path)) else { continue };
            let shape = Shape::at(scenario.system(), path);
            let _ = write!(body, "<h2>{}: {}</h2>", title(name), escaped(&choice.name));
            let _ = write!(body, "<p>{} {}</p>", escaped(&choice.sentence), escaped(&choice.turns));
            body += &as_table(&table, shape);
        }
    }
    let numbers = as_table(&rules, None) + &published(changed.iter().filter(|change| change.table().is_none()));
    vec![
        Chart { title: "Terrain", file: "terrain.html", page: page("Terrain", &as_table(&terrain, None)) },
        Chart { title: "Tables", file: "tables.html", page: page("Tables", &body) },
        Chart { title: "Numbers", file: "numbers.html", page: page("Numbers of the rules", &numbers) },
    ]
}

/// The mark before the text of a changed value. No text of a scenario has this character.
const CHANGED: char = '\u{1}';

/// Marks the value of a change in the complete rules.
fn mark(rules: &mut Value, change: &ChangedRule) {
    let place = change.path.0.iter().skip(1).try_fold(rules, |here, step| match step {
        PathStep::Key(key) => here.get_mut(key),
        PathStep::Index(at) => here.get_mut(at),
    });
    if let (Some(place), Some(value)) = (place, &change.after) {
        let text = match value {
            Value::String(text) => text.clone(),
            value => cell(value),
        };
        *place = Value::String(format!("{CHANGED}{text}"));
    }
}

/// Returns the line about changed values, with the published ones.
fn published<'c>(changed: impl Iterator<Item = &'c ChangedRule>) -> String {
    let values: Vec<String> = changed
        .map(|change| {
            if change.is_whole_table() {
                return "the whole table".to_owned();
            }
            let name = change.cell.clone().or_else(|| change.path.last_key().map(words::plain)).unwrap_or_default();
            escaped(&format!("{name} (published: {})", change.before_in_words()))
        })
        .collect();
    if values.is_empty() { String::new() } else { format!("<p>Changed: {}</p>\n", values.join("; ")) }
}

/// Returns an HTML page, simple enough for VASSAL's viewer.
pub(super) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\"><title>{title}</title></head>\n\
         <body><h1>{title}</h1>\n{body}</body></html>\n"
    )
}

/// Formats a key as a title.
fn title(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    escaped(&format!("{first}{}", letters.as_str()))
}

/// Formats a value of this shape as a table.
fn as_table(value: &Value, shape: Option<Shape>) -> String {
    match value {
        Value::Object(object) => match (object.get("columns"), object.get("rows")) {
            (Some(Value::Array(columns)), Some(Value::Array(rows))) => grid(object, columns, rows, shape),
            _ if object.values().any(Value::is_object) => {
                records(object.iter().map(|(name, row)| (Some(name.as_str()), row)))
            }
            _ => settings(object),
        },
        Value::Array(rows) if rows.iter().all(Value::is_object) => records(rows.iter().map(|row| (None, row))),
        Value::Array(rows) => {
            let cells = rows.iter().enumerate().map(|(n, row)| vec![roll(shape, n, rows.len()), cell(row)]);
            table(&["Roll".to_owned(), "Result".to_owned()], cells)
        }
        other => cell(other),
    }
}

/// Formats a table with columns and rows of results, and its other fields below.
fn grid(object: &Map<String, Value>, columns: &[Value], rows: &[Value], shape: Option<Shape>) -> String {
    let shape = shape.and_then(|shape| shape.field("rows")).map(|rows| rows.shape);
    let table_value = Value::Object(object.clone());
    let mut heads = headings(columns);
    let first = if heads.is_empty() { Vec::new() } else { heads.remove(0) };
    let cells = rows.iter().enumerate().map(|(n, row)| {
        let results = row.as_array().into_iter().flatten().map(cell);
        let head = shape.map_or_else(|| (n + 1).to_string(), |rows_in| row_roll(&table_value, rows_in, n, rows.len()));
        std::iter::once(head).chain(results).collect()
    });
    let others = object.iter().filter(|(key, _)| !["columns", "rows"].contains(&key.as_str()));
    let others: Map<String, Value> = others.map(|(key, value)| (key.clone(), value.clone())).collect();
    let below = if others.is_empty() { String::new() } else { pairs(&others) };
    table(&first, heads.into_iter().chain(cells)) + &below
}

/// Returns the lines of headings above a table: one for columns that are values or spans, and one for each field of columns
/// with several.
fn headings(columns: &[Value]) -> Vec<Vec<String>> {
    let line =
        |head: String, of: &dyn Fn(&Value) -> String| std::iter::once(head).chain(columns.iter().map(of)).collect();
    match columns.first() {
        Some(Value::Object(first)) if first.keys().any(|key| key != "from" && key != "to") => {
            let keys = first.keys();
            keys.map(|key| line(title(key), &|column| column.get(key).map_or_else(String::new, cell))).collect()
        }
        _ => vec![line("Roll".to_owned(), &cell)],
    }
}

/// Returns the die roll of row `n` in a list of this shape, or the row's number.
fn roll(shape: Option<Shape>, n: usize, rows: usize) -> String {
    shape.map_or_else(|| (n + 1).to_string(), |shape| chart::roll(shape, n, rows))
}

/// Formats an object: its lists of records as tables, and its other fields as keys and values below.
fn settings(object: &Map<String, Value>) -> String {
    let (mut lists, mut others) = (String::new(), Map::new());
    for (key, value) in object {
        match value.as_array().filter(|rows| rows.iter().any(Value::is_object)) {
            Some(rows) => lists += &records(rows.iter().map(|row| (None, row))),
            None => {
                others.insert(key.clone(), value.clone());
            }
        }
    }
    if others.is_empty() { lists } else { lists + &pairs(&others) }
}

/// Formats an object as a table of keys and values.
fn pairs(object: &Map<String, Value>) -> String {
    table(&[], object.iter().map(|(key, value)| vec![title(key), cell(value)]))
}

/// Formats records as a table with the union of their fields as columns.
fn records<'v>(rows: impl Iterator<Item = (Option<&'v str>, &'v Value)>) -> String {
    let rows: Vec<Vec<(String, String)>> = rows.map(|(name, row)| fields(name, row)).collect();
    let mut heads: Vec<String> = Vec::new();
    for (key, _) in rows.iter().flatten() {
        if !heads.contains(key) {
            heads.push(key.clone());
        }
    }
    let of = |row: &Vec<(String, String)>, head: &String| {
        row.iter().find(|(key, _)| key == head).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let cells: Vec<Vec<String>> = rows.iter().map(|row| heads.iter().map(|head| of(row, head)).collect()).collect();
    table(&heads, cells.into_iter())
}

/// Returns the fields of a record; nested fields have both keys.
fn fields(name: Option<&str>, row: &Value) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = name.map(|name| (String::new(), escaped(name))).into_iter().collect();
    for (key, value) in row.as_object().into_iter().flatten() {
        match value {
            Value::Object(within) => {
                fields.extend(within.iter().map(|(inner, value)| (format!("{}: {inner}", title(key)), cell(value))));
            }
            _ => fields.push((title(key), cell(value))),
        }
    }
    fields
}

/// Formats a value for a cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => match text.strip_prefix(CHANGED) {
            Some(text) => format!("<b>{}</b>", escaped(text)),
            None => escaped(text),
        },
        Value::Array(values) => values.iter().map(cell).collect::<Vec<_>>().join(", "),
        Value::Object(object) => match (object.get("from"), object.get("to")) {
            (Some(from), Some(to)) if object.len() == 2 && from == to => cell(from),
            (Some(from), Some(to)) if object.len() == 2 => format!("{} to {}", cell(from), cell(to)),
            (Some(from), None) if object.len() == 1 => format!("{} or more", cell(from)),
            (None, Some(to)) if object.len() == 1 => format!("{} or less", cell(to)),
            _ => object.iter().map(|(key, value)| format!("{key} {}", cell(value))).collect::<Vec<_>>().join(", "),
        },
    }
}

fn table(heads: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = "<table border=\"1\" cellpadding=\"3\" cellspacing=\"0\">\n".to_owned();
    let mut line = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        let _ = writeln!(text, "<tr>{cells}</tr>");
    };
    if !heads.is_empty() {
        line(heads, "th");
    }
    rows.for_each(|row| line(&row, "td"));
    text + "</table>\n"
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;

    use super::*;

    fn pages(text: &str) -> Vec<Chart> {
        all(&load(text).readable.unwrap())
    }

    #[test]
    fn the_tables_have_what_the_rules_have() {
        let crisis = pages(include_str!("../../../scenarios/pm-crisis-on-the-left.toml"));
        let tables = &crisis[1].page;
        let row = "<tr><td>10</td><td>-</td><td>MT</td><td>MT</td><td>SH</td>";
        assert!(tables.contains("<h2>Fire</h2>") && tables.contains(row), "{tables}");
        assert!(tables.contains("<th>-5 or less</th>") && tables.contains("<td>yes</td>"));
        assert!(crisis[0].page.contains("<td>f</td><td>Forest</td>"), "{}", crisis[0].page);
        assert!(crisis[2].page.contains("<td>Plunging levels</td><td>2</td>"));
        let matz = pages(include_str!("../../../scenarios/matz-first-day.toml"));
        let tables = &matz[1].page;
        assert!(tables.contains("<tr><th>Odds</th><th>1:3</th><th>1:2</th>"), "{tables}");
        assert!(tables.contains("<tr><td>From</td><td>0</td><td>40</td>"), "{tables}");
        assert!(tables.contains("<tr><td>-3 or less</td><td>AE</td>"), "{tables}");
        assert!(tables.contains("<th>Class</th><th>Cost</th>") && tables.contains("<tr><td>woods</td><td>2</td>"));
        let mars = pages(include_str!("../../../scenarios/mars-la-tour.toml"));
        assert!(mars[1].page.contains("<td>1</td><td>2</td><td>retreat</td>"), "{}", mars[1].page);
    }

    #[test]
    fn exactly_the_changed_values_are_marked() {
        let cell = "[[rules.cell]]\ntable = \"combat\"\nrow = \"3\"\ncolumn = \"2:1\"\nbe = \"D\"\n\n";
        let named = "[rules.tables.tank_losses]\ngerman = 4\nfrench = 3\n\n";
        let text = battlewright_schema::template(battlewright_schema::System::Matz);
        let tables = &pages(&text.replacen("[victory]", &format!("{cell}{named}[victory]"), 1))[1].page;
        assert_eq!(tables.matches("<b>").count(), 2, "{tables}");
        assert!(tables.contains("<td><b>D</b></td>") && tables.contains("<td><b>4</b></td>"), "{tables}");
        assert!(tables.contains("<p>Changed: 3, 2:1 (published: A/D1)</p>"), "{tables}");
        assert!(!pages(text)[1].page.contains("<b>"));
    }

    #[test]
    fn pages_hold_in_other_programs() {
        for text in [
            include_str!("../../../scenarios/aac-gravelotte.toml"),
            include_str!("../../../scenarios/matz-june-1918.toml"),
            include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
            include_str!("../../../scenarios/mars-la-tour.toml"),
            &include_str!("../../../scenarios/tutorial.toml").replace("\"Woods\"", "\"<b>&\""),
        ] {
            for chart in pages(text) {
                let closed = chart.page.replace("charset=UTF-8\">", "charset=UTF-8\"/>");
                assert!(roxmltree::Document::parse(&closed).is_ok(), "{}", chart.page);
            }
        }
    }
}
