//! The charts of the rules as tables.

use battlewright_charts::{
    Amount, Chart, ChartKind, GridChart, ListChart, ModifierGroup, OddsChart, Phrase, Span, StepPhase, TerrainChart,
    Track, charts,
};
use battlewright_engine::game::Rule;
use battlewright_schema::Scenario;

use super::page::{MarkdownPage, plain};

/// The chart that repeats the section about special rules, which has the sources and the published values too.
const SPECIAL: &str = "changed-rules";

/// Writes the charts; nothing for a system without any.
pub(super) fn write(page: &mut MarkdownPage, scenario: &Scenario) {
    let charts: Vec<Chart> = charts(scenario).into_iter().filter(|chart| chart.id != SPECIAL).collect();
    if charts.is_empty() {
        return;
    }
    page.heading("Charts");
    if charts.iter().any(Chart::is_changed) {
        page.paragraph("What the scenario changes of the published rules is in *italics*.");
    }
    charts.iter().for_each(|chart| self::chart(page, chart));
}

fn chart(page: &mut MarkdownPage, chart: &Chart) {
    page.smaller(&chart.title);
    page.escaped_paragraph(&phrase(&chart.aside));
    match &chart.kind {
        ChartKind::Grid(grid) => self::grid(page, grid),
        ChartKind::Odds(odds) => self::odds(page, odds),
        ChartKind::Modifiers(groups) => groups.iter().for_each(|group| modifiers(page, group)),
        ChartKind::Steps(phases) => steps(page, phases),
        ChartKind::Terrain(terrain) => self::terrain(page, terrain),
        ChartKind::Tracks(tracks) => tracks.iter().for_each(|track| self::track(page, track)),
        ChartKind::List(list) => self::list(page, list),
        ChartKind::Key(entries) => key(page, entries),
        ChartKind::Text(paragraphs) => paragraphs.iter().for_each(|words| page.escaped_paragraph(&phrase(words))),
    }
    chart.notes.iter().for_each(|note| page.escaped_paragraph(&phrase(note)));
    if let Some(provenance) = chart.provenance {
        page.plain_paragraph(provenance);
    }
}

fn grid(page: &mut MarkdownPage, grid: &GridChart) {
    page.plain_paragraph(&format!("Rows: {}. Columns: {}.", grid.rows_are, grid.columns_are));
    let columns = grid.columns.iter().map(|(head, second)| match second.as_str() {
        "" => head.clone(),
        second => format!("{head} {second}"),
    });
    let rows = grid.rows.iter().map(|row| {
        let cells = row.cells.iter().map(|cell| changed(cell.changed, plain(&cell.text)));
        std::iter::once(plain(&row.head)).chain(cells).collect()
    });
    table(page, std::iter::once(grid.rows_are.clone()).chain(columns), rows);
    key(page, &grid.legend);
}

fn odds(page: &mut MarkdownPage, odds: &OddsChart) {
    let rows = odds.rows.iter().map(|row| std::iter::once(&row.when).chain(&row.cells).map(phrase).collect());
    table(page, odds.heads.iter().cloned(), rows);
}

fn modifiers(page: &mut MarkdownPage, group: &ModifierGroup) {
    if !group.title.is_empty() {
        page.escaped_paragraph(&marked("**", &group.title));
    }
    let rows = group.modifiers.iter().map(|modifier| {
        vec![amounts(&modifier.amounts), phrase(&modifier.whose), phrase(&modifier.when), plain(modifier.rule.number)]
    });
    table(page, [group.amounts_are.as_str(), "Whose", "When", "Rule"].map(str::to_owned).into_iter(), rows);
    page.escaped_paragraph(&phrase(&group.rounding));
}

fn steps(page: &mut MarkdownPage, phases: &[StepPhase]) {
    let rows = phases.iter().flat_map(|phase| {
        let steps = phase.steps.iter();
        let steps =
            steps.map(|step| vec![plain(&step.name), phrase(&step.who), phrase(&step.what), rules(&step.rules)]);
        grouped(&phase.title, 4).chain(steps)
    });
    table(page, ["Step", "Who", "What", "Rule"].map(str::to_owned).into_iter(), rows);
}

