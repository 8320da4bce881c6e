//! The network: from the checkers on the board to the probabilities of the game's outcomes.
//!
//! | file | contents |
//! |---|---|
//! | `features` | the inputs, and the class of a position |
//! | `active_features` | the inputs active in a position, and those added and removed between two |
//! | `layers` | the weights in the layout used for evaluation |
//! | `fold` | combining rows of the weight file, so that fewer have to be summed |
//! | `accumulator` | the first-layer sums of a position |
//! | `logistic` | the logistic function of the outputs |
//! | `forward` | the forward pass |
//! | `kernel` | the forward pass compiled for several instruction sets |
//! | `network` | a network ready to evaluate |
//! | `weights` | the weight file format, and quantising a trained network |
//!
//! This is an efficiently updatable neural network (NNUE), as in chess engines. One wide hidden layer takes one-hot inputs, and
//! its sums are updated from those of a nearby position. The hidden values are the squares of the sums clipped to [0, 1]. They
//! feed five outputs, with separate weights for each class of positions. The first block of hidden units also has pruning
//! outputs of its own, which select the plays that get a full evaluation. Weights and sums are integers. Other modules use the
//! network through [`crate::eval`].
//!
//! # Example
//!
//! ```
//! use gammon::Evaluator;
//! use gammon::net::{InstructionSet, Network};
//!
//! let evaluator = Evaluator::shipped()?;
//! let network = evaluator.network().expect("the shipped evaluator has a network");
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
