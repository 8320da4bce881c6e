//! The weight file format: reading, checking and writing, and quantising a trained network.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `GAMMONNT` |
//! | 4 | version, 4 |
//! | 8 | first bytes of the SHA-256 of the description of inputs and outputs |
//! | 4 | hidden units, a multiple of 128 |
//! | 8 | length of the weights: everything after the next field |
//! | 32 | SHA-256 of the weights |
//! | | for each block of 128 hidden units, the first layer: |
//! | 2 each | wide rows, by row, then by unit (`i16`) |
//! | 1 each | narrow rows, likewise (`i8`) |
//! | 2 each | biases (`i16`) |
//! | | for each class of positions: |
//! | 2 and 4 each | output weights, by output, then by unit (`i16`), then output biases (`i32`) |
//! | | for each class of positions, the pruning outputs likewise, over the first 128 units only |

use std::fmt;

use sha2::{Digest, Sha256};

use super::features::{CLASSES, DESCRIPTION, KINDS, NARROW, WIDE, count_row};
use super::fold::Stored;
use super::layers::{FirstLayer, LANES, Lanes, Layers, OUTPUTS, OutputLayer, SUM_BITS, WEIGHT_BITS, each_unit};
use super::network::Network;
use crate::point::PLACES;
use crate::position::MAX_CHECKERS;

const MAGIC: &[u8; 8] = b"GAMMONNT";
const VERSION: u32 = 4;
const HEADER: usize = 64;
const MOST_HIDDEN: usize = 2048;

/// The largest absolute weight of a narrow row that its 8-bit integer can hold.
pub(crate) const NARROW_LIMIT: f32 = i8::MAX as f32 / (1 << SUM_BITS) as f32;

/// The limit on the absolute sum of a unit's bias and wide rows. Up to it, no narrow rows can make the total overflow.
pub(crate) const WIDE_LIMIT: f32 = {
    let mut narrow = 0;
    let mut kind = 0;
    while kind < KINDS.len() {
        narrow += 2 * KINDS[kind].at_once * i8::MAX as usize;
        kind += 1;
    }
    // Up to one row per checker, and the bias, are rounded, each by at most half a unit.
    let rounding = MAX_CHECKERS as usize + 1;
    (i16::MAX as usize - narrow - rounding) as f32 / (1 << SUM_BITS) as f32
};

/// A network in floating point: the result of training, before quantisation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FloatNetwork {
    /// By wide row, then by hidden unit.
    pub wide: Vec<f32>,
    /// By narrow row, then by hidden unit.
    pub narrow: Vec<f32>,
    /// By hidden unit; its length is the number of hidden units.
    pub bias: Vec<f32>,
    /// The output layer of each class of positions.
    pub heads: [FloatHead; CLASSES],
    /// The pruning outputs, by class of positions, over the first 128 units.
    pub pruning: [FloatHead; CLASSES],
}

/// The output layer of one class of positions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FloatHead {
    /// Weights, by output, then by hidden unit.
    pub weights: Vec<f32>,
    /// Biases, by output.
    pub bias: [f32; OUTPUTS],
}

/// A layer of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The first layer: sums over the inputs.
    First,
    /// The output layer: sums over the hidden values.
    Output,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Output => "output",
        })
    }
}

/// Why a weight file, or a trained network, was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WeightsError {
    /// Not a weight file: the first bytes are not `GAMMONNT`.
    NotWeights,
    /// The header is truncated.
    ShortHeader {
        /// The number of bytes found.
        bytes: usize,
    },
    /// A different version of the format.
    Version {
        /// The version found.
        found: u32,
    },
    /// Made for a network with other inputs or layers.
    Architecture,
    /// A number of hidden units that is not supported.
    Hidden {
        /// The number found.
        found: usize,
    },
    /// Truncated, or with extra bytes at the end.
    Length {
        /// The number of bytes expected after the header.
        expected: u64,
        /// The number of bytes found.
        found: u64,
    },
    /// Corrupt: the SHA-256 of the weights differs from the one in the header.
    Hash,
    /// Weights so large that a sum could overflow its integer type.
    Overflow {
        /// The layer.
        layer: Layer,
        /// The unit whose sum could overflow.
        unit: usize,
    },
    /// A layer with the wrong number of weights.
    Shape {
        /// The layer.
        layer: Layer,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => f.write_str("not a weight file: it does not start with GAMMONNT"),
            Self::ShortHeader { bytes } => {
                write!(f, "truncated: expected a header of {HEADER} bytes, got {bytes} bytes")
            }
            Self::Version { found } => write!(f, "expected format version {VERSION}, got version {found}"),
            Self::Architecture => f.write_str("made for a network with other inputs or layers than this engine's"),
            Self::Hidden { found } => {
                write!(f, "expected a multiple of {LANES} hidden units, at most {MOST_HIDDEN}, got {found}")
            }
            Self::Length { expected, found } => {
                write!(f, "truncated or too long: expected {expected} bytes after the header, got {found}")
            }
            Self::Hash => f.write_str("corrupt: the SHA-256 of the weights differs from the one in the header"),
            Self::Overflow { layer, unit } => {
                write!(f, "the weights of unit {unit} of the {layer} layer are so large that its sum could overflow")
            }
            Self::Shape { layer } => write!(f, "the {layer} layer has the wrong number of weights"),
        }
    }
}

