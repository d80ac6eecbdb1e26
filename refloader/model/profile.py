"""What a fork of a loader does otherwise than the documents, as its authors declare it."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.system import System


class Feature(StrEnum):
    """What a fork may leave out as a whole."""

    IMPLICIT_LAYERS = "implicit-layers"
    OVERRIDE_LAYER = "override-layer"
    SETTINGS_FILE = "settings-file"
    FILTERS = "filters"
    PATH_VARIABLES = "path-variables"
    DEVICE_SORTING = "device-sorting"


@dataclass(frozen=True, slots=True)
class Profile:
    """The deviations of one fork.

    ``folders`` has, for each use whose search is its own, its places in order as they are written: full paths that
    may begin with ``${VARIABLE}``. ``ignored`` are variables without effect; ``renamed`` pairs the documents' name of
    a variable with the fork's. ``column`` is the system whose rules bind it, None for that on which it runs.
    ``rules`` pairs a rule with why the fork does not keep it, for what cannot be said otherwise.
    ``lines`` has the line of each declaration, from 1, by its key as in ``search.drivers``.
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
        """The places of a search of its own; None where it searches as the documents say."""
        return next((folders for each, folders in self.folders if each is use), None)

    def is_for(self, system: System) -> bool:
        """Whether the fork runs on a system: that of its column, else Linux; Android's programs have Linux below."""
        return system is (self.column or System.LINUX) or (
            self.column is System.ANDROID and system is System.LINUX
        )

    def why(self, rule_id: str) -> str:
        """Why it does not keep a rule, where it says so; else empty."""
        return next((why for each, why in self.rules if each == rule_id), "")

    def line(self, key: str) -> int:
        """Where something is declared; 0 where it is not."""
        return next((number for each, number in self.lines if each == key), 0)
