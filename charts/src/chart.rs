//! Charts, and the kinds of charts.
//!
//! A chart answers one question from left to right, in the order of play. It has no key of a file, no bare number, and no cell that
//! needs another table to be read.

use battlewright_engine::game::Rule;
use battlewright_schema::DocPath;

use crate::amount::Amount;
use crate::phrase::{Phrase, Picture, Span};

/// A chart with its title, its content and its place on the sheets.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name for programs, such as `"sequence"`. It is unique among the charts of a system that stand in for no other.
    pub id: &'static str,
    /// The title, such as `"Fire Combat: superior table"`.
    pub title: String,
    /// The words at the right of the title: the numbers of the rules, whom a plus helps, the sides that use it.
    pub aside: Phrase,
    /// The content.
    pub kind: ChartKind,
    /// Paragraphs below the content.
    pub notes: Vec<Phrase>,
    /// The tables and fields that are on the chart. Numbers with a field of their own need not be listed.
    pub shows: Vec<DocPath>,
    /// A sentence about where the values come from, if they are not all as published.
    pub provenance: Option<&'static str>,
    /// The rule by which the chart stands in for the one with the same name in some turns, and which turns; `None` for a chart that
    /// holds otherwise.
    pub stands_by: Option<String>,
    /// The place on the sheets.
    pub place: Place,
}

/// The place of a chart on the sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The page of the aid, from 1.
    pub page: u8,
    /// The row on the page. Charts of one row share their top.
    pub order: u8,
    /// The width, in twelfths of the page.
    pub span: u8,
    /// The column within the row; charts of the same column lie under each other.
    pub stack: Option<u8>,
    /// `true` if the chart may go to the next page.
    pub may_move: bool,
}

/// The content of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum ChartKind {
    /// A table that is read by a row and a column, such as a combat results table.
    Grid(GridChart),
    /// Results by a number or a roll, with their effects.
    Odds(OddsChart),
    /// Lists of modifiers.
    Modifiers(Vec<ModifierGroup>),
    /// A sequence of play.
    Steps(Vec<StepPhase>),
    /// The terrain effects chart.
    Terrain(TerrainChart),
    /// Boxes for a marker.
    Tracks(Vec<Track>),
    /// Rows under heads.
    List(ListChart),
    /// Abbreviations with their meanings, in alphabetical order.
    Key(Vec<(String, Phrase)>),
    /// Paragraphs.
    Text(Vec<Phrase>),
}

/// A table that is read by a row and a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridChart {
    /// The meaning of the rows, such as `"Colored die"`.
    pub rows_are: String,
    /// The meaning of the columns, such as `"SP after 1 and 2"`.
    pub columns_are: String,
    /// The heads of the columns, such as `"−5 or less"`, each with a small second line, which may be empty.
    pub columns: Vec<(String, String)>,
    /// The rows.
    pub rows: Vec<GridRow>,
    /// The results in words, for a legend below: the letters of cells and their effects.
    pub legend: Vec<(String, Phrase)>,
}

/// A row of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridRow {
    /// The head, such as `"10 (0)"`.
    pub head: String,
    /// The cells, one a column.
    pub cells: Vec<ChartCell>,
}

/// A cell of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartCell {
    /// The letters of the result; `"·"` for none.
    pub text: String,
    /// The strength of the tint: 0 nothing, 1 to 4 lighter to darker, 5 reversed and bold, for losses.
    pub weight: u8,
    /// The field.
    pub from: DocPath,
    /// `true` if the scenario changes the published value.
    pub changed: bool,
}

/// Results by a number or a roll.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsChart {
    /// The heads of the columns: what is thrown or compared, the result, the effect, perhaps a chance.
    pub heads: Vec<String>,
    /// The rows, whose neighbors with equal results are merged.
    pub rows: Vec<OddsRow>,
}

/// A row of results.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsRow {
    /// The numbers, such as `"3 to 8"`.
    pub when: Phrase,
    /// The other cells, one for each further head.
    pub cells: Vec<Phrase>,
}

/// The modifiers of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct ModifierGroup {
    /// The step in which they are applied; may be empty if there is one group.
    pub title: String,
    /// The head over the amounts, with their unit, such as `"Columns"`.
    pub amounts_are: String,
    /// The modifiers, in the order in which they are applied.
    pub modifiers: Vec<Modifier>,
    /// The rounding of fractions; empty if there are none.
    pub rounding: Phrase,
}

/// A modifier.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    /// The number with its sign, or a few of them that the words name in the same order.
    pub amounts: Vec<Amount>,
    /// Whose it is, such as the firer, the target or a side.
    pub whose: Phrase,
    /// The condition on which it counts.
    pub when: Phrase,
    /// The rule.
    pub rule: Rule,
}

