//! The network's sums, compiled for several instruction sets and chosen once.
//!
//! All sums are of integers, so every instruction set gives the same bits; tests hold that. The kernel is written once, as
//! loops over fixed lanes that the compiler turns into whatever vectors it may use. This is the one file with `unsafe` in it:
//! calling a function compiled for instructions that the processor has been asked about.

#![allow(unsafe_code, reason = "calling functions compiled for instructions that the processor is asked about first")]

use super::features::Changes;
use super::{Network, OUTPUTS, Root};
use crate::position::Position;

/// Hidden units worked on at once; there is a multiple of so many. The first so many have outputs of their own.
pub(crate) const LANES: usize = 128;

/// Binary digits behind the point of first-layer sums and of hidden values.
pub(crate) const SUM_BITS: u32 = 9;

/// Binary digits behind the point of the outputs' weights.
pub(crate) const WEIGHT_BITS: u32 = 10;

/// The first layer of [`LANES`] hidden units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// By row, then by unit.
    pub(crate) wide: Vec<[i16; LANES]>,
    /// By row, then by unit.
    pub(crate) narrow: Vec<[i8; LANES]>,
    pub(crate) bias: [i16; LANES],
}

/// What follows the first layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    /// By output, then by hidden unit.
    pub(crate) weights: Vec<i16>,
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
    /// [`Network::estimate_root`].
    pub(crate) estimate_root: fn(&Network, &mut Root, Position) -> [f32; OUTPUTS],
}

/// An instruction set that the kernel is compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionSet {
    /// What every processor of the architecture has.
    Baseline,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with byte and word instructions.
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
            if is_x86_feature_detected!("avx2") {
                sets.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                sets.push(Self::Avx512);
            }
        }
        sets
    }
}

/// The kernel for an instruction set; the baseline if the processor lacks it.
pub(crate) fn kernel_for(set: InstructionSet) -> Kernel {
    let baseline = Kernel {
        estimate: Network::estimate,
        glance_at: Network::glance_at,
        sum_up: Network::sum_up,
        estimate_root: Network::estimate_root,
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
            use super::{Kernel, Network, OUTPUTS, Position, Root};

            pub(super) const KERNEL: Kernel = Kernel {
                // SAFETY: a kernel is handed out only where the processor has these instructions.
                estimate: |network, root, position| unsafe { estimate(network, root, position) },
                // SAFETY: as above.
                glance_at: |network, root, positions, into| unsafe { glance_at(network, root, positions, into) },
                // SAFETY: as above.
                sum_up: |network, root, position| unsafe { sum_up(network, root, position) },
                // SAFETY: as above.
                estimate_root: |network, root, position| unsafe { estimate_root(network, root, position) },
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
            fn estimate_root(network: &Network, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
                network.estimate_root(root, position)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx512, "avx512f,avx512bw,avx512vl,avx2");

impl Block {
    /// First-layer sums that differ from others by some changes. Loading a network makes sure that none leaves 16 bits.
    #[inline(always)]
    pub(super) fn sums(&self, base: &[i16; LANES], changes: &Changes) -> [i16; LANES] {
        // They stay in registers until all rows are added.
        let mut sums = *base;
        for &row in changes.wide_out.as_slice() {
            for (sum, weight) in sums.iter_mut().zip(&self.wide[usize::from(row)]) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        for &row in changes.wide_lit.as_slice() {
            for (sum, weight) in sums.iter_mut().zip(&self.wide[usize::from(row)]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &row in changes.narrow_out.as_slice() {
            for (sum, weight) in sums.iter_mut().zip(&self.narrow[usize::from(row)]) {
                *sum = sum.wrapping_sub(i16::from(*weight));
            }
        }
        for &row in changes.narrow_lit.as_slice() {
            for (sum, weight) in sums.iter_mut().zip(&self.narrow[usize::from(row)]) {
                *sum = sum.wrapping_add(i16::from(*weight));
            }
        }
        sums
    }
}

/// Hidden values: sums clipped to 0 to 1 and squared.
#[inline(always)]
pub(super) fn squares(sums: [i16; LANES]) -> [i16; LANES] {
    let mut values = [0; LANES];
    for (value, sum) in values.iter_mut().zip(sums) {
        let clipped = sum.clamp(0, 1 << SUM_BITS);
        // The square, with as many digits as before: shifted so that it is the upper half of a product of 16 bits.
        *value = ((i32::from(clipped << 3) * i32::from(clipped << 4)) >> 16) as i16;
    }
    values
}

impl Head {
    /// The outputs' sums over hidden values.
    #[inline(always)]
    pub(super) fn outputs(&self, values: &[i16]) -> [i32; OUTPUTS] {
        // Whole sums of products of 16 bits: the form that every instruction set has an instruction for.
        let mut outputs = self.bias;
        for (sum, weights) in outputs.iter_mut().zip(self.weights.chunks_exact(values.len())) {
            *sum +=
                values.iter().zip(weights).map(|(&value, &weight)| i32::from(value) * i32::from(weight)).sum::<i32>();
        }
        outputs
    }
}

const _: () = assert!(SUM_BITS + SUM_BITS + 7 - 16 == SUM_BITS);
