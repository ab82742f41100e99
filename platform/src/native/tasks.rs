//! Tasks on threads.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use crate::tasks::{FileTask, LongTask, Service, TaskMessage, set_interim};

/// A running task, which is canceled when this value is dropped.
#[derive(Debug)]
pub struct RunningTask {
    cancel: Arc<AtomicBool>,
}

impl RunningTask {
    /// Cancels the task. Its last message follows.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Drop for RunningTask {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Starts `task` on a thread and passes its messages to `handler` there.
pub fn start<T: LongTask>(task: T, mut handler: impl FnMut(TaskMessage<T::Update>) + Send + 'static) -> RunningTask {
    let cancel = Arc::<AtomicBool>::default();
    let end = Arc::clone(&cancel);
    std::thread::spawn(move || {
        // The state that a panic may leave behind is dropped here.
        let run = catch_unwind(AssertUnwindSafe(|| task.run(&end, &mut |update| handler(TaskMessage::Update(update)))));
        handler(match run {
            Ok(()) => TaskMessage::Ended,
            Err(_) => TaskMessage::Broken("the work has failed".to_owned()),
        });
    });
    RunningTask { cancel }
}

/// Starts `task` on a thread and passes its outcome to `handler` there.
pub fn start_file_task<T: FileTask>(task: T, handler: impl FnOnce(T::Outcome) + Send + 'static) {
    std::thread::spawn(move || {
        let run = catch_unwind(AssertUnwindSafe(|| task.run()));
        handler(run.unwrap_or_else(|_| T::failed("the work has failed".to_owned())));
    });
}

/// A running service, which is canceled when this value is dropped.
pub struct RunningService<T: Service> {
    cancel: Arc<AtomicBool>,
    requests: Sender<T::Request>,
}

impl<T: Service> std::fmt::Debug for RunningService<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningService").field("name", &T::NAME).finish_non_exhaustive()
    }
}

impl<T: Service> RunningService<T> {
    /// Starts the service on a thread and passes its answers to `handler` there.
    pub fn start(start: T::Start, handler: impl FnMut(TaskMessage<T::Reply>) + Send + 'static) -> Self {
        let cancel = Arc::<AtomicBool>::default();
        let end = Arc::clone(&cancel);
        let (requests, asked) = channel();
        std::thread::spawn(move || {
            let handler = Rc::new(RefCell::new(handler));
            let pass = |message: TaskMessage<T::Reply>| (handler.borrow_mut())(message);
            let interim = Rc::clone(&handler);
            set_interim::<T>(move |reply| (interim.borrow_mut())(TaskMessage::Update(reply)));
            let run = catch_unwind(AssertUnwindSafe(|| {
                let mut service = T::new(start, end);
                for request in asked {
                    let reply = service.answer(request);
                    pass(TaskMessage::Update(reply));
                }
            }));
            pass(match run {
                Ok(()) => TaskMessage::Ended,
                Err(_) => TaskMessage::Broken("the work has failed".to_owned()),
            });
        });
        Self { cancel, requests }
    }

    /// Sends a request. The answers come in the order of the requests.
    pub fn ask(&self, request: T::Request) {
        // A service that has failed has said so.
        let _ = self.requests.send(request);
    }
}

impl<T: Service> Drop for RunningService<T> {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;
    use std::path::PathBuf;

    use crate::tasks::{ServiceMessage, WithFiles, send_interim, serve, serve_file_task, serve_request};

    #[derive(Serialize, Deserialize)]
    struct Count {
        to: u64,
    }

    impl LongTask for Count {
        type Update = u64;
        const NAME: &'static str = "count";

        fn run(self, cancel: &AtomicBool, tell: &mut dyn FnMut(u64)) {
            assert_ne!(self.to, 13);
            (0..self.to).take_while(|_| !cancel.load(Ordering::Relaxed)).for_each(tell);
        }
    }

