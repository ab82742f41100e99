//! The cost of a frame of the editor on maps of three sizes, the same part of the map in the same window: all of the
//! program but the drawing itself, and what opening a map costs. The ratios to the smallest map are what counts.

#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

mod desk;
#[path = "../../schema/benches/large/mod.rs"]
mod large;

use std::time::Duration;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::{Cell, load};
use desk::{Desk, clock};
use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, Vec2, vec2};

const SIZES: [(u16, u16); 3] = [(30, 20), (200, 200), (1000, 1000)];
/// The hex in the middle of the view, and how large it is: so that the smallest map fills the view.
const MIDDLE: Cell = Cell { column: 14, row: 9 };
const RADIUS: f32 = 34.0;
/// The number of times that everything is done. All together counts: the system's clock of a thread's work is a coarse
/// one.
const ROUNDS: usize = 12;

/// Something done, and what it costs.
struct Work {
    name: &'static str,
    /// Gets everything ready.
    ready: fn(&mut Desk),
    /// Does it once; the time of what counts.
    once: fn(&mut Desk, usize) -> Duration,
}

const WORKS: &[Work] = &[
    Work { name: "pointer moved", ready: |_| {}, once: hover },
    Work { name: "pan", ready: |_| {}, once: pan },
    Work { name: "zoom", ready: |_| {}, once: zoom },
    Work { name: "select", ready: |desk| desk.take(Act::Tool(ToolKind::SELECT)), once: select },
    Work { name: "unit selected", ready: |desk| desk.click(desk.at(6, 3)), once: hover },
    Work { name: "levels drawn", ready: |desk| desk.take(Act::Tool(ToolKind::ELEVATION)), once: hover },
    Work { name: "line of sight", ready: |desk| desk.take(Act::Tool(ToolKind::LINE_OF_SIGHT)), once: sight },
    Work { name: "looking round", ready: |desk| desk.click(desk.at(6, 3)), once: hover },
    Work { name: "brush, a step", ready: |desk| desk.take(Act::Tool(ToolKind::BRUSH)), once: step },
    Work { name: "brush, a stroke", ready: |desk| desk.take(Act::Tool(ToolKind::BRUSH)), once: stroke },
    Work {
        name: "undo, redo",
        ready: |_| {},
        once: |desk, _| {
            desk.app.ask(Act::Command(Command::Undo));
            let undo = desk.frame(Vec::new());
            desk.app.ask(Act::Command(Command::Redo));
            undo + desk.frame(Vec::new())
        },
    },
    Work { name: "text in view", ready: |desk| desk.take(Act::Tab(BottomTab::Source)), once: hover },
    // In the middle of the largest map's letters, and where the text of the others ends.
    Work {
        name: "a letter typed",
        ready: |desk| {
            desk.take(Act::Tab(BottomTab::Source));
            desk.take(Act::Place(1_000_000..1_000_000));
        },
        once: letter,
    },
    Work { name: "typing read", ready: |_| {}, once: read },
];

fn hover(desk: &mut Desk, n: usize) -> Duration {
    let at = desk.at(8 + u16::try_from(n % 9).unwrap_or(0), 7);
    desk.frame(vec![Event::PointerMoved(at)])
}

fn pan(desk: &mut Desk, _: usize) -> Duration {
    let at = desk.at(14, 9);
    desk.frame(vec![Event::PointerMoved(at)]);
    desk.frame(vec![desk.button(at, PointerButton::Middle, true)]);
    let took = (1..=5_u8).map(|n| desk.frame(vec![Event::PointerMoved(at + f32::from(n) * vec2(7.0, 4.0))])).sum();
    desk.frame(vec![desk.button(at, PointerButton::Middle, false)]);
    desk.look(MIDDLE, RADIUS);
    Duration::div_f64(took, 5.0)
}

fn zoom(desk: &mut Desk, _: usize) -> Duration {
    let at = desk.at(14, 9);
    desk.frame(vec![Event::PointerMoved(at)]);
    let delta = Vec2::new(0.0, 8.0);
    let (phase, source) = (egui::TouchPhase::Move, egui::MouseWheelSource::Trackpad);
    let wheel = Event::MouseWheel { unit: MouseWheelUnit::Point, delta, modifiers: Modifiers::NONE, phase, source };
    let took = (0..4).map(|_| desk.frame(vec![wheel.clone()])).sum();
    desk.look(MIDDLE, RADIUS);
    Duration::div_f64(took, 4.0)
}

fn select(desk: &mut Desk, n: usize) -> Duration {
    let at = desk.at(8 + u16::try_from(n % 9).unwrap_or(0), 7);
    desk.frame(vec![Event::PointerMoved(at)]);
    desk.frame(vec![desk.button(at, PointerButton::Primary, true)]);
    let clicked = desk.frame(vec![desk.button(at, PointerButton::Primary, false)]);
    clicked + desk.frame(Vec::new())
}

