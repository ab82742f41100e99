//! Background games. A task apart from the window plays them; its records are evaluated at intervals, and the results are
//! reported.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use battlewright_balance::stats::Sampling;
use battlewright_balance::{
    Agreement, EndedSearch, OpenedPlan, Part, Plan, Record, Report, Suggestions, Sweep, Variant, Vary, VaryError,
    run_in_turns, settling, single_changes, suggest, usual, variants,
};
use battlewright_engine::show::Show as _;
use battlewright_export::parallel::threads;
use battlewright_platform::clock::{Duration, Instant};
use battlewright_platform::tasks::{self, LongTask, RunningTask, TaskMessage};
use battlewright_schema::DiskRulesets;
use battlewright_schema::ruleset::playable;
use serde::{Deserialize, Serialize};

use super::{EvenSuggestions, Games, VersionResults};
use crate::model::autosave::file_content;

/// The minimum time between two evaluations. The actual time also depends on the duration of the last evaluation; see
/// [`REST`].
const PAUSE: Duration = Duration::from_millis(300);

/// The minimum time between two evaluations, as a multiple of the duration of the last one.
const REST: u32 = 8;

/// The number of points on the curve of the first side's share of wins.
const POINTS: usize = 240;

/// The games to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum GamesPlan {
    /// Games of a single scenario.
    Games(Plan),
    /// The same games with players of other strength than those of the plan.
    Settle(Plan),
    /// Games of the scenario and of the versions that the text describes, such as `unit.fr-garde.er=1,3`.
    Vary(Plan, String),
    /// Games of the version saved last and of the current version.
    Saved(SavedText, Plan),
    /// Games of small changes, to find one with which the first side wins this percentage of its games.
    Even(Plan, u8),
}

/// The source of the version saved last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum SavedText {
    /// The file at this path.
    File(PathBuf),
    /// This text.
    Text(String),
}

/// A report of running games.
pub(crate) enum GamesUpdate {
    /// The results of the scenario so far.
    Games(Arc<Games>),
    /// The results of the versions so far.
    Versions(Arc<VersionResults>),
    /// Changes that may balance the scenario.
    Evened(Arc<EvenSuggestions>),
    /// The reason why the games cannot be played.
    Failed(String),
    /// The end of the games.
    Done,
}

/// The progress of running games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The number of games played.
    pub played: u64,
    /// The number of games to play; 0 while it is unknown.
    pub wanted: u64,
    /// The time since the start.
    pub time: Duration,
}

impl Progress {
    /// Returns the number of games per second.
    pub fn rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "the number of games is below 2^52")]
        let played = self.played as f64;
        played / self.time.as_secs_f64().max(0.001)
    }

    /// Returns the estimated remaining time in seconds, or `None` before the first game is finished.
    pub fn left(&self) -> Option<u64> {
        let left = self.wanted.saturating_sub(self.played);
        let milliseconds = u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX);
        (self.played > 0).then(|| milliseconds.saturating_mul(left) / self.played / 1000)
    }

    /// Returns the finished part of the games, from 0 to 1.
    pub fn part(&self) -> f32 {
        #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "accurate enough for a bar")]
        let part = (self.played as f64 / self.wanted.max(1) as f64) as f32;
        part.min(1.0)
    }
}

/// A message of the task that plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PlayedGame {
    /// The number of games that all will be.
    Wanted(u64),
    /// A game of the version with this index.
    Game(usize, Box<Record>),
    /// The end of the games of one change in the search for balance.
    Round,
    /// The reason why the games cannot be played.
    Failed(String),
}

/// Running games, which are canceled when this value is dropped.
pub(crate) struct RunningGames {
    task: Option<RunningTask>,
    counts: Arc<Counts>,
    began: Instant,
    updates: Mutex<Receiver<GamesUpdate>>,
}

#[derive(Default)]
struct Counts {
    played: AtomicU64,
    wanted: AtomicU64,
}

impl RunningGames {
    /// Starts the games of `plan` and calls `wake` after each report. `shown` are the games with which players of other strength
    /// are compared.
    pub(crate) fn begin(plan: GamesPlan, shown: Option<Arc<Games>>, wake: impl Fn() + Send + 'static) -> Self {
        let (to, updates) = channel();
        let counts = Arc::<Counts>::default();
        let began = Instant::now();
        let mut listener = Listener { to, wake, counts: counts.clone(), shown, evaluation: None, due: began + PAUSE };
        let task = match plan.resolved() {
            Ok(plan) => {
                let mut ended = false;
                let evaluated = plan.clone();
                Some(tasks::start(plan, move |message| {
                    if !ended {
                        ended = listener.handle(&evaluated, message);
                    }
                }))
            }
            Err(why) => {
                listener.end(Err(why));
                None
            }
        };
        Self { task, counts, began, updates: Mutex::new(updates) }
    }

