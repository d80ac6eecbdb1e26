"""Where manifests are looked for: a folder or a file, what for, and who named it."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.rules import RuleId


class Use(StrEnum):
    """What is looked for in a place. A layer's kind is the use of the place it was found in."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"
    DRIVER = "driver"
    SETTINGS = "settings"

    __hash__ = str.__hash__  # Enum's own is a Python call


class Form(StrEnum):
    """Whether the place is one file or a folder to be listed."""

    FOLDER = "folder"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a search, in the words of the rule that put it there.

    ``source`` is the variable, build option or file that named it.
    """

    path: str
    use: Use
    form: Form
    source: str
    rule: RuleId
