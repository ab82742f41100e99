//! The work that a plan asks for, and its answers.

use super::GroundPlan;
use crate::model::ground::files::{ChosenGroundFile, FileOverview};
use crate::model::ground::page::GroundPage;
use crate::model::ground::progress::{GroundProgress, progress_line};
use crate::model::ground::work::{GroundAnswer, GroundJob};

/// The purpose of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JobKind {
    Overviews,
    Map,
    Outcome,
}

impl GroundPlan {
    /// Returns `true` if work is asked for and not done.
    pub fn is_waiting(&self) -> bool {
        !self.is_stopped && self.job_kind().is_some()
    }

    /// Returns `true` if the designer ended the work on what is asked for.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Ends the work. The next change begins it again.
    pub fn stop(&mut self) {
        self.progress.cancel();
        self.is_stopped = true;
    }

    /// Begins work again that was ended.
    pub fn resume(&mut self) {
        self.is_stopped = false;
    }

    /// Returns a line about the work.
    pub fn progress_line(&self) -> String {
        let names: Vec<String> = self.files.iter().map(|file| file.name.clone()).collect();
        self.progress.told().map_or_else(|| "Working…".to_owned(), |told| progress_line(told, &names))
    }

    fn job_kind(&self) -> Option<JobKind> {
        if self.files.iter().any(|file| file.overview == FileOverview::Unread) {
            return Some(JobKind::Overviews);
        }
        if self.is_dragged || !self.is_placed || self.files.iter().all(ChosenGroundFile::is_wrong) {
            return None;
        }
        let is_derived = self.known == self.stamp;
        if !is_derived {
            return Some(JobKind::Map);
        }
        let needs_outcome = self.page == GroundPage::Result && self.problem.is_none();
        (needs_outcome && self.outcome_stamp != self.stamp).then_some(JobKind::Outcome)
    }

    /// Returns the next job, if one is due, with its stamp. It may run beside the window.
    pub fn due(&mut self) -> Option<(u64, GroundJob)> {
        let kind = self.job_kind().filter(|_| !self.is_stopped)?;
        self.progress = GroundProgress::default();
        let job = GroundJob {
            files: self.files.clone(),
            request: (kind != JobKind::Overviews).then(|| self.request.clone()),
            last: self.result.clone(),
            proposes: kind == JobKind::Outcome || self.page == GroundPage::Result,
            open: self.open.clone(),
            system: self.system,
            progress: self.progress.clone(),
        };
        Some((self.stamp, job))
    }

    /// Takes the answer of the job with this `stamp`. That of an earlier request is still shown, but the next job follows.
    pub fn take(&mut self, stamp: u64, answer: GroundAnswer) {
        match answer {
            // What was asked for before the files changed is of no use.
            _ if stamp < self.files_stamp => {}
            GroundAnswer::Canceled => {}
            GroundAnswer::Overviews(overviews) => {
                for (file, overview) in self.files.iter_mut().zip(overviews) {
                    file.overview = overview;
                }
                if let Some(frame) = self.frame().filter(|_| !self.is_placed) {
                    self.move_to(frame.middle());
                }
                self.is_placed |= self.frame().is_some();
            }
            GroundAnswer::Failed(why) if stamp == self.stamp => {
                self.known = stamp;
                self.result = None;
                self.problem = Some(why);
            }
            GroundAnswer::Failed(_) => {}
            GroundAnswer::Map(result, outcome) => {
                if stamp >= self.result_stamp {
                    self.result_stamp = stamp;
                    self.result = Some(result);
                }
                if stamp == self.stamp {
                    self.known = stamp;
                    self.problem = None;
                    if let Some(outcome) = outcome {
                        self.outcome = Some(outcome);
                        self.outcome_stamp = stamp;
                    }
                }
            }
        }
    }
}
