//! The tasks that run apart from the window, by their names.

use battlewright_platform::tasks::{self, LongTask as _, Service as _};

use crate::model::balance::job::GamesPlan;
use crate::model::play::SearchingPlayer;

/// Runs the task `name` with `input`, its bytes, or passes them to the service of that name, and passes the bytes of each
/// update or answer to `tell`. A Web Worker calls this.
///
/// # Errors
/// There is no such task or service, or the bytes are not its own.
pub fn serve(name: &str, input: &[u8], tell: &mut dyn FnMut(Vec<u8>)) -> Result<(), String> {
    match name {
        GamesPlan::NAME => tasks::serve::<GamesPlan>(input, tell),
        SearchingPlayer::NAME => tasks::serve_request::<SearchingPlayer>(input, tell),
        _ => return Err(format!("there is no task {name:?}")),
    }
    .map_err(|error| error.to_string())
}
