//! The slow suite: the program itself is killed in its window, fifty times at random moments.
//!
//! `cargo test -p battlewright-editor --test killed_window` runs it. It needs Xvfb and xdotool, is
//! not among the tests that run by default, and takes about two minutes on two idle cores. The
//! program is driven with mouse and keyboard, and only what is seen on the screen or in the file counts as done. After each
//! kill, what comes back must be what was done, or that and what was under way; then the program
//! starts again, restores, and goes on.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly, its helpers too")]

mod display;

use std::fmt::Debug;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use battlewright_editor::model::autosave::difference::Difference;
use battlewright_editor::model::autosave::{JournalFolder, unsaved_work};
use battlewright_editor::model::document::FileState;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::store::BUNDLED;
use battlewright_editor::tools::ToolKind;
use battlewright_editor::{App, Chooser, Document};
use battlewright_schema::{Cell, HexsideId, Start, load};
use egui::Pos2;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::display::{Display, LOOK, LOOKS, SECOND, with};

/// Lets the pointer rest on the status line, where it lights nothing.
fn rest() -> String {
    "mousemove 700 888".to_owned()
}

/// Returns `true` if a color is that of the border of the hex under the pointer.
fn is_orange(color: u32) -> bool {
    let [blue, green, red, _] = color.to_be_bytes();
    red > 200 && green < 150 && blue < 100
}

/// The work as it should be: hexes painted with woods, the last ones taken back again.
#[derive(Clone, Debug, Default, PartialEq)]
struct Work {
    painted: Vec<usize>,
    undone: Vec<usize>,
}

/// Something to do.
#[derive(Clone, Copy, Debug)]
enum Do {
    Paint(usize),
    Undo,
    Redo,
    Save,
}

impl Work {
    fn after(&self, what: Do) -> Self {
        let mut work = self.clone();
        match what {
            Do::Paint(hex) => {
                work.painted.push(hex);
                work.undone.clear();
            }
            Do::Undo => work.undone.extend(work.painted.pop()),
            Do::Redo => work.painted.extend(work.undone.pop()),
            Do::Save => {}
        }
        work
    }

    /// Something that can be done next.
    fn next(&self, random: u64, hexes: usize) -> Do {
        let free = (0..hexes).find(|hex| !self.painted.contains(hex));
        match (random % 8, free) {
            (0, _) => Do::Save,
            (1 | 2, _) if !self.painted.is_empty() => Do::Undo,
            (3, _) if !self.undone.is_empty() => Do::Redo,
            (_, Some(hex)) => Do::Paint(hex),
            _ => Do::Undo,
        }
    }
}

/// The scenario on the desk, and the hexes of it that are painted.
struct Desk {
    folder: tempfile::TempDir,
    hexes: Vec<Hex>,
    /// A point of the brush's button, beside its picture, and its color while the brush is not in hand.
    brush: (Pos2, u32),
}

/// A hex that is painted.
struct Hex {
    cell: Cell,
    middle: Pos2,
    /// A point of its border, which lights up when the pointer is over it and the button is up.
    border: Pos2,
    /// The color of its middle before anything is painted.
    clear: u32,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.toml"), BUNDLED).unwrap();
        // The same window without a screen knows where the hexes are.
        let builder = Harness::builder().with_size([1440.0, 900.0]).with_max_steps(40);
        let mut editor = builder.build_eframe(|cc| App::new(&cc.egui_ctx, Document::bundled(), Chooser::Typed));
        editor.run();
        let scenario = editor.state().document().scenario().common();
        let grid = scenario.grid().unwrap();
        let taken: Vec<_> = (0..scenario.unit_count())
            .filter_map(|n| scenario.unit(n))
            .filter_map(|unit| if let Start::At(hex) = unit.start { Some(hex) } else { None })
            .chain(scenario.roads().iter().flat_map(|road| road.path.clone()))
            .chain(scenario.places().iter().flat_map(|place| place.hexes.clone()))
            .chain(
                scenario
                    .hexsides()
                    .iter()
                    .flat_map(|row| &row.between)
                    .filter_map(HexsideId::hexes)
                    .flat_map(<[_; 2]>::from),
            )
            .collect();
        let clear = |cell: &Cell| {
            scenario.hexes().get(cell.column.into(), cell.row.into()) == Some('.') && !taken.contains(&grid.name(*cell))
        };
        let cells: Vec<_> = grid.cells().filter(clear).collect();
        let button = editor.get_by_role_and_label(Role::Button, ToolKind::BRUSH.name()).rect();
        let at = |cell: Cell| editor.state().position_of(cell).unwrap();
        let hex = |cell: Cell| {
            let (middle, below) = (at(cell), at(Cell { row: cell.row + 1, ..cell }));
            Hex { cell, middle, border: middle.lerp(below, 0.5), clear: 0 }
        };
        Self {
            folder,
            hexes: cells.into_iter().step_by(3).take(40).map(hex).collect(),
            brush: (button.left_center() + egui::vec2(3.0, 0.0), 0),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("a.toml")
    }

