//! Charts as lines of cells, the form in which the window lays them out.

use battlewright_charts::{
    Chart, ChartKind, GridChart, ListChart, ModifierGroup, OddsChart, Phrase, StepPhase, TerrainChart, Track, arrange,
};
use battlewright_schema::DocPath;

use super::words::PrintedWords;

/// The most boxes of a track that are shown.
const MOST_BOXES: i64 = 400;

/// The least widths of the columns in which a key, the results of a grid and paragraphs are set, in points.
const KEY: f32 = 200.0;
const LEGEND: f32 = 240.0;
const TEXT: f32 = 380.0;

/// The place of words within their cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CellAlign {
    #[default]
    Left,
    Center,
    Right,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PrintedCell {
    pub(super) words: PrintedWords,
    /// The strength of the tint of a result; `None` without a grid.
    pub(super) weight: Option<u8>,
    /// The field to which a click anywhere in the cell leads.
    pub(super) from: Option<DocPath>,
}

/// A box of a track: its number, and the words in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumberedBox {
    pub(super) number: PrintedWords,
    pub(super) words: Vec<PrintedWords>,
}

/// A line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ChartRow {
    /// Heads over several columns, each with the number of its columns.
    Bands(Vec<(PrintedWords, usize)>),
    /// The heads of the columns.
    Heads(Vec<PrintedWords>),
    /// The head of a group of rows.
    Group(PrintedWords),
    /// A row.
    Row(Vec<PrintedCell>),
    /// A paragraph.
    Note(PrintedWords),
    /// Paragraphs in columns of at least this width.
    Items(Vec<PrintedWords>, f32),
    /// The boxes of a track.
    Boxes(Vec<NumberedBox>),
}

/// A chart as lines of cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PrintedTable {
    pub(super) lines: Vec<ChartRow>,
    /// The columns of rows and heads.
    pub(super) columns: Vec<CellAlign>,
    /// `true` if all columns but the first have the same width.
    pub(super) is_grid: bool,
}

impl From<PrintedWords> for PrintedCell {
    fn from(words: PrintedWords) -> Self {
        Self { words, ..Self::default() }
    }
}

/// Returns the lines of a chart, with its notes and its provenance.
pub(super) fn table(chart: &Chart) -> PrintedTable {
    let mut table = match &chart.kind {
        ChartKind::Grid(grid) => self::grid(grid),
        ChartKind::Odds(odds) => self::odds(odds),
        ChartKind::Modifiers(groups) => modifiers(groups),
        ChartKind::Steps(phases) => steps(phases),
        ChartKind::Terrain(terrain) => self::terrain(terrain),
        ChartKind::Tracks(tracks) => of_lines(tracks.iter().flat_map(track)),
        ChartKind::List(list) => self::list(list),
        ChartKind::Key(entries) => {
            let entries = entries.iter().map(|(short, meaning)| entry(short, meaning));
            of_lines([ChartRow::Items(entries.collect(), KEY)])
        }
        ChartKind::Text(paragraphs) => {
            let paragraphs = paragraphs.iter().map(|phrase| PrintedWords::of(phrase, false));
            of_lines([ChartRow::Items(paragraphs.collect(), TEXT)])
        }
    };
    table.lines.extend(chart.notes.iter().map(|note| ChartRow::Note(PrintedWords::of(note, false))));
    table.lines.extend(chart.provenance.map(|words| ChartRow::Note(PrintedWords::small(words))));
    table
}

fn of_lines(lines: impl IntoIterator<Item = ChartRow>) -> PrintedTable {
    PrintedTable { lines: lines.into_iter().collect(), ..PrintedTable::default() }
}

/// Returns an abbreviation with its meaning.
fn entry(short: &str, meaning: &Phrase) -> PrintedWords {
    PrintedWords::strong(short).then(PrintedWords::plain(" ")).then(PrintedWords::of(meaning, false))
}

fn heads<'h>(heads: impl IntoIterator<Item = &'h str>) -> ChartRow {
    ChartRow::Heads(heads.into_iter().map(PrintedWords::strong).collect())
}

fn group(title: &str) -> Option<ChartRow> {
    (!title.is_empty()).then(|| ChartRow::Group(PrintedWords::strong(title)))
}

/// Returns the cells of a row of phrases, numbers in strong letters.
fn cells(heads: &[String], columns: &[CellAlign], row: &[Phrase]) -> Vec<PrintedCell> {
    let cell = |(at, phrase): (usize, &Phrase)| {
        if heads.get(at).is_some_and(|head| arrange::is_of_rules(head)) {
            return PrintedWords::of(phrase, false).into();
        }
        let text = phrase.text();
        let is_centered = columns.get(at) == Some(&CellAlign::Center);
        let is_strong = is_centered && text != "—" && arrange::is_number(&text) && !arrange::is_name(&text);
        PrintedWords::of(phrase, is_strong).into()
    };
    row.iter().enumerate().map(cell).collect()
}

