//! Production: learning by self-play.

pub mod fit;
mod limit;
mod pass;
pub mod records;
mod weights;
