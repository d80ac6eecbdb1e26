"""What the chain is decided from, and the chain under construction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.core.activation.filters import LayerFilters
from refloader.core.manifests.settings_file import Settings
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import OVERRIDE_NAME, Layer
from refloader.model.place import Use
from refloader.model.request import Request


@dataclass(slots=True)
class Chain:
    """A chain under construction: the layers by name, in order; ``metas`` are the names of active meta-layers.

    ``switched_on`` are the implicit layers whose own conditions hold; ``turns`` has the earlier ones of a name too;
    ``themselves`` are the names of layers that are not only on as components.
    """

    layers: dict[str, Layer] = field(default_factory=dict)
    metas: set[str] = field(default_factory=set)
    switched_on: list[Layer] = field(default_factory=list)
    turns: dict[int, Layer] = field(default_factory=dict)
    themselves: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Facts:
    """The inputs that the order depends on; with ``listing``, that of what is listed, not of what runs.

    ``own`` are the layers in the override layer's own paths, by name; ``blocked`` are the names in its blacklist.
    """

    known: tuple[Layer, ...]
    names: Mapping[str, Layer]
    environment: Environment
    request: Request
    filters: LayerFilters
    edition: Edition
    override: Layer | None
    own: Mapping[str, Layer]
    blocked: frozenset[str]
    settings: Settings | None
    age: Age = DOCUMENTED
    listing: bool = False
    namesakes: Mapping[str, Sequence[Layer]] = field(default_factory=dict)

    @property
    def ordered(self) -> bool:
        """Whether a settings file orders the chain as found, with the last of a name in use, as in some ages."""
        listed = self.settings is not None and self.settings.layers is not None
        return listed and self.age.has(Trait.SETTINGS_ORDER_EVERYTHING)


def counting_override(override: Layer | None, known: Iterable[Layer], age: Age) -> Layer | None:
    """Return the override layer whose components and blacklist count: the one that applies.

    In some ages one among explicit layers is always on, and the first of all override layers counts then. So it does
    of several implicit ones in releases that ignore app_keys, which take the paths of another one.
    """
    found = [each for each in known if each.name == OVERRIDE_NAME and each.place.rule != "SETTINGS-01"]
    if not found or not age.has(Trait.EXPLICIT_OVERRIDE_COUNTS):
        return override
    if any(each.kind is Use.EXPLICIT for each in found):
        return found[0]
    return found[0] if override is not None and found and age.has(Trait.APP_KEYS_IGNORED) else override
