//! The dialog for changes of the whole map: size, position, numbers and orientation.
//!
//! Each change of the form makes a new plan with a small preview and a list of effects. The scenario changes only when
//! the user confirms the plan.

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

/// The operation on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapOperation {
    /// Columns and rows come or go at each side.
    Resize,
    /// A rectangle of hexes stays.
    Crop,
    /// Everything moves over the sheet.
    Shift,
    /// Everything moves by half a hex.
    HalfStep,
    /// The map is turned or mirrored.
    Turn,
    /// Hexes get other numbers.
    Renumber,
}

impl MapOperation {
    /// Every task.
    pub const ALL: [Self; 6] = [Self::Resize, Self::Crop, Self::Shift, Self::HalfStep, Self::Turn, Self::Renumber];

    /// Its name on the tab.
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

    /// The words of the button that does it, and of the Edit menu afterwards.
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

/// The form, and what would come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surgery {
    before: Arc<Scenario>,
    /// The artwork that the map is drawn with.
    art: Arc<Art>,
    /// The operation.
    pub task: MapOperation,
    /// The columns and rows that come or go at each side.
    pub resize: Resize,
    /// The two corners of what stays, as hexes are named.
    pub corners: [String; 2],
    /// The move of everything.
    pub shift: Shift,
    /// The way in which the map is turned.
    pub turn: Turn,
    /// The numbering of hexes.
    pub numbering: Numbering,
    /// The ground of new hexes.
    pub ground: NewGround,
    /// The operation that the outcome was planned from.
    planned: Option<(Result<Operation, String>, NewGround)>,
    /// The outcome, or the reason why it cannot be done.
    outcome: Result<SurgeryPlan, String>,
    /// Grows with every change of the form.
    stamp: u64,
    /// The stamp of what was planned last: until it is the form's, the outcome is an older one.
    known: u64,
    /// The outcome as it was drawn last.
    drawn: Option<preview::PaintedPreview>,
}

impl Surgery {
    /// The form for `scenario`, which is drawn with `art` and not changed yet.
    pub fn new(scenario: &Scenario, art: &Arc<Art>, task: MapOperation) -> Self {
        let common = scenario.common();
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
        };
        this.refresh();
        this
    }

    /// The operation that the form says.
    ///
    /// # Errors
    /// When the form says something that there is not.
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

    /// The outcome, or the reason why it cannot be done.
    pub fn outcome(&self) -> &Result<SurgeryPlan, String> {
        &self.outcome
    }

    /// Plans anew if the form has changed; on a large map that is only [due](Self::due) then.
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

    /// The work that remains, for which the form waits; it may be done beside the window.
    pub fn due(&self) -> Option<impl FnOnce() -> Result<SurgeryPlan, String> + Send + use<>> {
        let (operation, ground) = self.planned.clone().filter(|_| self.is_waiting())?;
        let before = Arc::clone(&self.before);
        Some(move || operation.and_then(|operation| operation.plan(&before, ground).map_err(|why| why.to_string())))
    }

    /// Takes what came of the form as it was when it had this `stamp`.
    pub fn take(&mut self, stamp: u64, outcome: Result<SurgeryPlan, String>) {
        (self.known, self.outcome) = (stamp, outcome);
    }

    /// Returns `true` if the outcome is not that of the form yet.
    pub fn is_waiting(&self) -> bool {
        self.known != self.stamp
    }

    /// A number that grows with every change of the form.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }
}

/// The words of the window about an outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutcomeText {
    /// Why it cannot be done.
    pub refused: Option<String>,
    /// The changes.
    pub changes: Vec<String>,
    /// The losses.
    pub losses: Vec<String>,
    /// The findings that will have to be mended.
    pub findings: Vec<String>,
    /// `true` if all that is still being worked out.
    pub waiting: bool,
}

/// The words about `surgery`'s outcome.
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

/// The words until it is known what the form leads to.
const WORKING: &str = "Computing the changes…";

/// The size of the picture, in points.
const PICTURE: egui::Vec2 = egui::vec2(430.0, 300.0);

pub(super) fn ui(ui: &mut Ui, surgery: &mut Surgery) -> Option<DialogAnswer> {
    title(ui, "Change the map");
    ui.horizontal(|ui| {
        for task in MapOperation::ALL {
            ui.selectable_value(&mut surgery.task, task, task.name());
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
