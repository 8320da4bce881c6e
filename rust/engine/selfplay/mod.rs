//! Production: learning by self-play.

pub mod td;