/// A click on another hex, from which all that is in view is looked at.
fn sight(desk: &mut Desk, n: usize) -> Duration {
    let at = desk.at(8 + u16::try_from(n % 9).unwrap_or(0), 7);
    desk.frame(vec![Event::PointerMoved(at)]);
    desk.frame(vec![desk.button(at, PointerButton::Primary, true)])
        + desk.frame(vec![desk.button(at, PointerButton::Primary, false)])
}

fn step(desk: &mut Desk, n: usize) -> Duration {
    draw(desk, n).1
}

fn stroke(desk: &mut Desk, n: usize) -> Duration {
    draw(desk, n).0
}

/// A stroke of the brush, from the press to the frame that shows it done; and a step of it.
fn draw(desk: &mut Desk, n: usize) -> (Duration, Duration) {
    let letter = if n.is_multiple_of(2) { 'f' } else { '.' };
    let options = battlewright_editor::tools::ToolOptions { letter, ..Default::default() };
    desk.take(Act::Options(options));
    let from = desk.at(9, 7);
    desk.frame(vec![Event::PointerMoved(from)]);
    let mut took = desk.frame(vec![desk.button(from, PointerButton::Primary, true)]);
    let points: Vec<Pos2> = (10..18).map(|column| desk.at(column, 7)).collect();
    let steps: Duration = points.into_iter().map(|to| desk.frame(vec![Event::PointerMoved(to)])).sum();
    took += steps;
    let to = desk.at(17, 7);
    took += desk.frame(vec![desk.button(to, PointerButton::Primary, false)]);
    took += desk.frame(Vec::new());
    (took, steps / 8)
}

/// A letter among others: the first begins where the text was read, and the pause behind the last reads it again.
fn letter(desk: &mut Desk, _: usize) -> Duration {
    let mut letter = || desk.frame(vec![Event::Text("#".to_owned())]) + desk.frame(Vec::new());
    letter();
    (0..4).map(|_| letter()).sum::<Duration>() / 4
}

/// The frames in which what is typed is read, after a pause: the first sees to it, the last takes it over.
fn read(desk: &mut Desk, _: usize) -> Duration {
    desk.frame(vec![Event::Text("#".to_owned())]);
    desk.frame(Vec::new());
    desk.time += 60.0;
    let mut took = desk.frame(Vec::new());
    while desk.app.document().is_typing() {
        std::thread::sleep(Duration::from_millis(5));
        took = took.max(desk.frame(Vec::new()));
    }
    took.max(desk.frame(Vec::new()))
}

fn ms(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

fn main() {
    let texts: Vec<String> = SIZES.iter().map(|(columns, rows)| large::text(*columns, *rows)).collect();
    println!("{:<18}{:>12}{:>18}{:>18}", "a frame, in ms", "30x20", "200x200", "1000x1000");
    let mut desks: Vec<Desk> = texts.iter().map(|text| Desk::new(text, None)).collect();
    desks.iter_mut().for_each(|desk| desk.look(MIDDLE, RADIUS));
    // Of all, or those whose name has the word behind `--`.
    let word = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    for work in WORKS.iter().filter(|work| work.name.contains(&word)) {
        let mut all = [Duration::ZERO; 3];
        desks.iter_mut().for_each(work.ready);
        for n in 0..ROUNDS {
            for (desk, all) in desks.iter_mut().zip(&mut all) {
                *all += (work.once)(desk, n);
                desk.app.wait_for_checks();
            }
        }
        let [small, middle, large] = all.map(|all| ms(all) / ROUNDS as f64);
        println!(
            "{:<18}{small:>12.2}{middle:>10.2} = {:>4.2} x{large:>10.2} = {:>4.2} x",
            work.name,
            middle / small,
            large / small
        );
    }
    if !word.is_empty() {
        return;
    }
    println!("\n{:<20}{:>10}{:>18}{:>18}", "once, in ms", "30x20", "200x200", "1000x1000");
    let once = |name: &str, what: &dyn Fn(&str)| {
        let row: Vec<f64> = texts
            .iter()
            .map(|text| {
                // Repeats quick work until the clock can measure it.
                let times = 2 + 4_000_000 / text.len();
                let start = clock();
                (0..times).for_each(|_| what(text));
                ms(clock().saturating_sub(start)) / times as f64
            })
            .collect();
        println!("{name:<20}{:>10.2}{:>18.2}{:>18.2}", row[0], row[1], row[2]);
        row
    };
    let bare = once("bare parsing", &|text| {
        std::hint::black_box(toml::de::DeTable::parse_recoverable(text));
    });
    let loaded = once("load", &|text| {
        std::hint::black_box(load(text));
    });
    let opened = once("open", &|text| {
        std::hint::black_box(Document::from_text("large", text.to_owned()));
    });
    let seen = once("to its first frame", &|text| {
        std::hint::black_box(Desk::opened(text, None).frame(Vec::new()));
    });
    for (n, (columns, rows)) in SIZES.into_iter().enumerate() {
        println!(
            "{columns}x{rows}: opening is {:.1} times bare parsing, {:.1} of it reading and checking; the first frame \
             is there after {:.1} times reading and checking",
            opened[n] / bare[n],
            loaded[n] / bare[n],
            seen[n] / loaded[n]
        );
    }
}