    /// Cancels the games. The results so far stay.
    pub(crate) fn cancel(&self) {
        if let Some(task) = &self.task {
            task.cancel();
        }
    }

    /// Returns the progress of the games.
    pub(crate) fn progress(&self) -> Progress {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Progress { played: count(&self.counts.played), wanted: count(&self.counts.wanted), time: self.began.elapsed() }
    }

    /// Returns the reports since the last call.
    pub(crate) fn updates(&self) -> Vec<GamesUpdate> {
        let from = self.updates.lock().unwrap_or_else(PoisonError::into_inner);
        let mut updates = Vec::new();
        loop {
            match from.try_recv() {
                Ok(one) => updates.push(one),
                Err(TryRecvError::Empty) => return updates,
                // The listener is gone and sends no more reports.
                Err(TryRecvError::Disconnected) => {
                    updates.push(GamesUpdate::Done);
                    return updates;
                }
            }
        }
    }
}

/// The versions of a scenario that are played, by name.
type NamedPlans = Vec<(String, Plan)>;

impl GamesPlan {
    /// Returns the number of versions of the scenario that are played; 1 if they are not valid.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Games(_) | Self::Settle(_) => 1,
            Self::Saved(..) => 2,
            Self::Vary(..) => self.versions().map_or(1, |versions| versions.len()),
            Self::Even(plan, _) => candidates(plan).map_or(1, |candidates| candidates.len() + 1),
        }
    }

    /// Returns the same games with another plan of the current version.
    #[must_use]
    pub(crate) fn with_plan(self, change: impl FnOnce(Plan) -> Plan) -> Self {
        match self {
            Self::Games(plan) => Self::Games(change(plan)),
            Self::Settle(plan) => Self::Settle(change(plan)),
            Self::Vary(plan, text) => Self::Vary(change(plan), text),
            Self::Saved(saved, plan) => Self::Saved(saved, change(plan)),
            Self::Even(plan, wanted) => Self::Even(change(plan), wanted),
        }
    }

    /// Replaces a file by its text, since the games may be played where there are no files.
    fn resolved(self) -> Result<Self, String> {
        let Self::Saved(SavedText::File(path), plan) = self else { return Ok(self) };
        let text = file_content::read(&path).map_err(|error| format!("{}: {error}", path.display()))?.text;
        // The games need no other file, as those of the current version.
        let text = playable(&text, &DiskRulesets::of(&path))?.into_owned();
        Ok(Self::Saved(SavedText::Text(text), plan))
    }

    /// Returns the current version.
    fn current(&self) -> &Plan {
        match self {
            Self::Games(plan)
            | Self::Settle(plan)
            | Self::Vary(plan, _)
            | Self::Saved(_, plan)
            | Self::Even(plan, _) => plan,
        }
    }

    /// Returns the versions to play, except in the search for balance, which finds them as it goes on.
    fn versions(&self) -> Result<NamedPlans, String> {
        match self {
            Self::Games(plan) | Self::Even(plan, _) => Ok(vec![(String::new(), plan.clone())]),
            Self::Settle(plan) => {
                let others = Agreement::others(&plan.players).into_iter();
                Ok(others.map(|players| (players.join(","), plan.for_players(players))).collect())
            }
            Self::Vary(plan, text) => {
                let vary: Vary = text.parse().map_err(|why: VaryError| why.to_string())?;
                let versions = variants(plan, &[vary]).map_err(|why| why.to_string())?.into_iter();
                Ok(versions.map(|variant| (Variant::name(&variant), variant.plan)).collect())
            }
            Self::Saved(SavedText::File(_), _) => Err("The file has not been read.".to_owned()),
            Self::Saved(SavedText::Text(text), plan) => {
                let before = Plan { scenario: text.clone(), ..plan.clone() };
                if before.hash() == plan.hash() {
                    return Err("The scenario has not changed since the last save.".to_owned());
                }
                Ok(vec![("as last saved".to_owned(), before), ("current version".to_owned(), plan.clone())])
            }
        }
    }

    fn play(&self, cancel: &AtomicBool, send: &mut dyn FnMut(PlayedGame)) -> Result<(), String> {
        if let Self::Even(plan, wanted) = self {
            let play = |variant: &Variant, all| {
                let opened = variant.plan.open().map_err(|why| why.to_string())?;
                send(PlayedGame::Wanted(all));
                let mut records = Vec::new();
                play_games(std::slice::from_ref(&opened), &variant.plan, cancel, &mut |_, record| {
                    records.push(record.clone());
                    send(PlayedGame::Game(0, Box::new(record)));
                });
                if cancel.load(Ordering::Relaxed) {
                    return Err(CANCELED.to_owned());
                }
                send(PlayedGame::Round);
                Ok(records)
            };
            return match search(plan, *wanted, play) {
                // The best changes so far are evaluated from the games that have been reported.
                Err(_) if cancel.load(Ordering::Relaxed) => Ok(()),
                other => other.map(|_| ()).map_err(|ended| ended.error),
            };
        }
        let versions = self.versions()?;
        let opened = opened(&versions)?;
        let all = u64::try_from(opened.len()).unwrap_or(u64::MAX).saturating_mul(self.current().games);
        send(PlayedGame::Wanted(all));
        play_games(&opened, self.current(), cancel, &mut |version, record| {
            send(PlayedGame::Game(version, Box::new(record)));
        });
        Ok(())
    }
}

