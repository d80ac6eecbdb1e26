"""What discovery found, before any choice is made."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from refloader.core.activation.filters import LayerFilters
from refloader.core.manifests.settings_file import Settings
from refloader.model.driver import Driver
from refloader.model.layer import Layer, LayerFile
from refloader.model.place import Place, Use
from refloader.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Discovery:
    """Everything that discovery found, in order, before any choice is made.

    ``found`` are all layer entries in discovery order, implicit ones first; ``override`` is the override layer that
    applies; its components have been checked. ``ended`` means that a file ended the search, which only some ages do;
    ``last`` is the last manifest of a layer that was read. ``gated`` means that the override layer is older than the
    application asks for: in some ages it then still decides where layers are searched.
    """

    places: tuple[Place, ...]
    found: tuple[Layer, ...]
    drivers: tuple[Driver, ...]
    unread: tuple[LayerFile, ...]
    files: tuple[LayerFile, ...]
    override: Layer | None
    filters: LayerFilters
    settings: Settings | None
    reasons: tuple[Reason, ...]
    ended: bool = False
    last: LayerFile | None = None
    gated: bool = False

    def without_drivers(self) -> "Discovery":
        """Return what a search for layers alone finds."""
        return replace(self, drivers=())

    def of_implicit_layers(self, metas: Sequence[Layer]) -> "Discovery":
        """Return what a search for implicit layers alone finds: a settings file's list counts whatever is in it.

        For the components of ``metas``, the implicit meta-layers that are on, the explicit manifests are read too.
        """
        listed = self.settings.path if self.settings is not None else None
        wanted, ahead = set[str](), [name for meta in metas for name in meta.components]
        while ahead:
            if (name := ahead.pop()) not in wanted:
                wanted.add(name)
                ahead += [part for each in self.found if each.name == name for part in each.components]
        found = (each for each in self.found if each.name in wanted or _is_first(each.place, listed))
        unread = (each for each in self.unread if metas or _is_first(each.place, listed))
        return replace(self, found=tuple(found), unread=tuple(unread), drivers=())


def _is_first(place: Place, listed: str | None) -> bool:
    """Return whether a place is searched even if only implicit layers are."""
    return place.use is Use.IMPLICIT or place.source == listed