    /// A document with `painted` done to it.
    fn document(&self, painted: &[usize]) -> Document {
        let mut document = Document::bundled();
        for hex in painted {
            document.apply("Paint Woods", None, Edit::Paint(vec![(self.hexes[*hex].cell, 'w')]));
        }
        document
    }

    fn start(&self, display: &Display) -> Child {
        Command::new(env!("CARGO_BIN_EXE_battlewright-editor"))
            .arg(self.file())
            .env("DISPLAY", &display.number)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_STATE_HOME", self.folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Points at a hex.
    fn point(&self, hex: usize) -> String {
        let Pos2 { x, y } = self.hexes[hex].middle;
        format!("mousemove {x:.0} {y:.0}")
    }

    /// The work that was left behind.
    fn left(&self) -> Option<Document> {
        let places = JournalFolder::at(&self.folder.path().join("battlewright")).places(Some(&self.file()));
        let mut found = unsaved_work::find(&places, Some(&self.file()));
        assert!(found.len() <= 1, "one document has one journal");
        // Not restored: the program is to do that. The document is done again from its journal.
        found.pop().map(|found| found.restore())
    }

    /// Returns `true` if `document` is what `work` says, with all that can be undone and redone.
    fn is(&self, document: &Document, work: &Work) -> bool {
        let text = document.text();
        assert_eq!(*document.standing(), FileState::AsKnown, "no other program has written to the file");
        assert!(document.is_dirty() || std::fs::read_to_string(self.file()).unwrap() == text);
        text == self.document(&work.painted).text()
            && document.history().len() == work.painted.len()
            && document.history().redo_name().is_none() == work.undone.is_empty()
    }
}

/// Looks until `is`, which is told the number of the look; not so if the program is dead before.
fn seen(what: &dyn Debug, dead: &AtomicBool, mut is: impl FnMut(u32) -> bool) -> bool {
    for look in 0..LOOKS {
        if is(look) {
            return true;
        }
        if dead.load(Ordering::Relaxed) {
            return false;
        }
        std::thread::sleep(LOOK);
    }
    panic!("nothing is seen of {what:?}");
}

#[test]
fn work_outlives_fifty_kills() {
    let kills: u64 = std::env::var("BATTLEWRIGHT_KILLS").map_or(50, |kills| kills.parse().unwrap());
    let screen = tempfile::tempdir().unwrap();
    let display = Display::new(screen.path());
    let mut desk = Desk::new();
    let mut work = Work::default();
    let now = || u64::from(SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_nanos());
    let seed = std::env::var("BATTLEWRIGHT_SEED").map_or_else(|_| now(), |seed| seed.parse().unwrap());
    // Shown if the test fails; moments of the machine's own cannot be had again.
    println!("BATTLEWRIGHT_SEED={seed}");
    let mut random = seed | 1;
    let mut number = move || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random >> 8
    };
    let mut count = 0;
    for kill in 1..=kills {
        let mut program = desk.start(&display);
        let (dead, gestures_seen) = (AtomicBool::new(false), AtomicU64::new(0));
        let in_hand = std::thread::scope(|scope| {
            // The picture stands when the toolbar does; a modal window darkens what is behind it.
            let corner = Pos2::new(2.0, 450.0);
            seen(&"the window", &dead, |_| display.color(corner) != 0);
            if kill == 1 {
                display.input(&rest());
                let mut calm = 0;
                seen(&"a picture that stays as it is", &dead, |_| {
                    let colors =
                        |desk: &Desk| (desk.brush.1, desk.hexes.iter().map(|hex| hex.clear).collect::<Vec<_>>());
                    let before = colors(&desk);
                    desk.brush.1 = display.color(desk.brush.0);
                    for hex in &mut desk.hexes {
                        hex.clear = display.color(hex.middle);
                    }
                    calm = if colors(&desk) == before { calm + 1 } else { 0 };
                    calm > 3 * SECOND
                });
            }
            let desk = &desk;
            let painted = |hex: usize| display.color(desk.hexes[hex].middle) != desk.hexes[hex].clear;
            let lit = |hex: usize| is_orange(display.color(desk.hexes[hex].border));
            // Restored work is seen as it was.
            let shown = |work: &Work| (0..desk.hexes.len()).all(|hex| painted(hex) == work.painted.contains(&hex));
            // A key pressed before the window can hear it is pressed again.
            let press_again = |look: u32, key: &str| {
                if look.is_multiple_of(SECOND / 2) {
                    display
                        .input(&format!("search --onlyvisible --name Battlewright windowfocus {} key {key}", rest()));
                }
            };
            seen(&work, &dead, |look| {
                press_again(look, "Return");
                shown(&work)
            });
            // The brush is taken up when its button is lit.
            seen(&"the brush", &dead, |look| {
                press_again(look, "b");
                display.color(desk.brush.0) != desk.brush.1
            });
            // After some gestures, at any moment of the next.
            let (gestures, moment) = (number() % 5, Duration::from_micros(number() % 250_000));
            let (dead, program, gestures_seen) = (&dead, &mut program, &gestures_seen);
            scope.spawn(move || {
                // A gesture that X lost is waited for, but not for long.
                for _ in 0..20 * SECOND {
                    if gestures_seen.load(Ordering::Relaxed) >= gestures {
                        break;
                    }
                    std::thread::sleep(LOOK);
                }
                std::thread::sleep(moment);
                program.kill().unwrap();
                program.wait().unwrap();
                dead.store(true, Ordering::Relaxed);
            });
            loop {
                let what = work.next(number(), desk.hexes.len());
                let after = work.after(what);
                let text = desk.document(&after.painted).text();
                let saved = || std::fs::read_to_string(desk.file()).is_ok_and(|file| file == text);
                let does = |input: &str, is: &dyn Fn() -> bool| {
                    display.input(input);
                    seen(&(what, input), dead, |_| is())
                };
                let is_done = match what {
                    // The pointer lights the border, but not while the button is down; a hex that is
                    // painted and lit is about to be done, and one that is painted and left is done.
                    Do::Paint(hex) => {
                        does(&desk.point(hex), &|| lit(hex))
                            && does("mousedown 1", &|| painted(hex) && !lit(hex))
                            && does("mouseup 1", &|| painted(hex) && lit(hex))
                            && does(&rest(), &|| shown(&after) && !lit(hex))
                    }
                    Do::Undo => does(&with("ctrl", "z"), &|| shown(&after)),
                    Do::Redo => does(&with("ctrl keydown shift", "z keyup shift"), &|| shown(&after)),
                    Do::Save => does(&with("ctrl", "s"), &saved),
                };
                if !is_done {
                    display.input("mouseup 1");
                    break what;
                }
                work = after;
                count += 1;
                gestures_seen.fetch_add(1, Ordering::Relaxed);
            }
        });
        let Some(mut document) = desk.left() else {
            assert_eq!(work, Work::default(), "nothing is left, and nothing was done");
            continue;
        };
        if !desk.is(&document, &work) {
            work = work.after(in_hand);
            let difference = Difference::between(&desk.document(&work.painted).text(), &document.text());
            let steps = document.history().len();
            assert!(desk.is(&document, &work), "kill {kill}, {in_hand:?}: {work:?}, {steps} steps, {difference:?}");
        }
        println!("kill {kill}: {} hexes painted, in hand {in_hand:?}", work.painted.len());
        while document.undo().is_some() {}
        assert_eq!(load(BUNDLED).scenario.as_ref(), Some(document.scenario()));
    }
    println!("{kills} kills, {count} gestures");
    assert!(count > kills, "the program was given time to work");
}
