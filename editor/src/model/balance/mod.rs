//! The balance lab in the window: games of the current scenario run in the background, and are reported when they end.

pub(crate) mod job;

use std::sync::Arc;

use battlewright_balance::stats::Estimate;
use battlewright_balance::{MOST_GAMES, OpenedPlan, Part, Report, Suggestions, Sweep};
use battlewright_engine::players::Kind;
use xxhash_rust::xxh3::xxh3_64;

use crate::background_task::BackgroundTask;
use crate::model::text::OutlinedText;
pub use job::Progress;
pub(crate) use job::{GamesUpdate, RunningGames};

/// The settings of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSettings {
    /// The players of the sides.
    pub players: [Kind; 2],
    /// The number of games.
    pub games: u64,
    /// The seed of the first.
    pub seed: u64,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self { players: [Kind::Greedy; 2], games: 1000, seed: 1 }
    }
}

impl GameSettings {
    /// The most games that can be asked for.
    pub const MOST: u64 = MOST_GAMES;
}

/// The facts that the menu bar must know of the balance lab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabState {
    /// `true` if games are being played.
    pub busy: bool,
    /// `true` if the map shows where was fought.
    pub heat: bool,
    /// `true` if games were played, and no further ones are.
    pub played: bool,
    /// `true` if versions were compared, and no further games of them are played.
    pub compared: bool,
}

/// The parts of the tab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The winners, and their margins.
    #[default]
    Wins,
    /// The holders of hexes, by turn, and the places of fights.
    Ground,
    /// The fates of the units.
    Units,
    /// The effect of other values, and of the changes since the last save.
    Versions,
    /// The limits of the figures.
    Caveats,
}

impl View {
    /// Every view, in order.
    pub const ALL: [Self; 5] = [Self::Wins, Self::Ground, Self::Units, Self::Versions, Self::Caveats];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wins => "Wins",
            Self::Ground => "Control",
            Self::Units => "Units",
            Self::Versions => "Compare values",
            Self::Caveats => "Limitations",
        }
    }
}

/// The games that are to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesRequest {
    /// The scenario as it stands.
    Games,
    /// It, and versions of it with other values, such as `"unit.fr-garde.er=1,3"`.
    Vary(String),
    /// It, and what was saved last.
    Saved,
    /// Small changes of it, to find one with which the first side wins this many games of a hundred.
    Even(u8),
}

/// The acts of the tab.
#[derive(Clone, Debug, PartialEq)]
pub enum BalanceAct {
    /// Plays.
    Go(GamesRequest),
    /// Plays no further games; what was played is kept.
    Cancel,
    /// Sets what is played.
    Set(GameSettings),
    /// Shows another part of the report.
    View(View),
    /// The text typed as the values to be tried.
    Type(String),
    /// Sets how many games of a hundred the first side is to win.
    Wanted(u8),
    /// Offers to try other values of a field than the one it has: brings the tab to the front, with them filled in.
    Try(String),
    /// The field of values to be tried has the keyboard.
    Focused,
    /// Sorts the units by a column, or turns the order if they are sorted by it.
    Sort(usize),
}

/// The results of the games.
#[derive(Debug)]
pub struct Games {
    /// The scenario that was played.
    pub opened: Arc<OpenedPlan>,
    /// The hash of its text.
    pub hash: u64,
    /// Its report.
    pub report: Report,
    /// The way in which the first side's share of wins settled.
    pub settling: Vec<(usize, Estimate)>,
    /// The number of games that there were to be.
    pub wanted: u64,
    /// The games, once no further ones are played.
    pub part: Option<Arc<Part>>,
}

/// The results of several versions beside each other.
#[derive(Debug)]
pub struct VersionResults {
    /// The hash of the text as it stood.
    pub hash: u64,
    /// The versions.
    pub sweep: Sweep,
    /// `true` if no further games are played.
    pub finished: bool,
}

/// Changes that may make a scenario even.
#[derive(Debug)]
pub struct EvenSuggestions {
    /// The hash of the text as it stood.
    pub hash: u64,
    /// The changes.
    pub suggestions: Suggestions,
}

