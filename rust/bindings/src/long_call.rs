//! The one way to run a long call: without the GIL, with progress, and stopping soon after Ctrl-C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use gammon::parallel::Control;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often a waiting call looks for signals and reports progress.
const POLL: Duration = Duration::from_millis(50);

/// What the caller hands over to be told how far a call is: `progress(done, total)`.
pub type Progress = Option<Py<PyAny>>;

/// What a finished piece of work leaves: its value, or the panic that ended it.
type Left<T> = thread::Result<T>;

/// Runs `work` in a thread of its own while this one waits without the GIL, looking for signals twenty times a second.
///
/// A signal handler's exception (`KeyboardInterrupt`), or one raised by `progress`, stops the work and is raised once it has
/// stopped. `work` returns `None` only when it was stopped.
pub fn run<T: Send>(
    py: Python<'_>,
    total: u64,
    progress: Progress,
    work: impl FnOnce(&Control) -> Option<T> + Send,
) -> PyResult<T> {
    run_watched(py, total, progress, || false, work)
}

/// As [`run`], and stops as soon as `has_failed` says so; the error is then the caller's to raise.
pub fn run_watched<T: Send>(
    py: Python<'_>,
    total: u64,
    progress: Progress,
    has_failed: impl Fn() -> bool,
    work: impl FnOnce(&Control) -> Option<T> + Send,
) -> PyResult<T> {
    let control = Control::default();
    let left: Mutex<Option<Left<Option<T>>>> = Mutex::new(None);
    let arrived = Condvar::new();
    let look = || {
        if let Some(progress) = &progress {
            progress.call1(py, (control.done(), total))?;
        }
        py.check_signals()
    };
    let mut interrupted = None;
    thread::scope(|scope| {
        scope.spawn(|| {
            let result = catch_unwind(AssertUnwindSafe(|| work(&control)));
            *lock(&left) = Some(result);
            arrived.notify_all();
        });
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
    let left = left.into_inner().unwrap_or_else(PoisonError::into_inner);
    left.map_or(Ok(None), |left| left.map_err(|panic| internal_error(&*panic)))?
        .ok_or_else(|| PyRuntimeError::new_err("internal error: the work stopped without having been asked to"))
}

/// Runs work that is over in a moment: without the GIL, on this thread.
pub fn run_short<T: Send>(py: Python<'_>, work: impl FnOnce(&Control) -> Option<T> + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&Control::default()))))
        .map_err(|panic| internal_error(&*panic))?
        .ok_or_else(|| PyRuntimeError::new_err("internal error: the work stopped without having been asked to"))
}

/// Runs work on `items` things, in the way that suits how many there are.
pub fn run_batch<T: Send>(
    py: Python<'_>,
    items: usize,
    progress: Progress,
    work: impl FnOnce(&Control) -> Option<T> + Send,
) -> PyResult<T> {
    /// Less than this is done in a few milliseconds, and a thread of its own would take longer to start than that is worth.
    const SHORT: usize = 2000;
    if items <= SHORT && progress.is_none() { run_short(py, work) } else { run(py, items as u64, progress, work) }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A panic is always our bug. Python programs could not catch PyO3's `PanicException` as an `Exception`; this they can.
fn internal_error(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message");
    PyRuntimeError::new_err(format!("internal error, please report it: {text}"))
}
