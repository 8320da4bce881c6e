//! Where something stands in a text that is read.

use super::error::{Notation, NotationError, Problem};

/// As what a text is read, and how many characters stand before it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub notation: Notation,
    pub before: usize,
}

impl Place {
    pub(super) const fn error(self, at: usize, problem: Problem) -> NotationError {
        NotationError::Unreadable { notation: self.notation, column: self.before + at + 1, problem }
    }
}

/// The text without blanks around it, and how many characters of them are before it.
pub(super) fn trimmed(text: &str) -> (&str, usize) {
    let start = text.trim_start();
    (start.trim_end(), text.chars().count() - start.chars().count())
}

/// The text without blanks around it and without a prefix such as `XGID=`, in large or small letters, and how many characters
/// are before it.
pub(super) fn without_prefix<'a>(text: &'a str, prefix: &str) -> (&'a str, usize) {
    let (text, before) = trimmed(text);
    match text.split_at_checked(prefix.len()) {
        Some((start, body)) if start.eq_ignore_ascii_case(prefix) => (body, before + prefix.len()),
        _ => (text, before),
    }
}
