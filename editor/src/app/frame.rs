//! The work of each frame, and slow operations on a whole map, which run in the background on a copy of the scenario.
//! Their results are lists of acts. Acts that are requested meanwhile are queued and applied afterwards, in order.

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

/// The interval at which the status line shows the elapsed time.
pub(super) const TOLD: Duration = Duration::from_millis(250);

/// The computation of the acts.
type JobFunction = Box<dyn FnOnce(&Scenario) -> Vec<Act> + Send>;

/// An operation on the scenario whose acts may take long to compute.
pub(super) struct BackgroundJob {
    /// The name for the status line, such as `"Laying 900 hexes"`.
    pub(super) what: String,
    /// The number of affected hexes.
    pub(super) hexes: usize,
    /// The map piece that returns to the pointer if the operation is canceled.
    pub(super) piece: Option<HeldPiece>,
    /// The computation of the acts.
    pub(super) work: JobFunction,
}

/// An operation that runs in the background.
pub(super) struct RunningJob {
    what: String,
    piece: Option<HeldPiece>,
    beside: BackgroundTask<Vec<Act>>,
    began: f64,
}

impl RunningJob {
    /// Waits until the acts are computed.
    pub(super) fn finish(&mut self) {
        self.beside.finish();
    }
}

impl App {
    /// Returns `true` if an operation runs in the background.
    pub fn is_working(&self) -> bool {
        self.jobs.work.is_some()
    }

