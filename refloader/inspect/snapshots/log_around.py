"""What a log as a whole shows of the machine that an event depends on: its variables, its driver's libraries."""

from collections.abc import Sequence
from dataclasses import dataclass

from refloader.core.ages import release_of
from refloader.inspect.snapshots.log_events import EventKind
from refloader.inspect.snapshots.log_machine import typical
from refloader.inspect.snapshots.log_reader import Log
from refloader.model.place import Use
from refloader.model.text import quote, some

_NEW_NAMES = (1, 3, 207)
"""The release that first reads VK_DRIVER_FILES and VK_ADD_LAYER_PATH."""

_LAYERS_REPLACED = ("/etc/vulkan/explicit_layer.d", "/usr/share/vulkan/explicit_layer.d")
"""Two folders of which every search for explicit layers has one, unless a variable replaces all of them."""

_NVIDIA = "nvidia"
_OF_FLATPAK = "/GL/vulkan/icd.d/"
"""Where the runtimes of Flatpak have the manifests of drivers."""

_FAILED = (EventKind.DRIVER_FAILED, EventKind.LINKER, EventKind.REFUSING)
_NOT_LEFT = (*_FAILED, EventKind.DRIVER_OFF, EventKind.PORTABILITY)


@dataclass(frozen=True, slots=True)
class Around:
    """What surrounds the events of a log.

    ``named`` are the drivers' manifests that a variable names, ``replaced`` the folders of layers that one names in
    the place of the usual ones, unless an override layer does (``overridden``). ``other_bits`` are the drivers'
    libraries for the other word size if that is why no driver is left. ``override`` is the manifest of an override
    layer. ``failed`` and ``portable``: libraries of drivers failed, portability drivers were left out; ``off`` is why
    a variable left one out. ``nvidia`` is whether NVIDIA's driver is in the log, ``mismatch`` whether its module does
    not fit its libraries, ``unloaded`` whether the module does not answer, ``passed_over`` whether DXVK leaves out
    a device, ``flatpak`` whether the manifests are those of a Flatpak, and ``manifests`` are all that the log names.
    """

    release: tuple[int, ...] = ()
    named: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    other_bits: tuple[str, ...] = ()
    override: str = ""
    overridden: bool = False
    failed: bool = False
    off: str = ""
    portable: bool = False
    nvidia: bool = False
    mismatch: bool = False
    unloaded: bool = False
    passed_over: bool = False
    flatpak: bool = False
    manifests: tuple[str, ...] = ()

    @property
    def is_old(self) -> bool:
        """True if the loader is known to be older than VK_DRIVER_FILES and VK_ADD_LAYER_PATH."""
        return bool(self.release) and self.release < _NEW_NAMES

    @property
    def naming(self) -> str:
        """The variable that names drivers, as far as the log shows it."""
        return "VK_ICD_FILENAMES" if self.is_old else "VK_DRIVER_FILES (or VK_ICD_FILENAMES)"

    def besides(self, kind: EventKind) -> str:
        """Return what the rest of the log adds to the sentence on an event."""
        if kind is EventKind.NO_DRIVER and self.other_bits:
            return (
                f"; {some([quote(each) for each in self.other_bits])} is for programs of the other word size"
            )
        if kind is EventKind.NO_DRIVER and self.off and not self.failed:
            return f": drivers are {self.off}"
        return ""


NOTHING_AROUND = Around()


def around(log: Log) -> Around:
    """Return what surrounds the events of a log."""
    versions = [event.subject for event in log.events if event.kind is EventKind.VERSION]
    drivers, explicit = typical(log.searches, Use.DRIVER), typical(log.searches, Use.EXPLICIT)
    named = tuple(path for path in drivers.places if path.endswith(".json")) if drivers else ()
    places = tuple(explicit.places) if explicit else ()
    usual = any(place.rstrip("/") in _LAYERS_REPLACED for place in places)
    posix = all(place.startswith("/") for place in places)
    of_override = (event.subject for event in log.events if event.kind is EventKind.OVERRIDE)
    overridden = any(not subject.startswith("Using ") for subject in of_override)
    kinds = {event.kind for event in log.events}
    implicit = typical(log.searches, Use.IMPLICIT)
    files: Sequence[str] = tuple(implicit.files) if implicit else ()
    return Around(
        release=release_of(versions[0]) if versions else (),
        named=named if drivers is not None and len(named) == len(drivers.places) else (),
        replaced=places if posix and not usual and not overridden else (),
        overridden=overridden,
        other_bits=_other_bits(log) if kinds.isdisjoint(_NOT_LEFT) else (),
        override=next((path for path in files if "override" in path.rpartition("/")[2].lower()), ""),
        failed=not kinds.isdisjoint(_FAILED),
        off=next((event.why for event in log.events if event.kind is EventKind.DRIVER_OFF), ""),
        portable=EventKind.PORTABILITY in kinds,
        nvidia=any(_NVIDIA in event.subject.lower() + event.why.lower() for event in log.events),
        mismatch=EventKind.MISMATCH in kinds,
        unloaded=EventKind.NO_MODULE in kinds,
        passed_over=EventKind.TOO_OLD in kinds,
        flatpak=any(_OF_FLATPAK in path for path in log.manifests),
        manifests=tuple(log.manifests),
    )


def _other_bits(log: Log) -> tuple[str, ...]:
    """Return the drivers' libraries for the other word size."""
    libraries = set(log.libraries.values())
    found = (event.subject for event in log.events if event.kind is EventKind.OTHER_BITS)
    return tuple(path for path in dict.fromkeys(found) if path in libraries)
