//! The integration of the balance lab into the app.

use std::io;
use std::path::Path;
use std::time::Duration;

use battlewright_balance::Table;
use battlewright_platform::background;
use battlewright_schema::write_atomic;
use egui::Context;

use crate::app::App;
use crate::file_dialog::{FilePurpose, with_ending};
use crate::model::balance::job::{GamesPlan, RunningGames, SavedText};
use crate::model::balance::{BalanceAct, GameSettings, Games, GamesRequest, View};
use crate::model::layout::{BottomTab, Pane};

/// The interval at which the tab shows the progress of the games.
const TOLD: Duration = Duration::from_millis(250);

/// The least height of the Balance tab when it opens for games, in points.
const LAB: f32 = 380.0;

impl App {
    /// Waits until all games and exports are finished.
    pub fn wait_for_games(&mut self) {
        self.workspace.document.wait_for_checks();
        self.begin_games(&Context::default());
        while self.panels.lab.job.is_some() {
            if !self.panels.lab.take_updates() {
                background::pause(Duration::from_millis(2));
            }
        }
        self.panels.lab.writing.finish();
    }

    pub(super) fn balance(&mut self, ctx: &Context, act: BalanceAct) {
        match act {
            BalanceAct::Go(ask) => self.play_many(ctx, ask),
            BalanceAct::Cancel => {
                self.panels.lab.waiting = None;
                if let Some(job) = &self.panels.lab.job {
                    job.cancel();
                }
            }
            BalanceAct::Set(settings) => self.panels.lab.settings = settings,
            BalanceAct::View(view) => self.panels.lab.view = view,
            BalanceAct::Type(text) => self.panels.lab.tries = text,
            BalanceAct::Wanted(wanted) => self.panels.lab.wanted = wanted,
            BalanceAct::Try(text) => {
                self.panels.lab.tries = text;
                self.panels.lab.view = View::Versions;
                self.panels.lab.focus = true;
                self.show_lab();
            }
            BalanceAct::Focused => self.panels.lab.focus = false,
            BalanceAct::Sort(column) => {
                self.panels.lab.sort = match self.panels.lab.sort {
                    Some((sorted, true)) if sorted == column => Some((column, false)),
                    Some((sorted, false)) if sorted == column => None,
                    _ => Some((column, true)),
                };
            }
        }
    }

    /// Shows the Balance tab, high enough for its verdicts.
    fn show_lab(&mut self) {
        self.layout.show_tall(Pane::Tab(BottomTab::Balance), LAB);
    }

    /// Starts games and shows the Balance tab. While games are running, the request is refused.
    pub(super) fn play_many(&mut self, ctx: &Context, ask: GamesRequest) {
        if self.panels.lab.is_busy() {
            self.status_message = Some("Games are already running. Cancel them first.".to_owned());
            return;
        }
        self.workspace.document.seal();
        self.show_lab();
        self.panels.lab.view = match ask {
            GamesRequest::Games if self.panels.lab.view != View::Versions => self.panels.lab.view,
            GamesRequest::Games | GamesRequest::Settle => View::Wins,
            GamesRequest::Vary(_) | GamesRequest::Saved | GamesRequest::Even(_) => View::Versions,
        };
        self.panels.lab.failed = None;
        self.panels.lab.waiting = Some(ask);
        self.begin_games(ctx);
    }

    /// Starts the requested games once the current text has been checked. For a large scenario, that happens in the
    /// background.
    fn begin_games(&mut self, ctx: &Context) {
        let known = self.workspace.document.is_checked();
        let Some(ask) = self.panels.lab.waiting.take_if(|_| known) else { return };
        self.panels.lab.look(self.workspace.document.checked());
        if self.workspace.document.is_broken() {
            return;
        }
        let settings = &self.panels.lab.settings;
        let plan = settings.plan(self.workspace.document.playable_text());
        let shown = self.panels.lab.games().cloned();
        let task = match ask {
            GamesRequest::Games => GamesPlan::Games(plan),
            GamesRequest::Settle => {
                let Some(part) = shown.as_ref().and_then(|shown| shown.part.clone()) else { return };
                let mut plan = part.plan.clone();
                plan.games = GameSettings::TO_SETTLE.min(part.records.len() as u64);
                GamesPlan::Settle(plan)
            }
            GamesRequest::Vary(text) => GamesPlan::Vary(plan, text),
            GamesRequest::Even(wanted) => GamesPlan::Even(plan, wanted),
            GamesRequest::Saved => {
                let saved = match self.workspace.document.path() {
                    Some(path) => SavedText::File(path.to_owned()),
                    None => SavedText::Text(self.workspace.document.opened().text().to_owned()),
                };
                GamesPlan::Saved(saved, plan)
            }
        };
        let task = match task {
            GamesPlan::Settle(plan) => GamesPlan::Settle(plan),
            task => {
                let versions = task.count();
                task.with_plan(|plan| settings.with_players(plan, versions))
            }
        };
        let woken = ctx.clone();
        self.panels.lab.job = Some(RunningGames::begin(task, shown, move || woken.request_repaint()));
    }

    /// Takes the reports of the running games.
    pub(super) fn watch_games(&mut self, ctx: &Context) {
        if self.workspace.document.is_checked() {
            self.panels.lab.look(self.workspace.document.checked());
        }
        self.begin_games(ctx);
        self.panels.lab.take_updates();
        self.panels.lab.in_front = self.layout.is_shown(Pane::Tab(BottomTab::Balance));
        if self.panels.lab.job.is_some() && self.panels.lab.in_front {
            ctx.request_repaint_after(TOLD);
        }
        if let Some((_, written)) = self.panels.lab.writing.poll() {
            self.status_message = Some(written.unwrap_or_else(|why| why));
        }
    }

    /// Writes the results to `path`: a report or a comparison as HTML, or the games as CSV.
    pub(super) fn export_balance(&mut self, ctx: &Context, path: &Path, purpose: FilePurpose) {
        let path = with_ending(path, purpose.kind().1.first().copied().unwrap_or_default());
        let versions = self.panels.lab.versions().filter(|_| purpose == FilePurpose::ExportVersions).cloned();
        let games = self.panels.lab.games().cloned();
        let woken = ctx.clone();
        self.status_message = Some(format!("Writing {}…", path.display()));
        self.panels.lab.writing.begin(
            0,
            move || woken.request_repaint(),
            move || {
                let mut bytes = Vec::new();
                let made = match (&versions, &games) {
                    (Some(versions), _) => {
                        bytes = versions.sweep.html().into_bytes();
                        Ok(())
                    }
                    (None, Some(games)) => write(games, purpose, &mut bytes),
                    (None, None) => Err(io::Error::other("no games were played")),
                };
                match made.and_then(|()| write_atomic(&path, &bytes)) {
                    Ok(()) => Ok(format!("Wrote {}", path.display())),
                    Err(error) => Err(format!("{}: {error}", path.display())),
                }
            },
        );
    }
}

fn write(games: &Games, purpose: FilePurpose, to: &mut Vec<u8>) -> io::Result<()> {
    if purpose == FilePurpose::ExportReport {
        to.extend(games.report.html(&games.opened.scenario).into_bytes());
        return Ok(());
    }
    let Some(part) = &games.part else { return Err(io::Error::other("games are still running")) };
    Table::of(&games.report, &part.records).csv(to)
}
