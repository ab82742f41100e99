//! A scenario as a rulebook page in Markdown, in GitHub's dialect for its tables.

mod charts;
mod key;
mod page;
mod rules;
mod table_key;
#[cfg(test)]
mod tests;
mod victory;

use battlewright_schema::{
    Arm, Common, Counter, FaceValue, HexId, MarchColumn, Scenario, SideView, Start, TablePosition, UnitView,
};

use battlewright_schema::words::listed;
use page::MarkdownPage;

/// Returns the page of `scenario`: that of the [battle](without_charts), and the charts of its rules.
pub fn write(scenario: &Scenario) -> String {
    let mut page = MarkdownPage { text: without_charts(scenario) };
    charts::write(&mut page, scenario);
    page.text
}

/// Returns the page of `scenario` for readers who have its charts beside it: title and facts, sides, setup, reinforcements, victory
/// conditions, special rules and map key.
pub fn without_charts(scenario: &Scenario) -> String {
    let mut page = MarkdownPage::default();
    let common = scenario.common();
    head(&mut page, scenario);
    rules::sides(&mut page, scenario);
    page.heading("Setup");
    zones(&mut page, common);
    for side in common.sides() {
        setup(&mut page, common, &side);
    }
    reinforcements(&mut page, common);
    victory::write(&mut page, scenario);
    rules::write(&mut page, scenario);
    match common.table_view() {
        Some(view) => table_key::write(&mut page, common, &view),
        None => key::write(&mut page, common),
    }
    page.text
}

/// Returns the facts of `scenario`, each with its name: rules, length, size, authors and license.
pub fn facts(scenario: &Scenario) -> Vec<(&'static str, String)> {
    let (common, about) = (scenario.common(), scenario.common().about());
    let turns = common.turns();
    let last = turns.count;
    let mut length = format!("{last} {}", if last == 1 { "turn" } else { "turns" });
    if let Some((first, last)) = turns.clock(1).zip(turns.clock(last)) {
        length += &format!(", from {first} to {last}");
    }
    if let Some(minutes) = turns.minutes {
        length += &format!(", {minutes} minutes each");
    }
    let ground = match common.table() {
        Some(table) => ("Table", table.to_string()),
        None => {
            let (columns, rows) = common.size();
            let of = common.hex_metres().map_or_else(String::new, |metres| format!(" of {metres} m"));
            ("Map", format!("{columns} by {rows} hexes{of}"))
        }
    };
    let mut facts = vec![("Rules", scenario.system().title().to_owned()), ("Length", length), ground];
    if !about.authors.is_empty() {
        facts.push(("By", listed(about.authors.iter().cloned(), "and")));
    }
    if let Some(license) = &about.license {
        facts.push(("License", license.clone()));
    }
    facts
}

/// Writes the title, the author's texts and the facts of the scenario.
fn head(page: &mut MarkdownPage, scenario: &Scenario) {
    let about = scenario.common().about();
    page.title(&about.title);
    if let Some(subtitle) = &about.subtitle {
        page.paragraph(&format!("*{}*", page::plain(subtitle)));
    }
    if let Some(description) = &about.description {
        for paragraph in description.split("\n\n") {
            page.plain_paragraph(paragraph);
        }
    }
    page.items(facts(scenario).iter().map(|(what, is)| format!("**{what}:** {}", page::plain(is))));
    if !about.sources.is_empty() {
        page.paragraph("Made from:");
        page.items(about.sources.iter().map(|source| page::plain(source)));
    }
}

/// Writes the setup zones.
fn zones(page: &mut MarkdownPage, common: &dyn Common) {
    for zone in common.zones() {
        let mut text = format!("**{}:** any of {}", page::plain(zone.name), page::plain(&hexes(zone.hexes)));
        if let Some([from, to]) = zone.string {
            let [from, to] = [from, to].map(|hex| page::plain(hex.as_str()));
            text += &format!("; its units form a string of adjacent hexes from {from} to {to}, one in each");
        }
        page.paragraph(&text);
    }
}