/// Returns the alignment of the columns under these heads.
fn aligned(heads: &[String], rows: &[&[Phrase]]) -> Vec<CellAlign> {
    let column = |(at, head): (usize, &String)| {
        if arrange::is_of_rules(head) {
            return if at > 0 { CellAlign::Right } else { CellAlign::Left };
        }
        let texts: Vec<String> = rows.iter().filter_map(|row| row.get(at)).map(Phrase::text).collect();
        if arrange::are_numbers(texts.iter().map(String::as_str)) { CellAlign::Center } else { CellAlign::Left }
    };
    heads.iter().enumerate().map(column).collect()
}

fn grid(grid: &GridChart) -> PrintedTable {
    let mut lines = Vec::new();
    if !grid.columns_are.is_empty() {
        let over = (PrintedWords::strong(&grid.columns_are), grid.columns.len());
        lines.push(ChartRow::Bands(vec![(PrintedWords::default(), 1), over]));
    }
    let head = |(main, small): &(String, String)| match small.as_str() {
        "" => PrintedWords::strong(main),
        small => PrintedWords::strong(main).then(PrintedWords::small(format!("\n{small}"))),
    };
    let corner = PrintedWords::strong(&grid.rows_are);
    lines.push(ChartRow::Heads(std::iter::once(corner).chain(grid.columns.iter().map(head)).collect()));
    for row in &grid.rows {
        let cells = row.cells.iter().map(|cell| PrintedCell {
            words: PrintedWords::result(&cell.text, cell.changed),
            weight: Some(cell.weight),
            from: Some(cell.from.clone()),
        });
        let head = PrintedCell { weight: None, ..PrintedWords::strong(&row.head).into() };
        lines.push(ChartRow::Row(std::iter::once(head).chain(cells).collect()));
    }
    if !grid.legend.is_empty() {
        let legend = grid.legend.iter().map(|(short, meaning)| entry(short, meaning));
        lines.push(ChartRow::Items(legend.collect(), LEGEND));
    }
    PrintedTable { lines, columns: vec![CellAlign::Center; grid.columns.len() + 1], is_grid: true }
}

fn odds(odds: &OddsChart) -> PrintedTable {
    let rows: Vec<Vec<Phrase>> =
        odds.rows.iter().map(|row| std::iter::once(&row.when).chain(&row.cells).cloned().collect()).collect();
    let rows: Vec<&[Phrase]> = rows.iter().map(Vec::as_slice).collect();
    let columns = aligned(&odds.heads, &rows);
    let mut lines = vec![heads(odds.heads.iter().map(String::as_str))];
    for row in rows {
        let mut cells = cells(&odds.heads, &columns, row);
        // What is thrown stands out.
        if let Some((first, when)) = cells.first_mut().zip(row.first()) {
            *first = PrintedWords::of(when, true).into();
        }
        lines.push(ChartRow::Row(cells));
    }
    PrintedTable { lines, columns, is_grid: false }
}

fn modifiers(groups: &[ModifierGroup]) -> PrintedTable {
    let has_whose = groups.iter().flat_map(|group| &group.modifiers).any(|modifier| !modifier.whose.is_empty());
    let mut lines = Vec::new();
    let mut above = None;
    for group in groups {
        if above != Some(&group.amounts_are) {
            let amounts = if group.amounts_are.is_empty() { "Modifier" } else { &group.amounts_are };
            let names = [Some(amounts), has_whose.then_some("Whose"), Some("When"), Some("Rule")];
            lines.push(heads(names.into_iter().flatten()));
        }
        above = Some(&group.amounts_are);
        lines.extend(self::group(&group.title));
        for modifier in &group.modifiers {
            let cells = [
                Some(PrintedWords::numbers(&modifier.amounts)),
                has_whose.then(|| PrintedWords::of(&modifier.whose, false)),
                Some(PrintedWords::of(&modifier.when, false)),
                Some(PrintedWords::rules(&[modifier.rule])),
            ];
            lines.push(ChartRow::Row(cells.into_iter().flatten().map(PrintedCell::from).collect()));
        }
        if !group.rounding.is_empty() {
            lines.push(ChartRow::Note(PrintedWords::of(&group.rounding, false)));
        }
    }
    let columns = [Some(CellAlign::Center), has_whose.then_some(CellAlign::Left), Some(CellAlign::Left)];
    let columns = columns.into_iter().flatten().chain([CellAlign::Right]);
    PrintedTable { lines, columns: columns.collect(), is_grid: false }
}

fn steps(phases: &[StepPhase]) -> PrintedTable {
    let all = || phases.iter().flat_map(|phase| &phase.steps);
    let has_who = all().any(|step| !step.who.is_empty());
    let has_rules = all().any(|step| !step.rules.is_empty());
    let names = [Some("Step"), has_who.then_some("Who"), Some("What"), has_rules.then_some("Rule")];
    let mut lines = vec![heads(names.into_iter().flatten())];
    for phase in phases {
        lines.extend(group(&phase.title));
        for step in &phase.steps {
            let cells = [
                Some(PrintedWords::plain(&step.name)),
                has_who.then(|| PrintedWords::of(&step.who, false)),
                Some(PrintedWords::of(&step.what, false)),
                has_rules.then(|| PrintedWords::rules(&step.rules)),
            ];
            lines.push(ChartRow::Row(cells.into_iter().flatten().map(PrintedCell::from).collect()));
        }
    }
    let aligns = [
        Some(CellAlign::Left),
        has_who.then_some(CellAlign::Left),
        Some(CellAlign::Left),
        has_rules.then_some(CellAlign::Right),
    ];
    PrintedTable { lines, columns: aligns.into_iter().flatten().collect(), is_grid: false }
}

