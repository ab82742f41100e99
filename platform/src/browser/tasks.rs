//! Tasks in Web Workers. The script of a worker loads this program, passes each message to
//! [`serve`](crate::tasks::serve) or [`serve_request`](crate::tasks::serve_request), and sends `null` when that has returned.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::tasks::{LongTask, Service, ServiceMessage, TaskMessage};

thread_local! {
    /// The address of the script of a worker.
    static SCRIPT: RefCell<String> = RefCell::default();
}

/// Sets the address of the script that workers run.
pub fn set_worker_script(address: String) {
    SCRIPT.set(address);
}

/// The function that gets the messages, until the last one.
type Hear = Rc<RefCell<Option<Box<dyn FnMut(Heard)>>>>;

/// A message of the worker.
enum Heard {
    Update(Vec<u8>),
    Ended,
    Broken(String),
}

impl Heard {
    /// Reads the update in the bytes.
    fn read<U: DeserializeOwned>(self) -> TaskMessage<U> {
        match self {
            Self::Update(bytes) => match serde_json::from_slice(&bytes) {
                Ok(update) => TaskMessage::Update(update),
                Err(error) => TaskMessage::Broken(error.to_string()),
            },
            Self::Ended => TaskMessage::Ended,
            Self::Broken(why) => TaskMessage::Broken(why),
        }
    }
}

/// A worker of this program.
struct ConnectedWorker {
    worker: Worker,
    /// The functions that the worker calls.
    _heard: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl ConnectedWorker {
    /// Starts a worker that passes its messages to `hear`. It ends with its first answer, or it `stays`.
    fn start(hear: &Hear, stays: bool) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&SCRIPT.with_borrow(String::clone), &options)?;
        let to = Rc::clone(hear);
        let ended = worker.clone();
        let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            if let Some(bytes) = data.dyn_ref::<Uint8Array>() {
                // The function is borrowed while it runs, so that it must not cancel its own task.
                if let Some(hear) = to.borrow_mut().as_mut() {
                    hear(Heard::Update(bytes.to_vec()));
                }
            } else if let Some(why) = data.as_string() {
                ended.terminate();
                tell_last(&to, Heard::Broken(why));
            } else if !stays {
                ended.terminate();
                tell_last(&to, Heard::Ended);
            }
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        let to = Rc::clone(hear);
        let error = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let why = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|why| why.as_string());
            tell_last(&to, Heard::Broken(why.unwrap_or_else(|| "the worker has failed".to_owned())));
        });
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Ok(Self { worker, _heard: [message, error] })
    }

    /// Sends `input` to the task or service `name`.
    fn send(&self, name: &str, input: &impl Serialize) -> Result<(), JsValue> {
        let input = serde_json::to_vec(input).map_err(|error| JsValue::from(error.to_string()))?;
        // The program is compiled already.
        self.worker.post_message(&Array::of3(
            &wasm_bindgen::module(),
            &name.into(),
            &Uint8Array::from(input.as_slice()),
        ))
    }
}

impl Drop for ConnectedWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Passes the last message on, unless there was one before.
fn tell_last(hear: &Hear, last: Heard) {
    let told = hear.borrow_mut().take();
    if let Some(mut told) = told {
        told(last);
    }
}

/// Starts a worker for `hear` and sends it a message, or tells why there is none.
fn started(hear: &Hear, stays: bool, name: &str, input: &impl Serialize) -> Option<ConnectedWorker> {
    let worker = ConnectedWorker::start(hear, stays).and_then(|worker| worker.send(name, input).map(|()| worker));
    worker.inspect_err(|error| tell_last(hear, Heard::Broken(format!("the browser starts no worker: {error:?}")))).ok()
}

/// A running task, which is canceled when this value is dropped.
pub struct RunningTask {
    worker: Option<ConnectedWorker>,
    hear: Hear,
}

impl std::fmt::Debug for RunningTask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningTask").field("starts", &self.worker.is_some()).finish_non_exhaustive()
    }
}

impl RunningTask {
    /// Cancels the task. Its last message comes at once.
    pub fn cancel(&self) {
        if let Some(worker) = &self.worker {
            worker.worker.terminate();
        }
        tell_last(&self.hear, Heard::Ended);
    }
}

impl Drop for RunningTask {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Starts `task` in a worker and passes its messages to `hear`.
pub fn start<T: LongTask>(task: T, mut hear: impl FnMut(TaskMessage<T::Update>) + Send + 'static) -> RunningTask {
    let hear: Hear = Rc::new(RefCell::new(Some(Box::new(move |heard: Heard| hear(heard.read())))));
    RunningTask { worker: started(&hear, false, T::NAME, &task), hear }
}

/// A running service, which is canceled when this value is dropped.
pub struct RunningService<T: Service> {
    worker: Option<ConnectedWorker>,
    hear: Hear,
    service: PhantomData<fn() -> T>,
}

impl<T: Service> std::fmt::Debug for RunningService<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningService").field("name", &T::NAME).finish_non_exhaustive()
    }
}

impl<T: Service> RunningService<T> {
    /// Starts the service in a worker and passes its answers to `hear`.
    pub fn start(start: T::Start, mut hear: impl FnMut(TaskMessage<T::Reply>) + Send + 'static) -> Self {
        let hear: Hear = Rc::new(RefCell::new(Some(Box::new(move |heard: Heard| hear(heard.read())))));
        let message = ServiceMessage::<T::Start, T::Request>::Start(start);
        Self { worker: started(&hear, true, T::NAME, &message), hear, service: PhantomData }
    }

    /// Sends a request. The answers come in the order of the requests.
    pub fn ask(&self, request: T::Request) {
        let message = ServiceMessage::<T::Start, T::Request>::Request(request);
        if let Some(Err(error)) = self.worker.as_ref().map(|worker| worker.send(T::NAME, &message)) {
            tell_last(&self.hear, Heard::Broken(format!("the worker takes no request: {error:?}")));
        }
    }
}
