//! The scenario being edited: what it is, where it is kept, what is wrong with it.

mod journaled;
mod on_disk;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use battlewright_schema::{Scenario, System, save, template};

pub use self::journaled::Keeping;
pub use self::on_disk::Standing;
use crate::edit::Edit;
use crate::history::History;
use crate::keep::backups;
use crate::keep::disk::{self, Stamp};
use crate::keep::record::Record;
use crate::store::{self, Problem};

/// The scenario being edited.
#[derive(Debug)]
pub struct Document {
    scenario: Scenario,
    /// The file it came from and goes to.
    path: Option<PathBuf>,
    /// What it is called while it has no file.
    untitled: String,
    /// The text that saving changes: the file's as it was last read or written.
    text: String,
    /// The step of the history that the file holds.
    saved_step: Option<u64>,
    /// What the file held when it was last read or written.
    known: Option<Stamp>,
    /// How the file stands to that now.
    standing: Standing,
    /// Whether it has errors.
    broken: bool,
    /// Whether nothing of the file could be read.
    unreadable: bool,
    history: History,
    keeping: Keeping,
    problems: Vec<Problem>,
    /// Grows with every change of the scenario.
    revision: u64,
    checked: u64,
    check_took: Duration,
    checked_at: Option<Instant>,
}

impl Document {
    /// A document from `text`, without a file; `name` is what to call it until it has one.
    /// Where nothing can be read, an empty scenario is shown, with the problems listed.
    pub fn from_text(name: &str, text: String) -> Self {
        let read = store::read(&text);
        let unreadable = read.scenario.is_none();
        Self {
            scenario: read.scenario.unwrap_or_else(empty),
            path: None,
            untitled: name.to_owned(),
            text,
            saved_step: Some(0),
            known: None,
            standing: Standing::AsKnown,
            broken: !read.sound,
            unreadable,
            history: History::default(),
            keeping: Keeping::default(),
            problems: read.problems,
            revision: 0,
            checked: 0,
            check_took: Duration::ZERO,
            checked_at: None,
        }
    }

    /// A new scenario from the template of the first system.
    pub fn template() -> Self {
        Self::template_of(System::MarsLaTour)
    }

    /// A new scenario from the template of `system`.
    pub fn template_of(system: System) -> Self {
        Self::from_text("New scenario", template(system).to_owned())
    }

    /// The first scenario that comes with the program, Mars-la-Tour.
    pub fn bundled() -> Self {
        Self::from_shelf(0)
    }

    /// One of the scenarios that come with the program, by its place on the shelf; the first if it
    /// has no such place.
    pub fn from_shelf(n: usize) -> Self {
        let bundled = store::SHELF.get(n).unwrap_or(&store::SHELF[0]);
        Self::from_text(bundled.file, bundled.text.to_owned())
    }

    /// The document in the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read at all. A file with mistakes in it opens, and so does one that
    /// is not text: the problem list says where.
    pub fn open(path: &Path) -> io::Result<Self> {
        let version = disk::read(path)?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut document = Self::from_text(&name, version.text);
        document.path = Some(path.to_owned());
        document.known = Some(version.stamp);
        Ok(document)
    }

    /// Writes the document to `path`, which becomes its file, and keeps the version that was there.
    /// When only the keeping failed, why it did is returned.
    ///
    /// # Errors
    /// When the file cannot be written; the old one, if any, is then untouched.
    pub fn save(&mut self, path: &Path) -> io::Result<Option<io::Error>> {
        let text = self.text();
        let unkept = backups::save(path, &text)?;
        let hash = disk::hash(&text);
        let moved = self.path.as_deref() != Some(path);
        self.path = Some(path.to_owned());
        self.saved(text, Stamp::of_hash(hash));
        self.look(true);
        if moved {
            self.move_journal();
        } else {
            self.note(&Record::Save { disk: hash });
        }
        Ok(unkept)
    }

