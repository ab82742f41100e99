//! Tasks on threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::tasks::{LongTask, TaskMessage};

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

/// Starts `task` on a thread and passes its messages to `hear` there.
pub fn start<T: LongTask>(task: T, mut hear: impl FnMut(TaskMessage<T::Update>) + Send + 'static) -> RunningTask {
    let cancel = Arc::<AtomicBool>::default();
    let end = Arc::clone(&cancel);
    std::thread::spawn(move || {
        // The state that a panic may leave behind is dropped here.
        let run = catch_unwind(AssertUnwindSafe(|| task.run(&end, &mut |update| hear(TaskMessage::Update(update)))));
        hear(match run {
            Ok(()) => TaskMessage::Ended,
            Err(_) => TaskMessage::Broken("the work has failed".to_owned()),
        });
    });
    RunningTask { cancel }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::tasks::serve;

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
}