    #[test]
    fn a_task_tells_the_same_on_a_thread_and_as_bytes() {
        let (to, from) = channel();
        let task = start(Count { to: 3 }, move |message| to.send(message).unwrap());
        let [Ok(first), .., Ok(last)] = [from.recv(), from.recv(), from.recv(), from.recv()] else { panic!() };
        assert_eq!((first, last), (TaskMessage::Update(0), TaskMessage::Ended));
        drop(task);
        let mut told = Vec::new();
        serve::<Count>(br#"{"to":3}"#, &mut |bytes| told.push(bytes)).unwrap();
        assert_eq!(told, [b"0", b"1", b"2"]);
        assert!(serve::<Count>(b"{}", &mut |_| ()).is_err());
    }

    #[test]
    fn a_canceled_task_ends_and_a_panic_is_told() {
        let (to, from) = channel();
        let task = start(Count { to: u64::MAX }, move |message| drop(to.send(message)));
        assert_eq!(from.recv(), Ok(TaskMessage::Update(0)));
        task.cancel();
        assert!(from.iter().any(|message| message == TaskMessage::Ended));
        let (to, from) = channel();
        let _task = start(Count { to: 13 }, move |message| drop(to.send(message)));
        assert!(matches!(from.recv(), Ok(TaskMessage::Broken(_))));
    }

    struct Sum {
        sum: u64,
        cancel: Arc<AtomicBool>,
    }

    impl Service for Sum {
        type Start = u64;
        type Request = u64;
        type Reply = (u64, bool);
        const NAME: &'static str = "sum";

        fn new(start: u64, cancel: Arc<AtomicBool>) -> Self {
            Self { sum: start, cancel }
        }

        fn answer(&mut self, request: u64) -> (u64, bool) {
            assert_ne!(request, 13);
            if request == 5 {
                send_interim::<Self>((self.sum, true));
            }
            self.sum += request;
            // A canceled service waits until it is told.
            while request == 0 && !self.cancel.load(Ordering::Relaxed) {}
            (self.sum, self.cancel.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn a_service_answers_the_same_on_a_thread_and_as_bytes() {
        let (to, from) = channel();
        let service = RunningService::<Sum>::start(3, move |message| drop(to.send(message)));
        [4, 5, 0].into_iter().for_each(|request| service.ask(request));
        for wanted in [(7, false), (7, true), (12, false)] {
            assert_eq!(from.recv(), Ok(TaskMessage::Update(wanted)));
        }
        drop(service);
        assert_eq!([from.recv(), from.recv()], [Ok(TaskMessage::Update((12, true))), Ok(TaskMessage::Ended)]);

        let told = Rc::<RefCell<Vec<String>>>::default();
        let to = Rc::clone(&told);
        let tell: Rc<dyn Fn(Vec<u8>)> = Rc::new(move |bytes| to.borrow_mut().push(String::from_utf8(bytes).unwrap()));
        for message in [ServiceMessage::Start(3), ServiceMessage::Request(4), ServiceMessage::Request(5)] {
            let bytes = serde_json::to_vec::<ServiceMessage<u64, u64>>(&message).unwrap();
            serve_request::<Sum>(&bytes, Rc::clone(&tell)).unwrap();
        }
        assert_eq!(*told.borrow(), ["[7,false]", "[7,true]", "[12,false]"]);
        assert!(serve_request::<Sum>(b"4", tell).is_err());
    }

    #[test]
    fn the_failure_of_a_service_is_told() {
        let (to, from) = channel();
        let service = RunningService::<Sum>::start(3, move |message| drop(to.send(message)));
        service.ask(13);
        assert!(matches!(from.recv(), Ok(TaskMessage::Broken(_))));
        service.ask(14);
    }

    #[derive(Clone, Serialize, Deserialize)]
    struct Doubling {
        from: PathBuf,
        to: PathBuf,
    }

    impl FileTask for Doubling {
        type Outcome = Result<PathBuf, String>;
        const NAME: &'static str = "doubling";

        fn needs(&self) -> Vec<PathBuf> {
            let folder = self.to.parent().map(PathBuf::from);
            folder.into_iter().chain([self.from.clone()]).collect()
        }

        fn run(self) -> Self::Outcome {
            let bytes = std::fs::read(self.from).map_err(|error| error.kind().to_string())?;
            assert_ne!(bytes, [13]);
            std::fs::write(&self.to, bytes.repeat(2)).map_err(|error| error.to_string())?;
            Ok(self.to)
        }

        fn written(outcome: &Self::Outcome) -> Vec<PathBuf> {
            outcome.iter().cloned().collect()
        }

        fn failed(why: String) -> Self::Outcome {
            Err(why)
        }
    }

    #[test]
    fn a_file_task_has_the_same_outcome_on_a_thread_and_as_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "new/to"].map(|name| folder.path().join(name));
        std::fs::create_dir(folder.path().join("new")).unwrap();
        let task = Doubling { from: from.clone(), to: to.clone() };
        let outcome = |task| {
            let (send, receive) = channel();
            start_file_task::<Doubling>(task, move |outcome| drop(send.send(outcome)));
            receive.recv().unwrap()
        };
        assert_eq!(outcome(task.clone()), Err("entity not found".to_owned()));
        std::fs::write(&from, [13]).unwrap();
        assert_eq!(outcome(task.clone()), Err("the work has failed".to_owned()));

        std::fs::write(&from, b"ab").unwrap();
        assert_eq!(outcome(task.clone()), Ok(to.clone()));
        assert_eq!(std::fs::read(&to).unwrap(), b"abab");

        // A worker has neither file before, and the page has only what comes back.
        let sent = WithFiles::read(task.clone(), task.needs()).to_bytes().unwrap();
        [&from, &to].into_iter().for_each(|path| std::fs::remove_file(path).unwrap());
        std::fs::remove_dir(folder.path().join("new")).unwrap();
        let answer = serve_file_task::<Doubling>(&sent).unwrap();
        assert!(!from.exists() && !to.exists(), "they stay with the worker");
        assert_eq!(WithFiles::<Result<PathBuf, String>>::of_bytes(&answer).unwrap().write().unwrap(), Ok(to.clone()));
        assert_eq!(std::fs::read(&to).unwrap(), b"abab");
        assert!(serve_file_task::<Doubling>(b"!").is_err());
    }
}
