//! Work spread over threads in pieces, so that the pieces' results never depend on the threads.
//!
//! Threads live as long as one call. A pool kept between calls would be gone in a forked process, which Python programs
//! start often.
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

/// How many threads to use at most: the number asked for, or all that the machine has.
///
/// The machine is asked once a process: it reads files to answer, which takes longer than a small batch.
#[must_use]
pub fn thread_count(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    static ALL: OnceLock<NonZero<usize>> = OnceLock::new();
    asked.unwrap_or_else(|| *ALL.get_or_init(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)))
}

/// Runs `work` on every piece, each once and in no certain order, on as many threads as asked and no more than there are
/// pieces; pieces not yet begun when `control` says stop are left out.
///
/// Where the system refuses to start a thread, the ones that there are do all the work. `worker` makes what each thread keeps for itself, such as room for plays.
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
        // A worker that panicked inside the iterator has nothing of ours half-done.
        pieces.lock().unwrap_or_else(PoisonError::into_inner).next()
    };
    let run = || {
        let mut kept = worker();
        while let Some(piece) = next() {
            work(&mut kept, piece);
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

/// Does two things, at the same time if `at_once` and the system starts a thread.
pub fn join(at_once: bool, one: impl FnOnce(), other: impl FnOnce() + Send) {
    // Whoever takes it out of here does it.
    let waiting = Mutex::new(Some(other));
    let other = || {
        let other = waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(other) = other {
            other();
        }
    };
    thread::scope(|scope| {
        let is_started = at_once && thread::Builder::new().spawn_scoped(scope, other).is_ok();
        one();
        if !is_started {
            other();
        }
    });
}

/// Cuts a range into ranges of at most `size`.
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
        for at_once in [false, true] {
            let done = AtomicU64::new(0);
            let add = |n| {
                done.fetch_add(n, Ordering::Relaxed);
            };
            join(at_once, || add(1), || add(2));
            assert_eq!(done.into_inner(), 3);
        }
    }
}