    /// Processes the input and all queued acts of a frame, and takes over finished background work.
    pub(super) fn work(&mut self, ctx: &Context) {
        if self.dialog.is_none() && self.palette.is_none() {
            // Acts from the last frame may have opened a field that receives the typed letters.
            self.run_queued_acts(ctx);
            let mut keyboard = self.input.text_focus.keyboard(ctx);
            keyboard.writing |= self.jobs.queue.iter().any(|act| matches!(act, Act::Write(_)));
            // In a slow frame, letters may arrive together with the click that creates the object they name.
            let clicked = |event: &egui::Event| matches!(event, egui::Event::PointerButton { pressed: false, .. });
            keyboard.writing |= self.workspace.session.is_none()
                && self.workspace.tool.info().writes
                && ctx.input(|input| input.events.iter().any(clicked));
            self.handle_clipboard(ctx);
            // Without a focus, Tab would begin at the menus.
            self.input.tab_to_decision = self.workspace.session.is_some()
                && ctx.memory(|memory| memory.focused().is_none())
                && ctx.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, egui::Key::Tab) > 0);
            while let Some(command) = shortcuts::pressed(
                ctx,
                Keyboard { holding: self.input.hand.held().is_some(), ending: self.workspace.may_end(), ..keyboard },
            ) {
                if self.menu_state(ctx).enabled(command) {
                    self.acts.push(Act::Command(command));
                }
            }
        }
        self.poll_chooser(ctx);
        self.run_queued_acts(ctx);
        self.workspace.watch_typing(ctx);
        if let Some(why) = self.workspace.document.refusal() {
            self.status_message = Some(why);
        }
        if let Some(session) = &mut self.workspace.session {
            self.play.let_computer_play(session, ctx);
        }
        self.watch_inputs(ctx);
        self.watch_link();
        self.panels.scan.follow(ctx, &self.workspace.document);
        self.watch_games(ctx);
        let woken = ctx.clone();
        self.workspace.document.refresh(move || woken.request_repaint());
        self.workspace.refresh_letter();
        self.watch_saving(ctx);
        self.recovery.watch_file(&mut self.workspace.document, ctx);
        self.watch_window(ctx);
        self.watch_settings(ctx);
    }

    /// Waits until all background work is finished and the artwork is loaded. The next frame takes over the results.
    pub fn wait_for_work(&mut self) {
        self.jobs.finish();
        self.ground.finish();
        if let Some(session) = &mut self.workspace.session {
            session.finish_thinking();
        }
        self.workspace.document.wait_for_art();
    }

    /// Returns the text of the status line about the work in progress.
    pub(super) fn work_line(&self, now: f64) -> Option<String> {
        let Some(work) = &self.jobs.work else { return Some(self.workspace.session.as_ref()?.thought_line()?.text) };
        let seconds = (now - work.began).floor();
        Some(if seconds < 1.0 { format!("{}…", work.what) } else { format!("{}… {seconds} s", work.what) })
    }

    /// Carries out `job`: at once, or in the background if it affects many hexes.
    pub(super) fn do_job(&mut self, ctx: &Context, job: BackgroundJob) {
        let BackgroundJob { what, hexes, piece, work } = job;
        if hexes <= MOST_HEXES_AT_ONCE {
            for act in work(self.workspace.document.scenario()) {
                self.act(ctx, act);
            }
            return;
        }
        let (scenario, woken) = (self.workspace.document.scenario().clone(), ctx.clone());
        let mut beside = BackgroundTask::default();
        beside.begin(self.workspace.document.edition(), move || woken.request_repaint(), move || work(&scenario));
        self.jobs.work = Some(RunningJob { what, piece, beside, began: ctx.input(|input| input.time) });
    }

    /// Returns `true` if `act` must wait until the operation in the background is done.
    pub(super) fn waits_for_work(&self, act: &Act) -> bool {
        let changes = matches!(act, Act::Type { .. } | Act::Fix { .. }) || crate::app::acts::needs_reading(act);
        changes && self.jobs.work.is_some()
    }

    /// Cancels the operation in the background if that is requested. The scenario is unchanged then.
    pub(super) fn cancel_requested_job(&mut self) {
        let gives_up = |act: &Act| matches!(act, Act::GiveUp | Act::Command(Command::Cancel));
        if self.jobs.work.is_some() && self.acts.iter().any(gives_up) {
            self.acts.retain(|act| !gives_up(act));
            self.cancel_job();
        }
    }

    fn cancel_job(&mut self) {
        let Some(work) = self.jobs.work.take() else { return };
        self.status_message = Some(format!("{} was canceled. Nothing has changed.", work.what));
        if let (Some(piece), Some(hand)) = (work.piece, self.input.hand.hand()) {
            *hand = Some(piece);
        }
    }

    /// Applies the result of the operation in the background, if it is done.
    pub(super) fn watch_work(&mut self, ctx: &Context) {
        let Some(work) = &mut self.jobs.work else { return };
        let Some((edition, acts)) = work.beside.poll() else {
            if work.beside.is_busy() {
                ctx.request_repaint_after(TOLD);
            } else {
                self.cancel_job();
            }
            return;
        };
        if edition != self.workspace.document.edition() {
            self.cancel_job();
            return;
        }
        self.jobs.work = None;
        let rows = |app: &Self| (app.workspace.document.lists_revision(), app.workspace.document.counters_revision());
        let before = rows(self);
        for act in acts {
            self.act(ctx, act);
        }
        if rows(self) != before {
            self.drop_stale_acts();
        }
    }

    /// Drops the selection and queued acts that refer to rows by index, since the lists have changed.
    fn drop_stale_acts(&mut self) {
        if self.workspace.selection.is_row() {
            self.workspace.selection = Selection::Scenario;
        }
        let asked = self.jobs.queue.len();
        self.jobs.queue.retain(|act| !is_about_rows(act));
        if self.jobs.queue.len() < asked {
            let missed = "A change was not made, because its object has moved in the meantime. Try again.";
            self.jobs.queue.push_back(Act::Say(missed.to_owned()));
        }
    }
}

/// Returns `true` if `act` refers to rows by index or replaces the whole scenario.
fn is_about_rows(act: &Act) -> bool {
    match act {
        Act::Edit { edit, .. } => edit.is_about_rows(),
        Act::Select(selection) => selection.is_row(),
        Act::Answer(answer) => matches!(**answer, DialogAnswer::Operate(..) | DialogAnswer::Units(..)),
        _ => false,
    }
}
