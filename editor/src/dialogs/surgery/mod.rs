//! The dialog for changes of the whole map: size, position, numbers and orientation.
//!
//! Each change of the form makes a new plan with a preview and a list of effects. The scenario changes only when the
//! user applies the plan.

pub(super) mod form;
mod preview;

use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_schema::surgery::{Crop, HalfStep, NewGround, Operation, Renumber, Resize, Shift, SurgeryPlan, Turn};
use battlewright_schema::{Cell, HexId, Numbering, Scenario};
use egui::{Color32, RichText, ScrollArea, Ui};

use crate::background_task::MOST_HEXES_AT_ONCE;
use crate::dialogs::title;
use crate::messages::dialog_answer::DialogAnswer;

/// An operation on the whole map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapOperation {
    /// Adds or removes columns and rows at each side.
    Resize,
    /// Keeps a rectangle of hexes.
    Crop,
    /// Moves the contents of the map.
    Shift,
    /// Moves the contents by half a hex.
    HalfStep,
    /// Turns or mirrors the map.
    Turn,
    /// Changes the hex numbers.
    Renumber,
}

impl MapOperation {
    /// All operations, in display order.
    pub const ALL: [Self; 6] = [Self::Resize, Self::Crop, Self::Shift, Self::HalfStep, Self::Turn, Self::Renumber];

    /// Returns the operations that are possible on the ground of a scenario, in display order.
    pub fn possible(scenario: &Scenario) -> &'static [Self] {
        match scenario.common().table() {
            Some(_) => &[Self::Resize, Self::Shift, Self::Turn],
            None => &Self::ALL,
        }
    }

    /// Returns the name on the tab.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resize => "Resize",
            Self::Crop => "Crop",
            Self::Shift => "Shift",
            Self::HalfStep => "Half step",
            Self::Turn => "Turn",
            Self::Renumber => "Renumber",
        }
    }

    /// Returns the label of the Apply button, which is also the name of the undo step.
    pub fn step(self) -> &'static str {
        match self {
            Self::Resize => "Resize map",
            Self::Crop => "Crop map",
            Self::Shift => "Shift map",
            Self::HalfStep => "Move map by half a hex",
            Self::Turn => "Turn map",
            Self::Renumber => "Renumber hexes",
        }
    }
}

/// The form with the resulting plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surgery {
    before: Arc<Scenario>,
    /// The artwork for the preview.
    art: Arc<Art>,
    /// The selected operation.
    pub task: MapOperation,
    /// The number of columns and rows to add or remove at each side.
    pub resize: Resize,
    /// Two opposite corners of the remaining map, as hex numbers.
    pub corners: [String; 2],
    /// The distance of the move.
    pub shift: Shift,
    /// The rotation or reflection.
    pub turn: Turn,
    /// The new hex numbering.
    pub numbering: Numbering,
    /// The terrain and level of new hexes.
    pub ground: NewGround,
    /// The operation of the most recent plan.
    planned: Option<(Result<Operation, String>, NewGround)>,
    /// The plan, or the reason why the operation is impossible.
    outcome: Result<SurgeryPlan, String>,
    /// A number that increases with each change of the form.
    stamp: u64,
    /// The stamp of `outcome`. If it differs from `stamp`, the outcome is outdated.
    known: u64,
    /// The cached preview.
    drawn: Option<preview::PaintedPreview>,
    /// The cached preview of a table.
    drawn_table: Option<preview::TablePreview>,
}

impl Surgery {
    /// Creates a form for `scenario` that changes nothing yet. `art` is used for the preview.
    pub fn new(scenario: &Scenario, art: &Arc<Art>, task: MapOperation) -> Self {
        let common = scenario.common();
        let possible = MapOperation::possible(scenario);
        let task = if possible.contains(&task) { task } else { MapOperation::Resize };
        let (columns, rows) = common.size();
        let last = Cell { column: columns.saturating_sub(1), row: rows.saturating_sub(1) };
        let grid = common.grid().ok();
        let name = |cell| grid.as_ref().map_or_else(String::new, |grid| grid.name(cell).to_string());
        let mut this = Self {
            before: Arc::new(scenario.clone()),
            art: Arc::clone(art),
            task,
            resize: Resize::default(),
            corners: [name(Cell::default()), name(last)],
            shift: Shift::default(),
            turn: Turn::Half,
            numbering: common.frame().numbering.clone(),
            ground: NewGround::usual(scenario),
            planned: None,
            outcome: Err(String::new()),
            stamp: 0,
            known: 0,
            drawn: None,
            drawn_table: None,
        };
        this.refresh();
        this
    }

