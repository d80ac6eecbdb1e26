"""What the loader of a machine does with its settings file: whether it looks at it, reads it and follows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from refloader.core.aged.settings import settings_file_of_age
from refloader.core.json.reader import read
from refloader.core.manifests.settings_file import Settings, read_settings
from refloader.model.age import Age
from refloader.model.layer import Fate
from refloader.model.paths import PathRules
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.reason import Reason


@dataclass(frozen=True, slots=True)
class LoaderThere:
    """A loader of an age with its plan. ``texts`` are the files that were read; ``executable`` is the program."""

    plan: Plan
    age: Age
    executable: str
    texts: Mapping[str, bytes]
    paths: PathRules

    @property
    def first_settings(self) -> str:
        """The settings file that it looks at; empty if there is none where it looks."""
        places = (place.path for place in self.plan.places if place.use is Use.SETTINGS)
        return next((path for path in places if path in self.texts), "")

    @property
    def settings(self) -> str:
        """The settings file that it follows; empty if it follows none."""
        path = self.first_settings
        return path if path and self.follows(path) else ""

    def reads(self, path: str) -> bool:
        """Whether it can read the text of a settings file."""
        return self._read(path)[2] is Fate.READ

    def follows(self, path: str) -> bool:
        """Whether it does what a settings file says."""
        return self._read(path)[0] is not None

    def why_not(self, path: str) -> str:
        """Return what it does not take of the text of a settings file; empty if that is not known."""
        return next((each.fact for each in self._read(path)[1]), "")

    def _read(self, path: str) -> tuple[Settings | None, tuple[Reason, ...], Fate]:
        data = self.texts[path]
        if self.age:
            return settings_file_of_age(data, path, self.executable, self.paths, self.age)
        settings, reasons = read_settings(read(data), path, self.executable, self.paths)
        return settings, reasons, Fate.READ if settings is not None else Fate.INVALID