impl LongTask for GamesPlan {
    type Update = PlayedGame;

    const NAME: &'static str = "games";

    fn run(self, cancel: &AtomicBool, send: &mut dyn FnMut(PlayedGame)) {
        if let Err(why) = self.play(cancel, send) {
            send(PlayedGame::Failed(why));
        }
    }
}

/// The message about a search for balance that was canceled.
const CANCELED: &str = "Canceled before a change was found.";

fn opened(versions: &NamedPlans) -> Result<Vec<OpenedPlan>, String> {
    let open = |(name, plan): &(String, Plan)| {
        plan.open().map_err(|why| if name.is_empty() { why.to_string() } else { format!("{name}: {why}") })
    };
    versions.iter().map(open).collect()
}

/// Plays the games of `plan` with all versions on all cores but one, which is left to the window.
fn play_games(versions: &[OpenedPlan], plan: &Plan, cancel: &AtomicBool, each: &mut dyn FnMut(usize, Record)) {
    let threads = threads().saturating_sub(1).max(1);
    let played = run_in_turns(versions, plan.seeds(None), threads, cancel, |version, record| {
        each(version, record);
        Ok::<(), std::convert::Infallible>(())
    });
    match played {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// Returns the changes that the search for balance tries.
fn candidates(plan: &Plan) -> Result<Vec<Variant>, String> {
    let opened = plan.open().map_err(|why| why.to_string())?;
    single_changes(plan, &usual(&opened.scenario)).map_err(|why| why.to_string())
}

/// Searches a change of `plan` with which the first side wins `wanted` percent; `play` plays the games of a version.
fn search(
    plan: &Plan,
    wanted: u8,
    play: impl FnMut(&Variant, u64) -> Result<Vec<Record>, String>,
) -> Result<Suggestions, EndedSearch<String>> {
    let failed = |error: String| EndedSearch { error, best: None };
    let opened = plan.open().map_err(|why| failed(why.to_string()))?;
    let [side, _] = opened.game.sides();
    let tried = candidates(plan).map_err(failed)?;
    suggest(plan, &side, f64::from(wanted) / 100.0, tried, play)
}

/// The evaluation of the games so far.
enum Evaluation {
    /// Games of the current version.
    Games(Arc<OpenedPlan>, Part),
    /// Games of players of other strength, for the games shown.
    Settle(Arc<Games>, Vec<Part>),
    /// Games of several versions: the title, the first side, the versions and their records.
    Versions(String, String, NamedPlans, Vec<Vec<Record>>),
    /// Games of changes: the records of each in the order of the search.
    Even(Vec<Vec<Record>>),
}

impl Evaluation {
    fn new(plan: &GamesPlan, shown: Option<&Arc<Games>>) -> Result<Self, String> {
        Ok(match plan {
            GamesPlan::Settle(_) => {
                let shown = shown.ok_or("No games have been played.")?;
                let part = |(_, plan)| Part::new(&shown.opened, plan, None);
                Self::Settle(shown.clone(), plan.versions()?.into_iter().map(part).collect())
            }
            GamesPlan::Even(..) => Self::Even(vec![Vec::new()]),
            GamesPlan::Games(plan) => {
                let opened = Arc::new(plan.open().map_err(|why| why.to_string())?);
                let part = Part::new(&opened, plan.clone(), None);
                Self::Games(opened, part)
            }
            GamesPlan::Vary(..) | GamesPlan::Saved(..) => {
                let versions = plan.versions()?;
                let first = versions.first().map(|(_, plan)| plan.open().map_err(|why| why.to_string())).transpose()?;
                let [title, side] = first.map_or_else(Default::default, |first| {
                    let [side, _] = first.game.sides();
                    [first.scenario.title().to_owned(), side]
                });
                let records = vec![Vec::new(); versions.len()];
                Self::Versions(title, side, versions, records)
            }
        })
    }

    fn add(&mut self, version: usize, record: Record) {
        match self {
            Self::Games(_, part) => part.records.push(record),
            Self::Settle(_, parts) => {
                if let Some(part) = parts.get_mut(version) {
                    part.records.push(record);
                }
            }
            Self::Versions(.., records) => {
                if let Some(records) = records.get_mut(version) {
                    records.push(record);
                }
            }
            Self::Even(rounds) => {
                if let Some(round) = rounds.last_mut() {
                    round.push(record);
                }
            }
        }
    }

    /// Returns the results so far; `None` before there are any.
    fn found(&self, plan: &GamesPlan, finished: bool) -> Result<Option<GamesUpdate>, String> {
        let current = plan.current();
        let hash = current.hash();
        Ok(match self {
            Self::Games(opened, part) => Some(GamesUpdate::Games(Arc::new(Games {
                opened: opened.clone(),
                hash,
                report: Report::of(opened, part, Sampling::Sequential),
                settling: settling(&part.records, POINTS),
                wanted: current.games,
                part: finished.then(|| Arc::new(part.clone())),
            }))),
            Self::Settle(shown, parts) => {
                let Some(part) = &shown.part else { return Ok(None) };
                let report = shown.report.clone().with_agreement(part, parts, Sampling::Sequential);
                Some(GamesUpdate::Games(Arc::new(Games { report, ..Games::clone(shown) })))
            }
            Self::Versions(title, side, versions, records) => {
                let named = versions.iter().map(|(name, _)| name.clone()).zip(records.iter().map(Vec::as_slice));
                let sweep = Sweep::of(title, side, current, Sampling::Sequential, named);
                Some(GamesUpdate::Versions(Arc::new(VersionResults { hash, sweep, finished })))
            }
            Self::Even(rounds) => match plan {
                GamesPlan::Even(plan, wanted) => {
                    // The last round has not ended.
                    let mut rounds = rounds.split_last().map_or(&[][..], |(_, ended)| ended).iter();
                    let found = search(plan, *wanted, |_, _| rounds.next().cloned().ok_or(CANCELED.to_owned()));
                    let suggestions = match found {
                        Ok(suggestions) => suggestions,
                        Err(EndedSearch { best: Some(suggestions), .. }) => *suggestions,
                        Err(EndedSearch { error, .. }) if finished => return Err(error),
                        Err(_) => return Ok(None),
                    };
                    Some(GamesUpdate::Evened(Arc::new(EvenSuggestions { hash, suggestions })))
                }
                _ => None,
            },
        })
    }
}

/// The receiver of the records: it evaluates them and reports the results.
struct Listener<W> {
    to: Sender<GamesUpdate>,
    wake: W,
    counts: Arc<Counts>,
    /// The games with which players of other strength are compared.
    shown: Option<Arc<Games>>,
    evaluation: Option<Evaluation>,
    /// The time of the next evaluation.
    due: Instant,
}

impl<W: Fn()> Listener<W> {
    fn send(&self, update: GamesUpdate) {
        // The receiver may be gone.
        let _ = self.to.send(update);
        (self.wake)();
    }

    /// Reports the end, with the last results or with the reason why there are none.
    fn end(&self, last: Result<Option<GamesUpdate>, String>) {
        match last {
            Ok(last) => last.into_iter().for_each(|last| self.send(last)),
            Err(why) => self.send(GamesUpdate::Failed(why)),
        }
        self.send(GamesUpdate::Done);
    }

    /// Takes a message of the games of `plan`. Returns `true` if it is the last one.
    fn handle(&mut self, plan: &GamesPlan, message: TaskMessage<PlayedGame>) -> bool {
        let last = match self.take(plan, message) {
            Ok(false) => return false,
            Ok(true) => self.evaluation.take().map_or(Ok(None), |evaluation| evaluation.found(plan, true)),
            Err(why) => Err(why),
        };
        self.end(last);
        true
    }

    fn take(&mut self, plan: &GamesPlan, message: TaskMessage<PlayedGame>) -> Result<bool, String> {
        let evaluation = match &mut self.evaluation {
            Some(evaluation) => evaluation,
            None => self.evaluation.insert(Evaluation::new(plan, self.shown.as_ref())?),
        };
        match message {
            TaskMessage::Ended => return Ok(true),
            TaskMessage::Broken(why) | TaskMessage::Update(PlayedGame::Failed(why)) => return Err(why),
            TaskMessage::Update(PlayedGame::Wanted(all)) => self.counts.wanted.store(all, Ordering::Relaxed),
            TaskMessage::Update(PlayedGame::Round) => {
                if let Evaluation::Even(rounds) = evaluation {
                    rounds.push(Vec::new());
                }
            }
            TaskMessage::Update(PlayedGame::Game(version, record)) => {
                self.counts.played.fetch_add(1, Ordering::Relaxed);
                evaluation.add(version, *record);
                let began = Instant::now();
                if began >= self.due {
                    if let Some(found) = evaluation.found(plan, false)? {
                        self.send(found);
                    }
                    self.due = Instant::now() + PAUSE.max(began.elapsed() * REST);
                }
            }
        }
        Ok(false)
    }
}
