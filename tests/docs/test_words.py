"""Words that make code and messages hard to read stay out (`python -m tests.docs.prose --list` shows each place)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs import prose

MOST_LONG_SENTENCES = 10
"""Tables in docstrings, programs in strings and the description that is hashed into weight files count as sentences."""


def test_hard_phrases_stay_out() -> None:
    found = [finding for finding in prose.findings(prose.files()) if not finding.kind.startswith("over")]
    assert not found, "\n".join(map(str, found))


def test_sentences_are_short() -> None:
    found = [finding for finding in prose.findings(prose.files()) if finding.kind.startswith("over")]
    assert len(found) <= MOST_LONG_SENTENCES, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("name", "text", "kinds"),
    [
        ("x.rs", "/// This is no\n/// position.\nfn f() {}\n", ["is no, are no"]),
        ("x.rs", 'const A: &str = "he has rolled";\n', ["he, his, him"]),
        ("x.rs", "/// There is no cube, and it is no longer `is no`.\n/// ```\n/// let his = 1;\n/// ```\n", []),
        ("x.py", '"""As of `f`."""\nA = f"{1} are no plays"\n', ["as of", "is no, are no"]),
        ("x.py", "# Of so many\n# plays\n", ["so many, so much"]),
        ("x.md", "A list\n\n```python\nhis = 1\n```\n\nof all plays that win\n", ["of all … that"]),
        ("x.md", "word " * 41 + ".\n", ["over 40 words"]),
        ("x.md", "word " * 30 + ".\n" + "word " * 30 + ".\n", []),
    ],
)  # fmt: skip
def test_hard_phrases_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, kinds: list[str]
) -> None:
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert sorted(finding.kind for finding in prose.findings(iter([tmp_path / name]))) == kinds
