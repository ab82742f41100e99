//! Undo and redo: steps, each with its name, without a limit.

use battlewright_schema::Scenario;

use crate::edit::Edit;

/// What was done and can be taken back, and what was taken back and can be done again.
#[derive(Debug, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
    /// How many steps there have ever been: the source of step numbers.
    steps: u64,
}

/// One gesture.
#[derive(Debug)]
struct Step {
    number: u64,
    name: String,
    /// The field being typed into, so that its further changes join this step.
    field: Option<u64>,
    /// The edit that takes it back; when it is undone, the one that does it again.
    edit: Edit,
}

impl History {
    /// Notes a step called `name` that `undo` takes back. Changes of the same `field` that follow
    /// one another are one step.
    pub fn push(&mut self, name: &str, field: Option<u64>, undo: Edit, saved: Option<u64>) {
        self.undone.clear();
        self.steps += 1;
        if let Some(last) = self.done.last_mut()
            && field.is_some()
            && last.field == field
            && Some(last.number) != saved
        {
            // The first undo of a field already restores it whole.
            last.number = self.steps;
            return;
        }
        self.done.push(Step { number: self.steps, name: name.to_owned(), field, edit: undo });
    }

    /// Closes the last step: what follows is a new one.
    pub fn seal(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.field = None;
        }
    }

    /// Takes the last step back; its name, or `None` if there is none.
    pub fn undo(&mut self, scenario: &mut Scenario) -> Option<String> {
        let step = self.done.pop()?;
        Some(turn(step, scenario, &mut self.undone))
    }

    /// Does the step last taken back again; its name, or `None` if there is none.
    pub fn redo(&mut self, scenario: &mut Scenario) -> Option<String> {
        let step = self.undone.pop()?;
        Some(turn(step, scenario, &mut self.done))
    }

    /// The name of the step that undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|step| step.name.as_str())
    }

    /// The name of the step that redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|step| step.name.as_str())
    }

    /// The number of the last step done; `None` at the start.
    pub fn now(&self) -> Option<u64> {
        self.done.last().map(|step| step.number)
    }

    /// How many steps can be taken back.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether nothing can be taken back.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }
}

/// Applies `step`'s edit and puts its opposite onto `other`.
fn turn(step: Step, scenario: &mut Scenario, other: &mut Vec<Step>) -> String {
    let name = step.name.clone();
    if let Some(edit) = step.edit.apply(scenario) {
        other.push(Step { edit, field: None, ..step });
    }
    name
}
