//! Production: learning by self-play.

pub mod records;
pub mod td;