fn terrain(chart: &TerrainChart) -> PrintedTable {
    let rows: Vec<&[Phrase]> = chart.rows.iter().map(|row| row.cells.as_slice()).collect();
    let columns = aligned(&chart.heads, &rows);
    let mut lines = Vec::new();
    if chart.bands.iter().any(|band| !band.title.is_empty()) {
        let bands = chart.bands.iter().map(|band| (PrintedWords::strong(&band.title), band.columns));
        lines.push(ChartRow::Bands(std::iter::once((PrintedWords::default(), 1)).chain(bands).collect()));
    }
    lines.push(heads(std::iter::once("Terrain").chain(chart.heads.iter().map(String::as_str))));
    for row in &chart.rows {
        lines.extend(group(&row.group));
        let mut name = PrintedWords::of(&row.name, true);
        name.pictures.extend(row.picture.clone());
        let cells = cells(&chart.heads, &columns, &row.cells);
        lines.push(ChartRow::Row(std::iter::once(name.into()).chain(cells).collect()));
    }
    let columns = std::iter::once(CellAlign::Left).chain(columns).collect();
    PrintedTable { lines, columns, is_grid: false }
}

fn list(list: &ListChart) -> PrintedTable {
    let rows: Vec<&[Phrase]> = list.rows.iter().map(|row| row.cells.as_slice()).collect();
    let columns = aligned(&list.heads, &rows);
    let mut lines = vec![heads(list.heads.iter().map(String::as_str))];
    for row in &list.rows {
        lines.extend(group(&row.group));
        lines.push(ChartRow::Row(cells(&list.heads, &columns, &row.cells)));
    }
    PrintedTable { lines, columns, is_grid: false }
}

fn track(track: &Track) -> Vec<ChartRow> {
    let last = track.last.min(track.first.saturating_add(MOST_BOXES));
    let boxes = (track.first..=last).map(|number| {
        let starts = track.starts.iter().filter(|(start, _)| start.value == number.into());
        let starts =
            starts.map(|(start, whose)| PrintedWords::of(whose, false).leading_to(start.from.as_ref(), start.changed));
        let words = track.words.iter().filter(|(at, _)| *at == number);
        NumberedBox {
            number: PrintedWords::strong(number.to_string().replace('-', "\u{2212}")),
            words: starts.chain(words.map(|(_, words)| PrintedWords::of(words, false))).collect(),
        }
    });
    let boxes = ChartRow::Boxes(boxes.collect());
    let name = PrintedWords::of(&track.name, true);
    if name.is_empty() { vec![boxes] } else { vec![ChartRow::Note(name), boxes] }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    fn texts(table: &PrintedTable) -> String {
        let mut all = String::new();
        let mut add = |words: &PrintedWords| {
            all.push_str(&words.text());
            all.push(' ');
        };
        for line in &table.lines {
            match line {
                ChartRow::Bands(bands) => bands.iter().for_each(|(words, _)| add(words)),
                ChartRow::Heads(words) | ChartRow::Items(words, _) => words.iter().for_each(&mut add),
                ChartRow::Group(words) | ChartRow::Note(words) => add(words),
                ChartRow::Row(cells) => cells.iter().for_each(|cell| add(&cell.words)),
                ChartRow::Boxes(boxes) => {
                    for track_box in boxes {
                        add(&track_box.number);
                        track_box.words.iter().for_each(&mut add);
                    }
                }
            }
        }
        all
    }

    #[test]
    fn every_fact_of_every_system_is_in_a_line() {
        for system in System::ALL {
            let scenario = load(template(system)).scenario.unwrap();
            for chart in battlewright_charts::charts(&scenario) {
                let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
                let shown = squeezed(&texts(&table(&chart)));
                for word in chart.facts().iter().flat_map(|fact| fact.split_whitespace()) {
                    assert!(shown.contains(word), "{system:?} {}: {word}", chart.id);
                }
            }
        }
    }

    #[test]
    fn rows_have_a_cell_a_column() {
        for system in System::ALL {
            let scenario = load(template(system)).scenario.unwrap();
            for chart in battlewright_charts::charts(&scenario) {
                let table = table(&chart);
                for line in &table.lines {
                    let count = match line {
                        ChartRow::Row(cells) => cells.len(),
                        ChartRow::Heads(heads) => heads.len(),
                        ChartRow::Bands(bands) => bands.iter().map(|(_, columns)| columns).sum(),
                        _ => continue,
                    };
                    assert_eq!(count, table.columns.len(), "{system:?} {}: {line:?}", chart.id);
                }
            }
        }
    }
}
