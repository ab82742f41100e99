//! Tasks in Web Workers. The script of a worker loads this program, passes each message to
//! [`serve`](crate::tasks::serve) or [`serve_request`](crate::tasks::serve_request), and sends `null` when that has returned.
//! The script of file tasks loads a program of its own, and answers each message with what
//! [`serve_file_task`](crate::tasks::serve_file_task) has returned.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::tasks::{FileTask, LongTask, Service, ServiceMessage, TaskMessage, WithFiles, read_json};

thread_local! {
    /// The address of the script of a worker.
    static SCRIPT: RefCell<String> = RefCell::default();
    /// The address of the script of the worker for file tasks.
    static FILE_SCRIPT: RefCell<String> = RefCell::default();
}

/// Sets the addresses of the scripts that workers run: for tasks and services, and for file tasks.
pub fn set_worker_scripts(tasks: String, file_tasks: String) {
    SCRIPT.set(tasks);
    FILE_SCRIPT.set(file_tasks);
}

/// The function that gets the messages, until the last one.
type MessageHandler = Rc<RefCell<Option<Box<dyn FnMut(WorkerMessage)>>>>;

/// A message of the worker.
enum WorkerMessage {
    Update(Vec<u8>),
    Ended,
    Broken(String),
}

impl WorkerMessage {
    /// Reads the update in the bytes.
    fn read<U: DeserializeOwned>(self) -> TaskMessage<U> {
        match self {
            Self::Update(bytes) => match read_json(&bytes) {
                Ok(update) => TaskMessage::Update(update),
                Err(error) => TaskMessage::Broken(error.to_string()),
            },
            Self::Ended => TaskMessage::Ended,
            Self::Broken(why) => TaskMessage::Broken(why),
        }
    }
}

/// Starts a worker with the module at `address`.
fn module_worker(address: &str) -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(address, &options)
}

/// Returns the message of the event by which a worker fails. There is none if its script cannot be loaded.
fn failure(event: &MessageEvent) -> Option<String> {
    js_sys::Reflect::get(event, &"message".into()).ok().and_then(|why| why.as_string())
}

/// A worker of this program.
struct ConnectedWorker {
    worker: Worker,
    /// The functions that the worker calls.
    _listeners: [Closure<dyn FnMut(MessageEvent)>; 2],
}

impl ConnectedWorker {
    /// Starts a worker that passes its messages to `handler`. It ends with its first answer, or it `stays`.
    fn start(handler: &MessageHandler, stays: bool) -> Result<Self, JsValue> {
        let worker = module_worker(&SCRIPT.with_borrow(String::clone))?;
        let to = Rc::clone(handler);
        let ended = worker.clone();
        let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            if let Some(bytes) = data.dyn_ref::<Uint8Array>() {
                // The function is borrowed while it runs, so that it must not cancel its own task.
                if let Some(handler) = to.borrow_mut().as_mut() {
                    handler(WorkerMessage::Update(bytes.to_vec()));
                }
            } else if let Some(why) = data.as_string() {
                ended.terminate();
                send_final(&to, WorkerMessage::Broken(why));
            } else if !stays {
                ended.terminate();
                send_final(&to, WorkerMessage::Ended);
            }
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        let to = Rc::clone(handler);
        let error = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let why = failure(&event).unwrap_or_else(|| "the worker has failed".to_owned());
            send_final(&to, WorkerMessage::Broken(why));
        });
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Ok(Self { worker, _listeners: [message, error] })
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
fn send_final(handler: &MessageHandler, last: WorkerMessage) {
    let handler = handler.borrow_mut().take();
    if let Some(mut handler) = handler {
        handler(last);
    }
}

/// Starts a worker for `handler` and sends it a message, or tells why there is none.
fn started(handler: &MessageHandler, stays: bool, name: &str, input: &impl Serialize) -> Option<ConnectedWorker> {
    let worker = ConnectedWorker::start(handler, stays).and_then(|worker| worker.send(name, input).map(|()| worker));
    worker
        .inspect_err(|error| {
            send_final(handler, WorkerMessage::Broken(format!("the browser starts no worker: {error:?}")))
        })
        .ok()
}

/// A running task, which is canceled when this value is dropped.
pub struct RunningTask {
    worker: Option<ConnectedWorker>,
    handler: MessageHandler,
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
        send_final(&self.handler, WorkerMessage::Ended);
    }
}

