//! Finished sheets, read by poppler: every fact of the charts is there, and no words lie over each other.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use battlewright_charts::needed::is_shown;
use battlewright_charts::{Chart, ChartKind, GridChart, GridRow, Track, charts, needed};
use battlewright_schema::{DocPath, Scenario, load};
use battlewright_tests::files::toml_files;
use serde_json::Value;

use crate::PROGRAM;
use crate::peers::succeed;
use crate::printed::{Printed, SearchedPage, Word, letters, pages};

/// Calls `each` with all bundled scenarios, each with its name and path, on two threads.
fn each_scenario(each: impl Fn(&str, &Path, &Scenario) + Sync) {
    let files = toml_files("scenarios");
    let taken = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    let scenario = load(&std::fs::read_to_string(file).unwrap()).scenario.unwrap();
                    each(&file.file_stem().unwrap().to_string_lossy(), file, &scenario);
                }
            });
        }
    });
}

/// Exports a scenario as a PDF with these options, and returns its pages.
fn exported(file: &Path, options: &[&str]) -> Vec<Printed> {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("a.pdf");
    succeed(Command::new(PROGRAM).arg("export").arg(file).args(["--to", "pdf", "--out"]).arg(&pdf).args(options));
    pages(&pdf)
}

/// Returns the facts of a chart that no page holds.
fn missing(pages: &[SearchedPage], chart: &Chart) -> Vec<String> {
    let facts = chart.facts();
    match &chart.kind {
        ChartKind::Grid(grid) => {
            let cells: usize = grid.rows.iter().map(|row| row.cells.len()).sum();
            let [cells, others] = [&facts[..cells], &facts[cells..]];
            let cells: &[String] = if pages.iter().any(|page| has_cells(page, grid)) { &[] } else { cells };
            cells.iter().chain(lost(pages, others)).cloned().collect()
        }
        ChartKind::Tracks(tracks) => {
            let mut at = 0;
            let mut all = Vec::new();
            for track in tracks {
                let of_boxes = at + 1..at + 1 + track.starts.len() + track.words.len();
                all.extend(lost(pages, &facts[at..of_boxes.start]).cloned());
                if !pages.iter().any(|page| has_boxes(page, track)) {
                    all.extend_from_slice(&facts[of_boxes.clone()]);
                }
                at = of_boxes.end;
            }
            all.extend(lost(pages, &facts[at..]).cloned());
            all
        }
        _ => lost(pages, &facts).cloned().collect(),
    }
}

/// Returns the facts that stand on no page.
fn lost<'f>(pages: &[SearchedPage], facts: &'f [String]) -> impl Iterator<Item = &'f String> {
    facts.iter().filter(move |fact| !pages.iter().any(|page| page.find(&letters(fact)).is_some()))
}

/// How far the middle of a cell may be from that of the head of its column, in points.
const BESIDE: f64 = 5.0;

/// Returns the words of a row of a grid: on one line, or with a head on several beside the cells on one.
fn find_row(
    page: &SearchedPage,
    row: &GridRow,
    begins: &dyn Fn(&Word) -> bool,
    accepts: &dyn Fn(&[usize]) -> bool,
) -> Option<Vec<usize>> {
    let cells: String = row.cells.iter().map(|cell| letters(&cell.text)).collect();
    let head = letters(&row.head);
    page.find_line(&format!("{head}{cells}"), begins, accepts).or_else(|| {
        let found = RefCell::new(None);
        let has_cells = |head: &[usize]| {
            let (x, y) = page.center(head);
            let is_beside = |word: &Word| word.left > x && (word.at().1 - y).abs() < 12.0;
            let all = |cells: &[usize]| [head, cells].concat();
            let cells = page.find_line(&cells, &is_beside, &|cells| accepts(&all(cells)));
            *found.borrow_mut() = cells.map(|cells| all(&cells));
            found.borrow().is_some()
        };
        page.find_where(&head, begins, &has_cells)?;
        found.take()
    })
}

