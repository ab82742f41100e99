//! Forms for any value of a scenario, generated from the schema. One kind of widget per file.
//!
//! Forms do not depend on a system. The schema defines the name, help, type and optionality of a field. Its value is
//! read and changed by its path.

mod builder;
mod choice;
mod color;
mod expression;
mod fixed;
pub(crate) mod grid;
mod id;
mod list;
mod number;
mod point;
mod rows;
mod start;
mod summary;
mod tags;
mod text;

use crate::widgets::small_button;
use std::collections::BTreeMap;

use battlewright_schema::schema_json::{Field, Shape, ValueKind};
use battlewright_schema::{DocPath, Id, NamedItem, PathStep, RulesetInfo, Scenario, words};
use egui::{Label, RichText, Ui, UiBuilder};
use serde_json::Value;

pub(crate) use number::NumberField;
pub(crate) use summary::summary;

use super::PanelContext;
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::rule_rows::ExpressionKind;
use crate::widgets::field;

/// Draws fields and collects their changes.
pub(crate) struct Form<'a> {
    shown: &'a PanelContext<'a>,
    acts: &'a mut Vec<Act>,
    /// A cache of the objects that references can name, by kind.
    known: BTreeMap<Id, Vec<NamedItem>>,
    /// A callback that draws next to each number present in the scenario.
    beside_numbers: Option<fn(&mut Ui, &NumberField<'_>, &mut Vec<Act>)>,
    /// The path of the table whose fields are explained, each in a line.
    explained: Option<DocPath>,
}

/// A field: its path, schema and value.
#[derive(Clone, Debug)]
pub(super) struct FormField<'v> {
    pub(super) path: DocPath,
    pub(super) shape: Shape,
    /// The value in the scenario; `None` if omitted.
    pub(super) value: Option<&'v Value>,
    /// The value that it stands over, if the field is a setting of the system.
    pub(super) published: Option<&'v Value>,
    pub(super) required: bool,
}

impl<'v> FormField<'v> {
    /// Returns the effective value: from the scenario, as published, or the default.
    pub(super) fn now(&self) -> Option<&'v Value> {
        self.value.or(self.published).or(self.shape.default())
    }

    pub(super) fn label(&self) -> String {
        words::label(self.shape.system(), &self.path)
    }

    pub(super) fn help(&self) -> String {
        self.shape.help()
    }

    /// Returns `true` if the field has no value, published value or default.
    pub(super) fn is_nothing(&self) -> bool {
        self.now().is_none()
    }
}

/// Returns the value of the rules setting at `path` that the scenario's own stands over: that of the rulesets in use, or the
/// published one; `None` for other paths.
pub(crate) fn published<'s>(scenario: &'s Scenario, path: &DocPath) -> Option<&'s Value> {
    let steps = path.0.strip_prefix(DocPath::root().key("rules").0.as_slice())?;
    steps.iter().try_fold(scenario.rules_below(), |here, step| match step {
        PathStep::Key(key) => here.get(key),
        PathStep::Index(at) => here.get(at),
    })
}

/// Returns the ruleset in use that sets the value of the rules at `path`; the one that counts, if several do.
pub(crate) fn ruleset_of<'s>(scenario: &'s Scenario, path: &DocPath) -> Option<&'s RulesetInfo> {
    let steps = path.0.strip_prefix(DocPath::root().key("rules").0.as_slice()).filter(|steps| !steps.is_empty())?;
    let within = DocPath(steps.to_vec());
    let sets = |ruleset: &&RulesetInfo| ruleset.values.iter().any(|(value, _)| within.is_within(value));
    scenario.rulesets().into_iter().rev().find(sets)
}

/// Returns `true` if a field of this shape takes several lines under its own heading.
fn is_block(shape: Shape) -> bool {
    match shape.kind() {
        ValueKind::Table | ValueKind::Keyed => true,
        ValueKind::List => shape.item().is_some_and(|item| item.kind() == ValueKind::Point || is_block(item)),
        _ => false,
    }
}

impl<'a> Form<'a> {
    /// Creates a form for the displayed scenario. Changes are pushed to `acts`.
    pub(crate) fn new(shown: &'a PanelContext<'a>, acts: &'a mut Vec<Act>) -> Self {
        Self { shown, acts, known: BTreeMap::new(), beside_numbers: None, explained: None }
    }

