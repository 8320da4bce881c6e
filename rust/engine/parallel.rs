//! Work spread over threads in pieces, so that the pieces' results never depend on the threads.
//!
//! Threads live as long as one call. A pool kept between calls would be gone in a forked process, which Python programs
//! start often.

use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// A long call seen from outside: how far it is, and whether it should stop.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    done: AtomicU64,
}

impl Control {
    /// Asks the work to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How many items are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Reports `items` more as done.
    pub fn advance(&self, items: u64) {
        self.done.fetch_add(items, Ordering::Relaxed);
    }
}

/// How many threads to use: the number asked for, or all that the machine has.
#[must_use]
pub fn thread_count(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    asked.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN))
}

/// Runs `work` on every piece, each once and in no certain order, on as many threads as asked; pieces not yet begun when
/// `control` says stop are left out.
///
/// `worker` makes what each thread keeps for itself, such as room for plays.
pub fn for_each<P: Send, W>(
    threads: NonZero<usize>,
    control: &Control,
    pieces: impl Iterator<Item = P> + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) + Sync,
) {
    let pieces = Mutex::new(pieces);
    let next = || {
        if control.is_stopped() {
            return None;
        }
        // A worker that panicked inside the iterator has nothing of ours half-done.
        pieces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
    };
    let run = || {
        let mut kept = worker();
        while let Some(piece) = next() {
            work(&mut kept, piece);
        }
    };
    thread::scope(|scope| {
        // The calling thread is one of the workers.
        for _ in 1..threads.get() {
            scope.spawn(run);
        }
        run();
    });
}

/// Does two things, at the same time if `at_once`.
pub fn join(at_once: bool, one: impl FnOnce(), other: impl FnOnce() + Send) {
    if at_once {
        thread::scope(|scope| {
            scope.spawn(other);
            one();
        });
    } else {
        one();
        other();
    }
}

/// Cuts a range into ranges of at most `size`.
pub fn ranges(range: Range<u64>, size: NonZero<u64>) -> impl Iterator<Item = Range<u64>> {
    let mut start = range.start;
    std::iter::from_fn(move || {
        (start < range.end).then(|| {
            let piece = start..range.end.min(start.saturating_add(size.get()));
            start = piece.end;
            piece
        })
    })
}
