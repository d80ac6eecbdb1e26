"""Reads a policy document, as Markdown or as plain text, as a list of sentences. Knows nothing of the catalogue.

Two sentences are the same if their normalised texts are: line breaks, Markdown marks, links, HTML tags, bullets and
the kind of quotation marks do not count. A sentence knows the nearest heading above it and, inside a table of
numbered policies, the number of its policy.
"""

import errno
import hashlib
import html
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SUFFIXES = (".md", ".txt")

_FENCE = re.compile(r"\s*(```|~~~)")
_MARKDOWN_HEADING = re.compile(r"(#{1,6})\s+(\S.*)")
_TEXT_HEADING = re.compile(r"[A-Za-z](?:[\w*'’/()<>&,\- ]|(?<=\d)\.(?=\d)){0,79}$")
_NO_HEADING = re.compile(r"(?:[A-Z]+_[A-Z_]+|Yes|No|None|N/A|typedef|VkResult|\d+)\b")
_NUMBER = re.compile(r"^(L[LD]P_(?:LAYER|LOADER|DRIVER)_\d+)\b[:\s]*")
_BLOCKS = re.compile(r"</?(?:p|br|li|ul|ol|tr|td|th|div|table|h\d)\b[^<>]*>", re.IGNORECASE)
_ROW_END = re.compile(r"</(?:tr|table)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*(?:\s[^<>]*)?/?>")
_LINK = re.compile(r"!?\[([^\]]{0,300})\](?:\([^)]{0,300}\)|\[[^\]]{0,300}\])")
_BULLET = re.compile(r"^\s*(?:[•*+\-]|\d+[.)])\s+")
_END = re.compile(r"(?<=[.!?])[\"')\]*]*\s+(?=[\"'(*]*[A-Z\d])")
_NO_END = re.compile(r"(?:\be\.g|\bi\.e|\bvs|\baka|\betc|\bw|\bNo)\.[\"')\]]*$")
_LONGEST_SHORTENED = 16
"""The characters at the end of a sentence in which a shortened word is looked for."""

_LARGEST, _LONGEST_LINE = 4 << 20, 50_000
"""The most bytes of a document, and characters of one of its lines, that are read."""

_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " ", "–": "-"})
_PLAIN_TAGS = ("small", "b", "i", "em", "strong", "code", "sup", "sub", "span", "a", "img", "font", "center")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a document, or one line of its code."""

    document: str
    heading: str
    text: str
    number: str = ""
    code: bool = False

    @property
    def digest(self) -> str:
        """The first twelve digits of the text's SHA-256."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


class DocumentError(Exception):
    """A path is no document: the message names the path and the reason."""


def read(path: str) -> list[Sentence]:
    """Return the sentences of a document, or of all documents in a folder, in their order.

    Raises:
        DocumentError: the path does not exist, is not text, or a folder has no documents.
    """
    if os.path.isdir(path):
        names = sorted(name for name in _listed(path) if name.lower().endswith(SUFFIXES))
        files = [os.path.join(path, name) for name in names if os.path.isfile(os.path.join(path, name))]
        if not files:
            raise DocumentError(f"{path}: the folder has no document (*.md, *.txt)")
        return [sentence for file in files for sentence in read(file)]
    try:
        text = _bytes(path).decode("utf-8-sig")
    except OSError as error:
        raise DocumentError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise DocumentError(f"{path}: not a text in UTF-8") from None
    if any(len(line) > _LONGEST_LINE for line in text.splitlines()):
        raise DocumentError(f"{path}: a line has more than {_LONGEST_LINE} characters")
    found = list(sentences(os.path.basename(path), text))
    if not found:
        raise DocumentError(f"{path}: the document has no sentence")
    return found


def _bytes(path: str) -> bytes:
    """Return the content of a regular file; a pipe or a device is none. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "no regular file")
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise OSError(errno.EFBIG, f"more than {_LARGEST} bytes")
    return data


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError as error:
        raise DocumentError(f"{folder}: {error.strerror or error}") from None


def sentences(document: str, text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text. It counts as Markdown if one of its lines outside code is a heading."""
    heading, number = "", ""
    blocks = _markdown(text) if _is_markdown(text) else _plain(text)
    for kind, content in blocks:
        if kind == "heading":
            heading, number = normalised(content), ""
            continue
        if kind == "code":
            if line := " ".join(content.split()):
                yield Sentence(document, heading, line, number, code=True)
            continue
        if kind == "row":
            number = ""
            continue
        words = normalised(content)
        if match := _NUMBER.match(words):
            number, words = match[1], words[match.end() :]
        for each in _parts(words):
            yield Sentence(document, heading, each, number)


