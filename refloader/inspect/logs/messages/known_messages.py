"""Messages of other programs than the loader: what each means, and what mends it. The tables are
``messages.toml``, ``machine_messages.toml``, ``program_messages.toml``, ``developer_messages.toml`` and
``statements.toml``.

A message is found by its words alone. What it means is one sentence; what depends on the machine is filled in by
who reads the log as a whole.
"""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files

from refloader.host import shell
from refloader.inspect.logs.surroundings.sought import Lookup, Sought, by_words, has_any
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
    ``unsigned`` is whether the kernel refuses a module for its signature. ``id`` is by what other modules know the
    row, empty if none does.
    """

    words: tuple[str, ...]
    text: Sought
    says: str
    change: str = ""
    installs: str = ""
    weight: Weight = Weight.CAUSE
    deviceless: bool = False
    ends: bool = False
    general: bool = False
    unsigned: bool = False
    id: str = ""


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
        return self.message.change.format(
            subject=shell.inert(self.subject), why=shell.inert(self.why), **filled
        )


@cache
def table() -> tuple[Message, ...]:
    """Return the rows."""
    folder = files("refloader.inspect.logs.messages")
    texts = ((name, folder.joinpath(name).read_text(encoding="utf-8")) for name in _TABLES)
    return tuple(
        Message(
            words=tuple(row["words"]),
            text=Sought(row["text"], re.IGNORECASE),
            says=row["says"],
            change=row.get("change", ""),
            installs=row.get("installs", ""),
            weight=Weight(row.get("weight", "cause")),
            deviceless=row.get("deviceless", False),
            ends=row.get("ends", False),
            unsigned=row.get("unsigned", False),
            id=row.get("id", ""),
            general=name == _STATEMENTS and "subject" not in row["text"],
        )
        for name, text in texts
        for row in tomllib.loads(text)["message"]
    )


@cache
def _lookup() -> Lookup:
    """Return the lookup of the rows by their words: a line has few of those of the table."""
    return by_words(row.words for row in table())


_OF_RESULT = "error_extension_not_present"
"""The result of the two rows on an extension, of which the first says that the driver of the device lacks it."""


@lru_cache(maxsize=4096)
def message_in(line: str) -> Found | None:
    """Return the first message of the table that a line has."""
    small, rows = line.lower(), table()
    for index in _lookup().rows(line):
        row = rows[index]
        if has_any(small, row.words) and (found := row.text.confirm(line)) is not None:
            groups = found.groupdict(default="")
            if _OF_RESULT in row.words and groups.get("subject") in instance_extensions():
                continue  # which no device has
            return Found(index, groups.get("subject") or "", groups.get("why") or "")
    return None