fn terrain(page: &mut MarkdownPage, terrain: &TerrainChart) {
    // A table of Markdown has one line of heads.
    let bands = terrain.bands.iter().flat_map(|band| std::iter::repeat_n(band.title.as_str(), band.columns));
    let heads = terrain.heads.iter().zip(bands.chain(std::iter::repeat(""))).map(|(head, band)| match band {
        "" => head.clone(),
        band => format!("{band}: {head}"),
    });
    let count = terrain.heads.len().saturating_add(1);
    let rows = terrain.rows.iter().flat_map(|row| {
        let cells = std::iter::once(&row.name).chain(&row.cells).map(phrase).collect();
        grouped(&row.group, count).chain([cells])
    });
    table(page, std::iter::once("Terrain".to_owned()).chain(heads), rows);
}

fn track(page: &mut MarkdownPage, track: &Track) {
    let boxes = plain(&format!("boxes {} to {}", track.first, track.last));
    page.escaped_paragraph(&format!("{}: {boxes}.", phrase(&track.name)));
    let starts = track.starts.iter().map(|(start, whose)| {
        vec![changed(start.changed, plain(&start.number())), format!("start: {}", phrase(whose))]
    });
    let words = track.words.iter().map(|(number, words)| vec![plain(&number.to_string()), phrase(words)]);
    let rows: Vec<Vec<String>> = starts.chain(words).collect();
    if !rows.is_empty() {
        table(page, ["Box", "What is there"].map(str::to_owned).into_iter(), rows.into_iter());
    }
}

fn list(page: &mut MarkdownPage, list: &ListChart) {
    let rows = list
        .rows
        .iter()
        .flat_map(|row| grouped(&row.group, list.heads.len()).chain([row.cells.iter().map(phrase).collect()]));
    table(page, list.heads.iter().cloned(), rows);
}

fn key(page: &mut MarkdownPage, entries: &[(String, Phrase)]) {
    page.items(entries.iter().map(|(short, meaning)| format!("{}: {}", marked("**", short), phrase(meaning))));
}

fn table(page: &mut MarkdownPage, heads: impl Iterator<Item = String>, rows: impl Iterator<Item = Vec<String>>) {
    let heads: Vec<String> = heads.collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    page.escaped_table(&heads, rows);
}

/// Returns the row with the head of a group, which no cell shares; nothing without a head.
fn grouped(title: &str, columns: usize) -> impl Iterator<Item = Vec<String>> {
    let row = || {
        let mut row = vec![String::new(); columns.max(1)];
        if let Some(first) = row.first_mut() {
            *first = marked("**", title);
        }
        row
    };
    (!title.is_empty()).then(row).into_iter()
}

/// Returns a text as Markdown, without pictures.
fn phrase(phrase: &Phrase) -> String {
    phrase.0.iter().map(span).collect::<String>().trim().to_owned()
}

fn span(span: &Span) -> String {
    match span {
        Span::Plain(text) => spaced(text),
        Span::Strong(text) => marked("**", text),
        Span::SideTag { name, .. } => spaced(name),
        Span::Rule(rule) => plain(rule.number),
        Span::Amount(amount) => changed(amount.changed, plain(&amount.to_string())),
        Span::Picture(_) => String::new(),
        Span::Changed(inner) => marked("*", &inner.text()),
    }
}

/// Escapes words, and keeps one of the spaces at either end.
fn spaced(words: &str) -> String {
    let text = plain(words);
    let has = |is: bool| if is { " " } else { "" };
    if text.is_empty() {
        return has(!words.is_empty()).to_owned();
    }
    let [before, after] = [words.starts_with(char::is_whitespace), words.ends_with(char::is_whitespace)].map(has);
    format!("{before}{text}{after}")
}

/// Escapes words and puts marks around them, within the spaces at their ends.
fn marked(mark: &str, words: &str) -> String {
    let text = spaced(words);
    let inner = text.trim();
    if inner.is_empty() { text } else { text.replacen(inner, &format!("{mark}{inner}{mark}"), 1) }
}

