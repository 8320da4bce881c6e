//! The one way to run a long call: without the GIL, with progress, and stopping soon after Ctrl-C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use gammon::memory::Halt;
use gammon::parallel::Control;
use pyo3::prelude::*;

use crate::errors::{halted, internal};

/// How often a waiting call looks for signals and reports progress.
const POLL: Duration = Duration::from_millis(50);

/// What the caller hands over to be told how far a call is: `progress(done, total)`.
pub type Progress = Option<Py<PyAny>>;

/// What work may give back: its value, or why there is none.
pub trait Work: Send {
    /// The value.
    type Value;

    /// The value, or the exception to raise.
    fn finished(self) -> PyResult<Self::Value>;
}

/// `None` is what was stopped.
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

/// Runs `work` in a thread of its own while this one waits without the GIL, looking for signals twenty times a second.
///
/// A signal handler's exception (`KeyboardInterrupt`), or one raised by `progress`, stops the work and is raised once it has
/// stopped. Where the system refuses to start a thread, the work is done on this one, and signals wait until it is over.
pub fn run<W: Work>(
    py: Python<'_>,
    total: u64,
    progress: Progress,
    work: impl FnOnce(&Control) -> W + Send,
) -> PyResult<W::Value> {
    run_watched(py, total, progress, || false, work)
}

/// As [`run`], and stops as soon as `has_failed` says so; the error is then the caller's to raise.
pub fn run_watched<W: Work>(
    py: Python<'_>,
    total: u64,
    progress: Progress,
    has_failed: impl Fn() -> bool,
    work: impl FnOnce(&Control) -> W + Send,
) -> PyResult<W::Value> {
    let control = Control::default();
    // Whoever takes it out of here does it.
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
        None => Err(internal("the work left nothing")),
    }
}

/// Runs work that is over in a moment: without the GIL, on this thread.
pub fn run_short<W: Work>(py: Python<'_>, work: impl FnOnce(&Control) -> W + Send) -> PyResult<W::Value> {
    py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&Control::default()))))
        .map_err(|panic| panicked(&*panic))?
        .finished()
}

/// Runs work on `items` things, in the way that suits how many there are.
pub fn run_batch<W: Work>(
    py: Python<'_>,
    items: usize,
    progress: Progress,
    work: impl FnOnce(&Control) -> W + Send,
) -> PyResult<W::Value> {
    /// Less than this is done in a few milliseconds, and a thread of its own would take longer to start than that is worth.
    const SHORT: usize = 2000;
    if items <= SHORT && progress.is_none() { run_short(py, work) } else { run(py, items as u64, progress, work) }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A panic is always our bug. Python programs could not catch PyO3's `PanicException` as an `Exception`; this they can.
fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    internal(text)
}