    /// Returns the operation with the values of the form.
    ///
    /// # Errors
    /// Returns the reason if a value of the form is invalid, such as an unknown hex.
    pub fn operation(&self) -> Result<Operation, String> {
        Ok(match self.task {
            MapOperation::Resize => Operation::Resize(self.resize),
            MapOperation::Crop => {
                let grid = self.before.common().grid().map_err(|problem| problem.to_string())?;
                let find = |name: &String| {
                    let name = name.trim();
                    grid.cell(&HexId::from(name)).ok_or_else(|| format!("the map has no hex {name:?}"))
                };
                let [corner, across] = &self.corners;
                let (corner, across) = (find(corner)?, find(across)?);
                Operation::Crop(Crop { corner, across, names: self.resize.names })
            }
            MapOperation::Shift => Operation::Shift(self.shift),
            MapOperation::HalfStep => Operation::HalfStep(HalfStep),
            MapOperation::Turn => Operation::Turn(self.turn),
            MapOperation::Renumber => Operation::Renumber(Renumber { numbering: self.numbering.clone() }),
        })
    }

    /// Returns the plan, or the reason why the operation is impossible.
    pub fn outcome(&self) -> &Result<SurgeryPlan, String> {
        &self.outcome
    }

    /// Makes a new plan if the form has changed. For a large map, the plan becomes [due](Self::due) instead.
    pub fn refresh(&mut self) {
        let wanted = (self.operation(), self.ground);
        if self.planned.as_ref() == Some(&wanted) {
            return;
        }
        let (columns, rows) = self.before.common().size();
        let at_once = wanted.0.is_err() || usize::from(columns) * usize::from(rows) <= MOST_HEXES_AT_ONCE;
        self.planned = Some(wanted);
        self.stamp += 1;
        if at_once && let Some(plan) = self.due() {
            self.take(self.stamp, plan());
        }
    }

    /// Returns the function that makes the plan, if `outcome` is outdated. It may run in the background.
    pub fn due(&self) -> Option<impl FnOnce() -> Result<SurgeryPlan, String> + Send + use<>> {
        let (operation, ground) = self.planned.clone().filter(|_| self.is_waiting())?;
        let before = Arc::clone(&self.before);
        Some(move || operation.and_then(|operation| operation.plan(&before, ground).map_err(|why| why.to_string())))
    }

    /// Sets the outcome for the form with this `stamp`.
    pub fn take(&mut self, stamp: u64, outcome: Result<SurgeryPlan, String>) {
        (self.known, self.outcome) = (stamp, outcome);
    }

    /// Returns `true` if the outcome is outdated.
    pub fn is_waiting(&self) -> bool {
        self.known != self.stamp
    }

    /// Returns a number that increases with each change of the form.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }
}

/// The text content of the dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutcomeText {
    /// The reason why the operation is impossible.
    pub refused: Option<String>,
    /// The changes to the scenario.
    pub changes: Vec<String>,
    /// The losses.
    pub losses: Vec<String>,
    /// The problems that remain after the operation.
    pub findings: Vec<String>,
    /// `true` while the plan is being made.
    pub waiting: bool,
}

/// Returns the text content of the dialog.
pub fn data(surgery: &Surgery) -> OutcomeText {
    match &surgery.outcome {
        _ if surgery.is_waiting() => OutcomeText { waiting: true, ..OutcomeText::default() },
        Err(why) => OutcomeText { refused: Some(why.clone()), ..OutcomeText::default() },
        Ok(plan) => OutcomeText {
            changes: plan.changes.iter().map(ToString::to_string).collect(),
            losses: plan.losses.iter().map(ToString::to_string).collect(),
            findings: plan.findings.iter().map(|finding| finding.message.clone()).collect(),
            ..OutcomeText::default()
        },
    }
}

/// The text while the plan is being made.
const WORKING: &str = "Computing the changes…";

/// The size of the preview in points.
const PICTURE: egui::Vec2 = egui::vec2(430.0, 300.0);

pub(super) fn ui(ui: &mut Ui, surgery: &mut Surgery) -> Option<DialogAnswer> {
    title(ui, "Change the map");
    ui.horizontal(|ui| {
        for task in MapOperation::possible(&surgery.before) {
            ui.selectable_value(&mut surgery.task, *task, task.name());
        }
    });
    ui.separator();
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(300.0);
            ui.set_min_height(PICTURE.y + 20.0);
            form::ui(ui, surgery);
        });
        surgery.refresh();
        ui.vertical(|ui| preview::ui(ui, surgery, PICTURE));
    });
    ui.separator();
    let told = data(surgery);
    ui.horizontal_top(|ui| {
        let column = |ui: &mut Ui, name: &str, width: f32, tell: &dyn Fn(&mut Ui)| {
            ui.vertical(|ui| {
                ui.set_width(width);
                let area = ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
                area.max_height(150.0).min_scrolled_height(150.0).show(ui, tell);
            });
        };
        column(ui, "changes", 300.0, &|ui| changes(ui, &told));
        column(ui, "losses", PICTURE.x, &|ui| losses(ui, &told));
    });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let changes = !told.changes.is_empty() || !told.losses.is_empty();
        let apply = ui.add_enabled(changes, egui::Button::new(surgery.task.step()));
        let apply = apply.on_disabled_hover_text(if told.waiting { WORKING } else { "No changes." }).clicked();
        let done = surgery.outcome.as_ref().ok().filter(|_| apply);
        let done = done.map(|plan| DialogAnswer::Operate(surgery.task.step(), Box::new(plan.scenario.clone())));
        done.or(ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel))
    })
    .inner
}