fn amounts(amounts: &[Amount]) -> String {
    let each = amounts.iter().map(|amount| changed(amount.changed, plain(&amount.number())));
    each.collect::<Vec<_>>().join(", ")
}

fn rules(rules: &[Rule]) -> String {
    plain(&rules.iter().map(|rule| rule.number).collect::<Vec<_>>().join(", "))
}

/// Marks an escaped text that the scenario changes.
fn changed(is: bool, text: String) -> String {
    if is && !text.is_empty() { format!("*{text}*") } else { text }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};
    use pulldown_cmark::{Event, Options, Parser, Tag};

    use super::*;

    /// Returns the page of the charts, as a reader of Markdown reads it: its words without blanks, and the words in italics. Every star
    /// that is not escaped must be read as a mark.
    fn read(scenario: &Scenario) -> (String, Vec<String>) {
        let mut page = MarkdownPage::default();
        write(&mut page, scenario);
        let (mut words, mut italics, mut is_within, mut stars) = (String::new(), Vec::new(), false, 0);
        for event in Parser::new_ext(&page.text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Emphasis) => {
                    is_within = true;
                    stars += 2;
                }
                Event::Start(Tag::Strong) => stars += 4,
                Event::Text(text) => {
                    if std::mem::take(&mut is_within) {
                        italics.push(text.to_string());
                    }
                    words.extend(text.chars().filter(|c| !c.is_whitespace()));
                }
                _ => {}
            }
        }
        assert_eq!(page.text.replace("\\*", "").matches('*').count(), stars, "{}", scenario.title());
        (words, italics)
    }

    fn bundled() -> Vec<Scenario> {
        let scenarios = [
            include_str!("../../../scenarios/aac-gravelotte.toml"),
            include_str!("../../../scenarios/matz-june-1918.toml"),
            include_str!("../../../scenarios/pm-a-day-of-battle.toml"),
            include_str!("../../../scenarios/mars-la-tour.toml"),
        ];
        scenarios.into_iter().chain(System::ALL.map(template)).map(|text| load(text).readable.unwrap()).collect()
    }

    #[test]
    fn every_word_of_every_fact_is_on_the_page() {
        for scenario in bundled() {
            let (words, _) = read(&scenario);
            for chart in charts(&scenario).iter().filter(|chart| chart.id != SPECIAL) {
                for word in chart.facts().iter().flat_map(|fact| fact.split_whitespace()) {
                    assert!(words.contains(word), "{}: {}: {word}", scenario.title(), chart.title);
                }
            }
        }
    }

    #[test]
    fn a_row_has_a_line_with_the_cells_of_the_chart() {
        let scenario = load(template(System::AtAnyCost)).readable.unwrap();
        let mut page = MarkdownPage::default();
        write(&mut page, &scenario);
        let row = page.text.lines().find(|line| line.starts_with("| 10 (0) |")).unwrap();
        assert_eq!(row.matches('|').count(), 17, "{row}");
        assert!(row.starts_with("| 10 (0) | RT |"), "{row}");
        for table in page.text.split("\n\n").filter(|block| block.starts_with("| ")) {
            let columns = |line: &str| line.replace("\\|", "").matches('|').count();
            assert!(table.lines().all(|line| columns(line) == columns(table.lines().next().unwrap())), "{table}");
        }
    }

    #[test]
    fn exactly_what_is_changed_is_in_italics() {
        let text = template(System::MarsLaTour);
        let scenario = load(text).readable.unwrap();
        assert!(read(&scenario).1.is_empty());
        let changed = text.replacen("[turns]", "[rules]\nretreat_hexes = 2\n\n[turns]", 1);
        let (words, italics) = read(&load(&changed).readable.unwrap());
        assert!(words.contains("isinitalics"), "{words}");
        assert!(italics.len() > 1 && italics[1..].iter().all(|text| text.contains('2')), "{italics:?}");
    }
}