/// Returns `true` if the page has each cell of the grid in the row of its head and below the head of its column.
fn has_cells(page: &SearchedPage, grid: &GridChart) -> bool {
    // Returns the middles of the cells of a row, in the order of the columns.
    let middles = |row: &GridRow, path: &[usize]| {
        let mut ends = vec![letters(&row.head).len()];
        ends.extend(row.cells.iter().scan(ends[0], |end, cell| {
            *end += letters(&cell.text).len();
            Some(*end)
        }));
        let mut words = vec![Vec::new(); row.cells.len()];
        let mut so_far = 0;
        for at in path {
            if let Some(cell) = ends.iter().rposition(|end| *end <= so_far).filter(|cell| *cell < words.len()) {
                words[cell].push(*at);
            }
            so_far += page.word(*at).text.len();
        }
        words.iter().map(|own| (!own.is_empty()).then(|| page.center(own).0)).collect::<Option<Vec<f64>>>()
    };
    let Some(first) = grid.rows.first() else { return true };
    let has_heads = |path: &[usize]| {
        let Some(middles) = middles(first, path) else { return false };
        let top = page.word(path[0]).top;
        middles.iter().zip(&grid.columns).all(|(middle, (head, _))| {
            let is_above = |head: &[usize]| {
                let (x, y) = page.center(head);
                (x - middle).abs() < BESIDE && y < top && top - y < 60.0
            };
            let is_near = |word: &Word| word.top < top && top - word.top < 80.0 && (word.at().0 - middle).abs() < 60.0;
            page.find_where(&letters(head), &is_near, &is_above).is_some()
        })
    };
    let Some(path) = find_row(page, first, &|_| true, &has_heads) else { return false };
    let (columns, top) = (middles(first, &path).unwrap(), page.word(path[0]).top);
    grid.rows.iter().skip(1).all(|row| {
        let is_in_columns = |path: &[usize]| {
            let own = middles(row, path);
            own.is_some_and(|own| own.iter().zip(&columns).all(|(x, column)| (x - column).abs() < BESIDE))
        };
        find_row(page, row, &|word| word.top > top, &is_in_columns).is_some()
    })
}

/// Returns `true` if the page has all words of the boxes of a track below the numbers of their boxes.
fn has_boxes(page: &SearchedPage, track: &Track) -> bool {
    let starts = track.starts.iter().map(|(start, whose)| (start.number(), whose.text()));
    let words = track.words.iter().map(|(number, words)| (number.to_string(), words.text()));
    starts.chain(words).all(|(number, words)| {
        let number = letters(&number);
        (0..page.len()).filter(|at| page.word(*at).text == number).any(|at| {
            let number = page.word(at);
            let is_in_box = |path: &[usize]| {
                let (x, y) = page.center(path);
                // A box is 17 mm high and at least as wide.
                (-3.0..=70.0).contains(&(x - number.left)) && (0.0..=60.0).contains(&(y - number.top))
            };
            let is_below = |word: &Word| word.bottom > number.top && word.top - number.top < 60.0;
            page.find_where(&letters(&words), &is_below, &is_in_box).is_some()
        })
    })
}

/// Every field that a player needs ([`needed`]) is on a chart, and each fact of each chart is in the text of the finished aid: a cell of
/// a table in its row and below the head of its column, the words of a box below its number, and all other words in the order of
/// reading, within the lines and cells of a row.
///
/// A fact is looked for on all pages of the aid: a PDF does not say where a chart ends. So an altered digit is found by chance where
/// another row has it; how often is measured, and is less than once in six.
#[test]
fn every_fact_of_the_charts_is_in_the_finished_aid() {
    let (altered, found_by_chance, all) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    each_scenario(|name, file, scenario| {
        let all_charts = charts(scenario);
        let needed = needed(scenario);
        let unshown: Vec<String> =
            needed.iter().filter(|field| !is_shown(&all_charts, field)).map(ToString::to_string).collect();
        assert!(unshown.is_empty(), "{name}: {unshown:?}");
        let pages: Vec<SearchedPage> =
            exported(file, &["--sheets", "aid"]).into_iter().map(SearchedPage::new).collect();
        let lost: Vec<String> = all_charts
            .iter()
            .flat_map(|chart| missing(&pages, chart).into_iter().map(move |fact| format!("{}: {fact}", chart.title)))
            .collect();
        let facts: usize = all_charts.iter().map(|chart| chart.facts().len()).sum();
        println!(
            "aid  poppler: {name}: {} needed fields, {} charts, {facts} facts on {} pages, {} missing",
            needed.len(),
            all_charts.len(),
            pages.len(),
            lost.len()
        );
        for fact in all_charts.iter().filter(|chart| !matches!(chart.kind, ChartKind::Grid(_))).flat_map(Chart::facts) {
            let Some(other) = altered_digit(&fact) else { continue };
            let has = |text: &str| pages.iter().any(|page| page.find(&letters(text)).is_some());
            if has(&fact) {
                altered.fetch_add(1, Ordering::Relaxed);
                found_by_chance.fetch_add(usize::from(has(&other)), Ordering::Relaxed);
            }
        }
        all.lock().unwrap().extend(lost.into_iter().map(|fact| format!("{name}: {fact}")));
    });
    let (altered, found) = (altered.into_inner(), found_by_chance.into_inner());
    println!("aid  poppler: of {altered} facts with an altered digit, {found} are found by chance");
    let all = all.into_inner().unwrap();
    assert!(all.is_empty(), "{all:#?}");
    assert!(altered > 1000 && found * 6 < altered, "{found} of {altered}");
}

/// Returns a fact with another last digit; `None` for one without digits, and for a short one, of which there are many.
fn altered_digit(fact: &str) -> Option<String> {
    let (at, digit) = fact.char_indices().rfind(|(_, c)| c.is_ascii_digit()).filter(|_| fact.len() >= 12)?;
    let other = (digit.to_digit(10)? + 3) % 10;
    Some(format!("{}{other}{}", &fact[..at], &fact[at + 1..]))
}

