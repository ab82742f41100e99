//! What a frame of the editor costs on maps of three sizes, the same part of the map in the same window: all of the
//! program but the drawing itself, and what opening a map costs. The ratios to the smallest map are what counts.

#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

#[path = "../../schema/benches/large/mod.rs"]
mod large;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use battlewright_editor::act::Act;
use battlewright_editor::command::Command;
use battlewright_editor::panels::Tab;
use battlewright_editor::tools::ToolKind;
use battlewright_editor::{App, Chooser, Document};
use battlewright_schema::{Cell, load};
use eframe::App as _;
use egui::{Context, Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect, Vec2, pos2, vec2};

const SIZES: [(u16, u16); 3] = [(30, 20), (200, 200), (1000, 1000)];
const WINDOW: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1440.0, 900.0) };
/// The hex in the middle of the view, and how large it is: so that the smallest map fills the view.
const MIDDLE: Cell = Cell { column: 14, row: 9 };
const RADIUS: f32 = 34.0;
/// How often everything is done. All together counts: the system's clock of a thread's work is a coarse one.
const ROUNDS: usize = 12;

/// How long this thread has been at work, where the system tells (Linux does); elsewhere, the time.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let start = *START;
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let worked = worked.and_then(|text| text.split(' ').next()?.parse().ok().map(Duration::from_nanos));
    worked.unwrap_or_else(|| start.elapsed())
}

/// The program without a window.
struct Desk {
    ctx: Context,
    app: App,
    frame: eframe::Frame,
    time: f64,
}

impl Desk {
    fn new(text: &str) -> Self {
        let ctx = Context::default();
        let app = App::new(&ctx, Document::from_text("large", text.to_owned()), Chooser::Typed);
        let mut desk = Self { ctx, app, frame: eframe::Frame::_new_kittest(), time: 0.0 };
        for _ in 0..3 {
            desk.frame(Vec::new());
        }
        desk.look();
        desk
    }

    /// Builds a frame, down to the triangles that the graphics card would get.
    fn frame(&mut self, events: Vec<Event>) -> Duration {
        self.time += 1.0 / 60.0;
        let input = RawInput { screen_rect: Some(WINDOW), time: Some(self.time), events, ..RawInput::default() };
        let start = clock();
        let mut output = self.ctx.run_ui(input, |ui| {
            self.app.logic(ui, &mut self.frame);
            self.app.ui(ui, &mut self.frame);
        });
        let triangles = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let took = clock().saturating_sub(start);
        std::hint::black_box(triangles);
        // No graphics card waits for it.
        output.textures_delta.clear();
        took
    }

    fn look(&mut self) {
        self.app.look(MIDDLE, RADIUS);
        self.frame(Vec::new());
        self.frame(Vec::new());
    }

    fn at(&self, column: u16, row: u16) -> Pos2 {
        self.app.position_of(Cell { column, row }).unwrap()
    }

    fn take(&mut self, act: Act) {
        self.app.ask(act);
        self.frame(Vec::new());
        self.frame(Vec::new());
    }

    fn button(&self, pos: Pos2, button: PointerButton, pressed: bool) -> Event {
        Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
    }

    fn click(&mut self, pos: Pos2) {
        for event in [
            Event::PointerMoved(pos),
            self.button(pos, PointerButton::Primary, true),
            self.button(pos, PointerButton::Primary, false),
        ] {
            self.frame(vec![event]);
        }
        self.frame(Vec::new());
    }
}

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
    Work { name: "select", ready: |desk| desk.take(Act::Tool(ToolKind::Select)), once: select },
    Work { name: "unit selected", ready: |desk| desk.click(desk.at(6, 3)), once: hover },
    Work { name: "levels drawn", ready: |desk| desk.take(Act::Tool(ToolKind::Elevation)), once: hover },
    Work { name: "line of sight", ready: |desk| desk.take(Act::Tool(ToolKind::LineOfSight)), once: sight },
    Work { name: "looking round", ready: |desk| desk.click(desk.at(6, 3)), once: hover },
    Work { name: "brush, a step", ready: |desk| desk.take(Act::Tool(ToolKind::Brush)), once: step },
    Work { name: "brush, a stroke", ready: |desk| desk.take(Act::Tool(ToolKind::Brush)), once: stroke },
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
    Work { name: "text in view", ready: |desk| desk.take(Act::Tab(Tab::Source)), once: hover },
    // In the middle of the largest map's letters, and where the text of the others ends.
    Work { name: "a letter typed", ready: |desk| desk.take(Act::Place(1_000_000..1_000_000)), once: letter },
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
    desk.look();
    Duration::div_f64(took, 5.0)
}

fn zoom(desk: &mut Desk, _: usize) -> Duration {
    let at = desk.at(14, 9);
    desk.frame(vec![Event::PointerMoved(at)]);
    let delta = Vec2::new(0.0, 8.0);
    let (phase, source) = (egui::TouchPhase::Move, egui::MouseWheelSource::Trackpad);
    let wheel = Event::MouseWheel { unit: MouseWheelUnit::Point, delta, modifiers: Modifiers::NONE, phase, source };
    let took = (0..4).map(|_| desk.frame(vec![wheel.clone()])).sum();
    desk.look();
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
    let options = battlewright_editor::tools::Options { letter, ..Default::default() };
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

fn letter(desk: &mut Desk, _: usize) -> Duration {
    desk.frame(vec![Event::Text("#".to_owned())]) + desk.frame(Vec::new())
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
    let mut desks: Vec<Desk> = texts.iter().map(|text| Desk::new(text)).collect();
    for work in WORKS {
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
    println!("\n{:<18}{:>12}{:>18}{:>18}", "once, in ms", "30x20", "200x200", "1000x1000");
    let once = |name: &str, what: &dyn Fn(&str)| {
        let row: Vec<f64> = texts
            .iter()
            .map(|text| {
                // What takes no time is done often enough for the clock.
                let times = 2 + 4_000_000 / text.len();
                let start = clock();
                (0..times).for_each(|_| what(text));
                ms(clock().saturating_sub(start)) / times as f64
            })
            .collect();
        println!("{name:<18}{:>12.2}{:>18.2}{:>18.2}", row[0], row[1], row[2]);
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
    for (n, (columns, rows)) in SIZES.into_iter().enumerate() {
        println!(
            "{columns}x{rows}: opening is {:.1} times bare parsing, {:.1} of it reading and checking",
            opened[n] / bare[n],
            loaded[n] / bare[n]
        );
    }
}
