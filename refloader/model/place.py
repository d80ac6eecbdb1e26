"""Where manifests are looked for: a folder or a file, what for, and who named it."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.rules import RuleId

SETTINGS_FILE = "vk_loader_settings.json"
"""The name of a settings file (2026: Loader Settings File)."""


class Use(StrEnum):
    """What is looked for in a place. A layer's kind is the use of the place it was found in."""

    EXPLICIT = "explicit"
    IMPLICIT = "implicit"
    DRIVER = "driver"
    SETTINGS = "settings"

    __hash__ = str.__hash__  # Enum's own is a Python call


class Form(StrEnum):
    """What kind of thing the place is, and so how manifests are found there."""

    FOLDER = "folder"
    FILE = "file"
    KEY = "registry key"  # each value's name is the path of a manifest (DISC-WINDOWS-03)
    VALUE = "registry value"  # the data is one path or several (DISC-WINDOWS-09)
    LIBRARIES = "folder of libraries"  # each is asked what layers it holds (DISC-ANDROID-03)


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
