//! Work split into pieces and spread over threads, so that results never depend on the number of threads.
//!
//! Threads live only as long as one call. A pool state between calls would not survive a fork, and Python programs fork
//! often.
//!
//! # Example
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::{AtomicU64, Ordering};
//! use gammon::parallel::{self, Control};
//!
//! let (sum, control) = (AtomicU64::new(0), Control::default());
//! let pieces = parallel::ranges(0..101, NonZero::new(10).expect("ten"));
//! parallel::for_each(parallel::thread_count(None), &control, pieces, || (), |(), piece| {
//!     control.advance(piece.end - piece.start);
//!     sum.fetch_add(piece.sum(), Ordering::Relaxed);
//! });
//! assert_eq!((sum.into_inner(), control.done()), (5050, 101));
//! ```

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

/// Progress of a long call, and a flag that asks it to stop. Shared between the call and an observer.
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

    /// The number of items done so far.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Reports that `items` more items are done.
    pub fn advance(&self, items: u64) {
        self.done.fetch_add(items, Ordering::Relaxed);
    }
}

/// The maximum number of threads to use: the number requested, or else the available parallelism of the machine.
///
/// The machine is queried once per process: on Linux this reads files, which takes longer than a small batch.
#[must_use]
pub fn thread_count(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    static ALL: OnceLock<NonZero<usize>> = OnceLock::new();
    asked.unwrap_or_else(|| *ALL.get_or_init(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)))
}

/// Runs `work` once on every piece, in unspecified order, on at most `threads` threads and never on more threads than pieces.
///
/// Once `control` is stopped, no further piece is begun. If the system refuses to start a thread, the existing ones do all the
/// work. `worker` makes the state that each thread keeps for itself, such as buffers.
pub fn for_each<P: Send, W>(
    threads: NonZero<usize>,
    control: &Control,
    pieces: impl Iterator<Item = P> + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, P) + Sync,
) {
    let threads = pieces.size_hint().1.map_or(threads.get(), |pieces| threads.get().min(pieces));
    let pieces = Mutex::new(pieces);
    let next = || {
        if control.is_stopped() {
            return None;
        }
        // Ignoring the poison is safe: a panic inside the iterator leaves no shared state half-updated.
        pieces.lock().unwrap_or_else(PoisonError::into_inner).next()
    };
    let run = || {
        let mut state = worker();
        while let Some(piece) = next() {
            work(&mut state, piece);
        }
    };
    thread::scope(|scope| {
        // The calling thread is one of the workers.
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

/// Runs two closures, concurrently if `concurrent` is set and the system can start a thread.
pub fn join(concurrent: bool, one: impl FnOnce(), other: impl FnOnce() + Send) {
    // Whichever thread takes the closure out of the mutex runs it.
    let waiting = Mutex::new(Some(other));
    let other = || {
        let other = waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(other) = other {
            other();
        }
    };
    thread::scope(|scope| {
        let is_started = concurrent && thread::Builder::new().spawn_scoped(scope, other).is_ok();
        one();
        if !is_started {
            other();
        }
    });
}

/// Splits a range into consecutive ranges of at most `size`.
pub fn ranges(range: Range<u64>, size: NonZero<u64>) -> impl Iterator<Item = Range<u64>> {
    let pieces = range.end.saturating_sub(range.start).div_ceil(size.get());
    (0..pieces).map(move |piece| {
        let start = range.start + piece * size.get();
        start..range.end.min(start.saturating_add(size.get()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(n: usize) -> NonZero<usize> {
        NonZero::new(n).unwrap()
    }

    #[test]
    fn every_piece_is_worked_on_once_whatever_the_threads() {
        for pieces in [0, 1, 2, 3, 100] {
            for threads in [1, 2, 7, 1000] {
                let done = Mutex::new(Vec::new());
                for_each(
                    count(threads),
                    &Control::default(),
                    0..pieces,
                    || (),
                    |(), piece| {
                        done.lock().unwrap().push(piece);
                    },
                );
                let mut done = done.into_inner().unwrap();
                done.sort_unstable();
                assert_eq!(done, (0..pieces).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn there_are_no_more_workers_than_pieces() {
        for (threads, pieces, most) in [(8, 1, 1), (8, 3, 3), (2, 100, 2), (8, 0, 1)] {
            let workers = AtomicU64::new(0);
            let worker = || {
                workers.fetch_add(1, Ordering::Relaxed);
            };
            for_each(count(threads), &Control::default(), 0..pieces, worker, |(), _: i32| ());
            assert!((1..=most).contains(&workers.into_inner()), "{threads} threads, {pieces} pieces");
        }
    }

    #[test]
    fn ranges_cover_a_range_and_know_how_many_they_are() {
        let size = NonZero::new(16).unwrap();
        for range in [0..0, 5..5, 0..1, 3..19, 3..20, 0..1000, u64::MAX - 20..u64::MAX] {
            let pieces: Vec<_> = ranges(range.clone(), size).collect();
            assert_eq!(ranges(range.clone(), size).size_hint(), (pieces.len(), Some(pieces.len())));
            assert!(pieces.iter().all(|piece| (1..=16).contains(&(piece.end - piece.start))));
            assert_eq!(pieces.into_iter().flatten().collect::<Vec<_>>(), range.collect::<Vec<_>>());
        }
    }

    #[test]
    fn two_things_are_both_done() {
        for concurrent in [false, true] {
            let done = AtomicU64::new(0);
            let add = |n| {
                done.fetch_add(n, Ordering::Relaxed);
            };
            join(concurrent, || add(1), || add(2));
            assert_eq!(done.into_inner(), 3);
        }
    }
}