impl std::error::Error for WeightsError {}

impl Network {
    /// Reads a weight file.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if the file is not a weight file, is corrupt, or was made for another version or architecture.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (header, body) = bytes.split_at_checked(HEADER).ok_or(if bytes.starts_with(MAGIC) {
            WeightsError::ShortHeader { bytes: bytes.len() }
        } else {
            WeightsError::NotWeights
        })?;
        let mut header = Reader(header);
        if header.take::<8>() != *MAGIC {
            return Err(WeightsError::NotWeights);
        }
        let version = u32::from_le_bytes(header.take());
        if version != VERSION {
            return Err(WeightsError::Version { found: version });
        }
        if header.take() != architecture_hash() {
            return Err(WeightsError::Architecture);
        }
        let hidden = u32::from_le_bytes(header.take()) as usize;
        let expected = u64::from_le_bytes(header.take());
        let found = body.len() as u64;
        if expected != found {
            return Err(WeightsError::Length { expected, found });
        }
        if header.take() != sha256(body) {
            return Err(WeightsError::Hash);
        }
        if hidden == 0 || !hidden.is_multiple_of(LANES) || hidden > MOST_HIDDEN {
            return Err(WeightsError::Hidden { found: hidden });
        }
        let head = |units: usize| 2 * OUTPUTS * units + 4 * OUTPUTS;
        let block = LANES * (2 * WIDE + NARROW + 2);
        let needed = (hidden / LANES * block + CLASSES * (head(hidden) + head(LANES))) as u64;
        if needed != found {
            return Err(WeightsError::Length { expected: needed, found });
        }
        let mut body = Reader(body);
        let blocks: Vec<_> =
            (0..hidden / LANES).map(|number| body.block().checked(number)).collect::<Result<_, _>>()?;
        let layers = Layers {
            first: FirstLayer::of(&blocks),
            outputs: std::array::from_fn(|_| body.output_layer(hidden)),
            pruning: std::array::from_fn(|_| body.output_layer(LANES)),
        };
        check_outputs(&layers)?;
        Ok(Self::new(layers, name(bytes)))
    }

    /// Writes the weight file that [`Network::from_bytes`] reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        file_of(self.layers())
    }

    /// Quantises a trained network: rounds its weights to fixed point.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if a layer has the wrong size, or its weights are too large for the integer types.
    pub fn quantise(float: &FloatNetwork) -> Result<Self, WeightsError> {
        let hidden = float.bias.len();
        if hidden == 0 || !hidden.is_multiple_of(LANES) || hidden > MOST_HIDDEN {
            return Err(WeightsError::Hidden { found: hidden });
        }
        if float.wide.len() != WIDE * hidden || float.narrow.len() != NARROW * hidden {
            return Err(WeightsError::Shape { layer: Layer::First });
        }
        let has = |heads: &[FloatHead], units| heads.iter().all(|head| head.weights.len() == OUTPUTS * units);
        if !has(&float.heads, hidden) || !has(&float.pruning, LANES) {
            return Err(WeightsError::Shape { layer: Layer::Output });
        }
        let output_layer = |head: &FloatHead| OutputLayer {
            weights: std::array::from_fn(|output| {
                let units = head.weights.len() / OUTPUTS;
                let (blocks, _) = head.weights[output * units..][..units].as_chunks();
                blocks
                    .iter()
                    .map(|block: &[f32; LANES]| Lanes(block.map(|weight| fixed(weight, WEIGHT_BITS))))
                    .collect()
            }),
            bias: head.bias.map(|bias| (bias * (1_u32 << (SUM_BITS + WEIGHT_BITS)) as f32).round() as i32),
        };
        let block = |number: usize| {
            // This block's part of a row.
            let part = |row: &[f32]| std::array::from_fn(|lane| fixed(row[number * LANES + lane], SUM_BITS));
            let small = |weight: i16| weight.clamp(-i16::from(i8::MAX), i16::from(i8::MAX)) as i8;
            let stored = Stored {
                wide: float.wide.chunks_exact(hidden).map(part).collect(),
                narrow: float.narrow.chunks_exact(hidden).map(|row| part(row).map(small)).collect(),
                bias: part(&float.bias),
            };
            stored.checked(number)
        };
        let blocks: Vec<_> = (0..hidden / LANES).map(block).collect::<Result<_, _>>()?;
        let layers = Layers {
            first: FirstLayer::of(&blocks),
            outputs: float.heads.each_ref().map(output_layer),
            pruning: float.pruning.each_ref().map(output_layer),
        };
        check_outputs(&layers)?;
        let name = name(&file_of(&layers));
        Ok(Self::new(layers, name))
    }

    /// The weights in floating point; [`Network::quantise`] makes the same network from them.
    #[must_use]
    pub fn to_float(&self) -> FloatNetwork {
        let sum = |weight: i16| f32::from(weight) / (1_u32 << SUM_BITS) as f32;
        let layers = self.layers();
        let head = |layer: &OutputLayer| FloatHead {
            weights: (layer.weights.iter().flat_map(|output| each_unit(output)))
                .map(|&weight| f32::from(weight) / (1_u32 << WEIGHT_BITS) as f32)
                .collect(),
            bias: layer.bias.map(|bias| bias as f32 / (1_u32 << (SUM_BITS + WEIGHT_BITS)) as f32),
        };
        let stored = layers.first.to_stored();
        // The stored blocks are ordered by block, the floating-point rows by row.
        let wide = |row: usize| stored.iter().flat_map(move |block| block.wide[row]);
        let narrow = |row: usize| stored.iter().flat_map(move |block| block.narrow[row].map(i16::from));
        FloatNetwork {
            wide: (0..WIDE).flat_map(wide).map(sum).collect(),
            narrow: (0..NARROW).flat_map(narrow).map(sum).collect(),
            bias: each_unit(&layers.first.bias).copied().map(sum).collect(),
            heads: layers.outputs.each_ref().map(head),
            pruning: layers.pruning.each_ref().map(head),
        }
    }
}

