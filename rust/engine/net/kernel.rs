//! The network's sums, compiled for several instruction sets and chosen once.
//!
//! All sums are of integers, so every instruction set gives the same bits; tests hold that. The kernel is written once, as
//! loops over fixed lanes that the compiler turns into whatever vectors it may use. This is the one file with `unsafe` in it:
//! calling a function compiled for instructions that the processor has been asked about.

#![allow(unsafe_code, reason = "calling functions compiled for instructions that the processor is asked about first")]

use super::{Network, OUTPUTS, Root};
use crate::position::Position;

/// Sums of the first layer worked on at once; its size is a multiple of it.
pub(crate) const LANES: usize = 128;

/// Binary digits behind the point of first-layer sums and of hidden values.
pub(crate) const SUM_BITS: u32 = 9;

/// Binary digits behind the point of the outputs' weights.
pub(crate) const WEIGHT_BITS: u32 = 10;

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
    /// [`Network::sum_up`].
    pub(crate) sum_up: fn(&Network, &mut Root, Position),
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
    let baseline = Kernel { estimate: Network::estimate, sum_up: Network::sum_up };
    if !InstructionSet::available().contains(&set) {
        return baseline;
    }
    match set {
        InstructionSet::Baseline => baseline,
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => Kernel {
            // SAFETY: the processor has AVX2, as asked above.
            estimate: |network, root, position| unsafe { avx2::estimate(network, root, position) },
            // SAFETY: as above.
            sum_up: |network, root, position| unsafe { avx2::sum_up(network, root, position) },
        },
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => Kernel {
            // SAFETY: the processor has AVX-512 F, BW and VL, as asked above.
            estimate: |network, root, position| unsafe { avx512::estimate(network, root, position) },
            // SAFETY: as above.
            sum_up: |network, root, position| unsafe { avx512::sum_up(network, root, position) },
        },
    }
}

/// The two functions compiled for instructions that not every processor has.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($set:ident, $features:literal) => {
        mod $set {
            use super::{Network, OUTPUTS, Position, Root};

            #[target_feature(enable = $features)]
            pub(super) fn estimate(network: &Network, root: &mut Root, position: Position) -> [f32; OUTPUTS] {
                network.estimate(root, position)
            }

            #[target_feature(enable = $features)]
            pub(super) fn sum_up(network: &Network, root: &mut Root, position: Position) {
                network.sum_up(root, position);
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
compiled_for!(avx2, "avx2");
#[cfg(target_arch = "x86_64")]
compiled_for!(avx512, "avx512f,avx512bw,avx512vl,avx2");

/// First-layer sums `base`, less and plus the rows of each pair of inputs, clipped and squared, to the outputs' sums. `rows`
/// are by input, then by unit; `room` is as long as `base`.
#[inline(always)]
pub(super) fn forward(
    rows: &[i16],
    head: &Head,
    base: &[i16],
    pairs: &[(u16, u16)],
    room: &mut [i16],
) -> [i32; OUTPUTS] {
    let hidden = base.len();
    // The changed sums of a block of units stay in registers until they are clipped.
    for (block, (base, room)) in base.as_chunks::<LANES>().0.iter().zip(room.as_chunks_mut::<LANES>().0).enumerate() {
        let start = block * LANES;
        let mut sums = *base;
        for &(out, lights) in pairs {
            let out = &rows[out as usize * hidden + start..][..LANES];
            let lights = &rows[lights as usize * hidden + start..][..LANES];
            for lane in 0..LANES {
                // Loading a network makes sure that no sum leaves 16 bits.
                sums[lane] = sums[lane].wrapping_sub(out[lane]).wrapping_add(lights[lane]);
            }
        }
        for lane in 0..LANES {
            let clipped = sums[lane].clamp(0, 1 << SUM_BITS);
            // The square, with as many digits as before: shifted so that it is the upper half of a product of 16 bits.
            room[lane] = ((i32::from(clipped << 3) * i32::from(clipped << 4)) >> 16) as i16;
        }
    }
    // Whole sums of products of 16 bits: the form that every instruction set has an instruction for.
    let mut outputs = head.bias;
    for (sum, weights) in outputs.iter_mut().zip(head.weights.chunks_exact(hidden)) {
        *sum += room.iter().zip(weights).map(|(&value, &weight)| i32::from(value) * i32::from(weight)).sum::<i32>();
    }
    outputs
}

const _: () = assert!(SUM_BITS + SUM_BITS + 7 - 16 == SUM_BITS);