/// A phase of the sequence of play.
#[derive(Clone, Debug, PartialEq)]
pub struct StepPhase {
    /// The name of the phase; empty if the sequence has none.
    pub title: String,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step of the sequence of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The name.
    pub name: String,
    /// The one who acts: a side, the order of sides, or both in secret.
    pub who: Phrase,
    /// The action.
    pub what: Phrase,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// The terrain effects chart: terrain, hexsides, roads, zones and levels, one below the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TerrainChart {
    /// Heads that several columns share, with the number of their columns; empty if there are none.
    pub bands: Vec<Band>,
    /// The heads of the columns after picture and name, with their units.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<TerrainRow>,
}

/// A head over several columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The words; may be empty.
    pub title: String,
    /// The number of columns.
    pub columns: usize,
}

/// A row of the terrain effects chart.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainRow {
    /// The head of the group that starts with this row, such as `"Hexsides"`; empty within a group.
    pub group: String,
    /// The picture, if there is one.
    pub picture: Option<Picture>,
    /// The name as on the map.
    pub name: Phrase,
    /// The cells, one a head.
    pub cells: Vec<Phrase>,
}

/// A track with boxes for a printed marker.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    /// The name of the thing that is counted.
    pub name: Phrase,
    /// The number in the first box.
    pub first: i64,
    /// The number in the last box.
    pub last: i64,
    /// The starts of markers: the number of the box, and the owner or the name of the marker.
    pub starts: Vec<(Amount, Phrase)>,
    /// Words in boxes, by the number of the box.
    pub words: Vec<(i64, Phrase)>,
}

/// Rows under heads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListChart {
    /// The heads, with their units.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<ListRow>,
}

/// A row of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListRow {
    /// The head of the group that starts with this row; empty within a group.
    pub group: String,
    /// The cells, one a head.
    pub cells: Vec<Phrase>,
}

impl Chart {
    /// Returns a chart at the start of page 1, as wide as the page.
    pub fn new(id: &'static str, title: impl Into<String>, aside: impl Into<Phrase>, kind: ChartKind) -> Self {
        Self {
            id,
            title: title.into(),
            aside: aside.into(),
            kind,
            notes: Vec::new(),
            shows: Vec::new(),
            provenance: None,
            stands_by: None,
            place: Place { page: 1, order: 0, span: 12, stack: None, may_move: true },
        }
    }

    /// Puts the chart on a page, into a row of it, with a width in twelfths.
    #[must_use]
    pub fn at(mut self, page: u8, order: u8, span: u8) -> Self {
        self.place = Place { page, order, span, ..self.place };
        self
    }

    /// Puts the chart under others in this column of its row.
    #[must_use]
    pub fn in_stack(mut self, stack: u8) -> Self {
        self.place.stack = Some(stack);
        self
    }

