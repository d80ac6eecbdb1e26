"""A layer as its manifest describes it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from refloader.model.age import Age
from refloader.model.edition import Edition
from refloader.model.place import Place, Use
from refloader.model.reason import Location, Reason
from refloader.model.system import System
from refloader.model.version import ApiVersion

OVERRIDE_NAME = "VK_LAYER_LUNARG_override"
"""The name that makes an implicit meta-layer the override layer (2022: Override Meta-Layer)."""

NO_EDITION: frozenset[Edition] = frozenset()

T = TypeVar("T")


class Fate(StrEnum):
    """What reading a manifest does to a loader of some age."""

    READ = "the text is read"
    INVALID = "the text is not JSON for it"
    EMPTY = "it is empty"
    UNREADABLE = "the file cannot be opened"
    NOT_A_FILE = "it is a folder or the like"
    CRASH = "it crashes"
    NO_FORMAT = "it names no format"
    CRASH_BESIDE_META = "it crashes if there is an implicit meta-layer"
    LAST = "no other file is read after it"


class Shape(StrEnum):
    """What loaders of some age make of an entry that is no ordinary layer."""

    ORDINARY = "a layer with a library, or components"
    EMPTY_META = "a meta-layer without components"
    EMPTY_LIST = "a meta-layer with an empty list of components, which counts as a meta-layer"
    WITHOUT_LIBRARY = "an entry that is given up because it names neither a library nor components"
    HALF_READ = "an entry of which only the first fields are read"
    NAMELESS_OVERRIDE = "an override layer that is listed without its name"


class Extension(NamedTuple):
    """An extension that a manifest lists."""

    name: str
    spec_version: int
    entrypoints: tuple[str, ...] = ()


class Switch(NamedTuple):
    """The variable in enable_environment or disable_environment, and its value there."""

    variable: str
    value: str


@dataclass(slots=True, eq=False)
class Layer:
    """One entry of a layer manifest. Immutable by convention; entries compare by identity.

    The class is not declared frozen because one discovery creates thousands of entries, and the constructor of a
    frozen class takes twice as long.

    ``kind`` is IMPLICIT or EXPLICIT and depends on the place alone; ``reasons`` are those found while reading the
    entry; ``rejected`` are the editions in which the entry is not a usable layer. ``components`` is empty for a
    layer with a library. ``where`` is the location of the entry in its file.
    """

    name: str
    kind: Use
    manifest: str
    place: Place
    where: Location
    format_version: str
    type: str
    api_version: ApiVersion
    implementation_version: int
    description: str
    library_path: str = ""
    library_arch: str = ""
    functions: tuple[tuple[str, str], ...] = ()
    instance_extensions: tuple[Extension, ...] = ()
    device_extensions: tuple[Extension, ...] = ()
    enable: Switch | None = None
    disable: Switch | None = None
    components: tuple[str, ...] = ()
    pre_instance: tuple[tuple[str, str], ...] = ()
    app_keys: tuple[str, ...] = ()
    blacklist: tuple[str, ...] = ()
    override_paths: tuple[str, ...] = ()
    keys: tuple[str | int, ...] = ()
    reasons: tuple[Reason, ...] = ()
    rejected: frozenset[Edition] = NO_EDITION
    shape: Shape = Shape.ORDINARY

    @property
    def is_meta(self) -> bool:
        """True if the layer is a list of other layers, which may be empty."""
        return bool(self.components) or self.shape is Shape.EMPTY_LIST

    @property
    def is_override(self) -> bool:
        """True if the layer is an override layer: an implicit meta-layer with the reserved name."""
        return self.name == OVERRIDE_NAME and self.kind is Use.IMPLICIT and not self.library_path

    @property
    def stands_for_something(self) -> bool:
        """False for the entry of a manifest that a release stops reading before it has a library.

        An override layer needs no component to have an effect.
        """
        return bool(self.library_path) or self.is_meta or self.is_override


class Listed(Protocol):
    """The properties of a layer that the checks of meta-layers and their components need."""

    @property
    def name(self) -> str:
        """The layer's name."""
        ...

    @property
    def components(self) -> tuple[str, ...]:
        """The names of its components, empty for a layer with a library."""
        ...

    @property
    def is_meta(self) -> bool:
        """True if the layer is a list of other layers."""
        ...

    @property
    def api_version(self) -> ApiVersion:
        """Its Vulkan version."""
        ...

    @property
    def where(self) -> Location:
        """The location of its entry."""
        ...


@dataclass(slots=True, eq=False)
class LayerFile:
    """A layer manifest file: its usable and unusable entries, and what is wrong with the file as a whole.

    Immutable by convention, as ``Layer`` is.
    """

    path: str
    place: Place
    layers: tuple[Layer, ...] = ()
    reasons: tuple[Reason, ...] = ()
    fate: Fate = Fate.READ
    format_version: str = ""


KnownInPlace: TypeAlias = dict[str, tuple[bytes, LayerFile]]
"""Layer manifests as they were last read, with their content, by path."""

KnownFiles: TypeAlias = dict[tuple[Place, System, Age], KnownInPlace]
"""Those of one place each, for a system and the age of a loader."""


def known_in(known: KnownFiles | None, place: Place, system: System, age: Age) -> KnownInPlace | None:
    """Return what is known of one place, None if nothing is kept."""
    return None if known is None else known.setdefault((place, system, age), {})


def read_once(
    known: KnownInPlace | None,
    read: Callable[[bytes, str, Place, T], LayerFile],
    data: bytes,
    path: str,
    place: Place,
    by: T,
) -> LayerFile:
    """Return a manifest as it was read before, or ``read`` it; nothing is kept if there is nowhere to keep it."""
    if known is None:
        return read(data, path, place, by)
    found = known.get(path)
    if found is not None and found[0] == data:
        return found[1]
    file = read(data, path, place, by)
    known[path] = data, file
    return file
