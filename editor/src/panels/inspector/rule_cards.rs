//! The rows of the rules as cards: the sentence on top, and the form of the open one below it.

use battlewright_schema::rule::vocabulary::HookKind;
use battlewright_schema::rule::{AnyRow, RowKind, RuleInForce, canonical};
use battlewright_schema::{DocPath, words};
use egui::collapsing_header::paint_default_icon;
use egui::{CollapsingHeader, Frame, Label, RichText, Sense, Ui, Vec2, vec2};
use serde_json::Value;

use super::super::{PanelContext, problems, tables};
use super::form_with_lab;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::edit::Edit;
use crate::model::rule_rows::{self, ExpressionKind};
use crate::model::selection::{RULES, Selection};
use crate::widgets::{field, small_button};

/// The size of the sign that tells an open card from a closed one, in points.
const SIGN: Vec2 = vec2(10.0, 10.0);

/// Returns the lists that the form of the section leaves to the cards.
pub(super) fn lists() -> [&'static str; RowKind::ALL.len()] {
    RowKind::ALL.map(RowKind::list)
}

/// Draws all rows in force, those of rulesets first, and the button that adds one.
pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    field::heading(ui, "Changed rules");
    let rows = shown.scenario().rule_rows_in_force();
    for placed in rows.iter().filter(|placed| placed.ruleset.is_some()) {
        of_ruleset(ui, shown, placed);
    }
    for (index, row) in shown.scenario().own_rule_rows().all() {
        own(ui, shown, row, index, acts);
    }
    if rows.is_empty() {
        ui.weak("A modifier with a condition, a forbidden act, an event: what no setting says.");
    }
    ui.horizontal_wrapped(|ui| {
        let add = ui.add(small_button("Add a rule…"));
        if add.on_hover_text("Add a row to the rules: choose its kind first").clicked() {
            acts.push(Act::Command(Command::AddRule));
        }
        let has_own = shown.scenario().own_rule_rows().all().next().is_some();
        if has_own && shown.document.path().is_some() {
            let share = ui.add(small_button("Save as a ruleset…"));
            let help = "Move all changes of rules into a file of their own, which other scenarios can use";
            if share.on_hover_text(help).clicked() {
                acts.push(Act::Command(Command::SaveRuleset));
            }
        }
    });
}

/// Draws the card of a row of the scenario.
fn own(ui: &mut Ui, shown: &PanelContext<'_>, row: AnyRow<'_>, index: usize, acts: &mut Vec<Act>) {
    let (kind, to) = (row.kind(), Selection::Rule(row.kind(), index));
    let is_open = shown.selection == to;
    let path = rule_rows::list_path(kind).index(index);
    let errors = shown.document.problems().iter().filter(|problem| problem.target == to && problem.is_error()).count();
    ui.push_id(path.to_string(), |ui| {
        card(ui, is_open).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let title = title(ui, row, is_open);
            // A finding that was clicked elsewhere may be about a card out of sight.
            let was_open = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(title.id), is_open));
            if is_open && !was_open {
                title.scroll_to_me(None);
            }
            if title.clicked() {
                acts.push(Act::Select(if is_open { Selection::Part(RULES) } else { to }));
            }
            detail(ui, row, errors);
            ui.add(Label::new(sentence(shown, row, errors)).wrap());
            if is_open {
                tools(ui, shown, row, &path, acts);
                of_row(ui, shown, &path, acts);
                form_with_lab(shown, acts).fields(ui, &path, &left_out(shown, row));
            }
        });
    });
}

fn card(ui: &Ui, is_open: bool) -> Frame {
    let visuals = ui.visuals();
    let stroke = if is_open { visuals.selection.stroke } else { visuals.widgets.noninteractive.bg_stroke };
    Frame::new().inner_margin(6).corner_radius(4).fill(visuals.faint_bg_color).stroke(stroke)
}

/// Draws the name, which opens and closes the card.
fn title(ui: &mut Ui, row: AnyRow<'_>, is_open: bool) -> egui::Response {
    let name = if row.name().is_empty() { row.id() } else { row.name() };
    let title = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let (_, sign) = ui.allocate_exact_size(SIGN, Sense::hover());
        paint_default_icon(ui, if is_open { 1.0 } else { 0.0 }, &sign);
        ui.add(Label::new(RichText::new(name.as_str()).strong()).truncate().selectable(false).sense(Sense::click()))
    });
    let response = title.inner;
    let name = format!("{} {name}", words::capital(row.kind().noun()));
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_open, &name));
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// Draws the kind, the number and the id.
fn detail(ui: &mut Ui, row: AnyRow<'_>, errors: usize) {
    ui.horizontal_wrapped(|ui| {
        let mut parts = vec![words::capital(row.kind().noun())];
        parts.extend((row.rule() != row.id()).then(|| row.rule().to_string()));
        parts.extend((row.name() != row.id()).then(|| row.id().to_string()));
        ui.label(RichText::new(parts.join("  ·  ")).small().weak());
        if errors > 0 {
            let text = RichText::new(words::counted(errors, "error")).small().color(ui.visuals().error_fg_color);
            ui.label(text);
        }
    });
}

