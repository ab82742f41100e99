//! Tasks in Web Workers. The script of a worker loads this program and calls [`serve`](crate::tasks::serve).

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::tasks::{LongTask, TaskMessage};

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

/// A running task, which is canceled when this value is dropped.
pub struct RunningTask {
    worker: Option<Worker>,
    hear: Hear,
    /// The functions that the worker calls.
    _heard: Vec<Closure<dyn FnMut(MessageEvent)>>,
}

impl std::fmt::Debug for RunningTask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningTask").field("worker", &self.worker).finish_non_exhaustive()
    }
}

impl RunningTask {
    /// Cancels the task. Its last message comes at once.
    pub fn cancel(&self) {
        if let Some(worker) = &self.worker {
            worker.terminate();
        }
        tell_last(&self.hear, Heard::Ended);
    }
}

impl Drop for RunningTask {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Passes the last message on, unless there was one before.
fn tell_last(hear: &Hear, last: Heard) {
    let told = hear.borrow_mut().take();
    if let Some(mut told) = told {
        told(last);
    }
}

/// Starts `task` in a worker and passes its messages to `hear`.
pub fn start<T: LongTask>(task: T, mut hear: impl FnMut(TaskMessage<T::Update>) + Send + 'static) -> RunningTask {
    let hear: Hear = Rc::new(RefCell::new(Some(Box::new(move |heard| {
        hear(match heard {
            Heard::Update(bytes) => match serde_json::from_slice(&bytes) {
                Ok(update) => TaskMessage::Update(update),
                Err(error) => TaskMessage::Broken(error.to_string()),
            },
            Heard::Ended => TaskMessage::Ended,
            Heard::Broken(why) => TaskMessage::Broken(why),
        });
    }))));
    let started = serde_json::to_vec(&task).map_err(|error| JsValue::from(error.to_string()));
    match started.and_then(|input| worker(T::NAME, &input, &hear)) {
        Ok((worker, heard)) => RunningTask { worker: Some(worker), hear, _heard: heard },
        Err(error) => {
            tell_last(&hear, Heard::Broken(format!("the browser starts no worker: {error:?}")));
            RunningTask { worker: None, hear, _heard: Vec::new() }
        }
    }
}

/// Starts a worker with the task `name` and connects it with `hear`.
fn worker(name: &str, input: &[u8], hear: &Hear) -> Result<(Worker, Vec<Closure<dyn FnMut(MessageEvent)>>), JsValue> {
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
            return;
        }
        ended.terminate();
        tell_last(&to, data.as_string().map_or(Heard::Ended, Heard::Broken));
    });
    worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
    let to = Rc::clone(hear);
    let error = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let why = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|why| why.as_string());
        tell_last(&to, Heard::Broken(why.unwrap_or_else(|| "the worker has failed".to_owned())));
    });
    worker.set_onerror(Some(error.as_ref().unchecked_ref()));
    // The program is compiled already.
    let program = wasm_bindgen::module();
    worker.post_message(&Array::of3(&program, &name.into(), &Uint8Array::from(input)))?;
    Ok((worker, vec![message, error]))
}