    /// Sets the callback that draws next to each number present in the scenario.
    pub(crate) fn beside_numbers(self, beside: fn(&mut Ui, &NumberField<'_>, &mut Vec<Act>)) -> Self {
        Self { beside_numbers: Some(beside), ..self }
    }

    /// Explains each field of the table at `path` in a line.
    pub(crate) fn explaining(self, path: &DocPath) -> Self {
        Self { explained: Some(path.clone()), ..self }
    }

    /// Draws the line that explains `slot`, if the form does so.
    pub(super) fn explain(&self, ui: &mut Ui, slot: &FormField<'_>) {
        if self.explained.is_some() && slot.path.parent() == self.explained {
            ui.add(Label::new(RichText::new(slot.help()).small().weak()).wrap());
        }
    }

    /// Draws the fields of the table at `path`, except those in `without`.
    pub(crate) fn fields(&mut self, ui: &mut Ui, path: &DocPath, without: &[&str]) {
        let scenario = self.shown.scenario();
        let Some(shape) = Shape::at(scenario.system(), path) else { return };
        let starts = start::fields(shape);
        let fields = shape.fields().into_iter();
        let fields = fields.filter(|field| !without.contains(&field.name) && !starts.contains(&field.name));
        // Fields with a heading come last. Otherwise later fields would seem to belong to them.
        let (blocks, lines): (Vec<Field>, Vec<Field>) = fields.partition(|field| is_block(field.shape));
        for field in lines {
            self.named(ui, path, field);
        }
        if !starts.is_empty() {
            start::ui(self, ui, path, shape);
        }
        for field in blocks {
            self.named(ui, path, field);
        }
    }

    /// Draws `field` of the table at `path`. Looks up the single field, because the whole table can contain a map.
    pub(super) fn named(&mut self, ui: &mut Ui, path: &DocPath, field: Field) {
        let scenario = self.shown.scenario();
        let path = path.clone().key(field.name);
        let value = scenario.get(&path);
        let published = published(scenario, &path);
        self.field(
            ui,
            &FormField { path, shape: field.shape, value: value.as_ref(), published, required: field.required },
        );
    }

    /// Draws the key of an entry, which references use.
    pub(crate) fn key(&mut self, ui: &mut Ui, id: Id, now: &str) {
        let label = if id == Id::LETTER { "Letter" } else { "Id" };
        ui.horizontal(|ui| {
            let label = field::left_label(ui, label, field::label_width(ui)).id;
            let width = ui.available_width() - 4.0;
            id::own(self, ui, id, now, label, width, "Name by which other parts of the file refer to it.");
        });
    }

    /// Draws one field of any kind.
    pub(super) fn field(&mut self, ui: &mut Ui, slot: &FormField<'_>) {
        // An id from the path, because fields can appear or vanish during input.
        let id = ui.scope_id().with(slot.path.to_string());
        let drawn = ui.scope_builder(UiBuilder::new().scope_id(id), |ui| {
            self.widget(ui, slot);
            if let Some(ruleset) = ruleset_of(self.shown.scenario(), &slot.path).filter(|_| slot.value.is_none()) {
                let text = RichText::new(format!("of {}", ruleset.reference())).small().weak();
                let help = format!("This value comes from the ruleset {} ({}).", ruleset.title, ruleset.place);
                ui.add(Label::new(text).wrap()).on_hover_text(help);
            }
            // Blocks explain themselves below their heading.
            if !is_block(slot.shape) {
                self.explain(ui, slot);
            }
        });
        // A value within a field without fields of its own is in its widget.
        if self.shown.writing.is_some_and(|path| path.is_within(&slot.path)) && !is_block(slot.shape) {
            field::focus_within(ui, drawn.response.rect);
            ui.scroll_to_rect(drawn.response.rect.expand(8.0), None);
        }
    }

    /// Draws the widget of a field.
    fn widget(&mut self, ui: &mut Ui, slot: &FormField<'_>) {
        if let Some(kind) = ExpressionKind::at(&slot.path) {
            return expression::ui(self, ui, slot, kind);
        }
        match slot.shape.kind() {
            ValueKind::List if ExpressionKind::at(&slot.path.clone().index(0)).is_some() => {
                expression::effects(self, ui, slot);
            }
            ValueKind::Text => text::ui(self, ui, slot),
            ValueKind::Number(least, greatest) => number::ui(self, ui, slot, least, greatest),
            ValueKind::Decimal(least, greatest) => number::decimal(self, ui, slot, least, greatest),
            ValueKind::Bool => choice::check(self, ui, slot),
            ValueKind::Words => choice::words(self, ui, slot),
            ValueKind::Id(id) => id::ui(self, ui, slot, id),
            ValueKind::Color => color::ui(self, ui, slot),
            ValueKind::Point => point::ui(self, ui, slot),
            ValueKind::Length => point::length(self, ui, slot),
            ValueKind::List => list::ui(self, ui, slot),
            ValueKind::Fixed(count) => fixed::ui(self, ui, slot, count),
            ValueKind::Table => rows::table(self, ui, slot),
            // HexRows are edited on the map. Keyed tables are edited entry by entry.
            ValueKind::HexRows | ValueKind::Keyed => {}
        }
    }

    /// Returns the objects with ids of kind `id`.
    pub(super) fn known(&mut self, id: Id) -> &[NamedItem] {
        let scenario = self.shown.scenario();
        self.known.entry(id).or_insert_with(|| scenario.known(id))
    }

    /// Pushes a new value, entered in the widget `field`.
    pub(super) fn put(&mut self, slot: &FormField<'_>, field: egui::Id, value: impl Into<Value>) {
        let edit = Edit::Put(slot.path.clone(), Some(value.into()));
        self.acts.push(Act::field(change(slot), field, edit));
    }

    /// Pushes a new value, entered in the widget `field`. `None` omits the field.
    pub(super) fn push_optional(&mut self, slot: &FormField<'_>, field: egui::Id, value: Option<Value>) {
        self.acts.push(Act::field(change(slot), field, Edit::Put(slot.path.clone(), value)));
    }

    /// Pushes an edit that omits the field.
    pub(super) fn leave_out(&mut self, slot: &FormField<'_>) {
        self.acts.push(Act::edit(change(slot), Edit::leave_out(self.shown.scenario(), slot.path.clone())));
    }

    /// Pushes an edit as a separate undo step.
    pub(super) fn edit(&mut self, name: impl Into<String>, edit: Edit) {
        self.acts.push(Act::edit(name, edit));
    }

    /// Ends an undo step when `response` reports the end of input.
    pub(super) fn seal(&mut self, response: &egui::Response) {
        if response.lost_focus() || response.drag_stopped() {
            self.acts.push(Act::Seal);
        }
    }

    /// Draws a form row: the label, the widget with the remaining width, and a button that resets the field if it can
    /// be omitted.
    pub(super) fn row<T>(
        &mut self,
        ui: &mut Ui,
        slot: &FormField<'_>,
        widget: impl FnOnce(&mut Self, &mut Ui, egui::Id, f32) -> T,
    ) -> T {
        let (label, help) = (slot.label(), slot.help());
        self.whole_row(ui, slot, |form, ui| {
            let id = field::left_label(ui, &label, field::label_width(ui)).on_hover_text(format!("{label}. {help}")).id;
            let width = ui.available_width() - if form.way_back(slot).is_some() { 30.0 } else { 4.0 };
            widget(form, ui, id, width)
        })
    }

    /// Draws a form row with a widget that includes its label.
    pub(super) fn whole_row<T>(
        &mut self,
        ui: &mut Ui,
        slot: &FormField<'_>,
        widget: impl FnOnce(&mut Self, &mut Ui) -> T,
    ) -> T {
        ui.horizontal(|ui| {
            let result = widget(self, ui);
            if let Some((sign, name, hover)) = self.way_back(slot)
                && ui.add(small_button(sign)).on_hover_text(hover).accessible_name(name).clicked()
            {
                self.leave_out(slot);
            }
            result
        })
        .inner
    }

    /// Returns text, name and tooltip of the reset button; `None` if the field has no reset.
    fn way_back(&self, slot: &FormField<'_>) -> Option<(&'static str, String, String)> {
        slot.value?;
        let label = words::lower(&slot.label());
        if let Some(published) = slot.published {
            let hover = format!("Default: {}", shown(published));
            return Some(("×", format!("Default: {label}"), hover));
        }
        let whole = matches!(
            slot.shape.kind(),
            ValueKind::Number(..)
                | ValueKind::Bool
                | ValueKind::Fixed(_)
                | ValueKind::Color
                | ValueKind::Point
                | ValueKind::Length
        );
        (whole && !slot.required && slot.shape.default().is_none())
            .then(|| ("×", format!("Clear {label}"), "Clear".to_owned()))
    }

    /// Draws the row of an omitted field with an Add button.
    pub(super) fn add(&mut self, ui: &mut Ui, slot: &FormField<'_>, value: impl FnOnce() -> Value) {
        self.added(ui, slot, value);
    }

    /// Draws the same row. Returns `true` if the button was clicked.
    pub(super) fn added(&mut self, ui: &mut Ui, slot: &FormField<'_>, value: impl FnOnce() -> Value) -> bool {
        self.row(ui, slot, |form, ui, _, _| {
            let name = format!("Add {}", words::lower(&slot.label()));
            let button = ui.add(small_button("Add")).on_hover_text(slot.help()).accessible_name(name);
            if button.clicked() {
                form.edit(change(slot), Edit::Put(slot.path.clone(), Some(value())));
            }
            button.clicked()
        })
    }
}

/// Returns the name of a change for the Edit menu.
pub(super) fn change(slot: &FormField<'_>) -> String {
    format!("Change {}", words::lower(&slot.label()))
}

/// Formats a small value as text.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::String(word) => words::plain(word),
        other => other.to_string(),
    }
}
