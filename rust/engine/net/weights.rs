//! The weight file, and why one is refused.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `GAMMONNT` |
//! | 4 | version, 1 |
//! | 8 | first bytes of the SHA-256 of the description of the inputs |
//! | 4 | hidden units, a multiple of 32 |
//! | 8 | length of all that follows after the next field |
//! | 32 | SHA-256 of all that follows |
//! | 2 each | rows of the first layer, by input, then by hidden unit (`i16`) |
//! | 2 each | first-layer biases (`i16`) |
//! | 2 each | output weights, by output, then by hidden unit (`i16`) |
//! | 4 each | output biases (`i32`) |

use std::fmt;

use sha2::{Digest, Sha256};

use super::features::{COUNTS, DESCRIPTION, INPUTS};
use super::kernel::{InstructionSet, LANES, forward_for};
use super::{ACTIVATION_LIMIT, Network, OUTPUT_SCALE, OUTPUTS, SUM_SCALE};
use crate::point::PLACES;
use crate::position::MAX_CHECKERS;

const MAGIC: &[u8; 8] = b"GAMMONNT";
const VERSION: u32 = 1;
const HEADER: usize = 64;
const MOST_HIDDEN: usize = 4096;

/// Which layer a weight is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The sums over the inputs.
    First,
    /// The sums over the hidden values.
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

/// Why bytes are no weights that this engine can use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WeightsError {
    /// They do not start as a weight file does.
    NotWeights,
    /// The header is cut short.
    ShortHeader {
        /// How many bytes there are.
        bytes: usize,
    },
    /// Another version of the format.
    Version {
        /// The version found.
        found: u32,
    },
    /// Made for other inputs.
    Features,
    /// A size of the hidden layer that cannot be used.
    Hidden {
        /// The size found.
        found: usize,
    },
    /// Cut short, or with something behind the end.
    Length {
        /// Bytes that must follow the header.
        expected: u64,
        /// Bytes that do.
        found: u64,
    },
    /// Damaged: the hash of the weights is not the one in the header.
    Hash,
    /// Weights so large that a sum could leave its integer type.
    Overflow {
        /// The layer.
        layer: Layer,
        /// The unit whose sum could leave its type.
        unit: usize,
    },
    /// A layer with another number of weights than it needs.
    Shape {
        /// The layer.
        layer: Layer,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => f.write_str("not a weight file: it does not start with GAMMONNT"),
            Self::ShortHeader { bytes } => write!(f, "cut short: {bytes} bytes, and the header alone has {HEADER}"),
            Self::Version { found } => write!(f, "format version {found}; this engine reads version {VERSION}"),
            Self::Features => write!(f, "made for other inputs than this engine's ({DESCRIPTION})"),
            Self::Hidden { found } => {
                write!(f, "{found} hidden units; this engine needs a multiple of {LANES}, at most {MOST_HIDDEN}")
            }
            Self::Length { expected, found } => {
                write!(f, "cut short or too long: {found} bytes behind the header, and it announces {expected}")
            }
            Self::Hash => f.write_str("damaged: the SHA-256 of the weights is not the one in the header"),
            Self::Overflow { layer, unit } => {
                write!(f, "the weights of unit {unit} of the {layer} layer are so large that its sum could overflow")
            }
            Self::Shape { layer } => write!(f, "the {layer} layer has another number of weights than it needs"),
        }
    }
}

impl std::error::Error for WeightsError {}

impl Network {
    /// Reads a weight file.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if it is damaged, or made for another engine.
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
        if header.take() != feature_hash() {
            return Err(WeightsError::Features);
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
        let needed = (2 * hidden * (INPUTS + 1 + OUTPUTS) + 4 * OUTPUTS) as u64;
        if needed != found {
            return Err(WeightsError::Length { expected: needed, found });
        }
        let mut body = Reader(body);
        let mut weights = |count| (0..count).map(|_| i16::from_le_bytes(body.take())).collect::<Vec<_>>();
        let network = Self {
            hidden,
            rows: weights(INPUTS * hidden),
            bias: weights(hidden),
            outputs: weights(OUTPUTS * hidden),
            output_bias: std::array::from_fn(|_| i32::from_le_bytes(body.take())),
            name: name(bytes),
            forward: best_forward(),
        };
        network.check_range()?;
        Ok(network)
    }

