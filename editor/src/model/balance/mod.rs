//! The state of the balance lab: games of the current scenario run in the background, and their results are reported.

pub(crate) mod job;

use std::sync::Arc;

use battlewright_balance::stats::Estimate;
use battlewright_balance::{MOST_GAMES, OpenedPlan, Part, Plan, Report, Suggestions, Sweep};
use battlewright_engine::players::Kind;
use xxhash_rust::xxh3::xxh3_64;

use crate::background_task::BackgroundTask;
use crate::model::text::OutlinedText;
pub use job::Progress;
pub(crate) use job::{GamesUpdate, RunningGames};

/// The settings of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSettings {
    /// The player of each side; `None` for the default player of the scenario.
    pub players: [Option<Kind>; 2],
    /// The number of games.
    pub games: u64,
    /// The seed of the first game. Each further game uses the next seed.
    pub seed: u64,
}

impl Default for GameSettings {
    fn default() -> Self {
        Self { players: [None; 2], games: 1000, seed: 1 }
    }
}

impl GameSettings {
    /// The maximum number of games.
    pub const MOST: u64 = MOST_GAMES;

    /// The most games that players of other strength play.
    pub(crate) const TO_SETTLE: u64 = 100;

    /// Plans the games of the scenario `text`, for greedy players in place of default ones.
    pub(crate) fn plan(&self, text: String) -> Plan {
        Plan::new(text, self.players.map(|player| player.unwrap_or(Kind::Greedy)), self.seed, self.games)
    }

    /// Returns the [plan](Self::plan) with its default players for so many `versions`. Nothing changes for a scenario that cannot be
    /// played.
    pub(crate) fn with_players(&self, plan: Plan, versions: usize) -> Plan {
        if self.players.iter().all(Option::is_some) {
            return plan;
        }
        let Ok(chosen) = plan.clone().with_default_players(versions) else { return plan };
        let [first, second] = self.players;
        let [one, two] = chosen.players;
        let players = [first.map_or(one, |kind| kind.to_string()), second.map_or(two, |kind| kind.to_string())];
        let default_player = chosen.default_player.filter(|_| self.players == [None; 2]);
        Plan { players, default_player, ..plan }
    }
}

/// The state of the balance lab that the menu bar depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabState {
    /// `true` if games are running.
    pub busy: bool,
    /// `true` if the map shows the heat map of combats.
    pub heat: bool,
    /// `true` if a series of games is complete.
    pub played: bool,
    /// `true` if a comparison of versions is complete.
    pub compared: bool,
}

/// The views of the tab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The wins of each side and their margins.
    #[default]
    Wins,
    /// The control of hexes by turn, and the places of combats.
    Ground,
    /// The fates of the units.
    Units,
    /// The comparison of versions with other values or with the last save.
    Versions,
    /// The limitations of the results.
    Caveats,
}

impl View {
    /// All views, in display order.
    pub const ALL: [Self; 5] = [Self::Wins, Self::Ground, Self::Units, Self::Versions, Self::Caveats];

    /// Returns the label of the view.
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

/// A request for games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GamesRequest {
    /// The current scenario.
    Games,
    /// The scenario of the games that are shown, with players of other strength.
    Settle,
    /// The current scenario and versions with other values, such as `"unit.fr-garde.er=1,3"`.
    Vary(String),
    /// The current scenario and the version saved last.
    Saved,
    /// Small changes of the scenario, to find one with which the first side wins this percentage of its games.
    Even(u8),
}

/// A request that concerns the balance lab.
#[derive(Clone, Debug, PartialEq)]
pub enum BalanceAct {
    /// Starts games.
    Go(GamesRequest),
    /// Cancels the running games; results so far stay.
    Cancel,
    /// Changes the settings of the games.
    Set(GameSettings),
    /// Shows another view.
    View(View),
    /// Stores the text of the field for other values while the user types.
    Type(String),
    /// Sets the percentage of games that the first side is to win.
    Wanted(u8),
    /// Shows the tab with this text in the field for other values.
    Try(String),
    /// Reports that the field for other values has received the keyboard focus.
    Focused,
    /// Sorts the units by a column, or reverses the order if they are sorted by it already.
    Sort(usize),
}

/// The results of a series of games.
#[derive(Clone, Debug)]
pub struct Games {
    /// The scenario that the games were played on.
    pub opened: Arc<OpenedPlan>,
    /// The hash of the scenario's text.
    pub hash: u64,
    /// The report of the games.
    pub report: Report,
    /// The first side's share of wins after increasing numbers of games.
    pub settling: Vec<(usize, Estimate)>,
    /// The number of games that were requested.
    pub wanted: u64,
    /// The records of the games, once the series is complete.
    pub part: Option<Arc<Part>>,
}

