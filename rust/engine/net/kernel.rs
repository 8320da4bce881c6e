//! The network's sums, compiled for several instruction sets and chosen once.
//!
//! All sums are of integers, so every instruction set gives the same bits; tests hold that. The kernel is written once, as
//! loops over fixed lanes that the compiler turns into whatever vectors it may use. Other work that gains by wider vectors
//! (training does) is compiled in the same way by [`InstructionSet::run`]. This is the one file with `unsafe` in it:
//! calling a function compiled for instructions that the processor has been asked about, and reading aligned blocks of numbers
//! as the numbers that they are.

#![allow(
    unsafe_code,
    reason = "functions compiled for instructions that the processor is asked about; aligned numbers"
)]

use super::changes::{Changes, Lit};
use super::{Network, OUTPUTS, Root};
use crate::position::Position;

/// Hidden units worked on at once; there is a multiple of so many. The first so many have outputs of their own.
pub(crate) const LANES: usize = 128;

/// Binary digits behind the point of first-layer sums and of hidden values.
pub(crate) const SUM_BITS: u32 = 9;

/// Binary digits behind the point of the outputs' weights.
pub(crate) const WEIGHT_BITS: u32 = 10;

/// Numbers of [`LANES`] hidden units, from the start of a cache line, so that no vector lies across two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes<T>(pub(crate) [T; LANES]);

/// The numbers of all units, one after the other.
#[inline(always)]
pub(crate) const fn flat(lanes: &[Lanes<i16>]) -> &[i16] {
    const { assert!(size_of::<Lanes<i16>>() == LANES * size_of::<i16>()) };
    // SAFETY: nothing lies between the numbers.
    unsafe { std::slice::from_raw_parts(lanes.as_ptr().cast(), lanes.len() * LANES) }
}

/// The first layer, with rows combined as [`super::fold`] does. All of a row lies side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FirstLayer {
    /// By row, then by block of units.
    pub(crate) wide: Vec<Lanes<i16>>,
    /// By row, then by block of units.
    pub(crate) narrow: Vec<Lanes<i8>>,
    /// By block of units.
    pub(crate) bias: Vec<Lanes<i16>>,
}

/// What follows the first layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    /// By output, then by block of units.
    pub(crate) weights: [Vec<Lanes<i16>>; OUTPUTS],
    pub(crate) bias: [i32; OUTPUTS],
}

/// What is compiled for each instruction set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kernel {
    /// [`Network::estimate`].
    pub(crate) estimate: fn(&Network, &mut Root, Position) -> [f32; OUTPUTS],
    /// [`Network::glance_at`].
    pub(crate) glance_at: fn(&Network, &mut Root, &[Position], &mut Vec<[f32; OUTPUTS]>),
    /// [`Network::sum_up`].
    pub(crate) sum_up: fn(&Network, &mut Root, Position),
    /// [`Network::estimate_alone`].
    pub(crate) estimate_alone: fn(&Network, &mut Root, Position) -> [f32; OUTPUTS],
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
        Self::available().last().copied().unwrap_or(Self::Baseline)
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

/// The kernel for an instruction set; the baseline if the processor lacks it.
pub(crate) fn kernel_for(set: InstructionSet) -> Kernel {
    let baseline = Kernel {
        estimate: Network::estimate,
        glance_at: Network::glance_at,
        sum_up: Network::sum_up,
        estimate_alone: Network::estimate_alone,
    };
    if !InstructionSet::available().contains(&set) {
        return baseline;
    }
    match set {
        InstructionSet::Baseline => baseline,
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => avx2::KERNEL,
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => avx512::KERNEL,
    }
}

