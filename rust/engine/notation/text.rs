//! Trimming a text while keeping track of columns for error messages.

use super::error::{Notation, NotationError, Problem};

/// Where a trimmed text stood in the original, for error messages.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub notation: Notation,
    /// The number of characters that were trimmed from the start.
    pub before: usize,
}

impl Place {
    /// Returns a parse error `at` characters into the trimmed text.
    pub(super) const fn error(self, at: usize, problem: Problem) -> NotationError {
        NotationError::Unreadable { notation: self.notation, column: self.before + at + 1, problem }
    }
}

/// Returns the text without surrounding whitespace, and the number of characters removed before it.
pub(super) fn trimmed(text: &str) -> (&str, usize) {
    let start = text.trim_start();
    (start.trim_end(), text.chars().count() - start.chars().count())
}

/// Returns the text without surrounding whitespace and without a prefix such as `XGID=`, and the number of characters
/// removed before it. The case of the prefix is ignored.
pub(super) fn without_prefix<'a>(text: &'a str, prefix: &str) -> (&'a str, usize) {
    let (text, before) = trimmed(text);
    match text.split_at_checked(prefix.len()) {
        Some((start, body)) if start.eq_ignore_ascii_case(prefix) => (body, before + prefix.len()),
        _ => (text, before),
    }
}