    /// Keeps the chart on its page.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.place.may_move = false;
        self
    }

    /// Adds a paragraph below.
    #[must_use]
    pub fn note(mut self, note: impl Into<Phrase>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a table or a field that is on the chart.
    #[must_use]
    pub fn showing(mut self, path: DocPath) -> Self {
        self.shows.push(path);
        self
    }

    /// Adds the sentence about where the values come from.
    #[must_use]
    pub fn from_source(mut self, provenance: Option<&'static str>) -> Self {
        self.provenance = provenance;
        self
    }

    /// Returns every text of the chart, in the order of reading.
    pub fn phrases(&self) -> Vec<&Phrase> {
        let mut all = vec![&self.aside];
        match &self.kind {
            ChartKind::Grid(grid) => all.extend(grid.legend.iter().map(|(_, effect)| effect)),
            ChartKind::Odds(odds) => {
                all.extend(odds.rows.iter().flat_map(|row| std::iter::once(&row.when).chain(&row.cells)));
            }
            ChartKind::Modifiers(groups) => {
                for group in groups {
                    all.extend(group.modifiers.iter().flat_map(|modifier| [&modifier.whose, &modifier.when]));
                    all.push(&group.rounding);
                }
            }
            ChartKind::Steps(phases) => {
                all.extend(phases.iter().flat_map(|phase| &phase.steps).flat_map(|step| [&step.who, &step.what]));
            }
            ChartKind::Terrain(chart) => {
                all.extend(chart.rows.iter().flat_map(|row| std::iter::once(&row.name).chain(&row.cells)));
            }
            ChartKind::Tracks(tracks) => {
                for track in tracks {
                    all.push(&track.name);
                    all.extend(
                        track.starts.iter().map(|(_, whose)| whose).chain(track.words.iter().map(|(_, words)| words)),
                    );
                }
            }
            ChartKind::List(list) => all.extend(list.rows.iter().flat_map(|row| &row.cells)),
            ChartKind::Key(entries) => all.extend(entries.iter().map(|(_, meaning)| meaning)),
            ChartKind::Text(paragraphs) => all.extend(paragraphs),
        }
        all.extend(&self.notes);
        all
    }

    /// Returns every number of the chart with its field.
    pub fn amounts(&self) -> Vec<&Amount> {
        let mut all: Vec<&Amount> = self.phrases().into_iter().flat_map(Phrase::amounts).collect();
        match &self.kind {
            ChartKind::Modifiers(groups) => {
                all.extend(groups.iter().flat_map(|group| &group.modifiers).flat_map(|modifier| &modifier.amounts));
            }
            ChartKind::Tracks(tracks) => {
                all.extend(tracks.iter().flat_map(|track| &track.starts).map(|(start, _)| start))
            }
            _ => {}
        }
        all
    }

    /// Returns the fields and tables that are on the chart.
    pub fn fields(&self) -> Vec<&DocPath> {
        let mut all: Vec<&DocPath> = self.shows.iter().collect();
        all.extend(self.amounts().into_iter().filter_map(|amount| amount.from.as_ref()));
        if let ChartKind::Grid(grid) = &self.kind {
            all.extend(grid.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.from));
        }
        all
    }

    /// Returns `true` if a part of the chart is marked as changed by the scenario.
    pub fn is_changed(&self) -> bool {
        let cells = match &self.kind {
            ChartKind::Grid(grid) => grid.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.changed),
            _ => false,
        };
        let words = || self.phrases().into_iter().flat_map(|phrase| &phrase.0).any(Span::is_changed);
        cells || self.amounts().into_iter().any(|amount| amount.changed) || words()
    }

    /// Returns one line for each datum on the chart: a cell with the heads of its row and its column, a modifier with its sign, its
    /// side, its condition and its rule, a row of a list. A printed sheet holds the words of each in this order.
    pub fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        let mut fact = |words: Vec<String>| {
            facts.push(words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
        };
        let texts = |cells: &[Phrase]| cells.iter().map(Phrase::text).collect::<Vec<_>>();
        match &self.kind {
            ChartKind::Grid(grid) => {
                for row in &grid.rows {
                    for (cell, (column, _)) in row.cells.iter().zip(&grid.columns) {
                        fact(vec![row.head.clone(), column.clone(), cell.text.clone()]);
                    }
                }
                // The second line of a head has bounds or other numbers of its own.
                let small = grid.columns.iter().filter(|(_, small)| !small.is_empty());
                small.for_each(|(head, small)| fact(vec![head.clone(), small.clone()]));
                grid.legend.iter().for_each(|(result, effect)| fact(vec![result.clone(), effect.text()]));
            }
            ChartKind::Odds(odds) => {
                odds.rows.iter().for_each(|row| fact([vec![row.when.text()], texts(&row.cells)].concat()));
            }
            ChartKind::Modifiers(groups) => {
                for modifier in groups.iter().flat_map(|group| &group.modifiers) {
                    let amounts: Vec<String> = modifier.amounts.iter().map(Amount::number).collect();
                    fact(vec![
                        amounts.join(", "),
                        modifier.whose.text(),
                        modifier.when.text(),
                        modifier.rule.number.to_owned(),
                    ]);
                }
            }
            ChartKind::Steps(phases) => {
                for step in phases.iter().flat_map(|phase| &phase.steps) {
                    let rules: Vec<&str> = step.rules.iter().map(|rule| rule.number).collect();
                    fact(vec![step.name.clone(), step.who.text(), step.what.text(), rules.join(", ")]);
                }
            }
            ChartKind::Terrain(chart) => {
                chart.rows.iter().for_each(|row| fact([vec![row.name.text()], texts(&row.cells)].concat()));
            }
            ChartKind::Tracks(tracks) => {
                for track in tracks {
                    fact(vec![track.name.text()]);
                    track.starts.iter().for_each(|(start, whose)| fact(vec![start.number(), whose.text()]));
                    track.words.iter().for_each(|(number, words)| fact(vec![number.to_string(), words.text()]));
                }
            }
            ChartKind::List(list) => list.rows.iter().for_each(|row| fact(texts(&row.cells))),
            ChartKind::Key(entries) => {
                entries.iter().for_each(|(short, meaning)| fact(vec![short.clone(), meaning.text()]))
            }
            ChartKind::Text(paragraphs) => paragraphs.iter().for_each(|paragraph| fact(vec![paragraph.text()])),
        }
        self.notes.iter().for_each(|note| fact(vec![note.text()]));
        facts
    }
}
