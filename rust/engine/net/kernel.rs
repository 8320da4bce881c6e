//! The network's sums, compiled for several instruction sets and chosen once.
//!
//! All sums are of integers, so every instruction set gives the same bits; tests hold that. The kernel is written once, as
//! loops over fixed lanes that the compiler turns into whatever vectors it may use. This is the one file with `unsafe` in it:
//! calling a function compiled for instructions that the processor has been asked about.

#![allow(unsafe_code, reason = "calling functions compiled for instructions that the processor is asked about first")]

use super::{ACTIVATION_LIMIT, OUTPUTS};

/// Sums worked on at once; the hidden layer's size is a multiple of it.
pub(crate) const LANES: usize = 32;

/// The weights as the kernel reads them.
#[derive(Clone, Copy)]
pub(crate) struct Layers<'a> {
    pub(crate) hidden: usize,
    /// By input, then by hidden unit.
    pub(crate) rows: &'a [i16],
    /// By output, then by hidden unit.
    pub(crate) outputs: &'a [i16],
}

/// First-layer sums `base`, less and plus the rows of each pair of inputs, through the clipped rectifier to the outputs' sums.
pub(crate) type Forward = fn(Layers<'_>, base: &[i16], pairs: &[(u16, u16)]) -> [i32; OUTPUTS];

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
pub(crate) fn forward_for(set: InstructionSet) -> Forward {
    if !InstructionSet::available().contains(&set) {
        return baseline;
    }
    match set {
        InstructionSet::Baseline => baseline,
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => |layers, base, pairs| {
            // SAFETY: the processor has AVX2, as asked above.
            unsafe { avx2(layers, base, pairs) }
        },
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => |layers, base, pairs| {
            // SAFETY: the processor has AVX-512 F, BW and VL, as asked above.
            unsafe { avx512(layers, base, pairs) }
        },
    }
}

fn baseline(layers: Layers<'_>, base: &[i16], pairs: &[(u16, u16)]) -> [i32; OUTPUTS] {
    forward(layers, base, pairs)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(layers: Layers<'_>, base: &[i16], pairs: &[(u16, u16)]) -> [i32; OUTPUTS] {
    forward(layers, base, pairs)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512(layers: Layers<'_>, base: &[i16], pairs: &[(u16, u16)]) -> [i32; OUTPUTS] {
    forward(layers, base, pairs)
}

/// One pass over the hidden layer: the changed sums of `LANES` units stay in registers until they are used up.
#[inline(always)]
fn forward(layers: Layers<'_>, base: &[i16], pairs: &[(u16, u16)]) -> [i32; OUTPUTS] {
    let mut sums = [[0_i32; LANES / 2]; OUTPUTS];
    for (block, base) in base.chunks_exact(LANES).enumerate() {
        let start = block * LANES;
        let mut values = [0_i16; LANES];
        values.copy_from_slice(base);
        for &(out, lights) in pairs {
            let out = &layers.rows[out as usize * layers.hidden + start..][..LANES];
            let lights = &layers.rows[lights as usize * layers.hidden + start..][..LANES];
            for lane in 0..LANES {
                // Loading a network makes sure that no sum leaves 16 bits.
                values[lane] = values[lane].wrapping_sub(out[lane]).wrapping_add(lights[lane]);
            }
        }
        for value in &mut values {
            *value = (*value).clamp(0, ACTIVATION_LIMIT);
        }
        for (output, sums) in sums.iter_mut().enumerate() {
            let weights = &layers.outputs[output * layers.hidden + start..][..LANES];
            for lane in 0..LANES / 2 {
                let product = |lane: usize| i32::from(values[lane]) * i32::from(weights[lane]);
                sums[lane] += product(2 * lane) + product(2 * lane + 1);
            }
        }
    }
    sums.map(|lanes| lanes.iter().sum())
}