    /// Notes that the file holds `text`, which is what the document is.
    fn saved(&mut self, text: String, stamp: Stamp) {
        self.text = text;
        self.known = Some(stamp);
        self.standing = Standing::AsKnown;
        self.saved_step = Some(self.history.now());
        self.history.seal();
        self.unreadable = false;
        self.checked = u64::MAX;
    }

    /// Applies `edit` as a step called `name`; changes of the same `field` that follow one another
    /// are one step. Whether anything changed.
    pub fn apply(&mut self, name: &str, field: Option<u64>, edit: Edit) -> bool {
        let noted = self.keeping.is_on().then(|| edit.clone());
        let Some(undo) = edit.apply(&mut self.scenario) else { return false };
        let joins = self.history.push(name, field, undo, self.saved_step);
        self.revision += 1;
        if let Some(edit) = noted {
            self.note(&Record::Edit { name: name.to_owned(), joins, edit: &edit });
        }
        true
    }

    /// Takes the last step back; its name.
    pub fn undo(&mut self) -> Option<String> {
        let name = self.history.undo(&mut self.scenario, &mut self.text)?;
        self.revision += 1;
        self.note(&Record::Undo);
        Some(name)
    }

    /// Does the step last taken back again; its name.
    pub fn redo(&mut self) -> Option<String> {
        let name = self.history.redo(&mut self.scenario, &mut self.text)?;
        self.revision += 1;
        self.note(&Record::Redo);
        Some(name)
    }

    /// Ends the step that typing into a field has opened.
    pub fn seal(&mut self) {
        self.history.seal();
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Undo and redo, to be read.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The file, if it has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The file's name, or what it is called without one.
    pub fn name(&self) -> String {
        match self.path.as_deref().and_then(Path::file_name) {
            Some(name) => name.to_string_lossy().into_owned(),
            None => self.untitled.clone(),
        }
    }

    /// Whether there are changes that the file does not have.
    pub fn is_dirty(&self) -> bool {
        Some(self.history.now()) != self.saved_step || self.standing == Standing::Gone
    }

    /// How many steps the file does not have.
    pub fn unsaved_steps(&self) -> usize {
        self.history.since(self.saved_step)
    }

    /// Whether it has errors.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// What is wrong, worst first.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether nothing of the file could be read, so that saving would replace all of it.
    pub fn is_unreadable(&self) -> bool {
        self.unreadable
    }

    /// How many errors and warnings there are.
    pub fn counts(&self) -> (usize, usize) {
        let errors = self.problems.iter().filter(|problem| problem.is_error()).count();
        (errors, self.problems.len() - errors)
    }

    /// A number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The file as it would be saved now, the author's comments and order kept.
    pub fn text(&self) -> String {
        if self.unreadable && self.revision == 0 {
            return self.text.clone();
        }
        save(Some(&self.text), &self.scenario)
    }

    /// Looks for problems again if anything changed. Returns how long to wait before it is worth
    /// calling again, or `None` if all is checked: a big scenario is not checked at every keystroke.
    pub fn refresh(&mut self) -> Option<Duration> {
        if self.checked == self.revision {
            return None;
        }
        let pause = self.check_took * 8;
        if let Some(at) = self.checked_at
            && pause > Duration::from_millis(100)
            && at.elapsed() < pause
        {
            return Some(pause.saturating_sub(at.elapsed()));
        }
        self.check();
        None
    }

    fn check(&mut self) {
        let start = Instant::now();
        let read = store::read(&self.text());
        self.problems = read.problems;
        self.broken = !read.sound;
        self.checked = self.revision;
        self.check_took = start.elapsed();
        self.checked_at = Some(Instant::now());
    }
}

/// What is shown where nothing could be read.
fn empty() -> Scenario {
    #[expect(clippy::expect_used, reason = "the template is part of the program and a test reads it")]
    store::new_scenario().expect("the template is readable")
}
