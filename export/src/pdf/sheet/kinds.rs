//! The kinds of charts as tables.

use battlewright_charts::{
    Amount, ChartKind, ListChart, ModifierGroup, OddsChart, Phrase, Span, StepPhase, TerrainChart, arrange,
};

use super::SheetPen;
use super::rich::{Align, Bit, Rich, Type};
use super::table::{Column, SheetTable, TableLine};

/// The width of a cell in ems from which its column is of sentences.
const SENTENCE: f32 = 11.0;

/// Returns the table of a chart; `None` for charts that are no tables.
pub(super) fn table(kind: &ChartKind, pen: &SheetPen<'_>) -> Option<SheetTable> {
    Some(match kind {
        ChartKind::Odds(odds) => self::odds(odds, pen),
        ChartKind::Modifiers(groups) => modifiers(groups, pen),
        ChartKind::Steps(phases) => steps(phases, pen),
        ChartKind::Terrain(chart) => terrain(chart, pen),
        ChartKind::List(list) => self::list(list, pen),
        ChartKind::Grid(_) | ChartKind::Tracks(_) | ChartKind::Key(_) | ChartKind::Text(_) => return None,
    })
}

/// Returns an abbreviation with its meaning.
pub(super) fn entry(pen: &SheetPen<'_>, short: &str, meaning: &Phrase) -> Rich {
    let mut rich = Rich::default();
    rich.letters(short, pen.body().bold());
    rich.then(pen.rich(meaning, pen.body()), pen.body())
}

/// Returns the columns of a table with these heads, whose cells tell how they are aligned.
fn columns(heads: &[String], rows: &[Vec<Rich>], texts: &[Vec<String>], pen: &SheetPen<'_>) -> Vec<Column> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0).max(heads.len());
    (0..count)
        .map(|at| {
            let head = heads.get(at).map_or_else(Rich::default, |head| Rich::plain(head, pen.head()));
            if is_of_rules(heads, at) {
                let align = if at > 0 { Align::Right } else { Align::Left };
                return Column { head, align, ..Column::default() };
            }
            let cells = rows.iter().filter_map(|row| row.get(at));
            let widest = cells.map(Rich::width).fold(0.0, f32::max);
            let are_numbers = arrange::are_numbers(texts.iter().filter_map(|row| row.get(at)).map(String::as_str));
            let is_text = widest > SENTENCE * pen.style.body;
            let align = if are_numbers { Align::Center } else { Align::Left };
            Column { head, align, is_text, is_fixed: false }
        })
        .collect()
}

/// Returns `true` for the column of the numbers of rules.
fn is_of_rules(heads: &[String], at: usize) -> bool {
    heads.get(at).is_some_and(|head| arrange::is_of_rules(head))
}

fn texts(cells: &[Phrase]) -> Vec<String> {
    cells.iter().map(Phrase::text).collect()
}

/// Makes the cells of centered columns bold where they are numbers, and the numbers of rules small.
fn rows(heads: &[String], rows: &[&[Phrase]], columns: &[Column], pen: &SheetPen<'_>) -> Vec<Vec<Rich>> {
    let cell = |at: usize, phrase: &Phrase| {
        if is_of_rules(heads, at) {
            return pen.rich(phrase, pen.rule());
        }
        let text = phrase.text();
        let is_centered = columns.get(at).is_some_and(|column| column.align == Align::Center);
        let is_bold = is_centered && text != "—" && arrange::is_number(&text) && !arrange::is_name(&text);
        pen.rich(phrase, if is_bold { pen.body().bold() } else { pen.body() })
    };
    rows.iter().map(|row| row.iter().enumerate().map(|(at, phrase)| cell(at, phrase)).collect()).collect()
}

