//! Runs long calls: without the GIL, with progress reports, and stopping soon after Ctrl-C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use gammon::memory::Halt;
use gammon::parallel::Control;
use pyo3::prelude::*;

use crate::errors::{halted, internal};

/// Interval at which a waiting call checks for signals and reports progress.
const POLL: Duration = Duration::from_millis(50);

/// The caller's progress callback, called as `progress(done, total)`.
pub type Progress = Option<Py<PyAny>>;

/// A result of work: a value, or the reason why there is none.
pub trait Work: Send {
    /// The value.
    type Value;

    /// The value, or the exception to raise.
    fn finished(self) -> PyResult<Self::Value>;
}

/// `None` means that the work was stopped.
impl<T: Send> Work for Option<T> {
    type Value = T;

    fn finished(self) -> PyResult<T> {
        self.ok_or_else(|| halted(Halt::Stopped))
    }
}

impl<T: Send> Work for Result<T, Halt> {
    type Value = T;

    fn finished(self) -> PyResult<T> {
        self.map_err(halted)
    }
}

impl<T: Send> Work for PyResult<T> {
    type Value = T;

    fn finished(self) -> Self {
        self
    }
}

/// Runs `work` in its own thread while this one waits without the GIL, checking for signals twenty times a second.
///
/// An exception from a signal handler (`KeyboardInterrupt`) or from `progress` stops the work and is raised once it has
/// stopped. If the system refuses to start a thread, the work runs on this one and signals wait until it is done.
pub fn run<W: Work>(
    py: Python<'_>,
    total: u64,
    progress: Progress,
    work: impl FnOnce(&Control) -> W + Send,
) -> PyResult<W::Value> {
    run_watched(py, total, progress, || false, work)
}

/// Like [`run`], but also stops once `has_failed` returns true; the caller must then raise the error.
pub fn run_watched<W: Work>(
    py: Python<'_>,
    total: u64,
    progress: Progress,
    has_failed: impl Fn() -> bool,
    work: impl FnOnce(&Control) -> W + Send,
) -> PyResult<W::Value> {
    let control = Control::default();
    // The thread that takes the work out of here runs it: the new one, or this one if none could be started.
    let waiting = Mutex::new(Some(work));
    let left: Mutex<Option<thread::Result<W>>> = Mutex::new(None);
    let arrived = Condvar::new();
    let act = || {
        let Some(work) = lock(&waiting).take() else { return };
        let result = catch_unwind(AssertUnwindSafe(|| work(&control)));
        *lock(&left) = Some(result);
        arrived.notify_all();
    };
    let look = || {
        if let Some(progress) = &progress {
            progress.call1(py, (control.done(), total))?;
        }
        py.check_signals()
    };
    let mut interrupted = None;
    thread::scope(|scope| {
        if thread::Builder::new().spawn_scoped(scope, act).is_err() {
            py.detach(act);
        }
        loop {
            let finished = py.detach(|| {
                let waiting = lock(&left);
                arrived.wait_timeout_while(waiting, POLL, |left| left.is_none()).is_ok_and(|(left, _)| left.is_some())
            });
            if finished {
                break;
            }
            if has_failed() {
                control.stop();
            }
            if interrupted.is_none() {
                interrupted = look().err();
                if interrupted.is_some() {
                    control.stop();
                }
            }
        }
    });
    if let Some(error) = interrupted {
        return Err(error);
    }
    look()?;
    match left.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(Ok(work)) => work.finished(),
        Some(Err(panic)) => Err(panicked(&*panic)),
        None => Err(internal("the work left no result")),
    }
}

/// Runs short work without the GIL, on this thread.
pub fn run_short<W: Work>(py: Python<'_>, work: impl FnOnce(&Control) -> W + Send) -> PyResult<W::Value> {
    py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&Control::default()))))
        .map_err(|panic| panicked(&*panic))?
        .finished()
}

/// Runs work on a number of items: few are done on this thread, many in a thread of their own.
pub fn run_batch<W: Work>(
    py: Python<'_>,
    items: usize,
    progress: Progress,
    work: impl FnOnce(&Control) -> W + Send,
) -> PyResult<W::Value> {
    /// This many items or fewer take a few milliseconds, too little to be worth starting a thread.
    const SHORT: usize = 2000;
    if items <= SHORT && progress.is_none() { run_short(py, work) } else { run(py, items as u64, progress, work) }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Turns a panic, always a bug in gammon, into a `RuntimeError`: `except Exception` does not catch PyO3's `PanicException`.
fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    internal(text)
}
