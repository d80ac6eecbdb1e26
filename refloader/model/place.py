"""A place where a loader searches: its form, what it is searched for, and what named it."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.rules import RuleId

SETTINGS_FILE = "vk_loader_settings.json"
"""The name of a settings file (2026: Loader Settings File)."""


class Use(StrEnum):
    """What a place is searched for. A layer's kind is the use of the place in which it was found."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"
    DRIVER = "driver"
    SETTINGS = "settings"

    __hash__ = str.__hash__  # Enum's own is a Python call


class Form(StrEnum):
    """The kind of a place, which decides how manifests are found in it."""

    FOLDER = "folder"
    FILE = "file"
    KEY = "registry key"  # each value's name is the path of a manifest (DISC-WINDOWS-03)
    VALUE = "registry value"  # the data is one path or several (DISC-WINDOWS-09)
    LIBRARIES = "folder of libraries"  # each library reports its layers (DISC-ANDROID-03)


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a search, with the rule that requires the search there.

    ``source`` is the variable, build option or file that named the place.
    """

    path: str
    use: Use
    form: Form
    source: str
    rule: RuleId