/// Returns rich cells and their columns.
fn cells(heads: &[String], all: &[&[Phrase]], pen: &SheetPen<'_>) -> (Vec<Column>, Vec<Vec<Rich>>) {
    let words: Vec<Vec<String>> = all.iter().map(|row| texts(row)).collect();
    let plain: Vec<Vec<Rich>> =
        all.iter().map(|row| row.iter().map(|cell| pen.rich(cell, pen.body())).collect()).collect();
    let columns = columns(heads, &plain, &words, pen);
    let rows = rows(heads, all, &columns, pen);
    (columns, rows)
}

fn odds(odds: &OddsChart, pen: &SheetPen<'_>) -> SheetTable {
    let all: Vec<Vec<Phrase>> = odds
        .rows
        .iter()
        .map(|row| std::iter::once(row.when.clone()).chain(row.cells.iter().cloned()).collect())
        .collect();
    let all: Vec<&[Phrase]> = all.iter().map(Vec::as_slice).collect();
    let (mut columns, mut rows) = cells(&odds.heads, &all, pen);
    if let Some(first) = columns.first_mut().filter(|first| !first.is_text) {
        first.align = Align::Center;
    }
    // What is thrown stands out.
    for (row, phrases) in rows.iter_mut().zip(&all) {
        if let Some((cell, when)) = row.first_mut().zip(phrases.first()) {
            *cell = pen.rich(when, pen.body().bold());
        }
    }
    SheetTable { columns, lines: rows.into_iter().map(TableLine::Row).collect(), ..SheetTable::default() }
}

fn modifiers(groups: &[ModifierGroup], pen: &SheetPen<'_>) -> SheetTable {
    let has_whose = groups.iter().flat_map(|group| &group.modifiers).any(|modifier| !modifier.whose.is_empty());
    let heads = |group: &ModifierGroup| -> Vec<Rich> {
        let amounts = if group.amounts_are.is_empty() { "Modifier" } else { &group.amounts_are };
        let names = [Some(amounts), has_whose.then_some("Whose"), Some("When"), Some("Rule")];
        names.into_iter().flatten().map(|name| Rich::plain(name, pen.head())).collect()
    };
    let aligns = [Some((Align::Center, false)), has_whose.then_some((Align::Left, false))];
    let aligns = aligns.into_iter().chain([Some((Align::Left, true)), Some((Align::Right, false))]).flatten();
    let first = groups.first().map_or_else(Vec::new, heads);
    let columns = first.into_iter().zip(aligns);
    let columns = columns.map(|(head, (align, is_text))| Column { head, align, is_text, is_fixed: false });
    let mut table = SheetTable { columns: columns.collect(), ..SheetTable::default() };
    for (at, group) in groups.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| groups.get(before));
        if before.is_some_and(|before| before.amounts_are != group.amounts_are) {
            table.lines.push(TableLine::Heads(heads(group)));
        }
        if !group.title.is_empty() {
            table.lines.push(TableLine::Group(Rich::plain(&group.title, pen.head())));
        }
        for modifier in &group.modifiers {
            let amounts = amounts(&modifier.amounts, pen);
            let rule = Rich::plain(modifier.rule.number, pen.rule());
            let whose = has_whose.then(|| pen.rich(&modifier.whose, pen.body()));
            let when = pen.rich(&modifier.when, pen.body());
            table
                .lines
                .push(TableLine::Row([Some(amounts), whose, Some(when), Some(rule)].into_iter().flatten().collect()));
        }
        if !group.rounding.is_empty() {
            table.lines.push(TableLine::Note(pen.rich(&group.rounding, pen.small())));
        }
    }
    table
}

/// Returns numbers with their signs, without the units that the head of the column has.
fn amounts(amounts: &[Amount], pen: &SheetPen<'_>) -> Rich {
    let mut rich = Rich::default();
    for (at, amount) in amounts.iter().enumerate() {
        if at > 0 {
            rich.letters(", ", pen.body().bold());
        }
        rich.bit(Bit::Letters(amount.number(), Type { changed: amount.changed, ..pen.body().bold() }));
    }
    rich
}

