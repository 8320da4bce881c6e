"""Find phrases that are hard to read in comments, docstrings, messages and pages.

python -m tests.docs.prose            # counts
python -m tests.docs.prose --list rust/engine/net README.md   # each place, in these paths
"""

import argparse
import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACES = ("README.md", "CHANGELOG.md", "docs", "python", "rust", "tests", "benches", "strength", "examples")
# The rules are quoted verbatim; this file and its test contain the phrases themselves.
EXEMPT = ("docs/rules.md", "tests/docs/prose.py", "tests/docs/test_words.py")
LONGEST_SENTENCE = 40

PHRASES = {
    "is no, are no": re.compile(
        r"(?<!there )\b(?:is|are|was|were|be) no\b(?! (?:longer|more|less|fewer|better|worse))", re.I
    ),
    "as of": re.compile(r"\bas of\b", re.I),
    "he, his, him": re.compile(r"\b(?:he|his|him|himself)\b", re.I),
    "so many, so much": re.compile(r"\bso (?:many|much)\b(?! (?:as|that))", re.I),
    "of all … that": re.compile(r"\bof all \w+ that\b", re.I),
}


@dataclass(frozen=True)
class Passage:
    """A comment, a string or a paragraph, with the line where it begins."""

    path: str
    line: int
    text: str


@dataclass(frozen=True)
class Finding:
    """A phrase to avoid, or a sentence that is too long."""

    kind: str
    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {self.text}"


def passages(path: Path) -> Iterator[Passage]:
    """Yield the passages of a file that people read."""
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix()
    read = {".rs": _rust, ".py": _python, ".pyi": _python, ".md": _markdown}.get(path.suffix)
    if read is not None:
        for line, prose in read(text):
            yield Passage(name, line, prose)


def findings(where: Iterator[Path]) -> Iterator[Finding]:
    """Yield every hard phrase and every long sentence in these files."""
    for path in where:
        for passage in passages(path):
            plain = re.sub(r"`[^`]*`", "`x`", passage.text)
            for kind, pattern in PHRASES.items():
                for match in pattern.finditer(plain):
                    around = plain[max(0, match.start() - 40) : match.end() + 40]
                    yield Finding(kind, passage.path, passage.line, " ".join(around.split()))
            for sentence in sentences(plain):
                words = len(re.findall(r"[\w`']+(?:[-./]\w+)*", sentence))
                if words > LONGEST_SENTENCE:
                    yield Finding(f"over {LONGEST_SENTENCE} words", passage.path, passage.line, f"({words}) {sentence}")


def sentences(text: str) -> Iterator[str]:
    """Split a passage into sentences; a list item, a table cell and a docstring section also end a sentence."""
    for block in re.split(r"\n\s*\n|\n\s*(?=[-*|+] |\d+\. |\.\. |>>> )|\n\s*-{3,}\s*\n|\|", text):
        if ">>>" in block:
            continue
        for sentence in re.split(r"(?<=[.!?])[\"')*_]*\s+|:\s*\n", block):
            joined = " ".join(sentence.split())
            if joined:
                yield joined


def files(*under: str) -> Iterator[Path]:
    """Yield the project's text files at or below these paths."""
    for place in under or PLACES:
        base = ROOT / place
        found = sorted(base.rglob("*")) if base.is_dir() else [base]
        for path in found:
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in {".rs", ".py", ".pyi", ".md"} and name not in EXEMPT and "golden/" not in name:
                yield path


def _rust(text: str) -> Iterator[tuple[int, str]]:
    block: list[str] = []
    begins = 0
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        comment = re.match(r"\s*//[/!]? ?(.*)", line)
        if comment is None:
            if block:
                yield begins, "\n".join(block)
            block, fenced = [], False
            for literal in re.finditer(r'"((?:[^"\\]|\\.)*)"', line):
                if " " in literal[1]:
                    yield number, literal[1]
            trailing = re.search(r"\s// (.*)$", line)
            if trailing:
                yield number, trailing[1]
            continue
        if comment[1].startswith("```"):
            fenced = not fenced
            continue
        if fenced:
            continue
        if not block:
            begins = number
        block.append(comment[1])
    if block:
        yield begins, "\n".join(block)


def _python(text: str) -> Iterator[tuple[int, str]]:
    block: list[str] = []
    begins = last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != last + 1:
                yield begins, "\n".join(block)
                block = []
            if not block:
                begins = token.start[0]
            last = token.start[0]
            block.append(token.string.lstrip("#").strip())
    if block:
        yield begins, "\n".join(block)
    within: set[ast.AST] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            within.update(node.values)
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "`x`" for part in node.values),
            )
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value and node not in within
        ):
            yield node.lineno, node.value


def _markdown(text: str) -> Iterator[tuple[int, str]]:
    block: list[str] = []
    begins = 0
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if fenced or not line.strip() or line.lstrip().startswith("```"):
            if block:
                yield begins, "\n".join(block)
            block = []
            continue
        if not block:
            begins = number
        block.append(line)
    if block:
        yield begins, "\n".join(block)


def main() -> None:
    """Print the counts, or each place."""
    parser = argparse.ArgumentParser(description="Count phrases that are hard to read.")
    parser.add_argument("paths", nargs="*", help="files and directories below the project's root (default: all)")
    parser.add_argument("--list", action="store_true", help="print each place")
    arguments = parser.parse_args()
    found = list(findings(files(*arguments.paths)))
    if arguments.list:
        for finding in found:
            print(finding)
    counts = Counter(finding.kind for finding in found)
    for kind in [*PHRASES, f"over {LONGEST_SENTENCE} words"]:
        print(f"{counts[kind]:6} {kind}")


if __name__ == "__main__":
    main()
