//! Production: learning by self-play.

pub mod fit;
mod gradient;
pub mod records;
