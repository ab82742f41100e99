//! The tasks that run apart from the window, by their names.

use battlewright_platform::tasks::{self, LongTask};

use crate::model::balance::job::GamesPlan;

/// Runs the task `name` with `input`, its bytes, and passes the bytes of each update to `tell`. A Web Worker calls this.
///
/// # Errors
/// There is no such task, or the bytes are not its own.
pub fn serve(name: &str, input: &[u8], tell: &mut dyn FnMut(Vec<u8>)) -> Result<(), String> {
    match name {
        GamesPlan::NAME => tasks::serve::<GamesPlan>(input, tell).map_err(|error| error.to_string()),
        _ => Err(format!("there is no task {name:?}")),
    }
}
