//! Quoting input in error messages.

use std::fmt;

/// Displays the first 60 characters of a text, escaped, so that a message does not grow with its input.
pub(super) struct Shortened<'a>(pub &'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 60;
        let mut rest = self.0.chars();
        for character in rest.by_ref().take(MOST) {
            write!(f, "{}", character.escape_debug())?;
        }
        if rest.next().is_some() { f.write_str("…") } else { Ok(()) }
    }
}