/// The functions compiled for instructions that not every processor has; only [`kernel_for`] may hand them out.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($set:ident, $features:literal) => {
        mod $set {
            use super::{Kernel, Network, OUTPUTS, Position, Root, Work};

            pub(super) const KERNEL: Kernel = Kernel {
                // SAFETY: a kernel is handed out only where the processor has these instructions.
                estimate: |network, root, position| unsafe { estimate(network, root, position) },
                // SAFETY: as above.
                glance_at: |network, root, positions, into| unsafe { glance_at(network, root, positions, into) },
                // SAFETY: as above.
                sum_up: |network, root, position| unsafe { sum_up(network, root, position) },
                // SAFETY: as above.
                estimate_alone: |network, root, position| unsafe { estimate_alone(network, root, position) },
            };

            #[target_feature(enable = $features)]
            fn estimate(network: &Network, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
                network.estimate(root, position)
            }

            #[target_feature(enable = $features)]
            fn glance_at(network: &Network, root: &mut Root, positions: &[Position], into: &mut Vec<[f32; OUTPUTS]>) {
                network.glance_at(root, positions, into);
            }

            #[target_feature(enable = $features)]
            fn sum_up(network: &Network, root: &mut Root, position: Position) {
                network.sum_up(root, position);
            }

            #[target_feature(enable = $features)]
            fn estimate_alone(network: &Network, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
                network.estimate_alone(root, position)
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

impl FirstLayer {
    /// The sums of a block of units in a position. Loading a network makes sure that none leaves 16 bits.
    #[inline(always)]
    pub(super) fn sums(&self, block: usize, lit: &Lit) -> Lanes<i16> {
        self.added(block, self.bias[block], lit, i16::wrapping_add)
    }

    /// The sums of a block of units in a position that differs by some changes from one with sums known.
    #[inline(always)]
    pub(super) fn changed(&self, block: usize, sums: &Lanes<i16>, changes: &Changes) -> Lanes<i16> {
        let without = self.added(block, *sums, &changes.out, i16::wrapping_sub);
        self.added(block, without, &changes.lit, i16::wrapping_add)
    }

    /// Sums to which rows are added, or from which they are taken.
    #[inline(always)]
    fn added(&self, block: usize, mut sums: Lanes<i16>, rows: &Lit, add: impl Fn(i16, i16) -> i16) -> Lanes<i16> {
        let blocks = self.bias.len();
        // Sums stay in registers until all rows are added.
        for &row in rows.wide.as_slice() {
            for (sum, &weight) in sums.0.iter_mut().zip(&self.wide[usize::from(row) * blocks + block].0) {
                *sum = add(*sum, weight);
            }
        }
        for &row in rows.narrow.as_slice() {
            for (sum, &weight) in sums.0.iter_mut().zip(&self.narrow[usize::from(row) * blocks + block].0) {
                *sum = add(*sum, i16::from(weight));
            }
        }
        sums
    }
}

/// Hidden values: sums clipped to 0 to 1 and squared.
#[inline(always)]
pub(super) fn squares(sums: &Lanes<i16>) -> Lanes<i16> {
    let mut values = Lanes([0; LANES]);
    for (value, sum) in values.0.iter_mut().zip(sums.0) {
        let clipped = sum.clamp(0, 1 << SUM_BITS);
        // The square, with as many digits as before: shifted so that it is the upper half of a product of 16 bits.
        *value = ((i32::from(clipped << 3) * i32::from(clipped << 4)) >> 16) as i16;
    }
    values
}

impl Head {
    /// The outputs' sums over hidden values.
    #[inline(always)]
    pub(super) fn outputs(&self, values: &[Lanes<i16>]) -> [i32; OUTPUTS] {
        // Whole sums of products of 16 bits: the form that every instruction set has an instruction for.
        let mut outputs = self.bias;
        for (sum, weights) in outputs.iter_mut().zip(&self.weights) {
            let products = flat(values).iter().zip(flat(weights));
            *sum += products.map(|(&value, &weight)| i32::from(value) * i32::from(weight)).sum::<i32>();
        }
        outputs
    }
}

const _: () = assert!(SUM_BITS + SUM_BITS + 7 - 16 == SUM_BITS);