/// The results of a comparison of versions.
#[derive(Debug)]
pub struct VersionResults {
    /// The hash of the scenario's text at the start.
    pub hash: u64,
    /// The results of the versions.
    pub sweep: Sweep,
    /// `true` if the comparison is complete.
    pub finished: bool,
}

/// Changes that may balance a scenario.
#[derive(Debug)]
pub struct EvenSuggestions {
    /// The hash of the scenario's text at the start.
    pub hash: u64,
    /// The suggested changes.
    pub suggestions: Suggestions,
}

/// The balance lab.
#[derive(Default)]
pub struct BalanceLab {
    /// The settings of the games.
    pub settings: GameSettings,
    /// The view that is shown.
    pub view: View,
    /// `true` if the map shows the heat map of combats.
    pub heat: bool,
    /// The text of the field for other values.
    pub tries: String,
    /// The percentage of games that the first side is to win.
    pub wanted: u8,
    /// The index of the column that sorts the units, and `true` for descending order.
    pub sort: Option<(usize, bool)>,
    /// `true` if the tab was visible at the start of this frame.
    pub(crate) in_front: bool,
    /// `true` if the field for other values is to receive the keyboard focus.
    pub(crate) focus: bool,
    pub(crate) job: Option<RunningGames>,
    /// A request that starts when the current text has been checked.
    pub(crate) waiting: Option<GamesRequest>,
    games: Option<Arc<Games>>,
    versions: Option<Arc<VersionResults>>,
    even_suggestions: Option<Arc<EvenSuggestions>>,
    pub(crate) failed: Option<String>,
    /// The text that was checked last, and its hash.
    text: Option<(Arc<OutlinedText>, u64)>,
    /// The export that is running, with its message of success or failure.
    pub(crate) writing: BackgroundTask<Result<String, String>>,
}

impl BalanceLab {
    /// Creates a lab without results.
    pub(crate) fn new() -> Self {
        Self { heat: true, wanted: 50, ..Self::default() }
    }

    /// Returns a lab for another document, with the same settings and without results.
    pub(crate) fn renewed(&self) -> Self {
        Self { settings: self.settings.clone(), heat: self.heat, wanted: self.wanted, ..Self::default() }
    }

    /// Returns the results of the last series of games.
    pub fn games(&self) -> Option<&Arc<Games>> {
        self.games.as_ref()
    }

    /// Returns the results of the last comparison of versions.
    pub fn versions(&self) -> Option<&Arc<VersionResults>> {
        self.versions.as_ref()
    }

    /// Returns the last suggestions to balance the scenario, unless versions were compared since.
    pub fn even_suggestions(&self) -> Option<&Arc<EvenSuggestions>> {
        self.even_suggestions.as_ref()
    }

    /// Returns the progress of the running games.
    pub fn progress(&self) -> Option<Progress> {
        self.job.as_ref().map(RunningGames::progress)
    }

    /// Returns `true` if games are running or about to start.
    pub fn is_busy(&self) -> bool {
        self.job.is_some() || self.waiting.is_some()
    }

    /// Returns the state that the menu bar depends on.
    pub(crate) fn state(&self) -> LabState {
        LabState {
            busy: self.is_busy(),
            heat: self.heat,
            played: self.games.as_ref().is_some_and(|games| games.part.is_some()),
            compared: self.versions.as_ref().is_some_and(|versions| versions.finished),
        }
    }

    /// Returns the reason why the last games could not be played.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Returns `true` if `hash` is not that of the current text.
    pub fn is_stale(&self, hash: u64) -> bool {
        self.text.as_ref().is_some_and(|(_, now)| *now != hash)
    }

    /// Stores the current text and its hash.
    pub(crate) fn look(&mut self, text: &Arc<OutlinedText>) {
        if self.text.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, text)) {
            self.text = Some((text.clone(), xxh3_64(text.text().as_bytes())));
        }
    }

    /// Takes the reports of the running games. Returns `true` if there were any.
    pub(crate) fn take_updates(&mut self) -> bool {
        let Some(job) = &self.job else { return false };
        let updates = job.updates();
        let any = !updates.is_empty();
        for update in updates {
            match update {
                GamesUpdate::Games(games) => self.games = Some(games),
                GamesUpdate::Versions(versions) => (self.versions, self.even_suggestions) = (Some(versions), None),
                GamesUpdate::Evened(found) => (self.versions, self.even_suggestions) = (None, Some(found)),
                GamesUpdate::Failed(why) => self.failed = Some(why),
                GamesUpdate::Done => self.job = None,
            }
        }
        any
    }
}