def normalised(text: str) -> str:
    """Return a text without line breaks, marks, links, tags and bullets, with plain quotation marks."""
    text = _LINK.sub(r"\1", _BULLET.sub("", text.translate(_QUOTES)))
    text = _TAG.sub(lambda tag: "" if _is_markup(tag[0]) else tag[0], text)
    text = re.sub(r"\\([\\`*_\[\]()#+\-.!|])", r"\1", html.unescape(text))
    text = re.sub(r"\*\*|`", "", text)
    text = re.sub(r"(?<![\w*])\*(\S(?:[^*]*\S)?)\*(?![\w*])", r"\1", text)
    text = re.sub(r"(?<!\w)_(\S(?:[^_]*\S)?)_(?!\w)", r"\1", text)
    return " ".join(text.split())


def _is_markup(tag: str) -> bool:
    name = re.match(r"</?([a-zA-Z0-9]+)", tag)
    return name is not None and name[1].lower() in _PLAIN_TAGS


def _is_markdown(text: str) -> bool:
    return any(kind == "heading" for kind, _ in _markdown(text))


def _markdown(text: str) -> Iterator[tuple[str, str]]:
    """The blocks of a Markdown text: headings, lines of code, paragraphs, and where the row of a table begins."""
    paragraph: list[str] = []
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and fence in ("", mark[1]):
            yield from _flushed(paragraph)
            fence = "" if fence else mark[1]
        elif fence:
            yield "code", line
        elif heading := _MARKDOWN_HEADING.match(line):
            yield from _flushed(paragraph)
            yield "heading", heading[2].rstrip().rstrip("#").rstrip() or heading[2]
        elif line.lstrip().startswith("|"):
            yield from _flushed(paragraph)
            yield from _cells(line)
        elif not line.strip():
            yield from _flushed(paragraph)
        else:
            if _BULLET.match(line):
                yield from _flushed(paragraph)
            paragraph.append(line)
    yield from _flushed(paragraph)


def _cells(line: str) -> Iterator[tuple[str, str]]:
    yield "row", ""
    for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
        if cell.strip(" :-"):
            yield "paragraph", cell


def _flushed(paragraph: list[str]) -> Iterator[tuple[str, str]]:
    """The paragraph's lines as blocks: one, or more where tags of HTML divide it. Empties the list."""
    text = "\n".join(paragraph)
    paragraph.clear()
    for index, row in enumerate(_ROW_END.split(text)):
        if index:
            yield "row", ""
        for block in _BLOCKS.split(row):
            if block.strip():
                yield "paragraph", block


def _plain(text: str) -> Iterator[tuple[str, str]]:
    """The blocks of a plain text, where each line is a paragraph and a short line between empty ones a heading."""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        after = lines[index + 1] if index + 1 < len(lines) else ""
        before = lines[index - 1] if index else ""
        if not line.strip():
            continue
        alone = not before.strip() and not after.strip()
        if alone and _TEXT_HEADING.match(line) and not _NO_HEADING.match(line):
            yield "heading", line
        elif line.startswith("  ") and not _BULLET.match(line):
            yield "code", line
        else:
            yield "paragraph", line


def _parts(text: str) -> Iterator[str]:
    """The sentences of one paragraph."""
    begun = 0
    for match in _END.finditer(text):
        end = match.start()
        while end < len(text) and text[end] in "\"')]*":
            end += 1
        if _NO_END.search(text[max(begun, end - _LONGEST_SHORTENED) : end]):
            continue
        yield text[begun:end].strip()
        begun = match.end()
    if text[begun:].strip():
        yield text[begun:].strip()


def by_digest(found: Iterable[Sentence]) -> dict[str, list[Sentence]]:
    """Return the sentences by their digests: a document may say the same twice."""
    table: dict[str, list[Sentence]] = {}
    for sentence in found:
        table.setdefault(sentence.digest, []).append(sentence)
    return table
