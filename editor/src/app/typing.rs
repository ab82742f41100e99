//! Typed text: it becomes the scenario after a pause.

use std::time::Duration;

use egui::Context;

use crate::app::workspace::Workspace;
use crate::model::text::TextSplice;

/// The pause in seconds after which typed text is parsed.
const PAUSE: f64 = 0.35;

/// The pause in seconds after which further typing starts another undo step.
const BREAK: f64 = 2.0;

impl Workspace {
    /// Applies typed text to the source text of this `edition`.
    ///
    /// # Errors
    /// Returns the reason why it cannot be applied.
    pub(super) fn type_in(&mut self, ctx: &Context, edition: u64, splice: &TextSplice) -> Result<(), String> {
        if self.session.is_some() {
            return Err("Not typed: return to editing first (Shift+F5)".to_owned());
        }
        let now = ctx.input(|input| input.time);
        if now - self.typed > BREAK {
            self.document.seal();
        }
        self.typed = now;
        self.document.write(edition, splice).map_err(|why| why.to_string())
    }

    /// Parses typed text in the background.
    pub(super) fn read_typing(&mut self, ctx: &Context) {
        let woken = ctx.clone();
        self.document.read_typing(move || woken.request_repaint());
    }

    /// Parses typed text after a pause.
    pub(super) fn watch_typing(&mut self, ctx: &Context) {
        if self.document.is_typing() {
            let wait = PAUSE - (ctx.input(|input| input.time) - self.typed);
            if wait <= 0.0 {
                self.read_typing(ctx);
            } else {
                ctx.request_repaint_after(Duration::from_secs_f64(wait));
            }
        }
    }
}
