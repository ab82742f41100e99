//! The tasks that run apart from the window, by their names.

use std::rc::Rc;

use battlewright_platform::tasks::{self, LongTask as _, Service as _};

use crate::model::balance::job::GamesPlan;
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