impl Drop for RunningTask {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Starts `task` in a worker and passes its messages to `handler`.
pub fn start<T: LongTask>(task: T, mut handler: impl FnMut(TaskMessage<T::Update>) + Send + 'static) -> RunningTask {
    let handler: MessageHandler =
        Rc::new(RefCell::new(Some(Box::new(move |message: WorkerMessage| handler(message.read())))));
    RunningTask { worker: started(&handler, false, T::NAME, &task), handler }
}

/// A running service, which is canceled when this value is dropped.
pub struct RunningService<T: Service> {
    worker: Option<ConnectedWorker>,
    handler: MessageHandler,
    service: PhantomData<fn() -> T>,
}

impl<T: Service> std::fmt::Debug for RunningService<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningService").field("name", &T::NAME).finish_non_exhaustive()
    }
}

impl<T: Service> RunningService<T> {
    /// Starts the service in a worker and passes its answers to `handler`.
    pub fn start(start: T::Start, mut handler: impl FnMut(TaskMessage<T::Reply>) + Send + 'static) -> Self {
        let handler: MessageHandler =
            Rc::new(RefCell::new(Some(Box::new(move |message: WorkerMessage| handler(message.read())))));
        let message = ServiceMessage::<T::Start, T::Request>::Start(start);
        Self { worker: started(&handler, true, T::NAME, &message), handler, service: PhantomData }
    }

    /// Sends a request. The answers come in the order of the requests.
    pub fn ask(&self, request: T::Request) {
        let message = ServiceMessage::<T::Start, T::Request>::Request(request);
        if let Some(Err(error)) = self.worker.as_ref().map(|worker| worker.send(T::NAME, &message)) {
            send_final(&self.handler, WorkerMessage::Broken(format!("the worker takes no request: {error:?}")));
        }
    }
}

/// The function that gets the bytes of an outcome, or the reason why there is none.
type OutcomeHandler = Box<dyn FnOnce(Result<Vec<u8>, String>)>;

/// The worker for file tasks, which stays, since its program takes a while to load.
struct FileWorker {
    worker: Worker,
    /// The functions that the worker calls.
    _listeners: [Closure<dyn FnMut(MessageEvent)>; 2],
}

thread_local! {
    static FILE_WORKER: RefCell<Option<FileWorker>> = const { RefCell::new(None) };
    /// The tasks without an outcome, the oldest first. The worker does them in this order.
    static WAITING: RefCell<VecDeque<OutcomeHandler>> = const { RefCell::new(VecDeque::new()) };
}

impl FileWorker {
    fn start() -> Result<Self, JsValue> {
        let worker = module_worker(&FILE_SCRIPT.with_borrow(String::clone))?;
        let message = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
            let data = event.data();
            let Some(bytes) = data.dyn_ref::<Uint8Array>() else {
                return Self::fail(&data.as_string().unwrap_or_else(|| "the worker has failed".to_owned()));
            };
            let handler = WAITING.with_borrow_mut(VecDeque::pop_front);
            if let Some(handler) = handler {
                handler(Ok(bytes.to_vec()));
            }
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        let error = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
            Self::fail(&failure(&event).unwrap_or_else(|| {
                "the program for exports and imports cannot be loaded; try again with a connection".to_owned()
            }));
        });
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Ok(Self { worker, _listeners: [message, error] })
    }

    /// Ends the worker, whose memory may be damaged, and tells all that wait. The next task gets another worker.
    fn fail(why: &str) {
        if let Some(worker) = FILE_WORKER.take() {
            worker.worker.terminate();
            // Later, since its listener calls this.
            wasm_bindgen_futures::spawn_local(async move { drop(worker) });
        }
        for handler in WAITING.take() {
            handler(Err(why.to_owned()));
        }
    }
}

/// Sends the bytes of the task `name` to the worker, and starts one if there is none.
fn send_file_task(name: &str, input: &[u8]) -> Result<(), JsValue> {
    FILE_WORKER.with_borrow_mut(|slot| {
        let worker = match slot {
            Some(worker) => worker,
            None => slot.insert(FileWorker::start()?),
        };
        worker.worker.post_message(&Array::of2(&name.into(), &Uint8Array::from(input)))
    })
}

/// Starts `task` in the worker for file tasks, writes the files of its outcome, and passes the outcome to `handler`.
pub fn start_file_task<T: FileTask>(task: T, handler: impl FnOnce(T::Outcome) + Send + 'static) {
    let needed = task.needs();
    let input = match WithFiles::read(task, needed).to_bytes() {
        Ok(input) => input,
        Err(why) => return handler(T::failed(why)),
    };
    let handler: OutcomeHandler = Box::new(move |answer| {
        let outcome = answer.and_then(|bytes| WithFiles::of_bytes(&bytes)?.write().map_err(|error| error.to_string()));
        handler(outcome.unwrap_or_else(T::failed));
    });
    match send_file_task(T::NAME, &input) {
        Ok(()) => WAITING.with_borrow_mut(|waiting| waiting.push_back(handler)),
        Err(error) => handler(Err(format!("the browser starts no worker: {error:?}"))),
    }
}
