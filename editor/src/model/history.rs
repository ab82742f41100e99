//! Undo and redo: an unlimited list of named steps.

use std::path::PathBuf;

use battlewright_schema::{LintLevels, Scenario, save};
use serde::{Deserialize, Serialize};

use crate::model::edit::Edit;
use crate::model::text::TextPatch;

/// The steps that can be undone and redone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The number of steps ever done, from which step numbers are taken.
    steps: u64,
}

/// An undo step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    number: u64,
    name: String,
    /// The input field that made the step. Consecutive changes of the same field join it.
    #[serde(skip)]
    field: Option<u64>,
    /// The inverse edit, which undoes the step; after an undo, the edit that redoes it.
    edit: Edit,
    /// The inverse change of the text, if the step replaced the text under the scenario with its comments and order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Rewrite>,
}

/// A change of the text under a scenario.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rewrite {
    /// The patches of the text, applied in order.
    pub patches: Vec<TextPatch>,
    /// The typed text that cannot be parsed after the change, as a patch of the changed text.
    pub draft: Option<TextPatch>,
}

/// The content of a document that undo steps change.
#[derive(Clone, Debug)]
pub struct Content {
    /// The scenario.
    pub scenario: Scenario,
    /// The text that saving updates.
    pub text: String,
    /// The typed text that cannot be parsed, as a patch of `text`.
    pub draft: Option<TextPatch>,
    /// The lint levels of the document's collection. No step changes them.
    pub levels: LintLevels,
    /// The path of the file, from which rulesets are found. No step changes it.
    pub path: Option<PathBuf>,
}

impl Content {
    /// Returns the text that saving would write, or the typed text if it cannot be parsed.
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
    /// Applies the change to the text of `content` and returns its inverse.
    pub fn apply(self, content: &mut Content) -> Self {
        let mut back: Vec<TextPatch> = self.patches.iter().filter_map(|patch| patch.apply(&mut content.text)).collect();
        back.reverse();
        Self { patches: back, draft: std::mem::replace(&mut content.draft, self.draft) }
    }
}

impl History {
    /// Records a step called `name`, which `undo` reverts. Consecutive changes of the same `field` form a single step,
    /// unless the file was `saved` between them. Returns `true` if the change joined the last step.
    pub fn push(&mut self, name: &str, field: Option<u64>, undo: Edit, saved: Option<u64>) -> bool {
        let joins = self.joins(field, saved);
        if joins {
            // The first inverse edit of a field restores its original value.
            self.join();
        } else {
            self.note(Step { number: 0, name: name.to_owned(), field, edit: undo, text: None });
        }
        joins
    }

    /// Returns `true` if a change of `field` would join the last step. `saved` is the number of the step in the file.
    pub fn joins(&self, field: Option<u64>, saved: Option<u64>) -> bool {
        self.done.last().is_some_and(|last| field.is_some() && last.field == field && Some(last.number) != saved)
    }

    /// Records that a change joined the last step.
    pub fn join(&mut self) {
        self.undone.clear();
        self.steps += 1;
        if let Some(last) = self.done.last_mut() {
            last.number = self.steps;
        }
    }

    /// Records a step called `name`, which `undo` and `text` revert.
    pub fn rewrite(&mut self, name: &str, field: Option<u64>, undo: Edit, text: Rewrite) {
        self.note(Step { number: 0, name: name.to_owned(), field, edit: undo, text: Some(text) });
    }

    /// Records that further typing joined the last step. `undo` and `text` revert that typing.
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

    /// Closes the last step: later changes start a new one.
    pub fn seal(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.field = None;
        }
    }

    /// Undoes the last step in `content` and returns its name, or `None` if there is none.
    pub fn undo(&mut self, content: &mut Content) -> Option<String> {
        let step = self.done.pop()?;
        Some(turn(step, content, &mut self.undone))
    }

    /// Redoes the step that was undone last and returns its name, or `None` if there is none.
    pub fn redo(&mut self, content: &mut Content) -> Option<String> {
        let step = self.undone.pop()?;
        Some(turn(step, content, &mut self.done))
    }

    /// Returns the edit that undo would apply.
    pub fn undo_edit(&self) -> Option<&Edit> {
        self.done.last().map(|step| &step.edit)
    }

    /// Returns the edit that redo would apply.
    pub fn redo_edit(&self) -> Option<&Edit> {
        self.undone.last().map(|step| &step.edit)
    }

    /// Returns the name of the step that undo would revert.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|step| step.name.as_str())
    }

    /// Returns the name of the step that redo would repeat.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_str())
    }

    /// Returns the names of all steps, the oldest first: those done, then those that redo would repeat.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.done.iter().chain(self.undone.iter().rev()).map(|step| step.name.as_str())
    }

    /// Returns the number of the last step done, or 0 at the start.
    pub fn now(&self) -> u64 {
        self.done.last().map_or(0, |step| step.number)
    }

    /// Returns the number of steps done since the one with the number `step`, or all of them if it is not in the
    /// history.
    pub fn since(&self, step: Option<u64>) -> usize {
        self.done.iter().rev().take_while(|done| Some(done.number) != step).count()
    }

    /// Returns the number of steps ever done, including those that joined another.
    pub fn ever(&self) -> u64 {
        self.steps
    }

    /// Returns the number of steps that can be undone.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Returns `true` if there is nothing to undo.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }
}

/// Applies the edit of `step`, pushes its inverse onto `other` and returns the name of the step.
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
