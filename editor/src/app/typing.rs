//! Typed text in the app: it becomes the scenario after a pause.

use std::time::Duration;

use egui::Context;

use crate::app::App;
use crate::model::text::TextSplice;

/// The pause in seconds after which typed text is parsed.
const PAUSE: f64 = 0.35;

/// The pause in seconds after which further typing starts another undo step.
const BREAK: f64 = 2.0;

impl App {
    /// Applies typed text to the source text of this `edition`.
    pub(super) fn type_in(&mut self, ctx: &Context, edition: u64, splice: &TextSplice) {
        if self.session.is_some() {
            self.status_message = Some("Not typed: return to editing first (Shift+F5)".to_owned());
            return;
        }
        let now = ctx.input(|input| input.time);
        if now - self.typed > BREAK {
            self.document.seal();
        }
        self.typed = now;
        if let Err(why) = self.document.write(edition, splice) {
            self.status_message = Some(why.to_string());
        }
    }

    pub(super) fn read_typing(&mut self, ctx: &Context) {
        let woken = ctx.clone();
        self.document.read_typing(move || woken.request_repaint());
    }

    /// Parses typed text after a pause, and shows the reason of a refused change.
    pub(super) fn watch_typing(&mut self, ctx: &Context) {
        if self.document.is_typing() {
            let wait = PAUSE - (ctx.input(|input| input.time) - self.typed);
            if wait <= 0.0 {
                self.read_typing(ctx);
            } else {
                ctx.request_repaint_after(Duration::from_secs_f64(wait));
            }
        }
        if let Some(why) = self.document.refusal() {
            self.status_message = Some(why);
        }
    }
}