    /// The weight file: what [`Network::from_bytes`] reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for weight in self.rows.iter().chain(&self.bias).chain(&self.outputs) {
            body.extend_from_slice(&weight.to_le_bytes());
        }
        for bias in self.output_bias {
            body.extend_from_slice(&bias.to_le_bytes());
        }
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&feature_hash());
        bytes.extend_from_slice(&(self.hidden as u32).to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&sha256(&body));
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Rounds a trained network to integers.
    ///
    /// `row` gives the first-layer weights of a side (0 on roll, 1 opponent), a place and a number of checkers, all
    /// `bias.len()` of them; `outputs` are by output, then by hidden unit.
    ///
    /// # Errors
    ///
    /// [`WeightsError`] if a layer has the wrong size or its weights are too large for the integers.
    pub fn quantise(
        mut row: impl FnMut(usize, usize, u8) -> Vec<f32>,
        bias: &[f32],
        outputs: &[f32],
        output_bias: [f32; OUTPUTS],
    ) -> Result<Self, WeightsError> {
        let hidden = bias.len();
        if hidden == 0 || !hidden.is_multiple_of(LANES) || hidden > MOST_HIDDEN {
            return Err(WeightsError::Hidden { found: hidden });
        }
        if outputs.len() != OUTPUTS * hidden {
            return Err(WeightsError::Shape { layer: Layer::Output });
        }
        // Casts saturate; a weight that saturates fails the check of the ranges.
        let integers = |weights: &[f32], scale: f32| -> Vec<i16> {
            weights.iter().map(|weight| (weight * scale).round() as i16).collect()
        };
        let mut rows = Vec::with_capacity(INPUTS * hidden);
        for side in 0..2 {
            for place in 0..PLACES {
                rows.resize(rows.len() + hidden, 0);
                for count in 1..COUNTS {
                    let row = row(side, place, count as u8);
                    if row.len() != hidden {
                        return Err(WeightsError::Shape { layer: Layer::First });
                    }
                    rows.extend(integers(&row, SUM_SCALE));
                }
            }
        }
        let mut network = Self {
            hidden,
            rows,
            bias: integers(bias, SUM_SCALE),
            outputs: integers(outputs, OUTPUT_SCALE),
            output_bias: output_bias.map(|bias| (bias * SUM_SCALE * OUTPUT_SCALE).round() as i32),
            name: String::new(),
            forward: best_forward(),
        };
        network.check_range()?;
        network.name = name(&network.to_bytes());
        Ok(network)
    }

    /// Makes sure that no sum can leave its integer type, whatever the position.
    fn check_range(&self) -> Result<(), WeightsError> {
        for unit in 0..self.hidden {
            let bias = i32::from(self.bias[unit]);
            let reach = |sign: i32| sign * bias + self.most(unit, 0, sign) + self.most(unit, 1, sign);
            // The sum must not leave its type in either direction.
            if reach(1) > i32::from(i16::MAX) || reach(-1) > -i32::from(i16::MIN) {
                return Err(WeightsError::Overflow { layer: Layer::First, unit });
            }
        }
        for unit in 0..OUTPUTS {
            let weights = &self.outputs[unit * self.hidden..][..self.hidden];
            let sum: i64 = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
            let most = sum * i64::from(ACTIVATION_LIMIT) + i64::from(self.output_bias[unit]).abs();
            if most > i64::from(i32::MAX) {
                return Err(WeightsError::Overflow { layer: Layer::Output, unit });
            }
        }
        Ok(())
    }

    /// The most that a side's checkers can add to a unit's sum, times `sign`, however they stand.
    fn most(&self, unit: usize, side: usize, sign: i32) -> i32 {
        const ALL: usize = MAX_CHECKERS as usize;
        // By number of checkers placed so far; one place after the other.
        let mut most = [i32::MIN / 2; ALL + 1];
        most[0] = 0;
        for place in 0..PLACES {
            for total in (1..=ALL).rev() {
                for here in 1..=total {
                    let input = (side * PLACES + place) * COUNTS + here;
                    let weight = sign * i32::from(self.rows[input * self.hidden + unit]);
                    most[total] = most[total].max(most[total - here] + weight);
                }
            }
        }
        most.into_iter().max().unwrap_or(0)
    }
}

/// Takes fixed numbers of bytes off a slice whose length has been checked; zeros past its end.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        self.0.split_first_chunk().map_or([0; N], |(taken, rest)| {
            self.0 = rest;
            *taken
        })
    }
}

fn best_forward() -> super::Forward {
    forward_for(InstructionSet::available().pop().unwrap_or(InstructionSet::Baseline))
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn feature_hash() -> [u8; 8] {
    Reader(&sha256(DESCRIPTION.as_bytes())).take()
}

fn name(bytes: &[u8]) -> String {
    let start = sha256(bytes)[..6].iter().fold(0_u64, |start, &byte| start << 8 | u64::from(byte));
    format!("{start:012x}")
}
