//! Long computations apart from the window: on a thread, or in a browser in a Web Worker.
//!
//! A worker shares no memory with the page. A task and its updates are therefore values that can be sent as bytes. On a
//! thread they are passed as they are.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use crate::system::tasks::{RunningTask, start};

/// A computation that takes long and reports updates.
pub trait LongTask: Serialize + DeserializeOwned + Send + 'static {
    /// The report of a part of the work.
    type Update: Serialize + DeserializeOwned + Send + 'static;

    /// The name by which a worker knows the task.
    const NAME: &'static str;

    /// Does the work and passes each update to `tell`. Ends early once `cancel` is set.
    fn run(self, cancel: &AtomicBool, tell: &mut dyn FnMut(Self::Update));
}

/// A message of a running task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskMessage<U> {
    /// A part of the work is done.
    Update(U),
    /// The task has ended or was canceled. No further message follows.
    Ended,
    /// The task has failed for this reason. No further message follows.
    Broken(String),
}

/// Runs the task `T` with `input`, its bytes, and passes the bytes of each update to `tell`. This is the part of a worker.
///
/// # Errors
/// The bytes are not those of such a task.
pub fn serve<T: LongTask>(input: &[u8], tell: &mut dyn FnMut(Vec<u8>)) -> Result<(), serde_json::Error> {
    let task: T = serde_json::from_slice(input)?;
    let mut failed = Ok(());
    task.run(&AtomicBool::new(false), &mut |update| match serde_json::to_vec(&update) {
        Ok(bytes) => tell(bytes),
        Err(error) => failed = Err(error),
    });
    failed
}
