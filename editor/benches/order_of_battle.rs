//! The order of battle of 10,000 units beside that of 100: what a frame costs, in the real program and in the table by
//! itself, and what is done when a unit changes, when a filter does, and when cells are filled.

#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

mod desk;
#[path = "../../schema/benches/large/mod.rs"]
mod large;

use std::fmt::Write as _;
use std::time::Duration;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::panels::PanelContext;
use battlewright_editor::panels::order_of_battle::OrderOfBattleState;
use battlewright_editor::tools::{ToolKind, ToolOptions};
use battlewright_schema::table::{Import, columns, read, unit, write};
use battlewright_schema::{Cell, Scenario, load};
use desk::{Desk, clock};
use egui::{Context, Event, Modifiers, MouseWheelUnit, Pos2, RawInput, Rect, pos2, vec2};

const SIZES: [usize; 2] = [100, 10_000];
const ROUNDS: usize = 8;

/// A map with about so many units. Most of them stand where nobody looks.
fn text(units: usize) -> String {
    let mut text = large::text(200, 200);
    let there = text.matches("[[unit]]").count();
    for n in 0..units.saturating_sub(there) {
        let (column, row) = (101 + n % 100, 1 + n / 100);
        let _ = write!(
            text,
            "\n[[unit]]\nid = \"more-{n}\"\nname = \"Brigade {}\"\nformation = \"red-corps\"\nkind = \"infantry\"\n\
             combat = [5, 3]\nrange = [2, 3]\nmovement = [5, 5]\nat = \"{column:04}{row:04}\"\n",
            n * 7_919 % units
        );
    }
    text
}

/// The table by itself.
struct Table {
    document: Document,
    roster: OrderOfBattleState,
    ctx: Context,
}

impl Table {
    fn frame(&mut self) -> Duration {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(1200.0, 320.0));
        let (document, roster, mut acts) = (&self.document, &mut self.roster, Vec::new());
        let options = ToolOptions::default();
        let shown = PanelContext {
            document,
            selection: Selection::Scenario,
            options: &options,
            tool: ToolKind::SELECT,
            writing: None,
        };
        let start = clock();
        let mut output = self.ctx.run_ui(RawInput { screen_rect: Some(rect), ..RawInput::default() }, |ui| {
            roster.ui(ui, &shown, None, &mut acts);
        });
        std::hint::black_box(self.ctx.tessellate(output.shapes, output.pixels_per_point));
        let took = clock().saturating_sub(start);
        output.textures_delta.clear();
        took
    }

    /// All rows become as the first one: one column of them, or everything.
    fn fill(&mut self, column: Option<usize>) -> Duration {
        let order = self.roster.order().to_vec();
        self.roster.pick.all(&order);
        if let Some(column) = column {
            (self.roster.pick.anchor.column, self.roster.pick.cursor.column) = (column, column);
            self.roster.pick.whole = false;
        }
        let start = clock();
        let acts = self.roster.fill_down(self.document.scenario());
        for act in acts {
            if let Act::Edit { name, field, edit } = act {
                self.document.apply(&name, field, *edit);
            }
        }
        clock().saturating_sub(start) + self.frame()
    }
}

fn mean(times: usize, mut once: impl FnMut(usize) -> Duration) -> f64 {
    (0..times).map(|n| once(n).as_secs_f64() * 1000.0).sum::<f64>() / times as f64
}

