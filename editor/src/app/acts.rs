//! Typing into the text of the document, as the program does it: what is typed becomes the scenario
//! after a pause.

use std::time::Duration;

use egui::Context;

use crate::app::App;
use crate::messages::act::Act;
use crate::model::text::TextSplice;

/// After a pause of so many seconds what is typed is read.
const PAUSE: f64 = 0.35;

/// The seconds of a pause after which what is typed is another step.
const BREAK: f64 = 2.0;

impl App {
    /// Types `splice` into the text of this `edition`.
    pub(crate) fn type_in(&mut self, ctx: &Context, edition: u64, splice: &TextSplice) {
        if self.session.is_some() {
            self.said = Some("Not typed: return to the edit first (Shift+F5)".to_owned());
            return;
        }
        let now = ctx.input(|input| input.time);
        if now - self.typed > BREAK {
            self.document.seal();
        }
        self.typed = now;
        if let Err(why) = self.document.write(edition, splice) {
            self.said = Some(why);
        }
    }

    fn read_typing(&mut self, ctx: &Context) {
        let woken = ctx.clone();
        self.document.read_typing(move || woken.request_repaint());
    }

    /// Does what was asked for, in order: what needs the text read waits, in a large scenario, for the thread that
    /// reads it, and so does everything behind it. In the same way what changes anything waits for work beside the
    /// window.
    pub(crate) fn work_off(&mut self, ctx: &Context) {
        self.hear_cancel();
        self.watch_work(ctx);
        self.held.extend(std::mem::take(&mut self.acts));
        while let Some(act) = self.held.pop_front() {
            if self.waits_for_work(&act) {
                self.held.push_front(act);
                return;
            }
            if needs_reading(&act) && self.document.is_long_to_read() {
                self.read_typing(ctx);
                if self.document.is_typing() {
                    self.said = Some("Reading the text that was typed…".to_owned());
                    self.held.push_front(act);
                    return;
                }
            }
            self.act(ctx, act);
        }
    }

    /// Reads what was typed when it is time, and says why something was refused.
    pub(crate) fn watch_typing(&mut self, ctx: &Context) {
        if self.document.is_typing() {
            let wait = PAUSE - (ctx.input(|input| input.time) - self.typed);
            if wait <= 0.0 {
                self.read_typing(ctx);
            } else {
                ctx.request_repaint_after(Duration::from_secs_f64(wait));
            }
        }
        if let Some(why) = self.document.refusal() {
            self.said = Some(why);
        }
    }
}

/// Returns `true` if `act` looks at the scenario that what is typed will make, or ends the typing.
pub(crate) fn needs_reading(act: &Act) -> bool {
    match act {
        Act::Type { .. }
        | Act::Mend { .. }
        | Act::Place(_)
        | Act::Look(_)
        | Act::Options(_)
        | Act::Tab(_)
        | Act::Say(_)
        | Act::Heard
        | Act::GiveUp => false,
        Act::Answer(answer) => answer.needs_reading(),
        _ => true,
    }
}
