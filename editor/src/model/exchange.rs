//! Exports and imports as tasks over files. A page has a second program for them, which it fetches for the first one.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_export::import::Imported;
use battlewright_export::{Order, Preview, export, left_out, module, preview, vassal, workbook};
use battlewright_platform::fs;
use battlewright_platform::tasks::FileTask;
use battlewright_schema::table::{LIMITS, Sheet};
use battlewright_schema::{Scenario, System, load, save};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A scenario that is sent as its text, with all rules that it uses.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SentScenario(pub(crate) Arc<Scenario>);

impl Serialize for SentScenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        save(None, &Scenario::clone(&self.0).inlined()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SentScenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let loaded = load(&String::deserialize(deserializer)?);
        let scenario = loaded.readable.ok_or_else(|| D::Error::custom("the scenario cannot be read"))?;
        Ok(Self(Arc::new(scenario)))
    }
}

/// An export order with the files of its theme, from which the artwork is read again where it was sent to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SentOrder {
    order: Order,
    /// The theme and its pictures, the theme first; empty without a theme.
    art_files: Vec<PathBuf>,
}

impl SentOrder {
    pub(crate) fn new(order: Order, art_files: &[PathBuf]) -> Self {
        Self { order, art_files: art_files.to_vec() }
    }

    /// Returns the order with its artwork.
    fn with_art(mut self) -> Order {
        if let Some(theme) = self.art_files.first()
            && *self.order.options.art == Art::default()
        {
            self.order.options.art = Art::load(theme).art;
        }
        self.order
    }
}

/// The paths of the written files, and descriptions of the data that the format cannot contain.
pub(crate) type ExportedFiles = (Vec<PathBuf>, Vec<String>);

/// An export to a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ExportTask {
    pub(crate) scenario: SentScenario,
    pub(crate) order: SentOrder,
    pub(crate) path: PathBuf,
}

impl FileTask for ExportTask {
    type Outcome = Result<ExportedFiles, String>;
    const NAME: &'static str = "export";

    fn needs(&self) -> Vec<PathBuf> {
        let folder = self.path.parent().map(Path::to_owned);
        self.order.art_files.iter().cloned().chain(folder).collect()
    }

    fn run(self) -> Self::Outcome {
        let (scenario, order) = (self.scenario.0, self.order.with_art());
        let written = export(&scenario, &order, &self.path).map_err(|refusal| refusal.to_string())?;
        Ok((written, left_out(&scenario, order.format)))
    }

    fn written(outcome: &Self::Outcome) -> Vec<PathBuf> {
        outcome.iter().flat_map(|(paths, _)| paths.clone()).collect()
    }

    fn failed(why: String) -> Self::Outcome {
        Err(why)
    }
}

/// A picture of what an export will look like.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PreviewTask {
    pub(crate) scenario: SentScenario,
    pub(crate) order: SentOrder,
    /// The index of the page.
    pub(crate) page: usize,
    /// The length of the longer edge of the picture, in pixels.
    pub(crate) side: u16,
}

impl FileTask for PreviewTask {
    type Outcome = Result<Option<Preview>, String>;
    const NAME: &'static str = "preview";

    fn needs(&self) -> Vec<PathBuf> {
        self.order.art_files.clone()
    }

    fn run(self) -> Self::Outcome {
        preview(&self.scenario.0, &self.order.with_art(), self.page, self.side).map_err(|why| why.to_string())
    }

    fn written(_: &Self::Outcome) -> Vec<PathBuf> {
        Vec::new()
    }

    fn failed(why: String) -> Self::Outcome {
        Err(why)
    }
}

/// A VASSAL module as a new scenario.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ModuleTask {
    pub(crate) path: PathBuf,
    pub(crate) system: System,
    pub(crate) choice: vassal::Choice,
}

/// The selectable parts of a module and the scenario made of it, or the reason why there is none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ReadModule {
    pub(crate) contents: vassal::Contents,
    pub(crate) imported: Result<Imported, String>,
}

impl FileTask for ModuleTask {
    type Outcome = ReadModule;
    const NAME: &'static str = "module";

    fn needs(&self) -> Vec<PathBuf> {
        vec![self.path.clone()]
    }

    fn run(self) -> ReadModule {
        let mut contents = vassal::Contents::default();
        let imported = module(&self.path).and_then(|bytes| {
            contents = vassal::contents(&bytes, &self.choice)?;
            vassal::read_chosen(&bytes, self.system, &self.choice)
        });
        ReadModule { contents, imported: imported.map_err(|why| why.to_string()) }
    }

    fn written(_: &ReadModule) -> Vec<PathBuf> {
        Vec::new()
    }

    fn failed(why: String) -> ReadModule {
        ReadModule { contents: vassal::Contents::default(), imported: Err(why) }
    }
}

/// The rows of a spreadsheet, with the bytes of a text file, which can be parsed again with other options.
pub(crate) type ReadSheet = (Sheet, Option<Arc<[u8]>>);

/// The units in a workbook.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WorkbookTask {
    pub(crate) path: PathBuf,
}

impl FileTask for WorkbookTask {
    type Outcome = Result<Sheet, String>;
    const NAME: &'static str = "workbook";

    fn needs(&self) -> Vec<PathBuf> {
        vec![self.path.clone()]
    }

    fn run(self) -> Self::Outcome {
        workbook::read(&sheet_bytes(&self.path)?).map(|book| book.sheet).map_err(|why| why.to_string())
    }

    fn written(_: &Self::Outcome) -> Vec<PathBuf> {
        Vec::new()
    }

    fn failed(why: String) -> Self::Outcome {
        Err(why)
    }
}

/// Reads the spreadsheet at `path`, up to one byte more than the size limit.
pub(crate) fn sheet_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let most = u64::try_from(LIMITS.bytes).unwrap_or(u64::MAX).saturating_add(1);
    let read = fs::open_file(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| error.to_string())
}