/// Writes the units of `side` that start in play, each with its hex or zone, and those with no start at all.
fn setup(page: &mut MarkdownPage, common: &dyn Common, side: &SideView<'_>) {
    let table = common.table_view();
    let mut rows: Vec<(String, Counter, UnitView<'_>)> = Vec::new();
    for counter in common.counters() {
        let Some(unit) = common.counter(counter).filter(|unit| unit.side == side.id) else { continue };
        let place = match &unit.start {
            Start::At(hex) => hex.to_string(),
            Start::Zone(zone) => {
                let known = common.zones().into_iter().find(|known| known.id == zone);
                known.map_or(zone.as_str(), |zone| zone.name).to_owned()
            }
            Start::OnTable(position) => on_table(position),
            // A game that gives its units no positions lines them up at the edge.
            Start::Nowhere if table.as_ref().is_some_and(|table| table.units.is_empty()) => "the table".to_owned(),
            Start::Nowhere => "nowhere".to_owned(),
            Start::Enters { .. } => continue,
        };
        rows.push((place, counter, unit));
    }
    page.smaller(side.name);
    if rows.is_empty() {
        let ground = if table.is_some() { "table" } else { "map" };
        return page.paragraph(&format!("Nobody is on the {ground} at the start."));
    }
    // On a table, the order of battle says more than the order of positions.
    if table.is_none() {
        rows.sort_by(|(one, first, _), (two, second, _)| (one, first).cmp(&(two, second)));
    }
    let cells = rows.iter().map(|(place, counter, unit)| {
        let mut row = vec![place.clone()];
        row.extend(described(common, *counter, unit));
        row
    });
    let place = if table.is_some() { "Place" } else { "Hex" };
    page.table(&[place, "Unit", "Id", "Arm", "Counter", "Formation"], cells);
}

/// Formats a position on the table and the facing, if the unit has a front.
fn on_table(position: &TablePosition) -> String {
    match &position.posture {
        Some(_) => format!("{}, facing {}°", position.at, position.facing),
        None => position.at.to_string(),
    }
}

/// Writes the reinforcements, with their turn and entry.
fn reinforcements(page: &mut MarkdownPage, common: &dyn Common) {
    // Sorted by arrival.
    let mut rows = Vec::new();
    let sides = common.sides();
    for counter in common.counters() {
        let Some(unit) = common.counter(counter) else { continue };
        let Start::Enters { turn, at, column } = &unit.start else { continue };
        let mut row = vec![turn.to_string()];
        row.push(common.turns().clock(*turn).unwrap_or_default());
        row.push(entered(at.as_str(), column));
        row.push(sides.iter().find(|side| side.id == unit.side).map_or("", |side| side.name).to_owned());
        row.extend(described(common, counter, &unit));
        rows.push(((*turn, at.to_string(), column.position, counter), row));
    }
    page.heading("Reinforcements");
    if rows.is_empty() {
        return page.paragraph("There are none.");
    }
    rows.sort_by(|(one, _), (two, _)| one.cmp(two));
    let clock = common.turns().clock(1).is_some();
    let mut heads = vec!["Turn", "Time", "Entry", "Side", "Unit", "Id", "Arm", "Counter", "Formation"];
    if !clock {
        heads.remove(1);
    }
    let cells = rows.into_iter().map(|(_, mut row)| {
        if !clock {
            row.remove(1);
        }
        row
    });
    page.table(&heads, cells);
}

/// Describes an entry and the place of a reinforcement in the column that arrives there.
fn entered(entry: &str, column: &MarchColumn) -> String {
    let position = column.position.map(|position| format!(", place {position}")).unwrap_or_default();
    let group = column.group.as_ref().map(|group| format!(", group {group}")).unwrap_or_default();
    format!("{entry}{position}{group}{}", if column.any_order { ", in any order" } else { "" })
}

/// Returns the cells of a unit: its name, id, arm, counter text and formation.
fn described(common: &dyn Common, counter: Counter, unit: &UnitView<'_>) -> [String; 5] {
    let arm = match (unit.arm, counter) {
        (_, Counter::Hq(_)) => Arm::Headquarters.name(),
        (arm, Counter::Unit(_)) => arm.name(),
    };
    let rating = match (&unit.face.value, arm) {
        (_, "headquarters") => String::new(),
        (FaceValue::Text(figures), _) => figures.clone(),
        (FaceValue::Nothing | FaceValue::Stars(_), _) => format!("{} {}", common.rating().short, unit.rating),
    };
    let label = if unit.label == unit.name { "" } else { unit.label };
    let parted = if rating.is_empty() || label.is_empty() { "" } else { ", " };
    let formation = unit.formation.unwrap_or_default().to_owned();
    [unit.name.to_owned(), unit.id.to_string(), arm.to_owned(), format!("{label}{parted}{rating}"), formation]
}

/// Lists hexes in words. The page escapes them, as all words of a cell.
fn hexes(hexes: &[HexId]) -> String {
    listed(hexes.iter().map(ToString::to_string), "and")
}
