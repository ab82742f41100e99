//! Slow work on a whole map, on a background thread with a copy. Its result is a list of acts. Requests during this
//! time are queued and carried out afterwards, in their order.

use std::time::Duration;

use battlewright_schema::Scenario;
use egui::Context;

use crate::app::text_focus::Keyboard;
use crate::app::{App, shortcuts};
use crate::background_task::{BackgroundTask, MOST_HEXES_AT_ONCE};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::region::HeldPiece;
use crate::model::selection::Selection;

/// The number of times that the status line tells how long it takes.
pub(super) const TOLD: Duration = Duration::from_millis(250);

/// The working out of what is to be done.
type JobFunction = Box<dyn FnOnce(&Scenario) -> Vec<Act> + Send>;

/// Something to be worked out from the scenario.
pub(super) struct BackgroundJob {
    /// Its name, such as `"Laying 900 hexes"`.
    pub(super) what: String,
    /// The number of hexes that it is about.
    pub(super) hexes: usize,
    /// The piece of a map that goes back into the hand if it is given up.
    pub(super) piece: Option<HeldPiece>,
    /// The work that is to be done then.
    pub(super) work: JobFunction,
}

/// A job that is being worked on beside the window.
pub(super) struct RunningJob {
    what: String,
    piece: Option<HeldPiece>,
    beside: BackgroundTask<Vec<Act>>,
    began: f64,
}

impl App {
    /// Returns `true` if something is worked on beside the window.
    pub fn is_working(&self) -> bool {
        self.work.is_some()
    }

    /// Does everything that was asked for.
    pub(super) fn work(&mut self, ctx: &Context) {
        if self.dialog.is_none() && self.palette.is_none() {
            // What was asked for before may have opened a field that letters are for.
            self.work_off(ctx);
            let mut keyboard = self.text_focus.hear(ctx);
            keyboard.writing |= self.held.iter().any(|act| matches!(act, Act::Write(_)));
            // In a slow frame, letters can come with the click that makes what they name.
            let clicked = |event: &egui::Event| matches!(event, egui::Event::PointerButton { pressed: false, .. });
            keyboard.writing |= self.session.is_none()
                && self.tool.info().writes
                && ctx.input(|input| input.events.iter().any(clicked));
            self.hear_clipboard(ctx);
            while let Some(command) =
                shortcuts::pressed(ctx, Keyboard { holding: self.hand.held().is_some(), ..keyboard })
            {
                if self.menu_state(ctx).enabled(command) {
                    self.acts.push(Act::Command(command));
                }
            }
        }
        self.poll_chooser(ctx);
        self.work_off(ctx);
        self.watch_typing(ctx);
        self.let_computer_play(ctx);
        self.scan.follow(ctx, &self.document);
        self.watch_games(ctx);
        let woken = ctx.clone();
        self.document.refresh(move || woken.request_repaint());
        self.watch_saving(ctx);
        self.watch_file(ctx);
        self.watch_window(ctx);
        self.watch_settings(ctx);
    }

    /// Waits until it is worked out, and what the scenario is drawn with is read. It is done in the next frame.
    pub fn wait_for_work(&mut self) {
        if let Some(work) = &mut self.work {
            work.beside.finish();
        }
        if let Some(session) = &mut self.session {
            session.finish_thinking();
        }
        self.planning.finish();
        self.exporting.finish();
        self.importing.finish();
        self.picturing.finish();
        self.document.wait_for_art();
    }

    /// The words of the status line about the work under way.
    pub(super) fn work_line(&self, now: f64) -> Option<String> {
        let Some(work) = &self.work else { return self.session.as_ref()?.thinking_line() };
        let seconds = (now - work.began).floor();
        Some(if seconds < 1.0 { format!("{}…", work.what) } else { format!("{}… {seconds} s", work.what) })
    }

    /// Does `job`: at once, or, if it is about many hexes, beside the window.
    pub(super) fn do_job(&mut self, ctx: &Context, job: BackgroundJob) {
        let BackgroundJob { what, hexes, piece, work } = job;
        if hexes <= MOST_HEXES_AT_ONCE {
            for act in work(self.document.scenario()) {
                self.act(ctx, act);
            }
            return;
        }
        let (scenario, woken) = (self.document.scenario().clone(), ctx.clone());
        let mut beside = BackgroundTask::default();
        beside.begin(self.document.edition(), move || woken.request_repaint(), move || work(&scenario));
        self.work = Some(RunningJob { what, piece, beside, began: ctx.input(|input| input.time) });
    }

    /// Returns `true` if `act` waits until what is being worked on is done.
    pub(super) fn waits_for_work(&self, act: &Act) -> bool {
        let changes = matches!(act, Act::Type { .. } | Act::Mend { .. }) || crate::app::acts::needs_reading(act);
        changes && self.work.is_some()
    }

    /// Gives up what is being worked on if that is asked for: nothing has changed then.
    pub(super) fn hear_cancel(&mut self) {
        let gives_up = |act: &Act| matches!(act, Act::GiveUp | Act::Command(Command::Cancel));
        if self.work.is_some() && self.acts.iter().any(gives_up) {
            self.acts.retain(|act| !gives_up(act));
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        let Some(work) = self.work.take() else { return };
        self.said = Some(format!("{} was canceled. Nothing has changed.", work.what));
        if let (Some(piece), Some(hand)) = (work.piece, self.hand.hand()) {
            *hand = Some(piece);
        }
    }

    /// Does what was worked out, if it has come.
    pub(super) fn watch_work(&mut self, ctx: &Context) {
        let Some(work) = &mut self.work else { return };
        let Some((edition, acts)) = work.beside.poll() else {
            if work.beside.is_busy() {
                ctx.request_repaint_after(TOLD);
            } else {
                self.give_up();
            }
            return;
        };
        if edition != self.document.edition() {
            self.give_up();
            return;
        }
        self.work = None;
        let rows = |app: &Self| (app.document.lists_revision(), app.document.counters_revision());
        let before = rows(self);
        for act in acts {
            self.act(ctx, act);
        }
        if rows(self) != before {
            self.drop_stale();
        }
    }

    /// Rows of lists are others now: what was asked for of one by its place is not done to another.
    fn drop_stale(&mut self) {
        if self.selection.is_row() {
            self.selection = Selection::Scenario;
        }
        let asked = self.held.len();
        self.held.retain(|act| !is_about_rows(act));
        if self.held.len() < asked {
            let missed = "A change was not made, because its object has moved in the meantime. Try again.";
            self.held.push_back(Act::Say(missed.to_owned()));
        }
    }
}

/// Returns `true` if `act` tells rows of lists by their places, or takes the place of the whole scenario.
fn is_about_rows(act: &Act) -> bool {
    match act {
        Act::Edit { edit, .. } => edit.is_about_rows(),
        Act::Select(selection) => selection.is_row(),
        Act::Answer(answer) => matches!(**answer, DialogAnswer::Operate(..) | DialogAnswer::Units(..)),
        _ => false,
    }
}
