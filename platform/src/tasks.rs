//! Long computations apart from the window: on a thread, or in a browser in a Web Worker.
//!
//! A worker shares no memory with the page. A task and its updates are therefore values that can be sent as bytes. On a
//! thread they are passed as they are.
//!
//! A [`LongTask`] reports until it ends. A [`Service`] keeps a state and answers requests; while it works on an answer, it may
//! [report](send_interim) its progress. A worker takes no message then: to interrupt it, its owner drops it.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use crate::system::tasks::{RunningService, RunningTask, start};

/// A computation that takes long and reports updates.
pub trait LongTask: Serialize + DeserializeOwned + Send + 'static {
    /// The report of a part of the work.
    type Update: Serialize + DeserializeOwned + Send + 'static;

    /// The name by which a worker knows the task.
    const NAME: &'static str;

    /// Does the work and passes each update to `tell`. Ends early once `cancel` is set.
    fn run(self, cancel: &AtomicBool, tell: &mut dyn FnMut(Self::Update));
}

/// A computation that keeps its state between requests, such as a computer player.
pub trait Service: Sized + 'static {
    /// The values from which it starts.
    type Start: Serialize + DeserializeOwned + Send + 'static;
    /// A request.
    type Request: Serialize + DeserializeOwned + Send + 'static;
    /// The answer to a request.
    type Reply: Serialize + DeserializeOwned + Send + 'static;

    /// The name by which a worker knows the service.
    const NAME: &'static str;

    /// Starts the service. Once `cancel` is set, nobody waits for its answers.
    fn new(start: Self::Start, cancel: Arc<AtomicBool>) -> Self;

    /// Answers `request`. Its answers before the last one are those of [`send_interim`].
    fn answer(&mut self, request: Self::Request) -> Self::Reply;
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

/// A message to a service in a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ServiceMessage<S, R> {
    /// Starts the service.
    Start(S),
    /// Asks for an answer.
    Request(R),
}

thread_local! {
    /// The service of this worker.
    static SERVICE: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// The function that sends answers before the last one.
type InterimSender = Box<dyn FnMut(Box<dyn Any>)>;

thread_local! {
    /// The sender of the service of this thread or worker.
    static INTERIM: RefCell<Option<InterimSender>> = const { RefCell::new(None) };
}

/// Sends an answer of the service `T` of this thread or worker before the last one to its request. Without such a service there
/// is nobody who waits for one.
pub fn send_interim<T: Service>(reply: T::Reply) {
    INTERIM.with_borrow_mut(|sender| {
        if let Some(send) = sender {
            send(Box::new(reply));
        }
    });
}

/// Lets the service `T` of this thread or worker send its answers before the last one to `send`.
pub(crate) fn set_interim<T: Service>(mut send: impl FnMut(T::Reply) + 'static) {
    INTERIM.set(Some(Box::new(move |reply| {
        if let Ok(reply) = reply.downcast::<T::Reply>() {
            send(*reply);
        }
    })));
}

/// Passes `input`, the bytes of a message, to the service `T` of this worker, and the bytes of its answers to `tell`. This is
/// the part of a worker.
///
/// # Errors
/// The bytes are no message of the service.
pub fn serve_request<T: Service>(input: &[u8], tell: Rc<dyn Fn(Vec<u8>)>) -> Result<(), serde_json::Error> {
    let reply = match serde_json::from_slice(input)? {
        ServiceMessage::Start(start) => {
            let tell = Rc::clone(&tell);
            set_interim::<T>(move |reply| {
                // What cannot be written is reported with the last answer.
                let _ = serde_json::to_vec(&reply).map(|bytes| tell(bytes));
            });
            SERVICE.set(Some(Box::new(T::new(start, Arc::default()))));
            return Ok(());
        }
        ServiceMessage::Request(request) => SERVICE.with_borrow_mut(|service| {
            service.as_mut().and_then(|service| service.downcast_mut::<T>()).map(|service| service.answer(request))
        }),
    };
    // A request comes after the start, to the same worker.
    if let Some(reply) = reply {
        tell(serde_json::to_vec(&reply)?);
    }
    Ok(())
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
