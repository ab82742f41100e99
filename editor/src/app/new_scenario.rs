//! Opening the start page and the form for a new scenario, and their pictures.

use egui::Context;

use crate::app::App;
use crate::background_task::BackgroundTask;
use crate::dialogs::Dialog;
use crate::dialogs::begin::NewScenarioForm;
use crate::dialogs::start_page::StartPage;

impl App {
    /// The program with the start page over it, unless the user wants none, or something else is asked.
    #[must_use]
    pub fn greet(mut self) -> Self {
        if self.dialog.is_none() && !self.remembering.skips_start_page {
            self.show_start_page();
        }
        self
    }

    /// Shows the start page.
    pub(super) fn show_start_page(&mut self) {
        let page = StartPage::new(&self.remembering.recent, !self.remembering.skips_start_page);
        self.dialog = Some(Dialog::StartPage(Box::new(page)));
    }

    /// Asks what a new scenario is to be, on which a scan is traced if that is wished.
    pub(super) fn show_new(&mut self, trace: bool) {
        self.dialog = Some(Dialog::New(Box::new(NewScenarioForm::new(trace))));
    }

    /// Draws, beside the window, the pictures of the start page one after the other.
    pub(super) fn watch_start_page(&mut self, ctx: &Context) {
        let Some(Dialog::StartPage(page)) = &mut self.dialog else {
            self.picturing = BackgroundTask::default();
            return;
        };
        self.remembering.skips_start_page = !page.at_start;
        if let Some((n, picture)) = self.picturing.poll() {
            page.take(n, picture);
            ctx.request_repaint();
        }
        if !self.picturing.is_busy()
            && let Some((n, work)) = page.due()
        {
            let woken = ctx.clone();
            self.picturing.begin(n, move || woken.request_repaint(), work);
        }
    }
}
