"""A layer as its manifest describes it."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from refloader.model.edition import Edition
from refloader.model.place import Place, Use
from refloader.model.reason import Location, Reason
from refloader.model.version import ApiVersion

OVERRIDE_NAME = "VK_LAYER_LUNARG_override"
"""The name that makes an implicit meta-layer the override layer (2022: Override Meta-Layer)."""

NO_EDITION: frozenset[Edition] = frozenset()


class Extension(NamedTuple):
    """An extension that a manifest announces."""

    name: str
    spec_version: int
    entrypoints: tuple[str, ...] = ()


class Switch(NamedTuple):
    """The variable of enable_environment or disable_environment and the value written beside it."""

    variable: str
    value: str


@dataclass(slots=True, eq=False)
class Layer:
    """One entry of a layer manifest. Never assigned to once made.

    Not declared frozen because thousands are made in one reading: the plain constructor takes half the time.
    Two entries are the same only if they are one object.

    ``kind`` is IMPLICIT or EXPLICIT and comes from the place alone; ``reasons`` is what reading the entry
    brought up; ``rejected`` are the editions in which the entry is not a usable layer. ``components`` is
    empty for a layer with a library. ``where`` is the place of the entry in its file.
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

    @property
    def is_meta(self) -> bool:
        """Whether the layer is a list of other layers."""
        return bool(self.components)

    @property
    def is_override(self) -> bool:
        """Whether the layer is the override layer: its name, implicit, a meta-layer."""
        return self.name == OVERRIDE_NAME and self.kind is Use.IMPLICIT and self.is_meta


class Listed(Protocol):
    """What judging a meta-layer and its components needs of a layer."""

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
        """Whether it is a list of other layers."""
        ...

    @property
    def api_version(self) -> ApiVersion:
        """Its Vulkan version."""
        ...

    @property
    def where(self) -> Location:
        """The place of its entry."""
        ...


@dataclass(slots=True, eq=False)
class LayerFile:
    """A layer manifest file: its usable and unusable entries, and what is wrong with the file as a whole.

    Never assigned to once made, like a layer.
    """

    path: str
    place: Place
    layers: tuple[Layer, ...] = ()
    reasons: tuple[Reason, ...] = ()
