//! Charts that are longer than a page, in two.

use battlewright_charts::{Chart, ChartKind, ListRow, OddsRow, Phrase, Span, Step, StepPhase, TerrainRow};

/// Returns both halves of a chart, by rows, and of a single row by its words; `None` if nothing can be divided. The notes go with
/// the second half.
pub(super) fn halves(chart: &Chart) -> Option<(Chart, Chart)> {
    let (first, second) = match &chart.kind {
        ChartKind::Grid(grid) => {
            let (a, b) = by_rows(&grid.rows)?;
            let mut halves = [grid.clone(), grid.clone()];
            let [first, second] = &mut halves;
            (first.rows, second.rows) = (a, b);
            first.legend.clear();
            let [first, second] = halves;
            (ChartKind::Grid(first), ChartKind::Grid(second))
        }
        ChartKind::Odds(odds) => {
            let row = |row: &OddsRow| {
                let (whens, cells) = (halves_of(std::slice::from_ref(&row.when)), halves_of(&row.cells));
                if whens.is_none() && cells.is_none() {
                    return None;
                }
                let when = whens.map_or_else(|| [row.when.clone(), Phrase::default()], |(a, b)| [first(a), first(b)]);
                let (a, b) = cells.unwrap_or_else(|| (row.cells.clone(), vec![Phrase::default(); row.cells.len()]));
                let [before, after] = when;
                Some((OddsRow { when: before, cells: a }, OddsRow { when: after, cells: b }))
            };
            let (a, b) = by_rows(&odds.rows).or_else(|| one(&odds.rows, row))?;
            let of = |rows| ChartKind::Odds(battlewright_charts::OddsChart { heads: odds.heads.clone(), rows });
            (of(a), of(b))
        }
        ChartKind::Modifiers(groups) => match by_rows(groups) {
            Some((a, b)) => (ChartKind::Modifiers(a), ChartKind::Modifiers(b)),
            None => {
                let group = groups.first()?;
                let (a, b) = by_rows(&group.modifiers)?;
                let mut halves = [group.clone(), group.clone()];
                let [first, second] = &mut halves;
                (first.modifiers, second.modifiers) = (a, b);
                first.rounding = Phrase::default();
                let [first, second] = halves;
                (ChartKind::Modifiers(vec![first]), ChartKind::Modifiers(vec![second]))
            }
        },
        ChartKind::Steps(phases) => {
            // One phase a step, so that each can stand on either page.
            let steps: Vec<StepPhase> = phases
                .iter()
                .flat_map(|phase| {
                    phase.steps.iter().enumerate().map(|(at, step)| StepPhase {
                        title: if at == 0 { phase.title.clone() } else { String::new() },
                        steps: vec![step.clone()],
                    })
                })
                .collect();
            let step = |phase: &StepPhase| {
                let step = phase.steps.first()?;
                let (a, b) = halves_of(std::slice::from_ref(&step.what))?;
                let before = Step { what: first(a), ..step.clone() };
                let after = Step { name: String::new(), who: Phrase::default(), what: first(b), rules: Vec::new() };
                let title = phase.title.clone();
                Some((StepPhase { title, steps: vec![before] }, StepPhase { title: String::new(), steps: vec![after] }))
            };
            let (a, b) = by_rows(&steps).or_else(|| one(&steps, step))?;
            (ChartKind::Steps(a), ChartKind::Steps(b))
        }
        ChartKind::Terrain(terrain) => {
            let row = |row: &TerrainRow| {
                let (a, b) = halves_of(&row.cells)?;
                let after = TerrainRow { group: String::new(), picture: None, name: Phrase::default(), cells: b };
                Some((TerrainRow { cells: a, ..row.clone() }, after))
            };
            let (a, b) = by_rows(&terrain.rows).or_else(|| one(&terrain.rows, row))?;
            let of = |rows| ChartKind::Terrain(battlewright_charts::TerrainChart { rows, ..terrain.clone() });
            (of(a), of(b))
        }
        ChartKind::Tracks(tracks) => {
            let (a, b) = by_rows(tracks)?;
            (ChartKind::Tracks(a), ChartKind::Tracks(b))
        }
        ChartKind::List(list) => {
            let row = |row: &ListRow| {
                let (a, b) = halves_of(&row.cells)?;
                Some((ListRow { group: row.group.clone(), cells: a }, ListRow { group: String::new(), cells: b }))
            };
            let (a, b) = by_rows(&list.rows).or_else(|| one(&list.rows, row))?;
            let of = |rows| ChartKind::List(battlewright_charts::ListChart { heads: list.heads.clone(), rows });
            (of(a), of(b))
        }
        ChartKind::Key(entries) => {
            let entry = |(short, meaning): &(String, Phrase)| {
                let (a, b) = halves_of(std::slice::from_ref(meaning))?;
                Some(((short.clone(), first(a)), (String::new(), first(b))))
            };
            let (a, b) = by_rows(entries).or_else(|| one(entries, entry))?;
            (ChartKind::Key(a), ChartKind::Key(b))
        }
        ChartKind::Text(paragraphs) => {
            let paragraph = |words: &Phrase| {
                let (a, b) = halves_of(std::slice::from_ref(words))?;
                Some((first(a), first(b)))
            };
            let (a, b) = by_rows(paragraphs).or_else(|| one(paragraphs, paragraph))?;
            (ChartKind::Text(a), ChartKind::Text(b))
        }
    };
    let above = Chart { kind: first, notes: Vec::new(), ..chart.clone() };
    Some((above, Chart { kind: second, ..chart.clone() }))
}

