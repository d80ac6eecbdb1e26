"""Messages of other programs than the loader: what each means, and what mends it. The tables are
``messages.toml``, ``machine_messages.toml``, ``program_messages.toml``, ``developer_messages.toml`` and
``statements.toml``.

A message is found by its words alone. What it means is one sentence; what depends on the machine is filled in by
who reads the log as a whole.
"""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from refloader.model.registry import instance_extensions

_STATEMENTS = "statements.toml"
_TABLES = (
    "developer_messages.toml",
    "machine_messages.toml",
    "messages.toml",
    "program_messages.toml",
    _STATEMENTS,
)
"""The tables in the order in which they are tried."""


class Weight(StrEnum):
    """Whether a message is a problem, and whether it has a cause elsewhere."""

    CAUSE = "cause"
    EFFECT = "effect"
    REMARK = "remark"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Message:
    """A row of the table.

    ``installs`` is what a package has to bring, empty if none is part of the change. ``deviceless`` is whether the
    message follows where no driver gives a device. ``ends`` is whether the program goes no further, so that what it
    says afterwards follows from the message. ``general`` is whether it says that a step failed, and no cause.
    ``unsigned`` is whether the kernel refuses a module for its signature.
    """

    words: tuple[str, ...]
    text: re.Pattern[str]
    says: str
    change: str = ""
    installs: str = ""
    weight: Weight = Weight.CAUSE
    deviceless: bool = False
    ends: bool = False
    general: bool = False
    unsigned: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A message that a line has, with what it names; ``index`` is its row in the table."""

    index: int
    subject: str = ""
    why: str = ""

    @property
    def message(self) -> Message:
        """The row."""
        return table()[self.index]

    @property
    def says(self) -> str:
        """What the message means."""
        return self.message.says.format(subject=self.subject, why=self.why)

    def change(self, **filled: str) -> str:
        """Return what mends it; ``filled`` are the parts that depend on the machine."""
        return self.message.change.format(subject=self.subject, why=self.why, **filled)


_TOKEN = re.compile(
    r"\\(?P<escaped>.)|(?P<set>\[\^?\]?(?:[^\]\\]|\\.)*\])|(?P<count>[?*+]\??|\{[^}]*\}\??)"
    r"|(?P<open>\((?:\?(?:P<\w+>|[:=!]|<[=!]|[a-z]+:))?)|(?P<other>[()|.^$])|(?P<plain>.)",
    re.DOTALL,
)
"""The parts of a regular expression."""


class Sought(NamedTuple):
    """A regular expression, and a text that a line has which it matches."""

    pattern: re.Pattern[str]
    text: str

    def search(self, line: str, small: str) -> re.Match[str] | None:
        """Return the first match in a line; ``small`` is what ``in_small`` gives for it."""
        return self.pattern.search(line) if not small or self.text in small else None


def sought(pattern: str, flags: int = 0) -> Sought:
    """Return a regular expression as it is sought."""
    return Sought(re.compile(pattern, flags), text_needed(pattern))


def in_small(line: str) -> str:
    """Return a line in lower case; empty if its letters may match others than by that, as those beyond ASCII do."""
    return line.lower() if line.isascii() else ""


def text_needed(pattern: str) -> str:
    """Return a text, in lower case, that each match of a regular expression has; empty if none is known.

    It is the longest run of plain characters that are not optional. To seek it first takes a fraction of the time.
    """
    runs = [""]
    levels: list[tuple[int, bool]] = []  # where a group begins among the runs, and whether it counts
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup or "", token[0]
        escaped = token["escaped"] or ""
        if kind == "plain" or (escaped and not escaped.isalnum()):
            runs[-1] += escaped or text
            continue
        if kind == "count" and not text.startswith("+"):
            runs[-1] = runs[-1][:-1]  # what is before it may be missing
        if kind == "open":
            levels.append((len(runs), text == "(" or text.startswith(("(?:", "(?P<"))))
        if text == "|":
            if not levels:
                return ""
            levels[-1] = levels[-1][0], False
        if text == ")" and levels:
            start, counts = levels.pop()
            optional = pattern[token.end() : token.end() + 1] in ("?", "*", "{")
            runs = runs if counts and not optional else runs[:start]
        runs.append("")
    return max(runs, key=len).lower()


@cache
def table() -> tuple[Message, ...]:
    """Return the rows."""
    folder = files("refloader.inspect.logs.messages")
    texts = ((name, folder.joinpath(name).read_text(encoding="utf-8")) for name in _TABLES)
    return tuple(
        Message(
            words=tuple(row["words"]),
            text=re.compile(row["text"], re.IGNORECASE),
            says=row["says"],
            change=row.get("change", ""),
            installs=row.get("installs", ""),
            weight=Weight(row.get("weight", "cause")),
            deviceless=row.get("deviceless", False),
            ends=row.get("ends", False),
            unsigned=row.get("unsigned", False),
            general=name == _STATEMENTS and "subject" not in row["text"],
        )
        for name, text in texts
        for row in tomllib.loads(text)["message"]
    )


_PART = 3
"""How many characters of a word are looked up first: a line has few of the words of the table."""


@cache
def _by_part() -> dict[str, list[int]]:
    """Return the rows by a part of each of their words: the one that the fewest words have."""
    words = [(index, word) for index, row in enumerate(table()) for word in row.words]
    often = Counter(part for _, word in words for part in _parts(word))
    rows: dict[str, list[int]] = {}
    for index, word in words:
        rows.setdefault(min(_parts(word), key=lambda part: (often[part], part)), []).append(index)
    return rows


def _parts(word: str) -> set[str]:
    """Return all parts of a word. Raises ValueError for a word that is too short to have one."""
    if len(word) < _PART:
        raise ValueError(f"{word} is too short to be looked up")
    return {word[at : at + _PART] for at in range(len(word) - _PART + 1)}


_OF_RESULT = "error_extension_not_present"
"""The result of the two rows on an extension, of which the first says that the driver of the device lacks it."""


@lru_cache(maxsize=4096)
def message_in(line: str) -> Found | None:
    """Return the first message of the table that a line has."""
    small = line.lower()
    parts = {small[at : at + _PART] for at in range(len(small) - _PART + 1)}
    rows = {index for part in _by_part().keys() & parts for index in _by_part()[part]}
    for index in sorted(rows):
        row = table()[index]
        if any(word in small for word in row.words) and (found := row.text.search(line)) is not None:
            groups = found.groupdict(default="")
            if _OF_RESULT in row.words and groups.get("subject") in instance_extensions():
                continue  # which no device has
            return Found(index, groups.get("subject") or "", groups.get("why") or "")
    return None
