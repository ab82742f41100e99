//! Long computations apart from the window: on a thread, or in a browser in a Web Worker.
//!
//! A worker shares no memory with the page. A task and its updates are therefore values that can be sent as bytes. On a
//! thread they are passed as they are.
//!
//! A [`LongTask`] reports until it ends. A [`Service`] keeps a state and answers requests; while it works on an answer, it may
//! [report](send_interim) its progress. A worker takes no message then: to interrupt it, its owner drops it. A [`FileTask`] reads
//! and writes files; a page has a second program for those, which it fetches when the first one is started.

use std::any::Any;
use std::cell::RefCell;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fs;
pub use crate::system::tasks::{RunningService, RunningTask, start, start_file_task};

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

/// A computation that reads and writes files, and has one outcome. A worker has its files as they were when it was started.
pub trait FileTask: Serialize + DeserializeOwned + Send + 'static {
    /// The outcome.
    type Outcome: Serialize + DeserializeOwned + Send + 'static;

    /// The name by which a worker knows the task.
    const NAME: &'static str;

    /// Returns the paths of the files that the task reads, and of the folders that it writes to.
    fn needs(&self) -> Vec<PathBuf>;

    /// Does the work.
    fn run(self) -> Self::Outcome;

    /// Returns the paths of the files that were written.
    fn written(outcome: &Self::Outcome) -> Vec<PathBuf>;

    /// Returns the outcome of a task that cannot be done, such as without a connection to fetch the program from.
    fn failed(why: String) -> Self::Outcome;
}

/// A [`FileTask`] or its outcome, as it is sent between a page and a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WithFiles<T> {
    /// The value.
    value: T,
    /// The files that belong to it, with their contents, and folders, which have none.
    files: Vec<(PathBuf, Option<Vec<u8>>)>,
}

impl<T: Serialize + DeserializeOwned> WithFiles<T> {
    /// Adds the files and folders at `paths` to `value`. What is missing is left out.
    pub(crate) fn read(value: T, paths: Vec<PathBuf>) -> Self {
        let read = |path: PathBuf| match fs::is_dir(&path) {
            true => Some((path, None)),
            false => fs::read(&path).ok().map(|bytes| (path, Some(bytes))),
        };
        Self { value, files: paths.into_iter().filter_map(read).collect() }
    }

    /// Writes the files, makes the folders, and returns the value.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn write(self) -> io::Result<T> {
        for (path, bytes) in &self.files {
            let folder = if bytes.is_some() { path.parent() } else { Some(path.as_path()) };
            if let Some(folder) = folder {
                fs::create_dir_all(folder)?;
            }
            if let Some(bytes) = bytes {
                fs::write_atomic(path, bytes)?;
            }
        }
        Ok(self.value)
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, String> {
        postcard::to_allocvec(self).map_err(|error| error.to_string())
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> Result<Self, String> {
        postcard::from_bytes(bytes).map_err(|error| error.to_string())
    }
}

/// Runs the task `T` with the bytes that a page has sent, and returns the bytes of its outcome. This is the part of a worker, which
/// has the files of the task until it ends, and no others.
///
/// # Errors
/// The bytes are not those of such a task, or its files cannot be written.
pub fn serve_file_task<T: FileTask>(input: &[u8]) -> Result<Vec<u8>, String> {
    let sent = WithFiles::<T>::of_bytes(input)?;
    let mut paths: Vec<PathBuf> = sent.files.iter().map(|(path, _)| path.clone()).collect();
    let outcome = sent.write().map_err(|error| error.to_string())?.run();
    let written = T::written(&outcome);
    paths.extend_from_slice(&written);
    let answer = WithFiles::read(outcome, written).to_bytes();
    for path in paths {
        // It takes only memory if it stays; folders do.
        let _ = fs::remove_file(path);
    }
    answer
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
    let reply = match read_json(input)? {
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

/// Reads a value in two steps: types such as scenarios then share their code with other readers of JSON values.
pub(crate) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(bytes).and_then(serde_json::from_value)
}

/// Runs the task `T` with `input`, its bytes, and passes the bytes of each update to `tell`. This is the part of a worker.
///
/// # Errors
/// The bytes are not those of such a task.
pub fn serve<T: LongTask>(input: &[u8], tell: &mut dyn FnMut(Vec<u8>)) -> Result<(), serde_json::Error> {
    let task: T = read_json(input)?;
    let mut failed = Ok(());
    task.run(&AtomicBool::new(false), &mut |update| match serde_json::to_vec(&update) {
        Ok(bytes) => tell(bytes),
        Err(error) => failed = Err(error),
    });
    failed
}
