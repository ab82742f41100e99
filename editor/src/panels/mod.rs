//! The panels around the map. Most panels separate their content as data from the drawing code.

pub mod balance;
pub mod commands;
pub(crate) mod form;
pub mod guide;
pub mod inspector;
pub mod log;
pub mod menu;
pub mod notice;
pub mod options;
pub mod order_of_battle;
pub mod palette;
pub mod play;
pub mod printed;
pub mod problems;
pub mod resolver;
mod rule;
pub mod scan;
pub mod source;
pub mod status;
pub mod tables;
pub mod timeline;
pub mod toolbar;
pub mod turn_track;

use battlewright_schema::{Common, DocPath, Scenario};

use crate::messages::act::Act;
use crate::model::document::Document;
use crate::model::place::place;
use crate::model::selection::Selection;
use crate::tools::{ToolKind, ToolOptions};

/// The parts of the application that panels can read.
#[derive(Clone, Copy)]
pub struct PanelContext<'a> {
    /// The open document.
    pub document: &'a Document,
    /// The current selection.
    pub selection: Selection,
    /// The options of all tools.
    pub options: &'a ToolOptions,
    /// The active tool.
    pub tool: ToolKind,
    /// The path of the field that receives the keyboard focus in this frame.
    pub writing: Option<&'a DocPath>,
}

impl<'a> PanelContext<'a> {
    /// Returns the scenario of the document.
    pub fn scenario(&self) -> &'a Scenario {
        self.document.scenario()
    }

    /// Returns the sections that all systems share.
    pub fn common(&self) -> &'a dyn Common {
        self.document.scenario().common()
    }
}

/// Returns the act that brings the object that `selection` names into view; `None` if it has no place.
pub fn look(scenario: &Scenario, selection: Selection) -> Option<Act> {
    place(scenario, selection).map(Act::Look)
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Start;

    use super::*;
    use crate::model::play::Session;

    fn with_bundled(test: impl Fn(&PanelContext<'_>)) {
        let (document, options) = (Document::bundled(), ToolOptions::default());
        let selection = Selection::Unit(0);
        test(&PanelContext {
            document: &document,
            selection,
            options: &options,
            tool: ToolKind::SELECT,
            writing: None,
        });
    }

    #[test]
    fn the_turn_track_has_a_box_a_turn_and_every_reinforcement_in_its_own() {
        with_bundled(|shown| {
            let session = Session::new(shown.scenario(), 1).unwrap();
            let turns = turn_track::data(shown, &session);
            assert_eq!(turns.len(), usize::from(shown.common().turns().count));
            assert_eq!(turns[2].clock.as_deref(), Some("13:30"));
            assert!(turns[0].now && turns[0].played && !turns[1].now && !turns[1].played);
            let waiting: usize = turns.iter().map(|turn| turn.waiting.len()).sum();
            let entering = (0..shown.common().unit_count())
                .filter(|unit| matches!(shown.common().unit(*unit).unwrap().start, Start::Enters { .. }));
            assert_eq!(waiting, entering.count());
        });
    }

    #[test]
    fn the_play_panel_says_whose_decision_it_is_and_by_which_rule() {
        with_bundled(|shown| {
            let session = Session::new(shown.scenario(), 1).unwrap();
            let data = play::data(&session);
            assert_eq!(data.turn, "Turn 1 of 6  ·  09:30");
            assert!(data.prompt.contains("HQ") && data.rule.number == "4.0 1a", "{data:?}");
            assert_eq!(data.all.len(), session.seen().legal.len());
            assert!(data.refusal.is_none() && data.outcome.is_none());
        });
    }

    #[test]
    fn the_inspector_and_the_status_line_say_what_is_there() {
        with_bundled(|shown| {
            let head = inspector::data(shown).unwrap();
            assert_eq!((head.kind.as_str(), head.name.as_str()), ("Unit", shown.common().unit(0).unwrap().name));
            let gone = PanelContext { selection: Selection::Road(999), ..*shown };
            assert_eq!(inspector::data(&gone), None);
            let status = status::data(shown, "hint", None, None);
            assert_eq!((status.text.as_str(), status.errors, status.warnings), ("hint", 0, 0));
            assert_eq!(problems::data(shown), []);
            assert_eq!(source::data(shown), crate::model::store::BUNDLED);
        });
    }

    #[test]
    fn the_palette_finds_commands_by_words_of_name_and_help() {
        let state = menu::State::default();
        let names = |query: &str| palette::data(query, &state).iter().map(|entry| entry.name).collect::<Vec<_>>();
        assert_eq!(names("fit"), ["Fit map"]);
        assert_eq!(names("reinforcements"), ["Turn track", "Entry", "Unit"]);
        assert!(names("").len() > 30 && !names("").contains(&"Undo"), "what cannot be done now is left out");
        assert!(names("no such thing").is_empty());
    }
}
