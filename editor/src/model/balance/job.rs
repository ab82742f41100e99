//! Background games: a coordinating thread runs worker threads, evaluates the games at intervals and reports the
//! results.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use battlewright_balance::stats::Sampling;
use battlewright_balance::{
    OpenedPlan, Part, Plan, Record, Report, Sweep, Variant, Vary, VaryError, run_in_turns, settling, single_changes,
    suggest, usual, variants,
};
use battlewright_engine::show::Show as _;
use battlewright_export::parallel::threads;

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
pub(crate) enum GamesPlan {
    /// Games of a single scenario.
    Games(Plan),
    /// Games of the scenario and of the versions that the text describes, such as `unit.fr-garde.er=1,3`.
    Vary(Plan, String),
    /// Games of the version saved last and of the current version.
    Saved(SavedText, Plan),
    /// Games of small changes, to find one with which the first side wins this percentage of its games.
    Even(Plan, u8),
}

/// The source of the version saved last.
pub(crate) enum SavedText {
    /// The file at this path.
    File(PathBuf),
    /// This text.
    Text(String),
}

/// A report of the coordinating thread.
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

/// Running games, which are canceled when this value is dropped.
pub(crate) struct RunningGames {
    cancel: Arc<AtomicBool>,
    counts: Arc<Counts>,
    began: Instant,
    told: Mutex<Receiver<GamesUpdate>>,
}

#[derive(Default)]
struct Counts {
    played: AtomicU64,
    wanted: AtomicU64,
}

impl Drop for RunningGames {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl RunningGames {
    /// Starts `task` and calls `wake` after each report.
    pub(crate) fn begin(task: GamesPlan, wake: impl Fn() + Send + 'static) -> Self {
        let (to, told) = channel();
        let (cancel, counts) = (Arc::<AtomicBool>::default(), Arc::<Counts>::default());
        let player = Player { cancel: cancel.clone(), counts: counts.clone(), to, wake, due: None };
        std::thread::spawn(move || {
            let mut player = player;
            if let Err(why) = player.play(task) {
                player.tell(GamesUpdate::Failed(why));
            }
            player.tell(GamesUpdate::Done);
        });
        Self { cancel, counts, began: Instant::now(), told: Mutex::new(told) }
    }

    /// Cancels the games. The results so far stay.
    pub(crate) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// Returns the progress of the games.
    pub(crate) fn progress(&self) -> Progress {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Progress { played: count(&self.counts.played), wanted: count(&self.counts.wanted), time: self.began.elapsed() }
    }

    /// Returns the reports since the last call.
    pub(crate) fn told(&self) -> Vec<GamesUpdate> {
        let from = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = Vec::new();
        loop {
            match from.try_recv() {
                Ok(one) => told.push(one),
                Err(TryRecvError::Empty) => return told,
                // The coordinating thread has panicked and sends no more reports.
                Err(TryRecvError::Disconnected) => {
                    told.push(GamesUpdate::Done);
                    return told;
                }
            }
        }
    }
}

/// The coordinating thread.
struct Player<W> {
    cancel: Arc<AtomicBool>,
    counts: Arc<Counts>,
    to: Sender<GamesUpdate>,
    wake: W,
    /// The time of the next evaluation.
    due: Option<Instant>,
}

impl<W: Fn()> Player<W> {
    fn tell(&self, told: GamesUpdate) {
        // The receiver may be gone.
        let _ = self.to.send(told);
        (self.wake)();
    }

    fn play(&mut self, task: GamesPlan) -> Result<(), String> {
        match task {
            GamesPlan::Games(plan) => self.games(plan),
            GamesPlan::Vary(plan, text) => {
                let vary: Vary = text.parse().map_err(|why: VaryError| why.to_string())?;
                let hash = plan.hash();
                let versions = variants(&plan, &[vary]).map_err(|why| why.to_string())?.into_iter();
                self.versions(hash, versions.map(|variant| (Variant::name(&variant), variant.plan)).collect())
            }
            GamesPlan::Even(plan, wanted) => self.even(&plan, wanted),
            GamesPlan::Saved(saved, plan) => {
                let hash = plan.hash();
                let text = match saved {
                    SavedText::Text(text) => text,
                    SavedText::File(path) => {
                        file_content::read(&path).map_err(|error| format!("{}: {error}", path.display()))?.text
                    }
                };
                let before = Plan { scenario: text, ..plan.clone() };
                if before.hash() == hash {
                    return Err("The scenario has not changed since the last save.".to_owned());
                }
                self.versions(hash, vec![("as last saved".to_owned(), before), ("current version".to_owned(), plan)])
            }
        }
    }