/// Returns a row in words, or the text of its condition if it has `errors`.
fn sentence(shown: &PanelContext<'_>, row: AnyRow<'_>, errors: usize) -> RichText {
    let text = |key: &str| row.to_value().get(key).and_then(Value::as_str).map(str::to_owned);
    if errors > 0 {
        let text = text("when").or_else(|| text("is")).unwrap_or_default();
        return RichText::new(canonical(&text).unwrap_or(text)).monospace();
    }
    let said = shown.document.rules_in_words().iter().find(|said| said.id == *row.id());
    RichText::new(said.map_or("", |said| said.sentence.as_str()))
}

/// Draws the buttons that move, copy and remove a row.
fn tools(ui: &mut Ui, shown: &PanelContext<'_>, row: AnyRow<'_>, path: &DocPath, acts: &mut Vec<Act>) {
    let kind = row.kind();
    let Selection::Rule(_, at) = shown.selection else { return };
    let list = rule_rows::list_path(kind);
    let count = shown.scenario().count(&list).unwrap_or(0);
    let Some(value) = shown.scenario().get(path) else { return };
    ui.horizontal(|ui| {
        let mut small = |sign: &str, name: &str, enabled: bool| {
            let button = ui.add_enabled(enabled, small_button(sign));
            button.accessible_name(format!("{name} {}", row.id())).on_hover_text(name).clicked()
        };
        let step = |acts: &mut Vec<Act>, name: &str, edit: Edit, to: Selection| {
            acts.push(Act::edit(format!("{name} {}", kind.noun()), edit));
            acts.push(Act::Select(to));
        };
        let moved = |to: usize| {
            Edit::All(vec![Edit::Put(path.clone(), None), Edit::Insert(list.clone().index(to), value.clone())])
        };
        if small("Up", "Move up", at > 0) {
            let to = at.saturating_sub(1);
            step(acts, "Move", moved(to), Selection::Rule(kind, to));
        }
        if small("Down", "Move down", at + 1 < count) {
            step(acts, "Move", moved(at + 1), Selection::Rule(kind, at + 1));
        }
        if small("Duplicate", "Duplicate", true) {
            let copy = rule_rows::copy(shown.scenario(), &value);
            step(acts, "Duplicate", Edit::Insert(list.clone().index(at + 1), copy), Selection::Rule(kind, at + 1));
        }
        if small("×", "Remove", true) {
            step(acts, "Remove", Edit::Put(path.clone(), None), Selection::Part(RULES));
        }
    });
}

/// Draws the findings that are not beneath an expression.
fn of_row(ui: &mut Ui, shown: &PanelContext<'_>, path: &DocPath, acts: &mut Vec<Act>) {
    let is_here = |problem: &&crate::model::store::Problem| {
        problem.finding.path.is_within(path) && ExpressionKind::at(&problem.finding.path).is_none()
    };
    for problem in shown.document.problems().iter().filter(is_here) {
        problems::beneath(ui, shown, problem, acts);
    }
}

/// Returns the fields that a row of this kind does not need, unless it has them.
fn left_out(shown: &PanelContext<'_>, row: AnyRow<'_>) -> Vec<&'static str> {
    let mut keys = vec!["replaces"];
    if let AnyRow::Modifier(row) = row {
        let hooks = shown.scenario().system().vocabulary().hooks;
        keys.extend(match hooks.iter().find(|hook| row.to == hook.name).map(|hook| hook.kind) {
            Some(HookKind::Sum) => &["times", "round", "at_least", "at_most", "be"][..],
            Some(HookKind::Number) => &["be"],
            Some(HookKind::YesNo) => &["add", "times", "round", "at_least", "at_most"],
            None => &[],
        });
    }
    let value = row.to_value();
    keys.retain(|key| value.get(*key).is_none());
    keys
}

/// Draws the card of a row of a ruleset, which is changed in its own file.
fn of_ruleset(ui: &mut Ui, shown: &PanelContext<'_>, placed: &RuleInForce<'_>) {
    let Some(ruleset) = placed.ruleset else { return };
    let row = placed.row;
    ui.push_id((&ruleset.id, row.id()), |ui| {
        card(ui, false).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let name = if row.name().is_empty() { row.id() } else { row.name() };
            ui.add(Label::new(RichText::new(name.as_str()).strong()).truncate());
            let of = format!("of {} ({})", ruleset.title, ruleset.reference());
            detail(ui, row, 0);
            ui.add(Label::new(RichText::new(of).small().weak()).wrap()).on_hover_text(&ruleset.place);
            ui.add(Label::new(sentence(shown, row, 0)).wrap());
            CollapsingHeader::new("As written").id_salt("keys").show(ui, |ui| {
                let value = row.to_value();
                let fields = value.as_object().into_iter().flatten();
                for (key, value) in fields.filter(|(key, _)| !["id", "name", "rule"].contains(&key.as_str())) {
                    ui.add(Label::new(RichText::new(format!("{key} = {}", tables::in_words(value))).weak()).wrap());
                }
            });
        });
    });
}

/// Returns the selection whose page shows `selection`: the cards are on the page of the rules.
pub(super) fn page(selection: Selection) -> Selection {
    if let Selection::Rule(..) = selection { Selection::Part(RULES) } else { selection }
}
