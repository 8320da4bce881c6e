//! The forward pass compiled for several instruction sets, one of which is chosen when a network is loaded.
//!
//! This is the only file with `unsafe` code: it calls functions compiled for instructions whose presence has been detected.
//! Every instruction set gives the same bits, and tests check it. Other work that gains from wider vectors, such as training,
//! is compiled in the same way by [`InstructionSet::run`].

#![allow(unsafe_code, reason = "calls to functions compiled for instructions that are detected at run time")]

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
    pub(crate) pruning_outputs: fn(&Layers, &mut Accumulator, &[Position], &mut Vec<[f32; OUTPUTS]>),
}

/// An instruction set that the kernel is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionSet {
    /// The instructions that every processor of the architecture has.
    Baseline,
    /// AVX2, with BMI1, BMI2, LZCNT and POPCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The same, with AVX-512 F, BW and VL.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// The instruction sets that this processor has, the best one last.
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

    /// The best instruction set that this processor has.
    pub(crate) fn best() -> Self {
        *Self::available().last().expect("the baseline is always available")
    }

    /// Runs the copy of `work` compiled for this instruction set, or the baseline copy if the processor lacks it.
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        if !Self::available().contains(&self) {
            return work.run();
        }
        match self {
            Self::Baseline => work.run(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has these instructions; they were detected above.
            Self::Avx2 => unsafe { avx2::run(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx512 => unsafe { avx512::run(work) },
        }
    }
}

/// Work that is compiled for each instruction set.
///
/// `run`, and every loop that it calls, must be `#[inline(always)]`: code that is not inlined stays compiled for the baseline.
///
/// The instruction set does not change floating-point results: the compiler never reorders sums or fuses a multiplication with
/// an addition.
pub(crate) trait Work {
    type Output;

    fn run(self) -> Self::Output;
}

impl Kernel {
    const BASELINE: Self = Self {
        refresh: forward::refresh,
        evaluate_near: forward::evaluate_near,
        evaluate_alone: forward::evaluate_alone,
        pruning_outputs: forward::pruning_outputs,
    };

    /// The kernel for an instruction set, or the baseline's if the processor lacks it.
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

/// Defines a kernel compiled for an instruction set that some processors lack. Only [`Kernel::of`] may return it,
/// since that is where the processor is checked.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($set:ident, $features:literal) => {
        mod $set {
            use super::{Accumulator, Kernel, Layers, OUTPUTS, Position, Work, forward};

            pub(super) const KERNEL: Kernel = Kernel {
                // SAFETY: `Kernel::of` hands out this kernel only if the processor has these instructions.
                refresh: |layers, accumulator, position| unsafe { refresh(layers, accumulator, position) },
                // SAFETY: as above.
                evaluate_near: |layers, accumulator, position| unsafe { evaluate_near(layers, accumulator, position) },
                // SAFETY: as above.
                evaluate_alone: |layers, accumulator, position| unsafe {
                    evaluate_alone(layers, accumulator, position)
                },
                // SAFETY: as above.
                pruning_outputs: |layers, accumulator, positions, into| unsafe {
                    pruning_outputs(layers, accumulator, positions, into)
                },
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
            fn pruning_outputs(
                layers: &Layers,
                accumulator: &mut Accumulator,
                positions: &[Position],
                into: &mut Vec<[f32; OUTPUTS]>,
            ) {
                forward::pruning_outputs(layers, accumulator, positions, into);
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
