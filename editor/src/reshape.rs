//! The window that changes the map as a whole: opened, and done as it says.

use battlewright_schema::Scenario;

use crate::act::Selection;
use crate::app::App;
use crate::dialogs::Dialog;
use crate::dialogs::surgery::{Surgery, Task};
use crate::edit::Edit;
use crate::scan::Mode;

impl App {
    /// Opens the window with the form of `task`.
    pub(crate) fn show_surgery(&mut self, task: Task) {
        self.hand.cancel();
        self.scan.mode = Mode::Under;
        self.document.seal();
        self.dialog = Some(Dialog::Surgery(Box::new(Surgery::new(self.document.scenario(), task))));
    }

    /// Puts `scenario`, on its other map, in place of the one there is.
    pub(crate) fn operate(&mut self, step: &'static str, scenario: Box<Scenario>) {
        let size = self.document.scenario().common().size();
        // Rows and hexes may be others now, so that nothing that was pointed at is pointed at still.
        self.selection = Selection::Scenario;
        self.cursor = None;
        self.document.apply(step, None, Edit::Scenario(scenario));
        if self.document.scenario().common().size() != size {
            self.camera.radius = 0.0;
        }
    }
}