    fn games(&mut self, plan: Plan) -> Result<(), String> {
        let opened = Arc::new(plan.open().map_err(|why| why.to_string())?);
        let (hash, seeds, wanted) = (plan.hash(), plan.seeds(None), plan.games);
        let mut part = Part::new(&opened, plan, None);
        let found = |part: &Part, whole: Option<Arc<Part>>| Games {
            opened: opened.clone(),
            hash,
            report: Report::of(&opened, part, Sampling::Sequential),
            settling: settling(&part.records, POINTS),
            wanted,
            part: whole,
        };
        self.run(std::slice::from_ref(&*opened), seeds, |player, _, record| {
            part.records.push(record);
            player.now_and_then(|| GamesUpdate::Games(Arc::new(found(&part, None))));
        });
        let part = Arc::new(part);
        self.tell(GamesUpdate::Games(Arc::new(found(&part, Some(part.clone())))));
        Ok(())
    }

    fn even(&mut self, plan: &Plan, wanted: u8) -> Result<(), String> {
        let opened = plan.open().map_err(|why| why.to_string())?;
        let [side, _] = opened.game.sides();
        let varied = usual(&opened.scenario);
        let tried = single_changes(plan, &varied).map_err(|why| why.to_string())?;
        let suggestions = suggest(plan, &side, f64::from(wanted) / 100.0, tried, |variant, all| {
            let opened = variant.plan.open().map_err(|why| why.to_string())?;
            self.counts.wanted.store(all, Ordering::Relaxed);
            let mut records = Vec::new();
            self.play_games(std::slice::from_ref(&opened), variant.plan.seeds(None), |_, _, record| {
                records.push(record)
            });
            if self.cancel.load(Ordering::Relaxed) {
                return Err("Canceled before a change was found.".to_owned());
            }
            Ok(records)
        })?;
        self.tell(GamesUpdate::Evened(Arc::new(EvenSuggestions { hash: plan.hash(), suggestions })));
        Ok(())
    }

    fn versions(&mut self, hash: u64, versions: Vec<(String, Plan)>) -> Result<(), String> {
        let mut opened = Vec::new();
        for (name, plan) in &versions {
            opened.push(plan.open().map_err(|why| format!("{name}: {why}"))?);
        }
        let Some((first, plan)) = opened.first().zip(versions.first().map(|(_, plan)| plan)) else { return Ok(()) };
        let (title, [side, _]) = (first.scenario.title().to_owned(), first.game.sides());
        let mut records: Vec<Vec<Record>> = vec![Vec::new(); versions.len()];
        let found = |records: &[Vec<Record>], finished: bool| {
            let named = versions.iter().map(|(name, _)| name.clone()).zip(records.iter().map(Vec::as_slice));
            let sweep = Sweep::of(&title, &side, &plan.players, Sampling::Sequential, named);
            GamesUpdate::Versions(Arc::new(VersionResults { hash, sweep, finished }))
        };
        self.run(&opened, plan.seeds(None), |player, version, record| {
            if let Some(records) = records.get_mut(version) {
                records.push(record);
            }
            player.now_and_then(|| found(&records, false));
        });
        self.tell(found(&records, true));
        Ok(())
    }

    /// Plays the games of `seeds` with all versions and publishes their number.
    fn run(&mut self, opened: &[OpenedPlan], seeds: Range<u64>, each: impl FnMut(&mut Self, usize, Record)) {
        let games = seeds.end.saturating_sub(seeds.start);
        let wanted = games.saturating_mul(u64::try_from(opened.len()).unwrap_or(u64::MAX));
        self.counts.wanted.store(wanted, Ordering::Relaxed);
        self.due = Some(Instant::now() + PAUSE);
        self.play_games(opened, seeds, each);
    }

    /// Plays the games of `seeds` with all versions on all cores but one, which is left to the window.
    fn play_games(&mut self, opened: &[OpenedPlan], seeds: Range<u64>, mut each: impl FnMut(&mut Self, usize, Record)) {
        let (cancel, counts) = (self.cancel.clone(), self.counts.clone());
        let threads = threads().saturating_sub(1).max(1);
        let told = run_in_turns(opened, seeds, threads, &cancel, |version, record| {
            counts.played.fetch_add(1, Ordering::Relaxed);
            each(self, version, record);
            Ok::<(), std::convert::Infallible>(())
        });
        match told {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }

    /// Reports the result of `reckon`, unless an evaluation has been made a moment ago.
    fn now_and_then(&mut self, reckon: impl FnOnce() -> GamesUpdate) {
        let began = Instant::now();
        if self.due.is_some_and(|due| began < due) {
            return;
        }
        let told = reckon();
        self.tell(told);
        self.due = Some(Instant::now() + PAUSE.max(began.elapsed() * REST));
    }
}
