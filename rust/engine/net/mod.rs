//! The network: from the checkers on the board to how the game may end.
//!
//! | file | what is in it |
//! |---|---|
//! | `features` | the inputs, and the class of a position |
//! | `active_features` | which are active in a position, and which are added and removed between two |
//! | `layers` | the weights as they are summed |
//! | `fold` | rows of the weight file combined into those that are summed |
//! | `accumulator` | first-layer sums of a position |
//! | `logistic` | the output curve |
//! | `forward` | the forward pass |
//! | `kernel` | the forward pass compiled for several instruction sets |
//! | `network` | the network |
//! | `weights` | the file format, and rounding a trained network to integers |
//!
//! An efficiently updatable network (NNUE), as chess engines have: one wide layer over one-hot inputs, whose sums are updated
//! from those of a position nearby; its values are the squares of the sums clipped to 0 to 1; then five outputs, with a set of
//! weights for each class of positions. The first units have outputs of their own as well, which screen plays: they tell which
//! deserve a full evaluation. Weights and sums are integers. [`crate::eval`] is the only door to it.
//!
//! # Example
//!
//! ```
//! use gammon::Evaluator;
//! use gammon::net::{InstructionSet, Network};
//!
//! let evaluator = Evaluator::shipped()?;
//! let network = evaluator.network().expect("it is a network that ships");
//! let copy = Network::from_bytes(&network.to_bytes())?;
//! assert_eq!(copy.name(), network.name());
//!
//! // Sums are integers, so that every instruction set gives the same bits.
//! let plain = Evaluator::new(copy.with_instruction_set(InstructionSet::Baseline));
//! assert_eq!(plain.evaluate(gammon::Position::START), evaluator.evaluate(gammon::Position::START));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accumulator;
mod active_features;
pub(crate) mod features;
mod fold;
mod forward;
mod kernel;
mod layers;
mod logistic;
mod network;
mod weights;

pub(crate) use accumulator::Accumulator;
pub(crate) use features::{CLASSES, RACE, class_of};
pub(crate) use forward::probabilities;
pub use kernel::InstructionSet;
pub(crate) use kernel::Work;
pub(crate) use layers::{LANES, OUTPUTS};
pub use network::Network;
pub use weights::{FloatHead, FloatNetwork, Layer, WeightsError};
pub(crate) use weights::{NARROW_LIMIT, WIDE_LIMIT, sha256};