/// Returns the notes of a chart as a chart of their own, and the chart without them; `None` without notes.
pub(super) fn without_notes(chart: &Chart) -> Option<(Chart, Chart)> {
    if chart.notes.is_empty() {
        return None;
    }
    let notes = Chart { kind: ChartKind::Text(chart.notes.clone()), notes: Vec::new(), ..chart.clone() };
    Some((Chart { notes: Vec::new(), ..chart.clone() }, notes))
}

fn by_rows<T: Clone>(rows: &[T]) -> Option<(Vec<T>, Vec<T>)> {
    let (a, b) = rows.split_at(rows.len() / 2);
    (!a.is_empty()).then(|| (a.to_vec(), b.to_vec()))
}

/// Returns both halves of a single row.
fn one<T>(rows: &[T], halves: impl FnOnce(&T) -> Option<(T, T)>) -> Option<(Vec<T>, Vec<T>)> {
    let [row] = rows else { return None };
    let (a, b) = halves(row)?;
    Some((vec![a], vec![b]))
}

/// Returns both halves of each of some texts; `None` if none can be divided.
fn halves_of(phrases: &[Phrase]) -> Option<(Vec<Phrase>, Vec<Phrase>)> {
    let halves: Vec<Option<(Phrase, Phrase)>> = phrases.iter().map(halves_of_words).collect();
    halves.iter().any(Option::is_some).then(|| {
        let whole = |phrase: &Phrase| (phrase.clone(), Phrase::default());
        phrases.iter().zip(halves).map(|(phrase, halves)| halves.unwrap_or_else(|| whole(phrase))).unzip()
    })
}

/// Returns both halves of a text: by its parts, and a single part by its words.
fn halves_of_words(phrase: &Phrase) -> Option<(Phrase, Phrase)> {
    match phrase.0.as_slice() {
        [] => None,
        [Span::Plain(words)] => {
            let middle = words.len() / 2;
            let at = words.char_indices().map(|(at, _)| at).find(|at| *at >= middle).filter(|at| *at > 0)?;
            let at = words.get(at..).and_then(|rest| rest.find(' ')).map_or(at, |blank| at + blank);
            let (a, b) = words.split_at_checked(at).filter(|(_, b)| !b.is_empty())?;
            Some((a.into(), b.into()))
        }
        [_] => None,
        spans => {
            let (a, b) = spans.split_at(spans.len() / 2);
            Some((Phrase(a.to_vec()), Phrase(b.to_vec())))
        }
    }
}

fn first(phrases: Vec<Phrase>) -> Phrase {
    phrases.into_iter().next().unwrap_or_default()
}
