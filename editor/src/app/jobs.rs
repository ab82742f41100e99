//! The work in progress beside the window, and the acts that wait for it.

use std::collections::VecDeque;

use battlewright_export::Preview;
use battlewright_schema::surgery::SurgeryPlan;

use crate::app::export::Exporting;
use crate::app::frame::RunningJob;
use crate::app::import::Importing;
use crate::app::save::Saving;
use crate::background_task::BackgroundTask;
use crate::file_dialog::Pending;
use crate::messages::act::Act;

/// The work in progress beside the window, and the acts that wait for it.
#[derive(Default)]
pub(super) struct Jobs {
    /// The acts that wait until typed text has been parsed or a background job is done.
    pub(super) queue: VecDeque<Act>,
    /// The background job on the map.
    pub(super) work: Option<RunningJob>,
    /// The plan of a map operation that is being computed.
    pub(super) planning: BackgroundTask<Result<SurgeryPlan, String>>,
    /// The exports in progress and the options of the last one.
    pub(super) exporting: Exporting,
    /// The imports in progress.
    pub(super) importing: Importing,
    /// The preview for the start page that is being drawn.
    pub(super) picturing: BackgroundTask<Option<Preview>>,
    /// The save that is in progress.
    pub(super) saving: Option<Saving>,
    /// The file dialog of the system that is open.
    pub(super) pending: Option<Pending>,
}

impl Jobs {
    /// Drops the work on a document that is closed.
    pub(super) fn drop_for_document(&mut self) {
        self.queue.clear();
        self.work = None;
        self.saving = None;
    }

    /// Waits until all background work is finished.
    pub(super) fn finish(&mut self) {
        if let Some(work) = &mut self.work {
            work.finish();
        }
        self.planning.finish();
        self.exporting.finish();
        self.importing.finish();
        self.picturing.finish();
    }
}