fn changes(ui: &mut Ui, told: &OutcomeText) {
    if let Some(why) = &told.refused {
        ui.colored_label(ui.visuals().error_fg_color, format!("Not possible: {why}."));
    } else if told.waiting {
        ui.weak(WORKING);
    } else if told.changes.is_empty() {
        ui.weak("No changes yet.");
    }
    list(ui, "Changes", None, &told.changes);
}

fn losses(ui: &mut Ui, told: &OutcomeText) {
    let (wrong, warn) = (ui.visuals().error_fg_color, ui.visuals().warn_fg_color);
    if told.losses.is_empty() && !told.changes.is_empty() {
        ui.label("Nothing is lost. All references follow their hexes.");
    }
    list(ui, "Losses", Some(wrong), &told.losses);
    list(ui, "Repairs needed", Some(warn), &told.findings);
}

fn list(ui: &mut Ui, heading: &str, color: Option<Color32>, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let heading = if color.is_some() { format!("{heading} ({})", lines.len()) } else { heading.to_owned() };
    crate::widgets::field::heading(ui, &heading);
    for line in lines {
        let text = RichText::new(line);
        ui.label(if let Some(color) = color { text.color(color) } else { text });
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::surgery::HexNames;

    use super::*;
    use crate::model::document::Document;

    fn surgery(task: MapOperation) -> Surgery {
        Surgery::new(Document::bundled().scenario(), &Arc::default(), task)
    }

    #[test]
    fn the_form_begins_with_no_change_where_there_is_a_choice() {
        for task in [MapOperation::Resize, MapOperation::Crop, MapOperation::Shift, MapOperation::Renumber] {
            assert_eq!(data(&surgery(task)), OutcomeText::default(), "{task:?}");
        }
        assert!(!data(&surgery(MapOperation::HalfStep)).changes.is_empty());
    }

    #[test]
    fn a_table_is_resized_and_turned_and_has_no_numbers_to_change() {
        let document = Document::template_of(battlewright_schema::System::Outrance);
        let mut surgery = Surgery::new(document.scenario(), &Arc::default(), MapOperation::Renumber);
        assert_eq!((surgery.task, data(&surgery)), (MapOperation::Resize, OutcomeText::default()));
        surgery.resize.right = -1;
        surgery.refresh();
        let told = data(&surgery);
        assert_eq!(told.changes, ["Table: 23 × 24 inches (was 24 × 24 inches)"]);
        assert!(
            told.losses.contains(&"Entry \"A\" is deleted: its place on the table is removed".to_owned()),
            "{told:?}"
        );
        surgery.task = MapOperation::Turn;
        surgery.refresh();
        let told = data(&surgery);
        assert_eq!((told.changes.as_slice(), told.losses.len()), (&["Turn by 180°".to_owned()][..], 0), "{told:?}");
        assert_eq!(told.findings, [] as [&str; 0]);
    }

    #[test]
    fn what_is_lost_is_told_before_it_is() {
        let mut surgery = surgery(MapOperation::Crop);
        surgery.corners[0] = "0401".to_owned();
        surgery.refresh();
        let told = data(&surgery);
        assert_eq!(told.changes[1], "First hex: 0401 (was 0101)");
        assert!(told.losses.iter().any(|loss| loss.starts_with("Entry ")), "{told:?}");
        assert!(told.losses.iter().any(|loss| loss.contains(" loses its arrival: ")), "{told:?}");
        assert!(!told.findings.is_empty());
        surgery.corners[1] = "9999".to_owned();
        surgery.refresh();
        assert_eq!(data(&surgery).refused.as_deref(), Some("the map has no hex \"9999\""));
    }

    #[test]
    fn a_plan_is_made_only_when_the_form_changes() {
        let mut surgery = surgery(MapOperation::Resize);
        let stamp = surgery.stamp;
        surgery.refresh();
        assert_eq!(surgery.stamp, stamp);
        surgery.resize.left = 1;
        surgery.resize.names = HexNames::Restart;
        surgery.refresh();
        assert_eq!(surgery.stamp, stamp + 1);
        assert_eq!(surgery.outcome().as_ref().unwrap().scenario.common().size(), (23, 15));
    }
}
