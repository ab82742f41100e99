//! Rule numbers as links to rule pages.

use egui::{Color32, CursorIcon, Label, Response, RichText, Role, Sense, Ui, WidgetInfo};

use crate::messages::act::Act;

/// A link with the text `words` to the page of rule `number`.
pub(crate) struct RuleLink<'a> {
    /// The number of the rule, such as `"4.0 2b"`.
    pub(crate) number: &'a str,
    /// The link text.
    pub(crate) words: RichText,
}

impl<'a> RuleLink<'a> {
    /// Creates a small link with the rule number as its text.
    pub(crate) fn number(ui: &Ui, number: &'a str) -> Self {
        Self::new(number, number, ui.visuals().weak_text_color())
    }

    /// Creates a small link with the text `words` in this color.
    pub(crate) fn new(number: &'a str, words: impl Into<String>, color: Color32) -> Self {
        Self { number, words: RichText::new(words).small().color(color) }
    }

    /// Draws the link.
    pub(crate) fn ui(self, ui: &mut Ui, acts: &mut Vec<Act>) -> Response {
        let label = Label::new(self.words).sense(Sense::click());
        let response = ui.add(label).on_hover_cursor(CursorIcon::PointingHand);
        response.widget_info(|| WidgetInfo::labeled(Role::Link, true, format!("Rule {}", self.number)));
        let response = response.on_hover_text("Open the page of this rule");
        if response.clicked() {
            acts.push(Act::Rule(self.number.to_owned()));
        }
        response
    }
}