/// The cost of everything, in milliseconds.
fn costs(units: usize) -> Vec<(&'static str, f64)> {
    let text = text(units);
    let mut rows = Vec::new();
    let mut desk = Desk::new(&text, None);
    desk.look(Cell { column: 14, row: 9 }, 34.0);
    desk.take(Act::Tab(BottomTab::Units));
    let map = desk.at(8, 5);
    rows.push(("pointer over the map", mean(ROUNDS, |n| desk.frame(vec![Event::PointerMoved(map + offset(n))]))));
    let table = pos2(500.0, 800.0);
    rows.push(("pointer over the table", mean(ROUNDS, |n| desk.frame(vec![Event::PointerMoved(table + offset(n))]))));
    let (phase, source) = (egui::TouchPhase::Move, egui::MouseWheelSource::Trackpad);
    let delta = vec2(0.0, -40.0);
    let wheel = Event::MouseWheel { unit: MouseWheelUnit::Point, delta, modifiers: Modifiers::NONE, phase, source };
    rows.push(("table scrolled", mean(ROUNDS, |_| desk.frame(vec![wheel.clone()]))));
    let select = |desk: &mut Desk, n: usize| {
        desk.app.ask(Act::Select(Selection::Unit(n * 7)));
        desk.frame(Vec::new()).max(desk.frame(Vec::new()))
    };
    rows.push(("a unit selected", mean(ROUNDS, |n| select(&mut desk, n))));
    let change = |desk: &mut Desk, n: usize| {
        let field = battlewright_schema::DocPath(unit(n).0).key("name");
        desk.app.ask(Act::edit("Name", Edit::Put(field, Some(format!("Another {n}").into()))));
        let took = desk.frame(Vec::new()).max(desk.frame(Vec::new()));
        desk.app.wait_for_checks();
        desk.frame(Vec::new());
        took
    };
    rows.push(("a name changed", mean(ROUNDS, |n| change(&mut desk, n))));
    let undo = |desk: &mut Desk| {
        desk.app.ask(Act::Command(Command::Undo));
        desk.frame(Vec::new()).max(desk.frame(Vec::new()))
    };
    rows.push(("undone", mean(ROUNDS, |_| undo(&mut desk))));
    drop(desk);

    let document = Document::from_text("many", text);
    let mut table = Table { document, roster: OrderOfBattleState::default(), ctx: Context::default() };
    for _ in 0..3 {
        table.frame();
    }
    rows.push(("the table by itself", mean(ROUNDS, |_| table.frame())));
    let filters = ["brigade combat>2 -kind:cavalry", "brigade 1"];
    rows.push((
        "filtered",
        mean(ROUNDS, |n| {
            filters[n % 2].clone_into(&mut table.roster.filter);
            table.frame()
        }),
    ));
    table.roster.filter.clear();
    rows.push((
        "sorted by name",
        mean(ROUNDS, |n| {
            table.roster.sort = vec![("name".to_owned(), n % 2 == 0)];
            table.frame()
        }),
    ));
    let order = table.roster.order().to_vec();
    table.roster.pick.all(&order);
    rows.push(("all picked, a frame", mean(ROUNDS, |_| table.frame())));
    let name = table.roster.sheet().heads.iter().position(|head| head.key == "name");
    rows.push(("a column filled down", mean(1, |_| table.fill(name))));
    rows.push(("all columns filled down", mean(1, |_| table.fill(None))));
    let scenario: Scenario = table.document.scenario().clone();
    let all = columns(scenario.system());
    let mut csv = String::new();
    let mut timed = |name, what: &mut dyn FnMut()| {
        let start = clock();
        (0..ROUNDS).for_each(|_| what());
        rows.push((name, clock().saturating_sub(start).as_secs_f64() * 1000.0 / ROUNDS as f64));
    };
    timed("exported", &mut || csv = write(&scenario, &all, None));
    timed("imported", &mut || {
        let sheet = read(csv.as_bytes(), None).unwrap();
        std::hint::black_box(Import::new(sheet, &all, &[]).plan(&scenario, &all));
    });
    rows
}

fn offset(n: usize) -> egui::Vec2 {
    vec2(if n.is_multiple_of(2) { 3.0 } else { 0.0 }, 0.0)
}

fn main() {
    let count = |units: usize| load(&text(units)).readable.unwrap().common().unit_count();
    assert_eq!(SIZES.map(count), SIZES);
    let [small, large] = SIZES.map(costs);
    println!("{:<26}{:>10}{:>12}{:>10}", "in ms", "100 units", "10,000", "");
    for ((name, few), (_, many)) in small.into_iter().zip(large) {
        println!("{name:<26}{few:>10.2}{many:>12.2} = {:>6.2} x", many / few);
    }
}