/// The lab.
#[derive(Default)]
pub struct BalanceLab {
    /// The settings of the games.
    pub settings: GameSettings,
    /// The part that is shown.
    pub view: View,
    /// `true` if the map shows where was fought.
    pub heat: bool,
    /// The values to be tried, as they are typed.
    pub tries: String,
    /// The games of a hundred that the first side is to win.
    pub wanted: u8,
    /// The column that the units are sorted by, and whether the greatest come first.
    pub sort: Option<(usize, bool)>,
    /// `true` if the tab was in front when this frame began.
    pub(crate) in_front: bool,
    /// `true` if the field of values to be tried is to have the keyboard.
    pub(crate) focus: bool,
    pub(crate) job: Option<RunningGames>,
    /// The games that were asked for, and begin when the text is known.
    pub(crate) waiting: Option<GamesRequest>,
    games: Option<Arc<Games>>,
    versions: Option<Arc<VersionResults>>,
    evened: Option<Arc<EvenSuggestions>>,
    pub(crate) failed: Option<String>,
    /// The text that was looked at last, and its hash.
    text: Option<(Arc<OutlinedText>, u64)>,
    /// The file that is being written, and the outcome of it.
    pub(crate) writing: BackgroundTask<Result<String, String>>,
}

impl BalanceLab {
    /// A lab in which nothing was played.
    pub(crate) fn new() -> Self {
        Self { heat: true, wanted: 50, ..Self::default() }
    }

    /// The lab as a new document finds it: with the settings as they were, and nothing played.
    pub(crate) fn renewed(&self) -> Self {
        Self { settings: self.settings.clone(), heat: self.heat, wanted: self.wanted, ..Self::default() }
    }

    /// The results of the games, if any were played.
    pub fn games(&self) -> Option<&Arc<Games>> {
        self.games.as_ref()
    }

    /// The results of the versions that were compared last.
    pub fn versions(&self) -> Option<&Arc<VersionResults>> {
        self.versions.as_ref()
    }

    /// The changes that were found last to make the scenario even, if nothing was compared since.
    pub fn evened(&self) -> Option<&Arc<EvenSuggestions>> {
        self.evened.as_ref()
    }

    /// The progress of the games that are being played.
    pub fn progress(&self) -> Option<Progress> {
        self.job.as_ref().map(RunningGames::progress)
    }

    /// Returns `true` if games are played, or about to be.
    pub fn is_busy(&self) -> bool {
        self.job.is_some() || self.waiting.is_some()
    }

    /// The facts that the menu bar must know of it.
    pub(crate) fn state(&self) -> LabState {
        LabState {
            busy: self.is_busy(),
            heat: self.heat,
            played: self.games.as_ref().is_some_and(|games| games.part.is_some()),
            compared: self.versions.as_ref().is_some_and(|versions| versions.finished),
        }
    }

    /// Why nothing could be played.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Returns `true` if the scenario is another one than that of `hash`.
    pub fn is_stale(&self, hash: u64) -> bool {
        self.text.as_ref().is_some_and(|(_, now)| *now != hash)
    }

    /// Looks at the text that stands now.
    pub(crate) fn look(&mut self, text: &Arc<OutlinedText>) {
        if self.text.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, text)) {
            self.text = Some((text.clone(), xxh3_64(text.text().as_bytes())));
        }
    }

    /// Takes what was told; whether anything was.
    pub(crate) fn hear(&mut self) -> bool {
        let Some(job) = &self.job else { return false };
        let told = job.told();
        let any = !told.is_empty();
        for told in told {
            match told {
                GamesUpdate::Games(games) => self.games = Some(games),
                GamesUpdate::Versions(versions) => (self.versions, self.evened) = (Some(versions), None),
                GamesUpdate::Evened(evened) => (self.versions, self.evened) = (None, Some(evened)),
                GamesUpdate::Failed(why) => self.failed = Some(why),
                GamesUpdate::Done => self.job = None,
            }
        }
        any
    }
}
