//! Notices below the menu bar about the state of the file.

use battlewright_platform::clock::SystemTime;

use egui::{Frame, Margin, Panel, RichText, Ui};

use crate::messages::act::{Act, ExternalChange};
use crate::model::autosave::times;
use crate::model::document::{Document, FileState};
use crate::settings::SettingsError;
use crate::theme;

/// A notice that stays visible until its cause is removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// The text of the notice.
    pub text: String,
    /// The available actions.
    pub buttons: Vec<(&'static str, Act)>,
}

/// Returns the notices about the file of `document`, and about a problem with the settings.
pub fn data(document: &Document, trouble: Option<&SettingsError>) -> Vec<Notice> {
    let name = document.name();
    let mut notices = Vec::new();
    if let Some(trouble) = trouble {
        notices.push(Notice { text: trouble.to_string(), buttons: vec![("OK", Act::DismissTrouble)] });
    }
    match document.standing() {
        FileState::AsKnown => {}
        FileState::Changed(theirs) => {
            let when =
                theirs.written().map_or_else(String::new, |at| format!(", {}", times::text(at, SystemTime::now())));
            notices.push(Notice {
                text: format!("{name} was changed by another program{when}."),
                buttons: vec![
                    ("Show difference", Act::ResolveChange(ExternalChange::Show)),
                    ("Load file", Act::ResolveChange(ExternalChange::Load)),
                    ("Keep my version", Act::ResolveChange(ExternalChange::Keep)),
                ],
            });
        }
        FileState::Gone => {
            let text = format!("{name} was deleted or moved. Saving creates the file again.");
            notices.push(Notice { text, buttons: Vec::new() });
        }
    }
    if let Some(problem) = document.collection_problem() {
        let text = format!("Some levels of findings are not set: {problem}");
        notices.push(Notice { text, buttons: Vec::new() });
    }
    let keeping = document.keeping();
    if let Some(error) = keeping.failed() {
        let text = format!("The journal of your changes cannot be written ({error}). Save often.");
        notices.push(Notice { text, buttons: Vec::new() });
    }
    if keeping.has_rivals() {
        let text =
            format!("{name} is open in another window. The window that saves second asks which version to keep.");
        notices.push(Notice { text, buttons: Vec::new() });
    }
    notices
}

/// Draws the notices.
pub fn ui(ui: &mut Ui, notices: &[Notice], acts: &mut Vec<Act>) {
    let dark = ui.visuals().dark_mode;
    let (fill, ink) = theme::notice(dark);
    let frame = Frame::new().fill(fill).inner_margin(Margin::symmetric(10, 4));
    Panel::top("notices").frame(frame).show(ui, |ui| {
        for notice in notices {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&notice.text).color(ink));
                for (name, act) in &notice.buttons {
                    if ui.button(*name).clicked() {
                        acts.push(act.clone());
                    }
                }
            });
        }
    });
}
