//! Production: learning by self-play.

pub mod fit;
mod pass;
pub mod records;
mod weights;
