"""Reads manifests one after the other as loaders of a given age do, and decides where such a loader stops."""

from dataclasses import replace

from refloader.core.aged.driver_manifest import driver_of_age
from refloader.core.aged.layer_manifest import layer_file_of_age
from refloader.core.aged.settings import settings_file_of_age
from refloader.core.manifests.settings_file import Settings
from refloader.model.age import Age, Trait
from refloader.model.driver import Driver
from refloader.model.edition import ALL
from refloader.model.layer import Fate, KnownFiles, LayerFile, known_in, read_once
from refloader.model.paths import PathRules
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason
from refloader.model.system import System


class AgedReading:
    """What a loader of the age has read so far, in the lists that it is given.

    ``ended`` means that a file ended the search for layers. ``known`` are layer manifests that were read before.
    """

    def __init__(
        self, age: Age, files: list[LayerFile], drivers: list[Driver], known: KnownFiles | None
    ) -> None:
        self.age = age
        self.ended = False
        self._metas = False
        self._files = files
        self._drivers = drivers
        self._known = known

    def layers(self, data: bytes, path: str, place: Place) -> bool:
        """Read a layer manifest; return whether the loader reads no other behind it."""
        known = known_in(self._known, place, System.LINUX, self.age)
        file = read_once(known, layer_file_of_age, data, path, place, self.age)
        if file.fate is Fate.CRASH_BESIDE_META and self._metas:
            file = replace(file, layers=(), fate=Fate.CRASH)
        self._files.append(file)
        metas = place.use is Use.IMPLICIT and any(each.is_meta for each in file.layers)
        self._metas = self._metas or (metas and self.age.has(Trait.EXPLICIT_READ_AS_IMPLICIT))
        whole = any(not layer.rejected and layer.disable is not None for layer in file.layers[-1:])
        useless = file.fate is not Fate.EMPTY and place.use is Use.IMPLICIT and not whole
        ends = file.fate is Fate.INVALID and (
            self.age.has(Trait.INVALID_LAYER_FILE_ENDS_SCAN)
            or (
                self.age.has(Trait.INVALID_LAYER_FILE_FAILS)
                and not self.age.has(Trait.LAYER_FILE_FAILS_ALL_QUERIES)
            )
        )
        ends = ends or file.fate is Fate.LAST
        ends = ends or (file.fate is Fate.EMPTY and self.age.has(Trait.EMPTY_FILE_ENDS_SCAN))
        self.ended = ends or (useless and self.age.has(Trait.USELESS_FILE_ENDS_SCAN))
        return self.ended

    def settings(
        self, data: bytes, place: Place, path: str, executable: str, paths: PathRules
    ) -> tuple[Settings | None, tuple[Reason, ...]]:
        """Read a settings file; return the settings in force and what there is to say of them."""
        settings, reasons, fate = settings_file_of_age(data, path, executable, paths, self.age)
        fails = fate is Fate.INVALID and self.age.has(Trait.INVALID_SETTINGS_FILE_FAILS)
        if fails or fate is Fate.CRASH:
            self._files.append(LayerFile(path, place, fate=fate))
        return settings, reasons

    def driver(self, data: bytes, path: str, place: Place) -> bool:
        """Read a driver manifest; return whether the loader reads no other behind it."""
        driver = driver_of_age(data, path, place, self.age)
        self._drivers.append(driver)
        ends = driver.fate is Fate.INVALID and self.age.has(Trait.INVALID_DRIVER_FILE_FAILS_BEFORE_OTHERS)
        return ends or (driver.fate is Fate.EMPTY and self.age.has(Trait.CRASH_WITHOUT_OBJECT))

    def unreadable(self, path: str, place: Place, *, is_file: bool) -> bool:
        """Record a manifest that cannot be opened; return whether the loader reads no other behind it."""
        fate = Fate.UNREADABLE if is_file else Fate.NOT_A_FILE
        if place.use is not Use.DRIVER:
            self._files.append(LayerFile(path, place, fate=fate))
            self.ended = not is_file and self.age.has(Trait.EMPTY_FILE_ENDS_SCAN)
            return self.ended
        if place.form is Form.FOLDER:
            self._drivers.append(Driver(path, place, rejected=ALL, fate=fate))
        return not is_file and self.age.has(Trait.CRASH_WITHOUT_OBJECT)
