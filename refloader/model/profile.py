"""The deviations of a loader's fork from the documents, as its authors declare them."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.system import System


class Feature(StrEnum):
    """A feature that a fork may disable as a whole."""

    IMPLICIT_LAYERS = "implicit-layers"
    OVERRIDE_LAYER = "override-layer"
    SETTINGS_FILE = "settings-file"
    FILTERS = "filters"
    PATH_VARIABLES = "path-variables"
    DEVICE_SORTING = "device-sorting"


@dataclass(frozen=True, slots=True)
class Profile:
    """The deviations of one fork.

    ``folders`` has the places, in order, for each use that the fork searches in its own way: full paths that may
    begin with ``${VARIABLE}``. ``ignored`` are the variables without effect; ``renamed`` pairs the documents' name
    of a variable with the fork's. ``column`` is the system whose rules bind the fork, None for the system on which
    it runs. ``rules`` pairs a rule with the reason why the fork deviates from it, for deviations that no other field
    describes. ``lines`` has the line of each declaration, from 1, by its key, for example ``search.drivers``.
    """

    name: str
    edition: Edition | None = None
    column: System | None = None
    folders: tuple[tuple[Use, tuple[str, ...]], ...] = ()
    ignored: frozenset[str] = frozenset()
    renamed: tuple[tuple[str, str], ...] = ()
    disabled: frozenset[Feature] = frozenset()
    rules: tuple[tuple[str, str], ...] = ()
    note: str = ""
    path: str = ""
    lines: tuple[tuple[str, int], ...] = ()

    def folders_of(self, use: Use) -> tuple[str, ...] | None:
        """Return the fork's places for a use, or None if it searches as the documents say."""
        return next((folders for each, folders in self.folders if each is use), None)

    def is_for(self, system: System) -> bool:
        """Return whether the fork runs on a system: its column's, by default Linux; for Android, also on Linux."""
        return system is (self.column or System.LINUX) or (
            self.column is System.ANDROID and system is System.LINUX
        )

    def why(self, rule_id: str) -> str:
        """Return the declared reason why the fork deviates from a rule, or an empty string."""
        return next((why for each, why in self.rules if each == rule_id), "")

    def line(self, key: str) -> int:
        """Return the line of a declaration, or 0 if there is none."""
        return next((number for each, number in self.lines if each == key), 0)