/// Returns `true` if two words lie over each other by more than a point, and by more than a third of the lower one. Poppler's boxes have
/// the whole height of a font, in which lines that are set close share a little.
fn overlap(one: &Word, other: &Word) -> bool {
    let across = one.right.min(other.right) - one.left.max(other.left);
    let down = one.bottom.min(other.bottom) - one.top.max(other.top);
    across > 1.0 && down > 0.35 * (one.bottom - one.top).min(other.bottom - other.top)
}

/// Returns the pairs of words of a page that lie over each other.
fn overlapping(mut words: Vec<&Word>) -> Vec<[&Word; 2]> {
    words.retain(|word| !word.text.trim().is_empty());
    words.sort_by(|a, b| a.top.total_cmp(&b.top));
    let mut pairs = Vec::new();
    for (at, one) in words.iter().copied().enumerate() {
        let near = words.iter().copied().skip(at + 1).take_while(|other| other.top < one.bottom);
        pairs.extend(near.filter(|other| overlap(one, other)).map(|other| [one, other]));
    }
    pairs
}

/// No words lie over each other: on the aid, the turn track, the setup cards and the counter sheets of every bundled scenario, in
/// color and without, on A4 and on Letter, on each page of the rules booklet, and between the names on the maps.
///
/// On maps, the digits of levels and the numbers of hexes lie below names by design: a name has a halo of the color of the ground and is
/// read over them, and where it has a plate, the plate covers them. Poppler reads these digits though they are covered. So maps are
/// asked for names alone. Of these, names along a curve are left out: poppler gives the letters of such a name as pieces, each with an
/// upright box around its turned letters, which touch each other. What is left are the whole words of places, zones, entries and other
/// names of the scenario. Words in the last 60 points of a map's sheet are left out as well: what the edge of the map cuts off is in the
/// text of the page and not in its picture, and would lie below the foot.
#[test]
fn no_words_of_a_page_lie_over_each_other() {
    let (sheets, words, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    each_scenario(|name, file, scenario| {
        let names = names(scenario);
        let check = |what: &str, pages: &[Printed], is_map: bool| {
            for (at, page) in pages.iter().enumerate() {
                let is_asked =
                    |word: &&Word| !is_map || (names.contains(&word.text) && word.bottom < page.height - 60.0);
                let asked: Vec<&Word> = page.words.iter().filter(is_asked).collect();
                words.fetch_add(asked.len(), Ordering::Relaxed);
                let pairs = overlapping(asked).into_iter().map(|[one, other]| {
                    let (x, y) = one.at();
                    format!("{name}, {what}, page {}: {:?} and {:?} at {x:.0}, {y:.0}", at + 1, one.text, other.text)
                });
                wrong.lock().unwrap().extend(pairs);
            }
            sheets.fetch_add(pages.len(), Ordering::Relaxed);
        };
        let beside = ["--sheets", "aid,track,setup,counters"];
        check("sheets", &exported(file, &beside), false);
        check(
            "sheets on Letter",
            &exported(file, &[&beside[..], &["--paper", "letter", "--plain"][..]].concat()),
            false,
        );
        check("booklet", &exported(file, &["--booklet"]), false);
        check("map", &exported(file, &["--sheets", "map"]), true);
    });
    let (sheets, words, wrong) = (sheets.into_inner(), words.into_inner(), wrong.into_inner().unwrap());
    println!("pdf  poppler: {words} words on {sheets} pages, {} pairs over each other", wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(sheets > 800 && words > 100_000, "{sheets} {words}");
}

/// Returns the words of all names in a scenario that have three letters or more.
fn names(scenario: &Scenario) -> BTreeSet<String> {
    fn walk(value: &Value, all: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    match value {
                        Value::String(text) if key == "name" || key == "text" => {
                            let long = text.split_whitespace().filter(|word| word.chars().count() > 2);
                            all.extend(long.filter(|word| word.chars().any(char::is_alphabetic)).map(str::to_owned));
                        }
                        value => walk(value, all),
                    }
                }
            }
            Value::Array(rows) => rows.iter().for_each(|row| walk(row, all)),
            _ => {}
        }
    }
    let mut all = BTreeSet::new();
    walk(&scenario.get(&DocPath::root()).unwrap_or_default(), &mut all);
    all
}

#[test]
fn words_over_each_other_are_told_from_words_beside_each_other() {
    let word = |left: f64, top: f64| Word { text: "word".to_owned(), left, top, right: left + 20.0, bottom: top + 8.0 };
    assert!(overlap(&word(0.0, 0.0), &word(15.0, 3.0)));
    assert!(!overlap(&word(0.0, 0.0), &word(15.0, 6.0)), "the next line");
    assert!(!overlap(&word(0.0, 0.0), &word(19.5, 0.0)), "the next word");
    let all = [word(0.0, 0.0), word(30.0, 0.0), word(31.0, 1.0), word(0.0, 10.0)];
    assert_eq!(overlapping(all.iter().collect()).len(), 1);
}
