//! The forward pass compiled for several instruction sets, one of which is chosen when a network is loaded.
//!
//! This is the one file with `unsafe` in it: calling a function compiled for instructions that the processor has been asked
//! about. Every instruction set gives the same bits; tests hold that. Other work that gains by wider vectors (training does) is
//! compiled in the same way by [`InstructionSet::run`].

#![allow(unsafe_code, reason = "functions compiled for instructions that the processor is asked about")]

use super::accumulator::Accumulator;
use super::forward;
use super::layers::{Layers, OUTPUTS};
use crate::position::Position;

/// The functions of [`super::forward`] compiled for one instruction set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kernel {
    pub(crate) refresh: fn(&Layers, &mut Accumulator, Position),
    pub(crate) evaluate_near: fn(&Layers, &mut Accumulator, Position) -> [f32; OUTPUTS],
    pub(crate) evaluate_alone: fn(&Layers, &mut Accumulator, Position) -> [f32; OUTPUTS],
    pub(crate) screen: fn(&Layers, &mut Accumulator, &[Position], &mut Vec<[f32; OUTPUTS]>),
}

/// An instruction set that the kernel is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionSet {
    /// What every processor of the architecture has.
    Baseline,
    /// AVX2, with the instructions for single bits that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The same and AVX-512 with byte and word instructions.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// Those that this processor has, the best one last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut sets = vec![Self::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if bits && is_x86_feature_detected!("avx2") {
                sets.push(Self::Avx2);
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                {
                    sets.push(Self::Avx512);
                }
            }
        }
        sets
    }

    /// The best one that this processor has.
    pub(crate) fn best() -> Self {
        *Self::available().last().expect("the baseline is always available")
    }

    /// Does work with the code compiled for this instruction set; with the baseline's if the processor lacks it.
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        if !Self::available().contains(&self) {
            return work.run();
        }
        match self {
            Self::Baseline => work.run(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has been asked about these instructions.
            Self::Avx2 => unsafe { avx2::run(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx512 => unsafe { avx512::run(work) },
        }
    }
}

/// Work that is compiled for each instruction set. Its `run`, and whatever loops that calls, must be `#[inline(always)]`: what
/// is not inlined stays compiled for the baseline.
///
/// No instruction set changes the result of floating-point work: the compiler neither reorders sums nor fuses a
/// multiplication with an addition, whatever instructions there are.
pub(crate) trait Work {
    type Output;

    fn run(self) -> Self::Output;
}

impl Kernel {
    const BASELINE: Self = Self {
        refresh: forward::refresh,
        evaluate_near: forward::evaluate_near,
        evaluate_alone: forward::evaluate_alone,
        screen: forward::screen,
    };

    /// The kernel for an instruction set; the baseline if the processor lacks it.
    pub(crate) fn of(set: InstructionSet) -> Self {
        if !InstructionSet::available().contains(&set) {
            return Self::BASELINE;
        }
        match set {
            InstructionSet::Baseline => Self::BASELINE,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => avx2::KERNEL,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => avx512::KERNEL,
        }
    }
}

/// The functions compiled for instructions that not every processor has; only [`Kernel::of`] may hand them out.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($set:ident, $features:literal) => {
        mod $set {
            use super::{Accumulator, Kernel, Layers, OUTPUTS, Position, Work, forward};

            pub(super) const KERNEL: Kernel = Kernel {
                // SAFETY: a kernel is handed out only where the processor has these instructions.
                refresh: |layers, accumulator, position| unsafe { refresh(layers, accumulator, position) },
                // SAFETY: as above.
                evaluate_near: |layers, accumulator, position| unsafe { evaluate_near(layers, accumulator, position) },
                // SAFETY: as above.
                evaluate_alone: |layers, accumulator, position| unsafe {
                    evaluate_alone(layers, accumulator, position)
                },
                // SAFETY: as above.
                screen: |layers, accumulator, positions, into| unsafe { screen(layers, accumulator, positions, into) },
            };

            #[target_feature(enable = $features)]
            fn refresh(layers: &Layers, accumulator: &mut Accumulator, position: Position) {
                forward::refresh(layers, accumulator, position);
            }

            #[target_feature(enable = $features)]
            fn evaluate_near(layers: &Layers, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
                forward::evaluate_near(layers, accumulator, position)
            }

            #[target_feature(enable = $features)]
            fn evaluate_alone(layers: &Layers, accumulator: &mut Accumulator, position: Position) -> [f32; OUTPUTS] {
                forward::evaluate_alone(layers, accumulator, position)
            }

            #[target_feature(enable = $features)]
            fn screen(
                layers: &Layers,
                accumulator: &mut Accumulator,
                positions: &[Position],
                into: &mut Vec<[f32; OUTPUTS]>,
            ) {
                forward::screen(layers, accumulator, positions, into);
            }

            #[target_feature(enable = $features)]
            pub(super) fn run<W: Work>(work: W) -> W::Output {
                work.run()
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx512, "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt");
