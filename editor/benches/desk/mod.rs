//! The program without a window, and what a frame of it costs.

#![allow(dead_code, reason = "each bench uses a part")]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use battlewright_editor::messages::act::Act;
use battlewright_editor::model::autosave::JournalFolder;
use battlewright_editor::{App, Chooser, Document};
use battlewright_schema::Cell;
use eframe::App as _;
use egui::{Context, Event, Modifiers, PlatformOutput, PointerButton, Pos2, RawInput, Rect, pos2};

const WINDOW: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1440.0, 900.0) };

/// The time that this thread has been at work, where the system tells (Linux does); elsewhere, the time.
pub(crate) fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let start = *START;
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let worked = worked.and_then(|text| text.split(' ').next()?.parse().ok().map(Duration::from_nanos));
    worked.unwrap_or_else(|| start.elapsed())
}

/// The program without a window.
pub(crate) struct Desk {
    pub(crate) ctx: Context,
    pub(crate) app: App,
    frame: eframe::Frame,
    pub(crate) time: f64,
}

impl Desk {
    pub(crate) fn new(text: &str, keeper: Option<&JournalFolder>) -> Self {
        let mut desk = Self::opened(text, keeper);
        for _ in 0..3 {
            desk.frame(Vec::new());
        }
        desk
    }

    /// The program before its first frame.
    pub(crate) fn opened(text: &str, keeper: Option<&JournalFolder>) -> Self {
        let ctx = Context::default();
        let app = App::new(&ctx, Document::from_text("large", text.to_owned()), Chooser::Typed);
        let app = match keeper {
            Some(keeper) => app.keep(keeper.clone()),
            None => app,
        };
        Self { ctx, app, frame: eframe::Frame::_new_kittest(), time: 0.0 }
    }

    /// Builds a frame, down to the triangles that the graphics card would get.
    pub(crate) fn frame(&mut self, events: Vec<Event>) -> Duration {
        self.output(events).0
    }

    /// The same, with what it tells the system.
    pub(crate) fn output(&mut self, events: Vec<Event>) -> (Duration, PlatformOutput) {
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
        (took, output.platform_output)
    }

    /// Looks at `cell`, with hexes of this `radius`.
    pub(crate) fn look(&mut self, cell: Cell, radius: f32) {
        self.app.look(cell, radius);
        self.frame(Vec::new());
        self.frame(Vec::new());
    }

    pub(crate) fn at(&self, column: u16, row: u16) -> Pos2 {
        self.app.position_of(Cell { column, row }).unwrap()
    }

    pub(crate) fn take(&mut self, act: Act) {
        self.app.ask(act);
        self.frame(Vec::new());
        self.frame(Vec::new());
    }

    pub(crate) fn button(&self, pos: Pos2, button: PointerButton, pressed: bool) -> Event {
        Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
    }

    pub(crate) fn click(&mut self, pos: Pos2) {
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
