//! The processes of players that run. Those that still do when this program ends are killed.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The processes that have not ended.
static RUNNING: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());

/// The time between two looks at a process that is about to end.
const LOOK: Duration = Duration::from_millis(5);

/// The ends of the pipes of a process; each is there.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) input: Option<ChildStdin>,
    pub(super) output: Option<ChildStdout>,
    pub(super) errors: Option<ChildStderr>,
}

/// A process of a player. Dropping it kills the process.
#[derive(Debug)]
pub(super) struct Process(Arc<Mutex<Child>>);

impl Process {
    /// Starts `command` in a process group of its own: Ctrl-C in a terminal then reaches this program alone, and what the
    /// process starts ends with it.
    ///
    /// # Errors
    /// The command cannot be started.
    pub(super) fn start(command: &mut Command) -> io::Result<(Self, Pipes)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(command, NEW_PROCESS_GROUP);
        // Held while the process starts, so that Ctrl-C finds it in the list.
        let mut running = lock(&RUNNING);
        let mut child = command.spawn()?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Arc::new(Mutex::new(child));
        running.push(Arc::clone(&process));
        Ok((Self(process), Pipes { input, output, errors }))
    }

    /// Waits up to `time` for the process to end by itself.
    pub(super) fn wait(&self, time: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + time;
        loop {
            if let Ok(Some(status)) = lock(&self.0).try_wait() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        lock(&RUNNING).retain(|process| !Arc::ptr_eq(process, &self.0));
        kill(&mut lock(&self.0));
    }
}

/// The flag with which Windows makes a process group.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x0000_0200;

/// Kills all processes, before this program exits.
pub(crate) fn end_all() {
    let mut running = lock(&RUNNING);
    for process in running.drain(..) {
        kill(&mut lock(&process));
    }
    // Stays locked, so that no other starts.
    std::mem::forget(running);
}

/// Kills `child` with its group, unless it has ended.
fn kill(child: &mut Child) {
    if matches!(child.try_wait(), Ok(Some(_))) {
        return;
    }
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(child.id()) {
        // The process has not been waited for, so that its number is still its own.
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGKILL);
    }
    // An error means that it has ended.
    let _ = child.kill();
    let _ = child.wait();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each change under the lock is a single operation.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
