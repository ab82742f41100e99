//! Undo and redo: steps, each with its name, without a limit.

use battlewright_schema::{LintLevels, Scenario, save};
use serde::{Deserialize, Serialize};

use crate::model::edit::Edit;
use crate::model::text::TextPatch;

/// The steps that can be taken back, and those that were taken back and can be done again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The number of steps that there have ever been: the source of step numbers.
    steps: u64,
}

/// One gesture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    number: u64,
    name: String,
    /// The field being typed into, so that its further changes join this step.
    #[serde(skip)]
    field: Option<u64>,
    /// The edit that takes it back; when it is undone, the one that does it again.
    edit: Edit,
    /// The place where the step put another text under the scenario, with its comments and order: what brings
    /// the one back that goes with the edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Rewrite>,
}

/// A change of the text under a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rewrite {
    /// The changes, one patch after the other.
    pub patches: Vec<TextPatch>,
    /// The text that is typed but cannot be read then, as a patch of the changed text.
    pub draft: Option<TextPatch>,
}

/// The content that steps change.
#[derive(Clone, Debug)]
pub struct Content {
    /// The scenario.
    pub scenario: Scenario,
    /// The text that saving changes.
    pub text: String,
    /// The text that is typed but cannot be read, as a patch of the text.
    pub draft: Option<TextPatch>,
    /// The levels of its collection; no step changes them.
    pub levels: LintLevels,
}

impl Content {
    /// The text as it would be saved, or what is typed but cannot be read.
    pub fn written(&self) -> String {
        match &self.draft {
            Some(draft) => {
                let mut text = self.text.clone();
                draft.apply(&mut text);
                text
            }
            None => save(Some(&self.text), &self.scenario),
        }
    }
}

impl Rewrite {
    /// Changes the text of `content`; what takes that back.
    pub fn apply(self, content: &mut Content) -> Self {
        let mut back: Vec<TextPatch> = self.patches.iter().filter_map(|patch| patch.apply(&mut content.text)).collect();
        back.reverse();
        Self { patches: back, draft: std::mem::replace(&mut content.draft, self.draft) }
    }
}

impl History {
    /// Notes a step called `name` that `undo` takes back. Changes of the same `field` that follow
    /// one another are one step, unless the file was `saved` between them. Returns `true` if it joined the
    /// last one.
    pub fn push(&mut self, name: &str, field: Option<u64>, undo: Edit, saved: Option<u64>) -> bool {
        let joins = self.joins(field, saved);
        if joins {
            // The first undo of a field already restores it whole.
            self.join();
        } else {
            self.note(Step { number: 0, name: name.to_owned(), field, edit: undo, text: None });
        }
        joins
    }

    /// Returns `true` if a change of `field` would join the last step.
    pub fn joins(&self, field: Option<u64>, saved: Option<u64>) -> bool {
        self.done.last().is_some_and(|last| field.is_some() && last.field == field && Some(last.number) != saved)
    }

    /// Notes that a change of the last step's field joined it.
    pub fn join(&mut self) {
        self.undone.clear();
        self.steps += 1;
        if let Some(last) = self.done.last_mut() {
            last.number = self.steps;
        }
    }

    /// Notes a step called `name` that `undo` and `text` take back.
    pub fn rewrite(&mut self, name: &str, field: Option<u64>, undo: Edit, text: Rewrite) {
        self.note(Step { number: 0, name: name.to_owned(), field, edit: undo, text: Some(text) });
    }

    /// Notes that more was written in the last step, which `undo` and `text` take back.
    pub fn rewrite_more(&mut self, undo: Edit, text: Rewrite) {
        if let Some(last) = self.done.last_mut() {
            last.edit = match (undo, std::mem::replace(&mut last.edit, Edit::All(Vec::new()))) {
                (Edit::All(none), before) if none.is_empty() => before,
                (undo, Edit::All(before)) => Edit::All([vec![undo], before].concat()),
                (undo, before) => Edit::All(vec![undo, before]),
            };
            let before = last.text.take().unwrap_or_default();
            last.text = Some(Rewrite { patches: [text.patches, before.patches].concat(), draft: before.draft });
        }
        self.join();
    }

    fn note(&mut self, step: Step) {
        self.undone.clear();
        self.steps += 1;
        self.done.push(Step { number: self.steps, ..step });
    }

    /// Closes the last step: what follows is a new one.
    pub fn seal(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.field = None;
        }
    }

    /// Takes the last step back in `content`; its name, or `None` if there is none.
    pub fn undo(&mut self, content: &mut Content) -> Option<String> {
        let step = self.done.pop()?;
        Some(turn(step, content, &mut self.undone))
    }

    /// Does the step last taken back again; its name, or `None` if there is none.
    pub fn redo(&mut self, content: &mut Content) -> Option<String> {
        let step = self.undone.pop()?;
        Some(turn(step, content, &mut self.done))
    }

    /// The edit that undo would make.
    pub fn undo_edit(&self) -> Option<&Edit> {
        self.done.last().map(|step| &step.edit)
    }

    /// The edit that redo would make.
    pub fn redo_edit(&self) -> Option<&Edit> {
        self.undone.last().map(|step| &step.edit)
    }

    /// The name of the step that undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|step| step.name.as_str())
    }

    /// The name of the step that redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_str())
    }

    /// The number of the last step done; 0 at the start.
    pub fn now(&self) -> u64 {
        self.done.last().map_or(0, |step| step.number)
    }

    /// The number of steps that have been done since the one numbered `step`.
    pub fn since(&self, step: Option<u64>) -> usize {
        self.done.iter().rev().take_while(|done| Some(done.number) != step).count()
    }

    /// The number of steps that there have ever been, those that joined another included.
    pub fn ever(&self) -> u64 {
        self.steps
    }

    /// The number of steps that can be taken back.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Returns `true` if nothing can be taken back.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }
}

/// Applies `step`'s edit and puts its opposite onto `other`.
fn turn(step: Step, content: &mut Content, other: &mut Vec<Step>) -> String {
    let name = step.name.clone();
    let edit = step.edit.apply(&mut content.scenario);
    let text = step.text.map(|text| text.apply(content));
    if edit.is_some() || text.is_some() {
        let edit = edit.unwrap_or(Edit::All(Vec::new()));
        other.push(Step { edit, text, field: None, ..step });
    }
    name
}