fn steps(phases: &[StepPhase], pen: &SheetPen<'_>) -> SheetTable {
    let all: Vec<_> = phases.iter().flat_map(|phase| &phase.steps).collect();
    let has_who = all.iter().any(|step| !step.who.is_empty());
    let has_rules = all.iter().any(|step| !step.rules.is_empty());
    let parts = [
        Some(("Step", Align::Left, false)),
        has_who.then_some(("Who", Align::Left, false)),
        Some(("What", Align::Left, true)),
        has_rules.then_some(("Rule", Align::Right, false)),
    ];
    let columns = parts.into_iter().flatten();
    let columns = columns.map(|(head, align, is_text)| {
        let head = Rich::plain(head, pen.head());
        Column { head, align, is_text, is_fixed: false }
    });
    let mut table = SheetTable { columns: columns.collect(), ..SheetTable::default() };
    for phase in phases {
        if !phase.title.is_empty() {
            table.lines.push(TableLine::Group(Rich::plain(&phase.title, pen.head())));
        }
        for step in &phase.steps {
            let rules: Vec<&str> = step.rules.iter().map(|rule| rule.number).collect();
            let cells = [
                Some(Rich::plain(&step.name, pen.body())),
                has_who.then(|| pen.rich(&step.who, pen.body())),
                Some(pen.rich(&step.what, pen.body())),
                has_rules.then(|| numbers(&rules, pen)),
            ];
            table.lines.push(TableLine::Row(cells.into_iter().flatten().collect()));
        }
    }
    table
}

/// Returns the numbers of rules, each of which stays on its line.
fn numbers(rules: &[&str], pen: &SheetPen<'_>) -> Rich {
    let mut rich = Rich::default();
    for (at, rule) in rules.iter().enumerate() {
        if at > 0 {
            rich.letters(", ", pen.rule());
        }
        rich.together(rule, pen.rule());
    }
    rich
}

fn terrain(chart: &TerrainChart, pen: &SheetPen<'_>) -> SheetTable {
    let all: Vec<&[Phrase]> = chart.rows.iter().map(|row| row.cells.as_slice()).collect();
    let (others, rows) = cells(&chart.heads, &all, pen);
    let has_pictures = chart.rows.iter().any(|row| row.picture.is_some());
    let name = Column { head: Rich::plain("Terrain", pen.head()), ..Column::default() };
    let picture = has_pictures.then(|| Column { is_fixed: true, ..Column::default() });
    let before = 1 + usize::from(has_pictures);
    let columns: Vec<Column> = picture.into_iter().chain([name]).chain(others).collect();
    let bands = if chart.bands.is_empty() { Vec::new() } else { vec![(Rich::default(), before)] };
    let own = chart.bands.iter().map(|band| (Rich::plain(&band.title, pen.head()), band.columns));
    let mut table = SheetTable { bands: bands.into_iter().chain(own).collect(), columns, lines: Vec::new() };
    for (row, cells) in chart.rows.iter().zip(rows) {
        if !row.group.is_empty() {
            table.lines.push(TableLine::Group(Rich::plain(&row.group, pen.head())));
        }
        let picture =
            has_pictures.then(|| row.picture.clone().map(Span::Picture).map_or_else(Phrase::default, Phrase::from));
        let picture = picture.map(|picture| pen.rich(&picture, pen.body()));
        let name = pen.rich(&row.name, pen.body().bold());
        table.lines.push(TableLine::Row(picture.into_iter().chain([name]).chain(cells).collect()));
    }
    table
}

fn list(list: &ListChart, pen: &SheetPen<'_>) -> SheetTable {
    let all: Vec<&[Phrase]> = list.rows.iter().map(|row| row.cells.as_slice()).collect();
    let (columns, rows) = cells(&list.heads, &all, pen);
    let mut table = SheetTable { columns, ..SheetTable::default() };
    for (row, cells) in list.rows.iter().zip(rows) {
        if !row.group.is_empty() {
            table.lines.push(TableLine::Group(Rich::plain(&row.group, pen.head())));
        }
        table.lines.push(TableLine::Row(cells));
    }
    table
}