/// Writes the weight file of some layers.
fn file_of(layers: &Layers) -> Vec<u8> {
    fn weights<'a>(body: &mut Vec<u8>, weights: impl IntoIterator<Item = &'a i16>) {
        body.extend(weights.into_iter().flat_map(|weight| weight.to_le_bytes()));
    }
    let mut body = Vec::new();
    for block in layers.first.to_stored() {
        weights(&mut body, block.wide.as_flattened());
        body.extend(block.narrow.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
        weights(&mut body, &block.bias);
    }
    for layer in layers.outputs.iter().chain(&layers.pruning) {
        layer.weights.iter().for_each(|output| weights(&mut body, each_unit(output)));
        body.extend(layer.bias.iter().flat_map(|bias| bias.to_le_bytes()));
    }
    let mut bytes = Vec::with_capacity(HEADER + body.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&architecture_hash());
    bytes.extend_from_slice(&(layers.hidden() as u32).to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&sha256(&body));
    bytes.extend_from_slice(&body);
    bytes
}

/// Checks that no output's sum can overflow its integer type.
fn check_outputs(layers: &Layers) -> Result<(), WeightsError> {
    for layer in layers.outputs.iter().chain(&layers.pruning) {
        for (unit, weights) in layer.weights.iter().enumerate() {
            let sum: i64 = each_unit(weights).map(|&weight| i64::from(weight).abs()).sum();
            if (sum << SUM_BITS) + i64::from(layer.bias[unit]).abs() > i64::from(i32::MAX) {
                return Err(WeightsError::Overflow { layer: Layer::Output, unit });
            }
        }
    }
    Ok(())
}

