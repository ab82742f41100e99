//! The tasks that run apart from the window, by their names.

use std::rc::Rc;

use battlewright_platform::tasks::{self, FileTask as _, LongTask as _, Service as _, serve_file_task};

use crate::model::balance::job::GamesPlan;
use crate::model::exchange::{ExportTask, ModuleTask, PreviewTask, WorkbookTask};
use crate::model::play::PlayerService;

/// Runs the task `name` with `input`, its bytes, or passes them to the service of that name, and passes the bytes of each
/// update or answer to `tell`; a service keeps `tell` from its start on. A Web Worker calls this.
///
/// # Errors
/// There is no such task or service, or the bytes are not its own.
pub fn serve(name: &str, input: &[u8], tell: Rc<dyn Fn(Vec<u8>)>) -> Result<(), String> {
    match name {
        GamesPlan::NAME => tasks::serve::<GamesPlan>(input, &mut |bytes| tell(bytes)),
        PlayerService::NAME => tasks::serve_request::<PlayerService>(input, tell),
        _ => return Err(format!("there is no task {name:?}")),
    }
    .map_err(|error| error.to_string())
}

/// Runs the file task `name` with `input`, its bytes, and returns those of its outcome. The second program of the page calls this,
/// and only that one, so that exports and imports are no part of the first.
///
/// # Errors
/// There is no such task, or the bytes are not its own.
pub fn serve_files(name: &str, input: &[u8]) -> Result<Vec<u8>, String> {
    match name {
        ExportTask::NAME => serve_file_task::<ExportTask>(input),
        PreviewTask::NAME => serve_file_task::<PreviewTask>(input),
        ModuleTask::NAME => serve_file_task::<ModuleTask>(input),
        WorkbookTask::NAME => serve_file_task::<WorkbookTask>(input),
        _ => Err(format!("there is no task {name:?}")),
    }
}
