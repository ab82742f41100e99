//! The cost of work on a whole map, in the real program and with its journal, on maps of three sizes: how long the
//! window stands still at the most, and how much of that a hex costs beside what it costs on the smallest map. Where
//! that is much more than once, something grows faster than the map.

#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

mod desk;
#[path = "../../schema/benches/large/mod.rs"]
mod large;

use std::time::Duration;

use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::autosave::JournalFolder;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::region;
use battlewright_editor::model::region::{RegionContents, Rotation};
use battlewright_editor::tools::{PaintLayer, ToolKind, ToolOptions};
use battlewright_schema::surgery::{Crop, HexNames, NewGround, Operation, Shift, Turn as MapTurn};
use battlewright_schema::{Cell, Scenario};
use desk::{Desk, clock};
use egui::{Event, Key, Modifiers, PointerButton, Pos2};

const SIZES: [u16; 3] = [100, 300, 1000];

/// One size of the map, being worked on.
struct Work {
    desk: Desk,
    size: u16,
    rows: Vec<(String, Duration)>,
}

impl Work {
    fn new(size: u16, keeper: &JournalFolder) -> Self {
        let desk = Desk::new(&large::text(size, size), Some(keeper));
        Self { desk, size, rows: Vec::new() }
    }

    /// Notes the longest of some frames as what `name` costs.
    fn note(&mut self, name: &str, frames: impl IntoIterator<Item = Duration>) {
        let longest = frames.into_iter().max().unwrap_or_default();
        self.rows.push((name.to_owned(), longest));
        self.desk.app.wait_for_checks();
        self.desk.frame(Vec::new());
    }

    fn act(&mut self, name: &str, act: Act) {
        self.desk.app.ask(act);
        let frames = self.until_done(Vec::new());
        self.note(name, frames);
    }

    /// More frames, until nothing is worked on any more, and two after that.
    fn until_done(&mut self, mut frames: Vec<Duration>) -> Vec<Duration> {
        frames.push(self.desk.frame(Vec::new()));
        while self.desk.app.is_working() {
            std::thread::sleep(Duration::from_millis(5));
            frames.push(self.desk.frame(Vec::new()));
        }
        self.desk.app.wait_for_work();
        frames.extend([self.desk.frame(Vec::new()), self.desk.frame(Vec::new())]);
        frames
    }

    fn undo(&mut self, name: &str) {
        self.act(&format!("{name}, undone"), Act::Command(Command::Undo));
    }

    /// The hex so many hundredths over and down the map.
    fn at(&self, over: u16, down: u16) -> Pos2 {
        let part = |hundredths: u16| hundredths * (self.size / 100) - u16::from(hundredths == 100);
        self.desk.at(part(over), part(down))
    }

    fn options(&mut self, options: ToolOptions) {
        self.desk.take(Act::Options(options));
    }

    /// A click with the tool in hand.
    fn click(&mut self, name: &str, pos: Pos2) {
        let hover = self.desk.frame(vec![Event::PointerMoved(pos)]);
        self.note(&format!("{name}, hover"), [hover]);
        let frames = [true, false].map(|down| self.button(pos, down));
        let frames = self.until_done(frames.to_vec());
        self.note(name, frames);
    }

    fn button(&mut self, pos: Pos2, down: bool) -> Duration {
        let event = self.desk.button(pos, PointerButton::Primary, down);
        self.desk.frame(vec![event])
    }