impl Stored {
    /// Checks that no sum can overflow its integer type in any position. `number` is the block's, for the error.
    fn checked(self, number: usize) -> Result<Self, WeightsError> {
        for sign in [1, -1] {
            // The most negative `i16` is one larger in absolute value than the most positive.
            let limit = if sign > 0 { i32::from(i16::MAX) } else { -i32::from(i16::MIN) };
            if let Some(lane) = self.most(sign).iter().position(|&most| most > limit) {
                return Err(WeightsError::Overflow { layer: Layer::First, unit: number * LANES + lane });
            }
        }
        Ok(self)
    }

    /// The largest possible value of `sign` times each unit's sum, over all positions; an upper bound.
    fn most(&self, sign: i32) -> [i32; LANES] {
        const ALL: usize = MAX_CHECKERS as usize;
        fn raise(most: &mut [i32; LANES], base: &[i32; LANES], sign: i32, row: impl Iterator<Item = i32>) {
            for ((most, base), weight) in most.iter_mut().zip(base).zip(row) {
                *most = (*most).max(base + sign * weight);
            }
        }
        let mut sums = self.bias.map(|bias| sign * i32::from(bias));
        for side in 0..2 {
            // Dynamic programming over places: the maximum for each unit, by the number of checkers placed so far.
            let mut most = vec![[i32::MIN / 2; LANES]; ALL + 1];
            most[0] = [0; LANES];
            for place in 0..PLACES {
                for total in (1..=ALL).rev() {
                    let (fewer, rest) = most.split_at_mut(total);
                    for here in 1..=total {
                        let row = self.wide[count_row(side, place, here)].iter().map(|&weight| i32::from(weight));
                        raise(&mut rest[0], &fewer[total - here], sign, row);
                    }
                }
            }
            for (unit, sum) in sums.iter_mut().enumerate() {
                *sum += most.iter().map(|most| most[unit]).max().expect("there is an entry for no checkers");
            }
            // An upper bound for narrow rows: the best values of the best groups, whether or not one position has them all. A
            // group without an active row adds 0.
            for kind in &KINDS {
                let rows = &self.narrow[kind.first + side * kind.groups * kind.values..][..kind.groups * kind.values];
                let best: Vec<[i32; LANES]> = rows
                    .chunks_exact(kind.values)
                    .map(|group| {
                        let mut best = [0; LANES];
                        for row in group {
                            raise(&mut best, &[0; LANES], sign, row.iter().map(|&weight| i32::from(weight)));
                        }
                        best
                    })
                    .collect();
                for (unit, sum) in sums.iter_mut().enumerate() {
                    let mut best: Vec<i32> = best.iter().map(|best| best[unit]).collect();
                    best.sort_unstable_by_key(|&best| std::cmp::Reverse(best));
                    *sum += best.iter().take(kind.at_once).sum::<i32>();
                }
            }
        }
        sums
    }
}

/// Converts a weight to fixed point with `digits` fractional bits.
///
/// A weight that does not fit saturates and then fails the overflow check; a NaN becomes the largest value for the same reason.
fn fixed(weight: f32, digits: u32) -> i16 {
    if weight.is_nan() { i16::MAX } else { (weight * (1_u32 << digits) as f32).round() as i16 }
}

/// Reads fixed-size fields from a slice whose length has been checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_first_chunk().expect("the length was checked before");
        self.0 = rest;
        *taken
    }

    fn weights(&mut self) -> [i16; LANES] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }

    fn block(&mut self) -> Stored {
        Stored {
            wide: (0..WIDE).map(|_| self.weights()).collect(),
            narrow: (0..NARROW).map(|_| self.take().map(|byte: u8| i8::from_le_bytes([byte]))).collect(),
            bias: self.weights(),
        }
    }

    fn output_layer(&mut self, units: usize) -> OutputLayer {
        OutputLayer {
            weights: std::array::from_fn(|_| (0..units / LANES).map(|_| Lanes(self.weights())).collect()),
            bias: std::array::from_fn(|_| i32::from_le_bytes(self.take())),
        }
    }
}

pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn architecture_hash() -> [u8; 8] {
    let description = format!("{DESCRIPTION}; clipped squares; {OUTPUTS} outputs for each of {CLASSES} classes");
    Reader(&sha256(description.as_bytes())).take()
}

fn name(bytes: &[u8]) -> String {
    let start = sha256(bytes)[..6].iter().fold(0_u64, |start, &byte| start << 8 | u64::from(byte));
    format!("{start:012x}")
}