    /// A drag over these places: the longest frame of the drag, and that of its end.
    fn drag(&mut self, name: &str, places: &[Pos2]) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        self.desk.frame(vec![Event::PointerMoved(*first)]);
        let mut frames = vec![self.button(*first, true)];
        frames.extend(places.iter().map(|pos| self.desk.frame(vec![Event::PointerMoved(*pos)])));
        self.note(&format!("{name}, a step"), frames);
        let frames = vec![self.button(*last, false)];
        let frames = self.until_done(frames);
        self.note(name, frames);
    }

    fn all(&mut self) {
        self.desk.take(Act::Command(Command::Fit));
        self.fills();
        self.regions();
        self.surgery();
        self.act("slopes from levels", Act::Command(Command::Slopes));
        self.act("F5, a game begins", Act::Command(Command::Play));
        let pos = self.at(50, 50);
        let hover = [self.desk.frame(vec![Event::PointerMoved(pos)]), self.desk.frame(Vec::new())];
        self.note("a frame of the game", hover);
        self.act("the computer's choice", Act::Command(Command::Step));
        self.act("back to the edit", Act::Command(Command::Edit));
    }

    fn fills(&mut self) {
        for layer in [PaintLayer::Terrain, PaintLayer::Levels] {
            let what = if layer == PaintLayer::Terrain { "terrain" } else { "levels" };
            self.desk.take(Act::Tool(ToolKind::REPLACE));
            let pos = self.at(50, 50);
            let (column, row) = (usize::from(self.size / 2), usize::from(self.size / 2));
            let is = self.desk.app.document().scenario().common().hexes().get(column, row);
            let letter = if is == Some('T') { '.' } else { 'T' };
            let options = ToolOptions { letter, level: 5, layer, ..ToolOptions::default() };
            self.options(options);
            self.click(&format!("replace {what}"), pos);
            self.undo(&format!("replace {what}"));
        }
        // Ground of one kind first.
        let size = self.size;
        let cells = |letter| {
            let row = move |row| (0..size).map(move |column| (Cell { column, row }, letter));
            Edit::Paint((0..size).flat_map(row).collect())
        };
        let (woods, pos) = (cells('f'), self.at(50, 50));
        self.act("an edit of every hex", Act::edit("Paint", woods));
        self.desk.take(Act::Tool(ToolKind::FILL));
        self.options(ToolOptions { letter: 'T', ..ToolOptions::default() });
        self.click("fill", pos);
        self.undo("fill");
        self.undo("an edit of every hex");
    }

    fn regions(&mut self) {
        self.desk.take(Act::Tool(ToolKind::REGION));
        let carry = RegionContents { units: true, ..RegionContents::default() };
        self.options(ToolOptions { carry, ..ToolOptions::default() });
        let half = [self.at(25, 25), self.at(50, 50), self.at(75, 75)];
        self.drag("half the map selected", &half);
        let places = [self.at(50, 50), self.at(55, 55), self.at(60, 60)];
        self.drag("half the map moved", &places);
        self.undo("half the map moved");
        self.options(ToolOptions { carry, lasso: true, size: 9, ..ToolOptions::default() });
        let stroke: Vec<Pos2> = (0..20_u16).map(|n| self.at(10 + n % 2 * 80, 5 + 4 * n)).collect();
        self.drag("lasso", &stroke);
        self.options(ToolOptions { carry, ..ToolOptions::default() });
        self.act("the whole map selected", Act::Command(Command::SelectMap));
        self.desk.app.ask(Act::Command(Command::Copy));
        let (took, output) = self.desk.output(Vec::new());
        self.note("the whole map copied", [took]);
        let text = output.commands.into_iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text),
            _ => None,
        });
        let text = text.unwrap();
        self.act("pasted, in hand", Act::Region(region::RegionAct::Paste(text)));
        let pos = self.at(50, 50);
        let seen = [self.desk.frame(vec![Event::PointerMoved(pos)]), self.desk.frame(Vec::new())];
        self.note("in hand, a frame", seen);
        // From nearer, where hexes are drawn.
        let middle = Cell { column: self.size / 2, row: self.size / 2 };
        for (name, radius) in [("in hand, nearer", 4.5), ("in hand, near", 12.0)] {
            self.desk.look(middle, radius);
            let pos = self.at(50, 50);
            let seen = [0.0, 20.0, 40.0].map(|by| self.desk.frame(vec![Event::PointerMoved(pos + egui::vec2(by, by))]));
            self.note(name, seen.into_iter().skip(1));
        }
        self.desk.take(Act::Command(Command::Fit));
        self.act("in hand, turned", Act::Command(Command::Spin(Rotation::Right)));
        self.click("laid", pos);
        self.undo("laid");
        self.desk.take(Act::Command(Command::Cancel));
        self.act("the whole map selected", Act::Command(Command::SelectMap));
        self.act("the whole map cleared", Act::Command(Command::Delete));
        self.undo("the whole map cleared");
        self.desk.take(Act::Command(Command::Cancel));
    }

    fn surgery(&mut self) {
        self.act("the form of surgery", Act::Command(Command::Turn));
        let (key, modifiers) = (Key::Escape, Modifiers::NONE);
        self.desk.frame(vec![Event::Key { key, modifiers, physical_key: None, pressed: true, repeat: false }]);
        self.desk.frame(Vec::new());
        assert!(self.desk.app.dialog().is_none());
        let last = self.size - 2;
        let (corner, across) = (Cell { column: 2, row: 2 }, Cell { column: last, row: last });
        let operations = [
            ("turn", Operation::Turn(MapTurn::Half)),
            ("shift", Operation::Shift(Shift { columns: 2, rows: 0 })),
            ("crop", Operation::Crop(Crop { corner, across, names: HexNames::default() })),
        ];
        for (name, operation) in operations {
            let scenario: Scenario = self.desk.app.document().scenario().clone();
            let start = clock();
            let plan = operation.plan(&scenario, NewGround::usual(&scenario)).unwrap();
            let took = clock().saturating_sub(start);
            self.note(&format!("{name}, planned beside it"), [took]);
            let edit = Edit::Scenario(Box::new(plan.scenario));
            self.act(&format!("{name}, done"), Act::edit("Surgery", edit));
            self.undo(name);
        }
    }
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let works: Vec<Work> = SIZES
        .into_iter()
        .map(|size| {
            let mut work = Work::new(size, &JournalFolder::at(&folder.path().join(size.to_string())));
            work.all();
            work
        })
        .collect();
    println!("{:<34}{:>10}{:>20}{:>22}", "the longest frame, in ms", "100x100", "300x300", "1000x1000");
    for (n, (name, small)) in works[0].rows.iter().enumerate() {
        let other = |work: &Work| {
            let (_, took) = work.rows[n];
            let hexes = f64::from(work.size) * f64::from(work.size) / 10_000.0;
            let ms = took.as_secs_f64() * 1000.0;
            (ms, took.as_secs_f64() / small.as_secs_f64() / hexes)
        };
        let ((middle, mx), (large, lx)) = (other(&works[1]), other(&works[2]));
        let slow = if large > 500.0 { " !" } else { "" };
        println!(
            "{name:<34}{:>10.2}{middle:>10.1} = {mx:>5.2} x{large:>12.1} = {lx:>5.2} x{slow}",
            small.as_secs_f64() * 1000.0
        );
    }
}
